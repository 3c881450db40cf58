"""The part of the API about the session itself: "this was wrong", and how the table lies."""

import asyncio
import math
from typing import Annotated, Any, Final, Protocol

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from vision.errors import CalibrationError, StoreError, UsageError
from vision.frames.turn import Turn
from vision.live.seams import SessionOver, TooManyCommands
from vision.live.table import TablePlan
from vision.table.layout import TableLayout, Zone
from vision.web.problems import ANSWER_S, Problem, problem

router = APIRouter(prefix="/api")
_PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    422: {"model": Problem, "description": "Cannot be right."},
    503: {"model": Problem, "description": "Busy, over, or cannot be written."},
}


class Desk(Protocol):
    """What these need of a session; futures are those of ``concurrent.futures``."""

    def wrong(self, note: str = "") -> Any:
        """Pack the last half minute; the file's path. Raises ``StoreError``."""
        ...

    def table(self) -> Any:
        """A future of how the table lies, as JSON values, or of None."""
        ...

    def set_table(self, plan: TablePlan) -> Any:
        """A future that raises ``CalibrationError``."""
        ...


class WrongIn(BaseModel):
    """What was wrong, in the words of whoever noticed, if they like."""

    model_config = ConfigDict(extra="forbid", strict=True)

    note: Annotated[str, Field(max_length=500)] = ""


class WrongOut(BaseModel):
    """Where the file lies on the computer that runs Lastcard, and a sentence for people."""

    file: str
    sentence: str


class ZoneIn(BaseModel):
    """A pile's place: ``x`` in shares of the picture's width, ``y`` and ``radius`` of its height."""

    model_config = ConfigDict(extra="forbid")

    x: Annotated[float, Field(ge=-1, le=2, allow_inf_nan=False)]
    y: Annotated[float, Field(ge=-1, le=2, allow_inf_nan=False)]
    radius: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)]

    def zone(self) -> Zone:
        """The zone."""
        return Zone(self.x, self.y, self.radius)


class TableIn(BaseModel):
    """How the table lies. ``angles``: where each seat's arms come in, radians clockwise from the middle of the lower
    edge, in the order of play. A pile that is null is learnt from the cards. ``save_as``: keep it under this name.
    """

    model_config = ConfigDict(extra="forbid")

    angles: Annotated[
        list[Annotated[float, Field(ge=-10, le=10, allow_inf_nan=False)]], Field(min_length=2, max_length=10)
    ]
    discard: ZoneIn | None = None
    draw: ZoneIn | None = None
    rotation: int = 0
    mirrored: bool = False
    save_as: Annotated[str, Field(max_length=60)] | None = None

    def plan(self) -> TablePlan:
        """The plan. Raises ``UsageError``."""
        discard, draw = (None if one is None else one.zone() for one in (self.discard, self.draw))
        layout = TableLayout(tuple(angle % math.tau for angle in self.angles), discard, draw)
        return TablePlan(layout, Turn(self.rotation, self.mirrored), self.save_as)


def _session(request: Request) -> Desk:
    session: Desk = request.app.state.session
    return session


Current = Annotated[Desk, Depends(_session)]


@router.post("/wrong", summary="This was wrong", responses={503: _PROBLEMS[503]})
def wrong(session: Current, body: WrongIn) -> WrongOut:
    """Keep the last half minute (pictures, what was seen, what the referee was told, settings) as one file that
    ``lastcard replay`` reads, so that the mistake can be looked into.
    """
    try:
        path = session.wrong(body.note)
    except StoreError as error:
        raise problem(503, "storage", str(error)) from None
    return WrongOut(file=str(path), sentence=f"The last half minute is kept in {path}.")


@router.get("/table", summary="How the table lies", responses={503: _PROBLEMS[503]})
async def table(session: Current) -> dict[str, Any]:
    """Seats, piles (set, or learnt from the cards), rotation, the name it is saved under and the names of all saved."""
    found: dict[str, Any] | None = await _asked(session.table)
    if found is None:
        raise problem(503, "no_table", "This session has no table to set up; start it with lastcard watch.")
    return found


@router.put("/table", summary="Set up the table", responses=_PROBLEMS)
async def set_table(session: Current, body: TableIn) -> dict[str, Any]:
    """Place piles, seats and rotation while the game goes on; what cannot be right is refused with the reason."""
    try:
        plan = body.plan()
        await _asked(lambda: session.set_table(plan))
    except (CalibrationError, UsageError) as error:
        raise problem(422, "invalid", str(error)) from None
    return await table(session)


async def _asked(ask: Any) -> Any:
    try:
        return await asyncio.wait_for(asyncio.wrap_future(ask()), ANSWER_S)
    except (TooManyCommands, SessionOver) as error:
        raise problem(503, "busy", str(error)) from None
    except TimeoutError:
        raise problem(503, "busy", "The session is busy and did not answer; try again.") from None
