"""What is known of the discard pile: its cards, and how it looked when all in sight was last explained."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from vision.table.coming import Coming
from vision.table.glimpses import rested_since
from vision.table.placed import SLID, Placed, is_card, is_ripe, may_show
from vision.table.stills import Still
from vision.track.quads import Quad, overlap, pose_distance
from vision.track.tracker import Track

SAME_PLACE = 0.09
"""Corners of an unmoved card wander less than this, in card lengths."""
OLD_PLACE = 0.25
"""A card further down is looked for within this, in card lengths."""
EXACT = 0.08
"""A card further down that comes to light again lies as near as this to where it did; a new one hardly ever does."""
PUSHED = 0.8
"""So far a card further down may have been pushed, if none of its face was on its way."""
BARED = 0.5
"""Share of a card that lay under the top one and is in sight once that is gone."""
CREDIBLE = 0.5
"""A reading less sure than this is a new card only where something shows that one came, and never the first one."""
INTACT = 0.1
"""Share of the top card, or of its part under another one's outline, that may look different while it lies on top."""
ASIDE = 0.12
"""Share of a card that may lie over the top one while it counts as lying beside it."""
SAME_SPOT = 0.85
"""Share of a card over the top one's place from which on it cannot be peeping out from under it."""
SURE, MANY = 0.85, 6
"""Share of the votes, and number of them, with which another face counts that a hand has left in the top one's place,
however alike they look."""
NEW_LOOK = 0.08
"""Share of a place that looks different when another card lies there."""
SAME_LOOK = 0.12
"""Largest share that may differ where nothing has changed."""
HELD = 0.5
"""Share of a card under the top one from which on it cannot be pushed while the top one stays where it is."""
TAKEN_BACK = 4.0
"""Seconds within which a card is taken back that had covered another one at once."""
SHOWS = 0.08
"""Least share of an old card that has to show beside all the others, for its look to tell whether it is still there."""
STRIP = 0.15
"""Least share of a card that has to lie open beside another one, for its look to tell whether it is still there."""


