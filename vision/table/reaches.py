"""Reaches: one arm's stay over the table, from when it comes in until it is back at the edge."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from vision.table.arms import Arm
from vision.table.layout import Point

PAUSE = 0.16
"""Seconds without the arm after which the reach is over."""
VAGUE = 0.05
"""What an arm counts that comes in half-way between two seats, beside one right before its own."""
FAR = 2.0
"""A tip stays at most this far, in card lengths, from the card it lays: a hand of the table's colour is not seen."""
FADE = 0.5
"""Seconds after which a reach counts for little more than a third of one that has just been there."""
KEPT = 12.0
"""Seconds for which reaches are remembered."""


@dataclass(slots=True)
class Reach:
    """One seat's arm over the table: tips as (t, point in pixels), oldest first.

    ``used`` once it explains a play, ``told`` when it was told as a draw.
    """

    seat: int
    sureness: float
    entry: Point
    start: float
    last: float
    tips: list[tuple[float, Point]] = field(default_factory=list)
    over: bool = False
    used: bool = False
    told: float | None = None

    def closest(self, point: Point, until: float = math.inf) -> tuple[float, float]:
        """Least distance of the tip from ``point`` in pixels, up to ``until``, and its time; infinite if none."""
        gaps = [(math.dist(tip, point), t) for t, tip in self.tips if t <= until]
        return min(gaps, default=(math.inf, self.start))

    @property
    def farthest(self) -> Point:
        """The tip when it was farthest from where the arm came in."""
        return max((tip for _, tip in self.tips), key=lambda tip: math.dist(tip, self.entry))


class ReachLog:
    """All reaches of late."""

    def __init__(self) -> None:
        self.reaches: list[Reach] = []

    def update(self, t: float, arms: Sequence[Arm], cell: float) -> list[Reach]:
        """Take in a frame's arms (in cells of ``cell`` pixels); the reaches that have just ended."""
        for arm in arms:
            self._extend(t, arm, cell)
        ended = [reach for reach in self.reaches if not reach.over and t - reach.last > PAUSE]
        for reach in ended:
            reach.over = True
        self.reaches = [reach for reach in self.reaches if not reach.over or t - reach.last < KEPT]
        return ended

    @property
    def going_on(self) -> list[Reach]:
        """Reaches that are not over."""
        return [reach for reach in self.reaches if not reach.over]

    def who(self, point: Point, size: float, until: float) -> tuple[int | None, float]:
        """Whose reach most likely put something at ``point`` (pixels) by ``until``, and how sure that is.

        ``size`` is a card's length in pixels. Reaches that explain an earlier play count only when nothing else does.
        """
        fresh = self._scores(point, size, until, used=False)
        scores = fresh or self._scores(point, size, until, used=True)
        if not scores:
            return None, 0.0
        best = max(scores, key=lambda pair: pair[0])
        rest = sum(score for score, reach in scores if reach.seat != best[1].seat)
        return best[1].seat, best[0] / (best[0] + rest) * best[1].sureness

    def use(self, until: float) -> None:
        """Everything that has begun by now has had its effect."""
        for reach in self.reaches:
            if reach.start <= until:
                reach.used = True

    def clear(self) -> None:
        """The piles are as they were: reaches that are over had no effect."""
        for reach in self.reaches:
            reach.used = reach.used or reach.over

    def _scores(self, point: Point, size: float, until: float, *, used: bool) -> list[tuple[float, Reach]]:
        found = []
        for reach in self.reaches:
            gap, t = reach.closest(point, until)
            if reach.used is used and gap < FAR * size:
                near = math.exp(-((gap / size / 1.2) ** 2)) * math.exp(-max(0.0, until - t) / FADE)
                found.append((near * max(VAGUE, 2 * reach.sureness - 1), reach))
        return found

    def _extend(self, t: float, arm: Arm, cell: float) -> None:
        tip, entry = _pixels(arm.tip, cell), _pixels(arm.entry, cell)
        for reach in self.reaches:
            if reach.seat == arm.seat and not reach.over:
                reach.last = t
                reach.sureness = 0.8 * reach.sureness + 0.2 * arm.sureness
                reach.tips.append((t, tip))
                return
        self.reaches.append(Reach(arm.seat, arm.sureness, entry, t, t, [(t, tip)]))


def _pixels(point: Point, cell: float) -> Point:
    return (point[0] + 0.5) * cell, (point[1] + 0.5) * cell
