"""Reaches: one arm's stay over the table, from when it comes in until it is back at the edge."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from vision.table.arms import Arm
from vision.table.carried import Sight, from_stretch
from vision.table.layout import Point

PAUSE = 0.16
"""Seconds without the arm after which the reach is over."""
VAGUE = 0.05
"""What an arm counts that comes in half-way between two seats, beside one right before its own."""
FAR = 2.0
"""A tip stays at most this far, in card lengths, from the card it lays: a hand of the table's colour is not seen."""
AT_DRAW = 1.25
"""A hand has to come this close to the draw pile, in card lengths, to take a card."""
FADE = 0.5
"""Seconds after which a reach counts for little more than a third of one that has just been there."""
SHARP = 1.5
"""Power to which a reach counts beside others: the best one is hardly ever wrong."""
OPEN = 0.01
"""What nobody's reach counts: a hand that was not seen."""
UNWATCHED = 0.3
"""The same where the card was there when something was seen again after a while."""
THERE = 0.2
"""Seconds until which after the pictures came back a card was there already."""
ALONE = 0.1
"""What a reach to a card's place counts that was not seen to bring the card, while the card was seen on its way."""
PASSED = 0.3
"""What the arm that brought a card counts though its tip stayed far from the place: the card was thrown."""
CLEAR = 0.7
"""Sureness of an arm's seat from which on the neighbours' hands are known to have stayed away."""
STALE, SPENT = 0.25, 0.05
"""What a reach counts that went on when the last card was laid, and one that laid it."""
NEAR_PILE = 0.5
"""Closer to the pile than this, in card lengths, a card says nothing of where it came from."""
FAR_ENOUGH = 2.0
"""Beyond this a sight counts no more than at this distance."""
ENOUGH = 0.3
"""Least weight of the sights of a card, for them to say anything."""
HELD = 0.9
"""A card this far from the arm that holds it, in card lengths, may about as well be another's."""
AT_ONCE = 0.4
"""Seconds between a sight of a card and one of the arm that belong together."""
SIDE = 0.2
"""What the side counts from which a card came that was in nobody's hand, as far as was seen."""
BROUGHT = 0.3
"""How well an arm has to explain a card's way to have brought it."""
BLIND = 0.45
"""Seconds without a picture in which a hand may have done something unseen."""
PUSHING = 1.0
"""Seconds after a hand has gone in which it shows what the hand has done to the top card."""
KEPT = 12.0
"""Seconds for which reaches are remembered."""
Origin = tuple[int, float]
"""A seat and how sure it is, 0.5 to 1."""


@dataclass(slots=True)
class Reach:
    """One seat's arm over the table: tips as (t, point in pixels), oldest first.

    ``used`` once it may explain a play that is told, ``spent`` if it is what explains it; ``since`` is when that card
    came to rest. ``cleared`` once it is known to have laid nothing on the discard pile. ``told`` is when it was told
    as a draw. ``number`` is its own.
    """

    seat: int
    sureness: float
    entry: Point
    start: float
    last: float
    tips: list[tuple[float, Point]] = field(default_factory=list)
    over: bool = False
    used: bool = False
    spent: bool = False
    cleared: bool = False
    since: float = -math.inf
    told: float | None = None
    number: int = 0

    def closest(self, point: Point, until: float = math.inf, since: float = -math.inf) -> tuple[float, float]:
        """Least distance of the tip from ``point`` in pixels, from ``since`` to ``until``, and its time; infinite if
        none."""
        gaps = [(math.dist(tip, point), t) for t, tip in self.tips if since <= t <= until]
        return min(gaps, default=(math.inf, self.start))

    def nearness(self, point: Point, size: float, until: float) -> float:
        """How near the tip was to ``point`` not long before ``until``, 1 for there and then, 0 for too far away.

        ``size`` is a card's length in pixels; only what happened after the last card that the reach may explain counts.
        """
        gaps = [(math.dist(tip, point) / size, until - t) for t, tip in self.tips if self.since <= t <= until]
        near = [math.exp(-((gap / 1.2) ** 2) - ago / FADE) for gap, ago in gaps if gap < FAR]
        return max(near, default=0.0)

    def tip(self, t: float) -> Point:
        """The tip at ``t``, or as near to it as it was seen."""
        return min(self.tips, key=lambda entry: abs(entry[0] - t))[1]

    def gap(self, sight: Sight) -> float:
        """Pixels from a moving card to the arm as it was then; infinite where the arm was not there."""
        t, tip = min(self.tips, key=lambda entry: abs(entry[0] - sight.t))
        return from_stretch(sight.at, self.entry, tip) if abs(t - sight.t) <= AT_ONCE else math.inf

    def held(self, sights: Iterable[Sight], pile: Point, size: float) -> float | None:
        """How well the arm explains a card's way to ``pile``, 0 to 1; None where too little of the way was seen.

        ``size`` is a card's length in pixels. What was seen far from the pile counts most: a thrown card leaves its
        hand.
        """
        total = share = 0.0
        for sight in sights:
            weight = min(max(0.0, math.dist(sight.at, pile) / size - NEAR_PILE), FAR_ENOUGH)
            total += weight
            share += weight * math.exp(-((self.gap(sight) / size / HELD) ** 2))
        return share / total if total >= ENOUGH else None

    @property
    def farthest(self) -> Point:
        """The tip when it was farthest from where the arm came in."""
        return max((tip for _, tip in self.tips), key=lambda tip: math.dist(tip, self.entry))


