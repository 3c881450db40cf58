"""Cards on their way over the table: where they were seen to move, and so whose arm had them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from vision.table.layout import Point
from vision.track.tracker import Track

KEPT = 4.0
"""Seconds for which a moving card is remembered."""
MOVES = 0.1
"""A card that has lain still for less than this many seconds moves."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A moving card at one moment: its class, its track, its middle in pixels."""

    t: float
    class_id: int
    track: int
    at: Point


class Carried:
    """Remembers the cards that moved of late."""

    def __init__(self) -> None:
        self._sights: list[Sight] = []

    def note(self, t: float, tracks: Iterable[Track]) -> None:
        """Take in the tracks at ``t`` seconds."""
        self._sights = [sight for sight in self._sights if t - sight.t < KEPT]
        for track in tracks:
            if track.seen == t and track.still_for(t) < MOVES:
                self._sights.append(Sight(t, track.class_id, track.id, _middle(track)))

    def way(self, track: Track, since: float, until: float) -> list[Sight]:
        """Where this card, or one of its face, moved between two times."""
        alike = (sight for sight in self._sights if sight.track == track.id or sight.class_id == track.class_id)
        return [sight for sight in alike if since < sight.t <= until]


def from_stretch(point: Point, start: Point, end: Point) -> float:
    """Distance of a point from the stretch between two others."""
    way = end[0] - start[0], end[1] - start[1]
    square = way[0] ** 2 + way[1] ** 2
    share = ((point[0] - start[0]) * way[0] + (point[1] - start[1]) * way[1]) / square if square > 0 else 0.0
    share = min(1.0, max(0.0, share))
    return math.dist(point, (start[0] + share * way[0], start[1] + share * way[1]))


def _middle(track: Track) -> Point:
    centre = track.centre
    return float(centre[0]), float(centre[1])
