"""How far the camera leans: seen from the side a table looks squashed, and its far half smaller than the near one."""

import math
from collections import deque

import numpy as np

from vision.table.layout import Point, TableLayout, edge_angle
from vision.track.quads import Quad

ASPECT = 56 / 87
"""Short side of a card beside its long one."""
ALONG, UPRIGHT = math.radians(20), math.radians(70)
"""A card whose long side lies flatter than the first in the picture, or steeper than the second, tells the squash."""
WIDER = 0.82
"""Short side of a card across the picture beside its long one, from which on it is an upright card, squashed."""
KEPT = 15
"""Cards that count."""
LEVEL = 0.93
"""Squash from which on a camera counts as looking straight down."""
FLATTEST = 0.55
PERSPECTIVE = 0.21
"""Share by which the far half is smaller, and the near one larger, where a camera lies level with the table."""
LOWER = 0.52
"""Share of the picture's height from which on the piles lie lower than they do under a camera that looks down."""


class Lean:
    """Learns from cards that lie in full sight how much the picture is squashed from top to bottom.

    ``squash`` is the height of the table in the picture beside what it would be from straight above, 1 where it looks
    so.
    """

    def __init__(self) -> None:
        self.squash = 1.0
        self._laid: deque[float] = deque(maxlen=KEPT)
        self._pile: float | None = None

    def laid(self, quad: Quad) -> None:
        """A card came to lie on top of the discard pile."""
        seen = squash_of(quad)
        if seen is not None:
            self._laid.append(seen)
            self._learn()

    def pile(self, quad: Quad) -> None:
        """The top of the draw pile lies there."""
        seen = squash_of(quad)
        if seen is not None:
            self._pile = seen if self._pile is None else 0.9 * self._pile + 0.1 * seen
            self._learn()

    def _learn(self) -> None:
        found = float(np.median([*self._laid, *([] if self._pile is None else [self._pile])]))
        self.squash = 1.0 if found > LEVEL else max(FLATTEST, found)

    def seat_at(
        self, layout: TableLayout, point: Point, shape: tuple[float, float], middle: float
    ) -> tuple[int, float]:
        """The seat whose arm comes in at a point of the edge of a picture of ``shape`` (width, height), and how sure
        that is. ``middle`` is the height of the piles in the picture, in its units."""
        width, height = shape
        if self.squash >= 1.0 or middle <= LOWER * height or not layout.even:
            return layout.seat_at(point, width, height)
        lean = PERSPECTIVE * math.sqrt(1 - self.squash**2)
        near = height - middle
        far = min(middle, near * (1 - lean) / (1 + lean))
        down = (point[1] - middle) / (far if point[1] < middle else near)
        return layout.seat_towards(edge_angle((point[0], (1 + down) / 2), width, 1.0))


def squash_of(quad: Quad) -> float | None:
    """How much a card is squashed from top to bottom, None where it lies slantwise and does not tell."""
    one, other = quad[1] - quad[0], quad[2] - quad[1]
    long, short = sorted((one, other), key=lambda side: -float(np.hypot(*side)))
    ratio = float(np.hypot(*short)) / max(float(np.hypot(*long)), 1e-6)
    turn = abs(math.atan2(float(long[1]), float(long[0])))
    turn = min(turn, math.pi - turn)
    if turn <= ALONG:  # one that lies across the picture, or an upright one squashed to less than its width
        return ratio / ASPECT if ratio < WIDER else ratio * ASPECT
    return ASPECT / max(ratio, 1e-6) if turn >= UPRIGHT else None