class ReachLog:
    """All reaches of late."""

    def __init__(self) -> None:
        self.reaches: list[Reach] = []
        self._number = 0
        self._last = self._blind = self._sound = -math.inf

    def update(self, t: float, arms: Sequence[Arm], cell: float) -> list[Reach]:
        """Take in a frame's arms (in cells of ``cell`` pixels); the reaches that have just ended."""
        if BLIND < t - self._last < math.inf:
            self._blind = t
        self._last = t
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

    def who(
        self, point: Point, size: float, until: float, sights: Sequence[Sight] = (), origin: Origin | None = None
    ) -> list[tuple[int, float]]:
        """Whose reach most likely put something at ``point`` (pixels) by ``until``: seats with shares, likeliest first.

        ``size`` is a card's length in pixels, ``sights`` are where the card was seen on its way, from the side of the
        seat ``origin``, which counts if no arm was seen with it. What is missing from 1 is open.
        """
        scores: dict[int, float] = {}
        surest: dict[int, float] = {}
        for reach in self.reaches:
            score = self._score(reach, point, size, until, sights)
            if score > scores.get(reach.seat, 0.0):
                scores[reach.seat], surest[reach.seat] = score, reach.sureness
        if origin is not None and not any((reach.held(sights, point, size) or 0.0) > BROUGHT for reach in self.reaches):
            score = SIDE * max(VAGUE, 2 * origin[1] - 1)
            if score > scores.get(origin[0], 0.0):
                scores[origin[0]], surest[origin[0]] = score, origin[1]
        scores = {seat: score**SHARP for seat, score in scores.items()}
        whole = sum(scores.values()) + (UNWATCHED if self._unwatched(until) else OPEN)
        ranked = sorted(scores, key=lambda seat: -scores[seat])
        return [(seat, scores[seat] / whole * (1 - 2 * (1 - surest[seat]) ** 2)) for seat in ranked]

    def idle(
        self, draw: Point, discard: Point, size: float, since: float, seats: int, until: float = math.inf
    ) -> tuple[int, ...] | None:
        """Seats whose hands can have done nothing at the piles between two times but what is told of them already; None
        where an arm's seat is uncertain, or nothing was seen for a while."""
        if since < self._blind <= until:
            return None
        busy = [
            reach
            for reach in self.reaches
            if (reach.told is None and reach.closest(draw, until, since)[0] < AT_DRAW * size)
            or (not reach.spent and not reach.cleared and reach.closest(discard, until, since)[0] < FAR * size)
        ]
        if any(reach.sureness < CLEAR for reach in busy):
            return None
        return tuple(seat for seat in range(seats) if all(reach.seat != seat for reach in busy))

    def use(self, until: float, seat: int | None = None) -> None:
        """Everything that has begun by now has had its effect; ``seat`` is whose it was."""
        for reach in self.reaches:
            if reach.start <= until:
                reach.used, reach.since = True, until
                reach.spent = reach.spent or reach.seat == seat

    def clear(self, pushed: float = -math.inf) -> None:
        """The discard pile is as it was: reaches that are over had no effect on it.

        At ``pushed`` its top card was seen to lie a little elsewhere. A card of its face may have been laid on it, so
        nobody knows what a hand did that was there then.
        """
        self._sound = self._last
        for reach in self.reaches:
            if reach.over:
                reach.used = True
                reach.cleared |= not reach.start < pushed < reach.last + PUSHING

    def _unwatched(self, until: float) -> bool:
        """Whether what was there by that time may have been done while nothing was seen, all being clear before."""
        return self._blind > self._sound and until <= self._blind + THERE

    def _score(self, reach: Reach, point: Point, size: float, until: float, sights: Sequence[Sight]) -> float:
        """How well a reach explains what lies at ``point``, 0 to 1."""
        carried = reach.held(sights, point, size)
        near = reach.nearness(point, size, until)
        if carried is not None:
            near = (ALONE + (1 - ALONE) * carried) * (PASSED + (1 - PASSED) * near) if near or carried > 0.1 else 0.0
        stale = 1.0 if not reach.used else SPENT if reach.spent else STALE
        return stale * near * max(VAGUE, 2 * reach.sureness - 1)

    def _extend(self, t: float, arm: Arm, cell: float) -> None:
        tip, entry = _pixels(arm.tip, cell), _pixels(arm.entry, cell)
        for reach in self.reaches:
            if reach.seat == arm.seat and not reach.over:
                reach.last = t
                reach.sureness = 0.8 * reach.sureness + 0.2 * arm.sureness
                reach.tips.append((t, tip))
                return
        self._number += 1
        self.reaches.append(Reach(arm.seat, arm.sureness, entry, t, t, [(t, tip)], number=self._number))


def _pixels(point: Point, cell: float) -> Point:
    return (point[0] + 0.5) * cell, (point[1] + 0.5) * cell
