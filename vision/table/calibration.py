"""How one table lies before one camera, checked so that it can be right, and as JSON."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from vision.errors import CalibrationError, UsageError
from vision.frames.turn import Turn
from vision.table.layout import TableLayout, Zone

VERSION: Final = 1
SMALLEST, LARGEST = 0.05, 0.35
"""Radius of a pile's place, as a share of the picture's height."""
RIM: Final = 0.04
"""A pile's middle lies at least so far from the picture's edge, where the arms come in; a share of its height."""
SMALLEST_PICTURE: Final = 48
LEAST_GAP: Final = math.radians(14)
"""Between two seats."""
_NAME: Final = re.compile(r"[\w][\w .-]{0,39}")
_PILES: Final = {"discard": "discard pile", "draw": "draw pile"}


@dataclass(frozen=True, slots=True)
class Calibration:
    """A table as it lies in upright pictures of ``size`` (width, height).

    ``markers`` are the corners of printed markers, by number, as (x, y) shares of width and height. Raises
    ``CalibrationError`` with the reason where it cannot be right.
    """

    layout: TableLayout
    turn: Turn = field(default_factory=Turn)
    size: tuple[int, int] = (1280, 720)
    markers: Mapping[int, tuple[tuple[float, float], ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        width, height = self.size
        if min(width, height) < SMALLEST_PICTURE:
            raise CalibrationError(f"A picture of {width}×{height} pixels is too small for a table; use a larger one.")
        for name, words in _PILES.items():
            zone: Zone | None = getattr(self.layout, name)
            if zone is not None:
                self._check_zone(zone, words)
        self._check_apart()
        self._check_seats()

    def _check_zone(self, zone: Zone, words: str) -> None:
        if not all(map(math.isfinite, (zone.x, zone.y, zone.radius))):
            raise CalibrationError(f"The place of the {words} is no number; point at it again.")
        side = self.size[0] / self.size[1]
        if not (RIM <= zone.x * side <= side - RIM and RIM <= zone.y <= 1 - RIM):
            raise CalibrationError(
                f"The {words} lies at {zone.x:.0%} from the left and {zone.y:.0%} from the top, at the picture's edge "
                "or outside it, where arms come in; point at the pile, or move the camera so that it is in view."
            )
        if not SMALLEST <= zone.radius <= LARGEST:
            raise CalibrationError(
                f"The {words} would be {2 * zone.radius:.0%} of the picture's height wide; "
                f"give a place {2 * SMALLEST:.0%} to {2 * LARGEST:.0%} wide, about one and a half cards."
            )

    def _check_apart(self) -> None:
        one, other = self.layout.discard, self.layout.draw
        if one is None or other is None:
            return
        apart = math.hypot((one.x - other.x) * self.size[0] / self.size[1], one.y - other.y)
        if apart < 0.6 * (one.radius + other.radius):
            raise CalibrationError(
                "The discard pile and the draw pile lie in the same place; point at each of them, "
                "or move them a card's length apart."
            )

    def _check_seats(self) -> None:
        angles = [angle % math.tau for angle in self.layout.angles]
        names = self.layout.names or tuple(str(number) for number in range(1, len(angles) + 1))
        if len(set(names)) != len(names):
            raise CalibrationError("Two seats have the same name; give each its own.")
        gaps = [(after - before) % math.tau for before, after in zip(angles, (*angles[1:], angles[0]), strict=True)]
        for number, gap in enumerate(gaps):
            after = names[(number + 1) % len(names)]
            if gap < LEAST_GAP or gap > math.tau - LEAST_GAP:
                raise CalibrationError(
                    f"{names[number]} and {after} sit in the same place; move one of them along the edge."
                )
        if sum(gaps) > 1.5 * math.tau:
            raise CalibrationError("The seats do not go round clockwise, in the order of play; put them in order.")

    def to_json(self) -> dict[str, Any]:
        """As JSON values; angles in degrees."""
        return {
            "lastcard_table": VERSION,
            "size": list(self.size),
            "rotation": self.turn.rotation,
            "mirrored": self.turn.mirrored,
            "seats": [
                {"name": name, "angle": round(math.degrees(angle), 2)}
                for name, angle in zip(self.layout.names, self.layout.angles, strict=True)
            ],
            "discard": zone_to_json(self.layout.discard),
            "draw": zone_to_json(self.layout.draw),
            "markers": {str(number): [list(corner) for corner in quad] for number, quad in self.markers.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], what: str) -> Self:
        """The inverse of ``to_json``; ``what`` names it in messages. Raises ``CalibrationError``."""
        if data.get("lastcard_table") != VERSION:
            raise CalibrationError(
                f"{what} is of version {data.get('lastcard_table', 'unknown')}, and this Lastcard reads version "
                f"{VERSION}; set up the table again with lastcard calibrate."
            )
        try:
            seats = data["seats"]
            layout = TableLayout(
                tuple(math.radians(float(seat["angle"])) for seat in seats),
                zone_from_json(data["discard"]),
                zone_from_json(data["draw"]),
                tuple(str(seat["name"]) for seat in seats),
            )
            width, height = data["size"]
            marks = {
                int(number): tuple((float(x), float(y)) for x, y in quad) for number, quad in data["markers"].items()
            }
            return cls(layout, Turn(data["rotation"], bool(data["mirrored"])), (int(width), int(height)), marks)
        except (KeyError, TypeError, ValueError, AttributeError, UsageError) as error:
            raise CalibrationError(
                f"{what} cannot be read ({error}); set up the table again with lastcard calibrate."
            ) from None


def zone_to_json(zone: Zone | None) -> dict[str, float] | None:
    """Middle and radius as shares, rounded to what can be seen."""
    return None if zone is None else {name: round(getattr(zone, name), 4) for name in ("x", "y", "radius")}


def zone_from_json(data: Mapping[str, Any] | None) -> Zone | None:
    """The inverse of ``zone_to_json``. Raises ``KeyError``, ``TypeError`` or ``ValueError``."""
    return None if data is None else Zone(float(data["x"]), float(data["y"]), float(data["radius"]))


def check_name(name: str) -> str:
    """``name`` without blanks round it. Raises ``CalibrationError`` for one that is no file's name everywhere."""
    name = name.strip()
    if not _NAME.fullmatch(name) or name.endswith("."):
        raise CalibrationError(
            f"{name!r} cannot be the name of a table; use letters, digits, blanks, - and _, at most 40."
        )
    return name
