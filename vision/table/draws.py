"""Draws: a reach whose far end was the draw pile, and which came away with a card."""

import math
from collections.abc import Sequence

from engine.cards import BACK
from vision.table.carried import Carried, from_stretch
from vision.table.layout import Point
from vision.table.reaches import AT_DRAW, Reach
from vision.table.stills import Still
from vision.track.quads import Quad, middle
from vision.track.tracker import Track

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
OUT = 1.3
"""A card closer to the pile than the edge by this much, in card lengths, is none of those held there."""
CAME = 0.35
"""A card that came closer to the draw pile by this much, in card lengths, was brought."""
FEW, FACE = 3, 0.8
"""Readings of a moving card below which its face is not certain, unless it is read so surely."""
AGAIN = 0.5
"""Seconds after which a hand that took a card and is back at the pile may take another one."""
PROVEN = 0.2
"""Seconds after which a picture of the pile at rest is known to show no hand on its way."""
CLEAR, SEEN, MAYBE = 0.85, 0.8, 0.3
"""How sure a draw is where a card travelled with the hand and the pile looks different, where one of both was seen, and
where a hand was at the pile and nothing more was seen."""
AT, STAY, RESTS = 0.8, 0.3, 1.6
"""How close to the pile's middle, in card lengths, a hand has to be for the last, and how many seconds at least and at
most its reach takes: a hand that stays longer rests there."""
ONE, EACH, MOST = 0.5, 0.66, 5
"""Seconds that a hand is near the draw pile to take a card, and longer for each further one; how many at most."""
STIRRED = 0.008
"""Share of the pile's top that looks different once its top card is another."""
STIRRED_MUCH = 0.03
"""The same, for certain: whatever else the hand reached for."""


