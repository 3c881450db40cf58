"""Where things are on the table: seats round the edge, discard and draw zone."""

import math
from dataclasses import dataclass, field

from vision.errors import UsageError

MIN_SEATS, MAX_SEATS = 2, 10
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Zone:
    """A round place on the table in shares of the picture: ``x`` of its width, ``y`` and ``radius`` of its height."""

    x: float
    y: float
    radius: float

    def pixels(self, width: int, height: int) -> tuple[Point, float]:
        """Middle and radius in pixels of a picture of this size."""
        return (self.x * width, self.y * height), self.radius * height


@dataclass(frozen=True, slots=True)
class TableLayout:
    """How the table lies in the picture.

    ``angles`` holds, for each seat, where its player's arms come in: 0 for the middle of the bottom edge, growing
    clockwise in the picture, a quarter turn for the middle of the left edge and so on to the corners between. A zone
    that is None is learnt: the discard pile is where face-up cards lie on top of each other, the draw pile where a back
    lies alone. Raises ``UsageError`` for fewer than two or more than ten seats.
    """

    angles: tuple[float, ...]
    discard: Zone | None = None
    draw: Zone | None = None
    names: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if not MIN_SEATS <= len(self.angles) <= MAX_SEATS:
            raise UsageError(f"A table has {MIN_SEATS} to {MAX_SEATS} seats, not {len(self.angles)}; name as many.")
        if self.names and len(self.names) != len(self.angles):
            raise UsageError(f"{len(self.names)} names were given for {len(self.angles)} seats; give one a seat.")

    @classmethod
    def automatic(cls, seats: int) -> "TableLayout":
        """Players evenly round the table, seat 0 at the bottom (South), then clockwise; zones are learnt."""
        angles = tuple(math.tau * seat / seats for seat in range(seats)) if seats > 0 else ()
        return cls(angles, names=seat_names(seats) if MIN_SEATS <= seats <= MAX_SEATS else ())

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.angles)

    def seat_at(self, point: Point, width: float, height: float) -> tuple[int, float]:
        """The seat whose arm comes in at a point of the edge, and how sure that is (0.5 between two seats)."""
        return self.seat_towards(edge_angle(point, width, height))

    @property
    def even(self) -> bool:
        """Whether the players sit evenly round the table, as where nobody said anything else."""
        return self.angles == TableLayout.automatic(self.seats).angles

    def seat_towards(self, angle: float) -> tuple[int, float]:
        """The seat in a direction from the table's middle, as angles are, and how sure that is."""
        gaps = sorted((_turn_between(angle, own), seat) for seat, own in enumerate(self.angles))
        first, second = gaps[0][0], gaps[1][0]
        return gaps[0][1], second / (first + second) if first + second > 0 else 0.5


def edge_angle(point: Point, width: float, height: float) -> float:
    """The direction of a point from the picture's middle, 0 to tau, clockwise from the bottom edge's middle.

    The picture counts as square, so its corners lie half-way between the edges' middles.
    """
    across, down = 2 * point[0] / width - 1, 2 * point[1] / height - 1
    return math.atan2(-across, down) % math.tau


def onto_edge(start: Point, through: Point, width: float, height: float) -> Point:
    """Where the line from a point of the picture through another one, not the same, leaves the picture."""
    across, down = through[0] - start[0], through[1] - start[1]
    shares = [((width if across > 0 else 0.0) - start[0]) / across] if across else []
    shares += [((height if down > 0 else 0.0) - start[1]) / down] if down else []
    share = min(shares)
    return start[0] + share * across, start[1] + share * down


def _turn_between(one: float, other: float) -> float:
    gap = abs(one - other) % math.tau
    return min(gap, math.tau - gap)


_NAMES: dict[int, tuple[str, ...]] = {
    2: ("South", "North"),
    3: ("South", "Northwest", "Northeast"),
    4: ("South", "West", "North", "East"),
    6: ("South", "Southwest", "Northwest", "North", "Northeast", "Southeast"),
    8: ("South", "Southwest", "West", "Northwest", "North", "Northeast", "East", "Southeast"),
}


def seat_names(seats: int) -> tuple[str, ...]:
    """A name for each seat: points of the compass as on the picture where they fit, else numbers."""
    return _NAMES.get(seats) or ("South", *(f"Seat {number}" for number in range(2, seats + 1)))
