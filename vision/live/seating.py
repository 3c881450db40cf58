"""Who sits where at the start of a session: as asked for, as saved, or as the source says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vision.errors import UsageError
from vision.frames.frame import Image, Source
from vision.frames.turn import Turn
from vision.live.table import TablePlan
from vision.table.calibration import zone_to_json
from vision.table.calibration_files import SavedTable, TableFolder
from vision.table.layout import TableLayout, seat_names

DEFAULT_SEATS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """Who sits where, and how the table looked when it was set up, if it was."""

    plan: TablePlan
    picture: Image | None = None
    markers: Mapping[int, Any] | None = None

    @classmethod
    def of(
        cls, source: Source, names: Sequence[str], seats: int | None, turn: Turn | None, saved: SavedTable | None
    ) -> "Seating":
        """What was asked for, the saved table filling what was left open. Raises ``UsageError``."""
        if saved is None:
            called = tuple(names) or seat_names(seats or seats_of(source))
            return cls(TablePlan(replace(TableLayout.automatic(len(called)), names=called), turn or Turn()))
        layout, asked = saved.calibration.layout, len(names) or seats or saved.calibration.layout.seats
        if asked != layout.seats:
            raise UsageError(
                f"The table {saved.name!r} has {layout.seats} seats, and {asked} were asked for; "
                "leave --seats out, or set up another table with lastcard calibrate."
            )
        known = turn is None or turn == saved.calibration.turn
        plan = TablePlan(
            replace(layout, names=tuple(names) or layout.names), turn or saved.calibration.turn, saved.name
        )
        return cls(plan, saved.picture, saved.calibration.markers) if known else cls(plan)


def saved_table(table: str | None, data: Path | None) -> SavedTable | None:
    """The table saved under this name below ``data``. Raises ``CalibrationError``, ``UsageError``."""
    if table is None:
        return None
    if data is None:
        raise UsageError("A saved table was asked for, but no folder for saved tables is known; set LASTCARD_DATA.")
    return TableFolder(data).load(table)


def described(source: Source, seating: Seating) -> dict[str, Any]:
    """What a recording says of its session; addresses without their secrets."""
    plan = seating.plan
    return {
        "source": source.name,
        "live": source.live,
        "fps": source.fps,
        "table": plan.name,
        "rotation": plan.turn.rotation,
        "mirrored": plan.turn.mirrored,
        "angles": [round(angle, 4) for angle in plan.layout.angles],
        "discard": zone_to_json(plan.layout.discard),
        "draw": zone_to_json(plan.layout.draw),
    }


def seats_of(source: Source) -> int:
    """How many play at a simulated table; the usual number elsewhere."""
    spec = getattr(source, "spec", None)
    return int(getattr(spec, "seats", DEFAULT_SEATS))
