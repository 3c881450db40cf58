"""The API: the state, events as they happen, commands, and the picture."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from typing import Annotated, Any, Final, Protocol

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel

from engine.commands import Command
from engine.errors import CommandError
from engine.events import event_to_json
from vision import __version__
from vision.live.hub import Hub, HubClosed, HubFull
from vision.live.preview import Preview
from vision.live.seams import Outcome, SessionOver, TooManyCommands
from vision.web.audience import Audience, state_for
from vision.web.commands import CommandIn, to_command
from vision.web.problems import ANSWER_S, Problem, problem
from vision.web.streams import BOUNDARY, Listener, Slots, pictures

MAX_VIEWERS: Final = 8

router = APIRouter(prefix="/api")


class Served(Protocol):
    """What the API needs of a session."""

    hub: Hub
    preview: Preview

    def submit(self, command: Command) -> Any:
        """Queue a command; a ``concurrent.futures.Future`` of its ``Outcome``."""
        ...

    def state(self) -> dict[str, Any]:
        """What every page shows."""
        ...


class Done(BaseModel):
    """What came of a command."""

    state_id: int
    events: list[dict[str, Any]]


def _session(request: Request) -> Served:
    session: Served = request.app.state.session
    return session


Current = Annotated[Served, Depends(_session)]
For = Annotated[Audience, Query(alias="for", description="Who looks; the overlay is never shown a hand.")]
_PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    409: {"model": Problem, "description": "Based on an older state, or against the rules."},
    413: {"model": Problem, "description": "Too long."},
    422: {"model": Problem, "description": "No such command."},
    503: {"model": Problem, "description": "Busy, or over."},
}
_BUSY: Final[dict[int | str, dict[str, Any]]] = {503: {"model": Problem, "description": "Busy, or over."}}


@router.get("/ping", summary="Whether a Lastcard is here")
def ping() -> dict[str, str]:
    """Asked by anybody, answered with no more than this."""
    return {"lastcard": __version__}


@router.get("/state", summary="What is on the table")
def state(session: Current, audience: For = Audience.TABLE) -> dict[str, Any]:
    """The referee's state, the camera, the cards in view and the newest sentences."""
    return state_for(audience, session.state())


@router.post("/commands", summary="Tell the referee something", responses=_PROBLEMS)
async def command(session: Current, body: CommandIn) -> Done:
    """A colour, a call, a correction. ``based_on`` is the ``state_id`` that the sender looked at: a command that comes
    too late is refused with 409 and changes nothing.
    """
    try:
        pending = session.submit(to_command(body))
        outcome: Outcome = await asyncio.wait_for(asyncio.wrap_future(pending), ANSWER_S)
    except CommandError as error:
        raise problem(422, "invalid", str(error)) from None
    except (TooManyCommands, SessionOver) as error:
        raise problem(503, "busy", str(error)) from None
    except TimeoutError:
        raise problem(503, "busy", "The session is busy and did not take the command; try again.") from None
    if outcome.refused:
        raise problem(409, "stale" if outcome.stale else "refused", " ".join(outcome.sentences))
    return Done(state_id=outcome.state_id, events=[event_to_json(event) for event in outcome.events])


async def _listener(
    session: Current,
    audience: For = Audience.TABLE,
    last_event_id: Annotated[str | None, Header(max_length=64)] = None,
    after: Annotated[str | None, Query(max_length=64, description="As Last-Event-ID, in the address.")] = None,
) -> AsyncIterator[Listener]:
    try:
        listener = Listener(session.hub, audience, last_event_id or after)
    except (HubFull, HubClosed) as error:
        raise problem(503, "busy", str(error)) from None
    try:
        yield listener
    finally:
        listener.close()


@router.get("/events", response_class=EventSourceResponse, summary="What happens, as it happens", responses=_BUSY)
async def events(listener: Annotated[Listener, Depends(_listener)]) -> AsyncIterable[ServerSentEvent]:
    """Server-sent events. ``hello``, then what was missed since ``Last-Event-ID``, then ``state`` (whole, newest only),
    ``view`` (camera and cards in view, newest only) and ``event``. ``resync`` says that events were missed and cannot
    be had again: take the next ``state`` as it is. ``ping`` shows that the line is open; ``bye`` ends it.
    """
    async for event in listener.events():
        yield event


def _viewer(request: Request) -> Iterator[None]:
    slots: Slots = request.app.state.viewers
    with slots.hold() as free:
        if not free:
            raise problem(503, "busy", f"{slots.size} pages show the moving picture already; close one.")
        yield


@router.get(
    "/preview.mjpg",
    summary="The moving picture",
    response_class=StreamingResponse,
    responses={200: {"content": {"multipart/x-mixed-replace": {}}}, **_BUSY},
    dependencies=[Depends(_viewer)],
)
async def moving(session: Current) -> StreamingResponse:
    """Motion JPEG; nothing is encoded while nobody looks."""
    kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
    return StreamingResponse(pictures(session.preview), media_type=kind, headers={"Cache-Control": "no-store"})


@router.get(
    "/frame.jpg",
    summary="The newest picture",
    response_class=Response,
    responses={200: {"content": {"image/jpeg": {}}}, 404: {"model": Problem, "description": "No picture yet."}},
)
def still(session: Current) -> Response:
    """One JPEG."""
    jpeg = session.preview.jpeg()
    if jpeg is None:
        raise problem(404, "no_picture", "There is no picture yet; try again in a moment.")
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


def answer(status: int, code: str, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """A ``Problem`` as a response."""
    return JSONResponse({"error": sentence, "code": code}, status_code=status, headers=headers)
