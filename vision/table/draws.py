"""Draws: a reach whose far end was the draw pile, and which came away with a card."""

import math
from collections.abc import Sequence

from vision.table.layout import Point
from vision.table.reaches import Reach
from vision.table.stills import Still
from vision.track.quads import Quad
from vision.track.tracker import Track

NEAR = 1.25
"""A tip this close to the draw pile's middle, in card lengths, has reached it."""
AWAY = 0.4
"""A card this far from the draw pile, in card lengths, has left it."""
BESIDE = 1.0
"""A card this close to the tip, in card lengths, travels with it; more once the arm is back at the edge."""
LEFT = 1.2
"""A hand this far from the draw pile again, in card lengths, has left it."""
LIES, RECALL = 0.6, 40.0
"""Seconds for which a card has to lie still for its place to be remembered, and how long it is."""
SPOT = 0.2
"""Size of such a place, in card lengths."""
AGAIN = 0.5
"""Seconds after which a hand that took a card and is back at the pile may take another one."""
STIRRED = 0.008
"""Share of the pile's top that looks different once its top card is another."""
STIRRED_MUCH = 0.03
"""The same, for certain: whatever else the hand reached for."""


class DrawWatch:
    """Collects what shows that a card left the draw pile: one that travels with the hand, a pile that is stirred."""

    def __init__(self) -> None:
        self._carried: dict[int, int] = {}
        self._spots: dict[tuple[str, int, int], tuple[float, Point]] = {}
        self._base: Still | None = None

    def keep(self, now: Still) -> None:
        """Remember what the draw pile looks like while nothing is over it."""
        self._base = now

    def watch(self, t: float, tracks: Sequence[Track], reaches: Sequence[Reach], pile: Point, size: float) -> None:
        """Note every card that travels along with a hand on its way from the draw pile (``size``: a card's length).

        A card that comes into sight where one like it lay all along was only covered.
        """
        self._remember(t, tracks, size)
        moving = [track for track in tracks if track.seen == t and track.still_for(t) < 0.15]
        loose = [track for track in moving if not self._lay_there(track, size)]
        for reach in reaches:
            near, when = reach.closest(pile)
            if near > NEAR * size or reach.last <= when:
                continue
            tip, close = reach.tips[-1][1], BESIDE * size * (1.0 if reach.last == t else 1.6)
            for track in loose:
                middle = _middle(track)
                if math.dist(middle, pile) > AWAY * size and math.dist(middle, tip) < close:
                    self._carried[id(reach)] = self._carried.get(id(reach), 0) + 1

    def _remember(self, t: float, tracks: Sequence[Track], size: float) -> None:
        """Note where cards lie still."""
        for track in tracks:
            if track.still_for(t) >= LIES:
                middle = _middle(track)
                place = (track.label, round(middle[0] / size * 4), round(middle[1] / size * 4))
                self._spots[place] = (t, middle)
        self._spots = {key: spot for key, spot in self._spots.items() if t - spot[0] < RECALL}

    def _lay_there(self, track: Track, size: float) -> bool:
        middle = _middle(track)
        alike = [spot for (label, _, _), (_, spot) in self._spots.items() if label == track.label]
        return any(math.dist(middle, spot) < SPOT * size for spot in alike)

    def awaits(self, reaches: Sequence[Reach], pile: Point | None, discard: Point | None, size: float) -> bool:
        """Whether a hand has been to the draw pile, so that a card in it would be news."""
        if pile is None or discard is None:
            return False
        fresh = [reach for reach in reaches if reach.told is None and id(reach) not in self._carried]
        return any(reach.closest(pile)[0] <= NEAR * size and self._aimed(reach, pile, discard) for reach in fresh)

    def left_with_card(self, t: float, reach: Reach, pile: Point, discard: Point, size: float) -> bool:
        """Whether a hand that is still over the table has just taken a card and gone from the draw pile.

        It is told once, unless the hand comes back to the pile.
        """
        now = math.dist(reach.tips[-1][1], pile)
        if reach.told is not None:
            if now <= NEAR * size and t - reach.told > AGAIN:
                reach.tips, reach.told = reach.tips[-1:], None
                self._carried.pop(id(reach), None)
            return False
        near, when = reach.closest(pile)
        if near > NEAR * size or reach.last <= when or now <= LEFT * size or id(reach) not in self._carried:
            return False
        if not self._aimed(reach, pile, discard):
            return False
        reach.told = t
        return True

    def drew(self, reach: Reach, pile: Point, discard: Point, size: float, now: Still | None, quad: Quad) -> bool:
        """Whether an ended reach took a card from the draw pile.

        ``now`` is the present picture, None while something else is over the pile; ``quad`` is the pile's top card.
        """
        carried = self._carried.pop(id(reach), 0)
        if reach.closest(pile)[0] > NEAR * size or reach.told is not None:
            return False
        stirred = self._base.changed(now, quad) if now is not None and self._base is not None else 0.0
        if stirred > STIRRED_MUCH:
            return True
        return self._aimed(reach, pile, discard) and (carried > 0 or stirred > STIRRED)

    def _aimed(self, reach: Reach, pile: Point, discard: Point) -> bool:
        """Whether the draw pile, not the discard pile, was where the hand went."""
        far = reach.farthest
        return math.dist(far, pile) <= math.dist(far, discard)


def _middle(track: Track) -> Point:
    centre = track.centre
    return float(centre[0]), float(centre[1])