class DrawWatch:
    """Collects what shows that a card left the draw pile: one that travels with the hand, a pile that is stirred.

    Once a draw is told, what the pile looked like before tells nothing more, until it was seen at rest again.
    """

    def __init__(self) -> None:
        self._carried: dict[int, list[tuple[int, int]]] = {}
        self._elsewhere: dict[int, set[int]] = {}
        self._spots: dict[tuple[str, int, int], tuple[float, Point]] = {}
        self._base: Still | None = None
        self._base_t = -math.inf
        self._calm: list[tuple[float, Still]] = []

    def keep(self, t: float, now: Still | None) -> None:
        """Remember what the draw pile looks like while nothing is over it; None while something is.

        What was seen in the last moment before a hand came over it may show the hand already, and is left out.
        """
        if now is None:
            self._calm.clear()
            return
        self._calm.append((t, now))
        while self._calm and t - self._calm[0][0] >= PROVEN:
            self._base_t, self._base = self._calm.pop(0)

    def watch(
        self, t: float, tracks: Sequence[Track], reaches: Sequence[Reach], pile: Point, size: float, carried: Carried
    ) -> None:
        """Note every back that travels along with a hand on its way from the draw pile (``size``: a card's length).

        A card that comes into sight where one like it lay all along was only covered, and one that the hand had
        already on its way there (``carried``) is on its way to the discard pile.
        """
        self._remember(t, tracks, size)
        backs = [track for track in tracks if track.seen == t and _may_be_back(track)]
        moving = [track for track in backs if track.still_for(t) < 0.15]
        loose = [track for track in moving if not self._lay_there(track, size)]
        for reach in reaches:
            self._note_elsewhere(reach, backs, pile, size)
            near, when = reach.closest(pile)
            if near > AT_DRAW * size or reach.last <= when:
                continue
            tip, close = reach.tips[-1][1], BESIDE * size * (1.0 if reach.last == t else 1.6)
            for track in (track for track in loose if track.id not in self._elsewhere[reach.number]):
                place = middle(track.quad)
                leaves = math.dist(place, pile) > AWAY * size and math.dist(place, tip) < close
                if leaves and not _came_with(track, reach, pile, size, carried):
                    self._carried.setdefault(reach.number, []).append((track.id, track.class_id))

    def _note_elsewhere(self, reach: Reach, backs: Sequence[Track], pile: Point, size: float) -> None:
        """Remember the cards that lay away from the pile before the hand was there: it drew none of those."""
        known = self._elsewhere.setdefault(reach.number, set())
        if reach.closest(pile)[0] > AT_DRAW * size:
            known |= {track.id for track in backs if math.dist(middle(track.quad), pile) > AWAY * size}

    def laid(self, track: Track) -> None:
        """A card was laid: whichever hands it passed on its way did not draw it."""
        for reach, cards in self._carried.items():
            self._carried[reach] = [card for card in cards if track.id != card[0] and track.class_id != card[1]]

    def _remember(self, t: float, tracks: Sequence[Track], size: float) -> None:
        """Note where cards lie still."""
        for track in tracks:
            if track.still_for(t) >= LIES:
                place = middle(track.quad)
                key = (track.label, round(place[0] / size * 4), round(place[1] / size * 4))
                self._spots[key] = (t, place)
        self._spots = {key: spot for key, spot in self._spots.items() if t - spot[0] < RECALL}

    def _lay_there(self, track: Track, size: float) -> bool:
        place = middle(track.quad)
        alike = [spot for (label, _, _), (_, spot) in self._spots.items() if label == track.label]
        return any(math.dist(place, spot) < SPOT * size for spot in alike)

    def awaits(self, reaches: Sequence[Reach], pile: Point | None, discard: Point | None, size: float) -> bool:
        """Whether a hand has been to the draw pile, so that a card in it would be news."""
        if pile is None or discard is None:
            return False
        fresh = [reach for reach in reaches if reach.told is None and not self._carried.get(reach.number)]
        return any(reach.closest(pile)[0] <= AT_DRAW * size and self._aimed(reach, pile, discard) for reach in fresh)

    def left_with_card(
        self, t: float, reach: Reach, pile: Point, discard: Point, size: float, now: Still | None, quad: Quad
    ) -> bool:
        """Whether a hand that is still over the table has just taken a card and gone from the draw pile.

        It is told once, unless the hand comes back to the pile. ``now`` and ``quad`` are as in ``drew``.
        """
        away = math.dist(reach.tips[-1][1], pile)
        if reach.told is not None:
            if away <= AT_DRAW * size and t - reach.told > AGAIN:
                reach.tips, reach.told = reach.tips[-1:], None
                self._carried.pop(reach.number, None)
            return False
        near, when = reach.closest(pile)
        if near > AT_DRAW * size or reach.last <= when or away <= LEFT * size or not self._aimed(reach, pile, discard):
            return False
        clear = from_stretch(pile, reach.entry, reach.tips[-1][1]) > LEFT * size
        stirred = clear and self._stirred(reach, pile, size, now, quad) > STIRRED_MUCH
        if not stirred and not self._carried.get(reach.number):
            return False
        reach.told = t
        self._base = None
        return True

    def drew(self, reach: Reach, pile: Point, discard: Point, size: float, now: Still | None, quad: Quad) -> float:
        """How surely an ended reach took a card from the draw pile, 0 to 1.

        ``now`` is the present picture, None while something else is over the pile; ``quad`` is the pile's top card.
        """
        carried = self._carried.pop(reach.number, [])
        self._elsewhere.pop(reach.number, None)
        if reach.closest(pile)[0] > AT_DRAW * size or reach.told is not None:
            return 0.0
        stirred = self._stirred(reach, pile, size, now, quad)
        aimed = self._aimed(reach, pile, discard)
        much = stirred > STIRRED_MUCH
        if (much and (carried or not reach.spent)) or (aimed and (carried or stirred > STIRRED)):
            self._base, reach.told = None, reach.last
            if not carried and not aimed and math.dist(reach.farthest, pile) > AT_DRAW * size:
                return MAYBE  # it went on over the discard pile: a sleeve or its shadow may have stirred this one
            return CLEAR if carried and much else SEEN
        at_it = reach.closest(pile)[0] <= AT * size and STAY <= reach.last - reach.start <= RESTS
        return MAYBE if aimed and at_it and not reach.spent else 0.0

    def more(self, reach: Reach, pile: Point, size: float) -> int:
        """How many further cards a hand may have taken that was seen to draw, by how long it was at the pile."""
        near = [t for t, tip in reach.tips if math.dist(tip, pile) <= AT_DRAW * size]
        return min(MOST, max(0, int((near[-1] - near[0] - ONE) / EACH + 0.35))) if near else 0

    def _stirred(self, reach: Reach, pile: Point, size: float, now: Still | None, quad: Quad) -> float:
        """Share of the pile's top that looks different since a reach was there, 0 where that cannot be told."""
        if now is None or self._base is None or reach.closest(pile, since=self._base_t)[0] > AT_DRAW * size:
            return 0.0
        return self._base.changed(now, quad)

    def _aimed(self, reach: Reach, pile: Point, discard: Point) -> bool:
        """Whether the draw pile, not the discard pile, was where the hand went."""
        far = reach.farthest
        return math.dist(far, pile) <= math.dist(far, discard)


def _may_be_back(track: Track) -> bool:
    """Whether a card is a back, or was read too seldom and in doubt: one misreading must not lose a draw."""
    return track.label == BACK or (track.votes.count < FEW and track.confidence < FACE)


def _came_with(track: Track, reach: Reach, pile: Point, size: float, carried: Carried) -> bool:
    """Whether the hand held this card, or one that looks like it, on its way to the draw pile."""
    there = next((t for t, tip in reach.tips if math.dist(tip, pile) <= AT_DRAW * size), math.inf)
    own = [sight for sight in carried.way(track, reach.start, math.inf) if sight.track == track.id]
    ways = [math.dist(sight.at, pile) for sight in own]
    if ways and ways[0] > min(ways) + CAME * size:
        return True
    inside = math.dist(reach.entry, pile) - OUT * size
    return any(
        math.dist(sight.at, pile) < inside and math.dist(sight.at, reach.tip(sight.t)) < BESIDE * size
        for sight in carried.way(track, reach.start, there)
    )
