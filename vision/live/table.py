"""The table of a running session: where things lie, set by a person or learnt from the cards, changed while it runs."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.observations import CardOnDiscard, Observation
from vision.errors import CalibrationError
from vision.frames.frame import Image
from vision.frames.turn import Turn
from vision.live.seams import Observer
from vision.table.calibration import Calibration, zone_to_json
from vision.table.calibration_files import SavedTable, TableFolder
from vision.table.layout import TableLayout, Zone

POINTED_RADIUS = 0.16
"""Radius of a pile's place, as a share of the picture's height, where nothing better is known."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What a table is to be: a layout in pictures put upright by ``turn``; ``name``: as what it is saved, if it is."""

    layout: TableLayout
    turn: Turn
    name: str | None = None


class TableDesk:
    """Holds the plan and the observer that follows it; used in the session's thread but for ``to_json``.

    ``remake`` makes an observer for a layout; without it a table cannot be set up while the session runs.
    """

    def __init__(
        self,
        observer: Observer,
        plan: TablePlan | None,
        remake: Callable[[TableLayout], Observer] | None,
        folder: TableFolder | None,
    ) -> None:
        self.observer = observer
        self.plan = plan
        self._remake = remake
        self._folder = folder
        self._size: tuple[int, int] | None = None
        self._picture: Image | None = None
        self._known = False

    @property
    def learns(self) -> bool:
        """Whether the piles are learnt from the cards, so that another view can be learnt as well."""
        free = self.plan is not None and self.plan.layout.discard is None and self.plan.layout.draw is None
        return self._remake is not None and free

    def saw(self, image: Image) -> None:
        """The newest upright picture."""
        self._picture = image
        self._size = (image.shape[1], image.shape[0])

    def begin_anew(self) -> None:
        """Follow the table with an observer that knows nothing of the past; the card that lies there is no new play."""
        if self._remake is not None and self.plan is not None:
            self.observer = self._remake(self.plan.layout)
            self._known = True

    def change(self, plan: TablePlan) -> None:
        """Follow the table by ``plan`` from now on, and save it where it has a name. Raises ``CalibrationError``."""
        if self._remake is None or self.plan is None:
            raise CalibrationError("This session cannot be set up while it runs; start it with lastcard watch.")
        if self._size is None or self._picture is None:
            raise CalibrationError("There is no picture yet to set the table up by; wait for the camera.")
        if plan.layout.seats != self.plan.layout.seats:
            raise CalibrationError(
                f"{plan.layout.seats} seats were given, and {self.plan.layout.seats} play; "
                "start anew with --seats to change how many play."
            )
        quarter = (plan.turn.rotation - self.plan.turn.rotation) % 180 != 0
        size = (self._size[1], self._size[0]) if quarter else self._size
        plan = replace(plan, layout=replace(plan.layout, names=self.plan.layout.names))
        calibration = Calibration(plan.layout, plan.turn, size)
        if plan.name is not None:
            picture = None if plan.turn != self.plan.turn else self._picture
            self._save(SavedTable(plan.name, calibration, picture), own=plan.name == self.plan.name)
        self.plan, self._size = plan, size
        self.begin_anew()

    def news(self, observations: list[Observation], top: str | None) -> list[Observation]:
        """The observations without that of the card that lay on the pile before the observer began anew."""
        if not self._known:
            return observations
        first = next((item for item in observations if isinstance(item, CardOnDiscard)), None)
        if first is None:
            return observations
        self._known = False
        return [item for item in observations if item is not first or first.card.label != top]

    def to_json(self) -> dict[str, Any] | None:
        """What pages show, with what is learnt beside what is set; None for a session without a plan."""
        plan, size = self.plan, self._size
        if plan is None:
            return None
        seen = getattr(self.observer, "debug", {})
        learnt = {name: _learnt(seen.get(name), size) for name in ("discard", "draw")}
        return {
            "name": plan.name,
            "size": None if size is None else list(size),
            "rotation": plan.turn.rotation,
            "mirrored": plan.turn.mirrored,
            "seats": [
                {"index": index, "name": name, "angle": round(angle, 4)}
                for index, (name, angle) in enumerate(zip(plan.layout.names, plan.layout.angles, strict=True))
            ],
            "discard": zone_to_json(plan.layout.discard),
            "draw": zone_to_json(plan.layout.draw),
            "learnt": learnt,
            "saved": [] if self._folder is None else self._folder.names(),
        }

    def _save(self, table: SavedTable, *, own: bool) -> None:
        if self._folder is None:
            raise CalibrationError("This session has no folder for saved tables; start it with lastcard watch.")
        if not own and table.name in self._folder.names():
            raise CalibrationError(
                f"Another table is saved as {table.name!r} already; choose another name, or remove that one with "
                f"lastcard calibrate --remove {table.name!r}."
            )
        self._folder.save(table, replace=own)


def _learnt(middle: Any, size: tuple[int, int] | None) -> dict[str, float] | None:
    if middle is None or size is None:
        return None
    return zone_to_json(Zone(middle[0] / size[0], middle[1] / size[1], POINTED_RADIUS))