class KnownPile:
    """The cards, and the kept picture: ``base``, taken at ``base_t`` with the top card at ``base_quad``.

    ``coming`` are the cards that were seen on their way; ``handled`` tells whether a hand was over the top card since
    the kept picture.
    """

    def __init__(self) -> None:
        self.cards: list[Placed] = []
        self.coming = Coming()
        self.base: Still | None = None
        self.base_t = -math.inf
        self.base_quad: Quad = np.zeros((4, 2), np.float32)
        self.in_sight: list[tuple[int, Quad]] = []
        self.handled = False
        self._faces: list[tuple[int, Quad]] = []

    @property
    def top(self) -> Placed | None:
        """The card on top, None before the start card."""
        return self.cards[-1] if self.cards else None

    def keep(self, now: Still, t: float) -> None:
        """Keep a picture that shows nothing unexplained, with the faces in sight."""
        self.base, self.base_t, self._faces = now, t, self.in_sight
        self.handled = False
        self.base_quad = np.zeros((4, 2), np.float32) if self.top is None else self.top.quad.copy()

    def newest(
        self, tracks: Sequence[Track], own: Track | None, base: Still, now: Still, top: Placed
    ) -> tuple[float, Track | None]:
        """The newest looking card that came to rest since the top one did, and how new."""
        others = [
            track
            for track in tracks
            if track is not own and rested_since(track) > top.t and (own is None or not self._was_there(track))
        ]
        looks: list[tuple[float, Track | None]] = [(0.0, None)]
        for track in others:
            late = rested_since(track) > self.base_t
            new = self._newness(track, own, top, base, now) if late else self._overtook(track, top, now)
            if new > 0.0:  # which is not so where too little is in sight to tell
                looks.append((new, track))
        return max(looks, key=lambda pair: pair[0])

    def _was_there(self, track: Track) -> bool:
        """Whether this face was in sight at this very place when the kept picture was taken."""
        return _among(self._faces, track.class_id, track.quad, EXACT * track.length)

    def _overtook(self, track: Track, top: Placed, now: Still) -> float:
        """How new a card looks that came to rest after the top one, but before that one was told: the kept picture
        shows it already, the one from before both does not. One from further down may have been pushed there."""
        if top.before is None or self._lies_as(track, PUSHED):
            return 0.0
        return top.before.changed(now, track.quad, without=top.quad, least=STRIP)

    def _newness(self, track: Track, own: Track | None, top: Placed, base: Still, now: Still) -> float:
        """How much of a card's place looks new; less for one that may be from further down, 0 for one under the top.

        ``own`` is the top card's track where it is in sight. Where it is not, and another face lies in its very place,
        half the difference will do: two cards of a colour look much alike.
        """
        shared = overlap(track.quad, top.quad)
        if own is None and self.handled and self._replaces(track, top):
            return 1.0
        alike = 2.0 if own is None and shared > SAME_SPOT and track.class_id != top.class_id else 1.0
        if shared > ASIDE:
            seen = top.quad if own is None else own.quad
            if alike * base.changed(now, seen, origin=self.base_quad, within=track.quad) < INTACT:
                return 0.0
        whole = alike * base.changed(now, track.quad)
        came = self.coming.has_come(track, top.t)
        if came and own is None and self.coming.just(track.class_id, rested_since(track)):
            return whole  # whatever lies further down, this one was just brought
        if own is None and self._hides_second(track):
            return 0.6 * whole
        if not self._lies_as(track, OLD_PLACE if came else PUSHED):
            return whole
        if self._still_there(track, own, top, base, now):
            return whole
        if not came and (self._lies_as(track, EXACT) or (not self._lies_as(track, OLD_PLACE) and shared <= ASIDE)):
            return 0.0  # what lies over the top card was not pushed out from under it
        return 0.0 if self.is_gone(top, base, now) else 0.6 * whole

    def _still_there(self, track: Track, own: Track | None, top: Placed, base: Still, now: Still) -> bool:
        """Whether a card that is read surely is none from further down, the top one being where it was (``own`` is its
        track): those of its face lie under that, or what shows of them is as before."""
        if own is None or track.votes.peak < SURE:
            return False
        covers = [track.quad]
        for card in reversed(self.cards):
            if is_card(track, card, PUSHED):
                if pose_distance(track.quad, card.quad) <= OLD_PLACE * track.length:
                    return False
                held = overlap(card.quad, top.quad) > HELD
                if not held and not base.changed(now, card.quad, without=covers, least=SHOWS) < SAME_LOOK:
                    return False
            covers.append(card.quad)
        return True

    def _hides_second(self, track: Track) -> bool:
        """Whether the card under the top one, which would show if that were gone, is out of sight under this one."""
        if len(self.cards) < 3:
            return False
        second = self.cards[-2]
        near = SLID if second.glimpsed else OLD_PLACE
        seen = _among(self.in_sight, second.class_id, second.quad, near * track.length)
        return not seen and overlap(second.quad, track.quad) > ASIDE and not is_card(track, second, PUSHED)

    def _lies_as(self, track: Track, near: float) -> bool:
        """Whether a card of this face lies so `near`, in card lengths, to where one from further down did."""
        return may_show(self.cards, track.class_id, track.quad, near)

    def lay_before(self, class_id: int, quad: Quad, near: float = OLD_PLACE) -> bool:
        """Whether a card of this face that is known lies so near, in card lengths, or may have come to light there."""
        return may_show(self.cards, class_id, quad, near, top=True)

    def _replaces(self, track: Track, top: Placed) -> bool:
        """Whether another face than the top one's lies in its very place for certain, and not the one from under it."""
        certain = track.votes.share >= SURE and track.votes.count >= MANY and track.class_id != top.class_id
        if track.class_id in self.coming.since(top.t):
            under = any(is_card(track, card, OLD_PLACE) for card in self.cards[-2:-1])
        else:
            under = self._lies_as(track, OLD_PLACE)
        return certain and not under and overlap(track.quad, top.quad) > SAME_SPOT

    def is_gone(self, top: Placed, base: Still, now: Still) -> bool:
        """The top card's place looks as it did before the card was laid, and not as it did with the card.

        What the card under it hides may be left out, which the top one may have pushed, or which was told with it: then
        the picture is from before both.
        """
        if top.before is None:
            return False
        looks = [top.before.changed(now, self.base_quad)]
        if (second := self._second_in_sight()) is not None:
            looks.append(top.before.changed(now, self.base_quad, without=second, least=STRIP))
        return any(look < SAME_LOOK for look in looks) and base.changed(now, self.base_quad) > NEW_LOOK

    def bares_twin(self, own: Track, base: Still, now: Still, top: Placed) -> bool:
        """Whether the top card is gone and what shows is another one of its face, under it."""
        shows = any(is_card(own, card, SAME_PLACE) for card in self.cards[-2:-1])
        return shows and self.handled and self.is_gone(top, base, now)

    def gone_beside(self, track: Track, top: Placed, base: Still, now: Still) -> bool:
        """Whether the top one's place looks as before it came where a card lies open that nobody saw coming.

        Cards are taken back soon, so that the top one has not lain there for long.
        """
        soon = rested_since(track) - top.t <= TAKEN_BACK
        if top.before is None or not soon or track.class_id in self.coming.since(top.t):
            return False
        looks = [
            picture.changed(now, self.base_quad, without=track.quad, least=STRIP) for picture in (top.before, base)
        ]
        return looks[0] < SAME_LOOK and looks[1] > NEW_LOOK

    def _second_in_sight(self) -> Quad | None:
        """Where the card under the top one shows, or lay if that was told with the top one; None where neither."""
        if len(self.cards) < 2:
            return None
        second = self.cards[-2]
        shown = (quad for class_id, quad in self.in_sight if class_id == second.class_id)
        return next(shown, second.quad if second.before is None else None)

    def explained(self, tracks: Sequence[Track], now: Still, *, pushed: bool) -> bool:
        """Whether every card in sight is one that lay there before the kept picture, or is known by its place, or lies
        where nothing looks new: it is misread. Where the top card was ``pushed``, known faces came to light."""
        base, under = self.base, {card.class_id for card in self.cards[:-1]} if pushed else set()
        return all(
            rested_since(track) < self.base_t
            or track.class_id in under
            or any(is_card(track, card, OLD_PLACE) for card in self.cards)
            or (base is not None and track.confidence < CREDIBLE and base.changed(now, track.quad) < NEW_LOOK)
            for track in tracks
        )

    def bares(self, tracks: Sequence[Track], base: Still, now: Still, top: Placed, since: float) -> bool:
        """Whether cards from further down have come to light in the top card's place since it was last seen.

        What is read in doubt beside them says nothing: a card of which little shows.
        """
        if not base.changed(now, self.base_quad) > NEW_LOOK:
            return False
        clear = (track for track in tracks if track.confidence >= CREDIBLE)
        came = [track for track in clear if rested_since(track) > since and is_ripe(track, track.seen)]
        bare = [track for track in came if overlap(track.quad, top.quad) > BARED]
        return bool(bare) and all(self._lies_as(track, OLD_PLACE) and not self._hides_second(track) for track in bare)

    def came_with(self, track: Track, newest: Track, t: float, now: Still) -> bool:
        """Whether another card came at about the same time as the newest, though it was not seen on its way."""
        base, since = self.base, rested_since(track)
        if track is newest or base is None or since <= max(self.base_t, self.cards[-1].t) or not is_ripe(track, t):
            return False
        if track.confidence < CREDIBLE or self.lay_before(track.class_id, track.quad, PUSHED):
            return False
        return base.changed(now, track.quad, without=newest.quad, least=STRIP) >= NEW_LOOK


def _among(faces: Iterable[tuple[int, Quad]], class_id: int, quad: Quad, near: float) -> bool:
    """Whether a face of this class lies as near to ``quad`` as that, in pixels."""
    return any(other == class_id and pose_distance(place, quad) <= near for other, place in faces)
