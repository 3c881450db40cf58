"""Things that move over the table for a while: arms with or without a card, and passing shadows."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from vision.synth.game.light import Effect
from vision.synth.game.plane import Plane, Point, Pose, Seat
from vision.synth.game.tabletop import Tabletop


@dataclass(frozen=True, slots=True)
class CardPiece:
    """A card to draw at ``pose``; ``label`` may be ``back``."""

    label: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class ArmPiece:
    """The arm of ``seat`` with its finger tips at ``tip``, pointing along ``angle`` (radians clockwise from up)."""

    seat: int
    tip: Point
    angle: float
    flat: bool


@dataclass(frozen=True, slots=True)
class ShadePiece:
    """A soft shadow: centre and half axes in table units, and the share of light it takes."""

    centre: Point
    radius: Point
    depth: float


@dataclass(frozen=True, slots=True)
class ThingPiece:
    """The thing of that number (a glass, say) in somebody's hand."""

    number: int
    pose: Pose


Piece = CardPiece | ArmPiece | ShadePiece | ThingPiece


@dataclass(frozen=True, slots=True)
class Cue:
    """A change of what lies on the table, at its time in seconds."""

    t: float
    change: Callable[[Tabletop], None]


@dataclass(frozen=True, slots=True)
class Path:
    """Points with their times; between them the way a hand moves, quick in the middle and soft at both ends."""

    keys: tuple[tuple[float, Point], ...]

    def at(self, t: float) -> Point:
        """Where the path is at ``t``; its ends hold outside."""
        for (t0, p0), (t1, p1) in zip(self.keys, self.keys[1:], strict=False):
            if t <= t1:
                share = min(1.0, max(0.0, (t - t0) / max(t1 - t0, 1e-9)))
                soft = share**3 * (10 - 15 * share + 6 * share**2)
                return p0[0] + (p1[0] - p0[0]) * soft, p0[1] + (p1[1] - p0[1]) * soft
        return self.keys[-1][1]

    @property
    def start(self) -> float:
        """Time of the first point."""
        return self.keys[0][0]

    @property
    def end(self) -> float:
        """Time of the last point."""
        return self.keys[-1][0]


@dataclass(frozen=True, slots=True)
class Carry:
    """A card in the hand from ``start`` to ``end``: ``grip`` card heights before the finger tips, turned by ``turn``.

    Until ``flip`` it shows its back. With ``thing`` it is no card but the thing of that number.
    """

    start: float
    end: float
    label: str
    grip: float
    turn: float
    flip: float = -math.inf
    thing: int | None = None

    def piece(self, t: float, x: float, y: float, angle: float) -> "CardPiece | ThingPiece":
        """What is in the hand at ``t`` with its middle at ``x``, ``y``, for an arm that points along ``angle``."""
        if self.thing is not None:
            return ThingPiece(self.thing, Pose(x, y, angle + self.turn))
        label, squeeze = self.side(t)
        return CardPiece(label, Pose(x, y, angle + self.turn, squeeze))

    def side(self, t: float) -> tuple[str, float]:
        """The label that shows at ``t`` and the share of the card's width that is seen."""
        away = abs(t - self.flip) / 0.12
        return (self.label if t >= self.flip else "back"), min(1.0, max(0.08, away))


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm coming in from its seat along ``path`` and going out again."""

    seat: Seat
    shoulder: Point
    path: Path
    carries: tuple[Carry, ...] = ()
    flat: bool = False
    sway: float = 0.0

    @property
    def start(self) -> float:
        """When the arm begins to move."""
        return self.path.start

    @property
    def end(self) -> float:
        """When it is out of the picture again."""
        return self.path.end

    def tip(self, t: float) -> Point:
        """Where the finger tips are."""
        x, y = self.path.at(t)
        return x + self.sway * math.sin(t * 5.1), y + self.sway * math.sin(t * 3.7)

    def pieces(self, t: float, plane: Plane) -> list[Piece]:
        """The card in the hand, if any, and the arm over it."""
        tip = self.tip(t)
        angle = bearing(self.shoulder, tip)
        found: list[Piece] = []
        for carry in self.carries:
            if carry.start <= t < carry.end:
                x, y = ahead(tip, angle, carry.grip * plane.card)
                found.append(carry.piece(t, x, y, angle))
        return [*found, ArmPiece(self.seat.index, tip, angle, self.flat)]


@dataclass(frozen=True, slots=True)
class Passing:
    """A shadow that passes over the table."""

    path: Path
    radius: Point
    depth: float

    @property
    def start(self) -> float:
        """When it comes in."""
        return self.path.start

    @property
    def end(self) -> float:
        """When it is gone."""
        return self.path.end

    def pieces(self, t: float, plane: Plane) -> list[Piece]:
        """The shadow alone."""
        del plane
        return [ShadePiece(self.path.at(t), self.radius, self.depth)]


@dataclass(frozen=True, slots=True)
class Slide:
    """A thrown card: from the hand at ``start`` it slides and turns until it lies at ``end``."""

    label: str
    first: Pose
    last: Pose
    start: float
    end: float

    def pieces(self, t: float, plane: Plane) -> list[Piece]:
        """The card alone, slower and slower."""
        del plane
        left = max(0.0, 1 - (t - self.start) / max(self.end - self.start, 1e-9)) ** 2.2
        way = self.first.x - self.last.x, self.first.y - self.last.y
        turn = (self.first.angle - self.last.angle) * left
        return [CardPiece(self.label, self.last.moved(way[0] * left, way[1] * left, turn))]


Clip = Reach | Passing | Slide


@dataclass(slots=True)
class Reel:
    """All that happens, each list in order of time: moving things, changes of what lies or of the light, JSON rows.

    ``truth`` is about the game, ``noise`` about what means nothing in it. ``things`` are where glasses and such stand.
    """

    clips: list[Clip] = field(default_factory=list)
    cues: list[Cue] = field(default_factory=list)
    truth: list[dict[str, object]] = field(default_factory=list)
    noise: list[dict[str, object]] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    things: list[Pose] = field(default_factory=list)
    length: float = 0.0


def bearing(start: Point, end: Point) -> float:
    """The direction from ``start`` to ``end``, radians clockwise from up."""
    return math.atan2(end[0] - start[0], start[1] - end[1])


def ahead(point: Point, angle: float, distance: float) -> Point:
    """The point ``distance`` on from ``point`` along ``angle``."""
    return point[0] + math.sin(angle) * distance, point[1] - math.cos(angle) * distance
