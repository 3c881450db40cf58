"""Cards on their way over the table: where they were seen to move, and so whose arm had them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import BACK, LABELS
from vision.table.layout import Point
from vision.track.quads import middle
from vision.track.tracker import Track

KEPT = 4.0
"""Seconds for which a moving card is remembered."""
MOVES = 0.1
"""A card that has lain still for less than this many seconds moves."""
READ = 0.5
"""A card read less surely than this may be of another face: only its own track tells where it came from."""
BROUGHT, THERE, CLEARLY = 2.0, 1.3, 0.4
"""Seconds before it lies there that a card is on its way face down, how near, in card lengths, it comes that way, and
how much nearer than it was."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A moving card at one moment: its class, its track, its middle in pixels, and how surely it was read at best."""

    t: float
    class_id: int
    track: int
    at: Point
    sure: float = 1.0


class Carried:
    """Remembers the cards that moved of late."""

    def __init__(self) -> None:
        self._sights: list[Sight] = []

    def note(self, t: float, tracks: Iterable[Track]) -> None:
        """Take in the tracks at ``t`` seconds."""
        self._sights = [sight for sight in self._sights if t - sight.t < KEPT]
        for track in tracks:
            if track.seen == t and track.still_for(t) < MOVES:
                self._sights.append(Sight(t, track.class_id, track.id, middle(track.quad), track.votes.peak))

    def way(self, track: Track, since: float, until: float) -> list[Sight]:
        """Where this card, or one read as its face, moved between two times."""
        alike = (
            sight
            for sight in self._sights
            if sight.track == track.id or (sight.class_id == track.class_id and sight.sure >= READ)
        )
        return [sight for sight in alike if since < sight.t <= until]

    def face_down(self, place: Point, size: float, until: float) -> list[Sight]:
        """Where a back moved that was brought to ``place`` (pixels) shortly before: a card that was turned up there.

        ``size`` is a card's length in pixels.
        """
        ways: dict[int, list[Sight]] = {}
        for sight in self._sights:
            if LABELS[sight.class_id] == BACK and until - BROUGHT < sight.t <= until:
                ways.setdefault(sight.track, []).append(sight)
        return [sight for way in ways.values() if _leads_to(place, size, way) for sight in way]


def _leads_to(place: Point, size: float, way: list[Sight]) -> bool:
    """Whether a moving card came clearly nearer to a place and stayed there."""
    gaps = [math.dist(sight.at, place) / size for sight in way]
    return gaps[-1] < min(THERE, min(gaps) + CLEARLY / 2) and max(gaps) - gaps[-1] >= CLEARLY


def from_stretch(point: Point, start: Point, end: Point) -> float:
    """Distance of a point from the stretch between two others."""
    way = end[0] - start[0], end[1] - start[1]
    square = way[0] ** 2 + way[1] ** 2
    share = ((point[0] - start[0]) * way[0] + (point[1] - start[1]) * way[1]) / square if square > 0 else 0.0
    share = min(1.0, max(0.0, share))
    return math.dist(point, (start[0] + share * way[0], start[1] + share * way[1]))
