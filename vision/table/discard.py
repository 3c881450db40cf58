"""The discard pile: which card lies on top, and whether it is a new one, the old one moved, or one uncovered again."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from engine.cards import LABELS
from vision.table.coming import Coming
from vision.table.glimpses import Glimpses, rested_since, unknown
from vision.table.placed import REST, SHARE, VOTES, Laid, Lifted, Placed, gap, is_card, is_ripe, may_show
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
DOUBTED = 1.2
"""Seconds for which a card that is read in doubt may lie there before it is told: it may be read better by then."""
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
RATHER = 0.5
"""A place looks rather as it did with the card than without it if this much less of it differs."""
STRIP = 0.15
"""Least share of a card that has to lie open beside another one, for its look to tell whether it is still there."""
NUDGED = 0.8
"""Seconds after a card came to rest until which a hand that stays may nudge it."""
GONE = 0.35
"""Seconds for which the top card has to be out of sight before it may have been taken back."""


class DiscardPile:
    """Remembers the pile; ``judge`` compares it with a frame's tracks and pictures.

    ``unsure`` says that the top card is out of sight without an explanation; at ``sound_at`` it was last seen to lie
    there at rest and nothing else to be new.
    """

    def __init__(self) -> None:
        self.cards: list[Placed] = []
        self.unsure = False
        self.sound_at = -math.inf
        self._handled = self._pushed = False
        self._glimpses = Glimpses()
        self._between: list[Laid] = []
        self._besides: list[Laid] = []
        self.coming = Coming()
        self._base: Still | None = None
        self._top_quad: Quad | None = None
        self._base_quad: Quad = np.zeros((4, 2), np.float32)
        self._base_t = -math.inf
        self._in_sight: list[tuple[int, Quad]] = []
        self._base_faces: list[tuple[int, Quad]] = []
        self._top_seen = -math.inf

    @property
    def top(self) -> Placed | None:
        """The card on top, None before the start card."""
        return self.cards[-1] if self.cards else None

    def judge(
        self, t: float, tracks: Sequence[Track], now: Still, covered: Callable[[Quad], bool], *, quiet: bool,
        hands: frozenset[int] = frozenset(), since: float = math.inf,
    ) -> list[Laid | Lifted]:  # fmt: skip
        """What has happened to the pile, in order.

        ``tracks`` are the face-up cards in the zone that were seen of late; ``covered`` tells whether an arm, or what
        it holds and touches, is over a place; ``quiet`` says that nothing moves and no arm is near the pile; ``hands``
        are the seats whose arms are over the table, the first of them ``since`` then.
        """
        self._glimpses.note(t, tracks, hands)
        self.coming.pass_on(t)
        clear = [track for track in tracks if not covered(track.quad) or _lay_there(track, t, since)]
        found = self._judge(t, tracks, clear, now, covered, quiet=quiet)
        if isinstance(found, Laid):
            return [*self._between, found, *self._besides]
        return [] if found is None else [found]

    def _judge(
        self, t: float, tracks: Sequence[Track], clear: list[Track], now: Still, covered: Callable[[Quad], bool], *,
        quiet: bool,
    ) -> Laid | Lifted | None:  # fmt: skip
        top = self.top
        self._in_sight = [(track.class_id, track.quad.copy()) for track in clear]
        if top is None:
            return self._first(t, clear, now)
        own = min(
            (track for track in tracks if is_card(track, top, 1.0)), key=lambda track: gap(track, top), default=None
        )
        fresh = any(track is not own and rested_since(track) > top.t for track in clear)
        if covered(top.quad if own is None else own.quad) and not fresh:
            self.unsure, self._handled = False, True
            return None
        if own is not None and own.seen == t and own.still_for(t) > 0:
            self._top_quad = own.quad.copy()
        found = self._next(t, clear, own, now, top, quiet=quiet)
        self.unsure = found is None and quiet and t - self._top_seen > GONE
        if found is None and own is not None and quiet and self._top_seen == t and self._explained(clear, now):
            top.quad = own.quad.copy()
            self.sound_at = t
            self._keep(now, t)
        return found

    def _first(self, t: float, tracks: Sequence[Track], now: Still) -> Laid | None:
        clear = (track for track in tracks if track.confidence >= CREDIBLE)
        still = [track for track in clear if is_ripe(track, t) and track.still_for(t) >= 2 * REST]
        if not still:
            return None
        first = max(still, key=lambda track: track.confidence)
        at = self._rested(first)
        under = self._glimpses.before(first, at, came=range(len(LABELS)))  # the first play may come at once
        between = [
            self._cover(glimpse.since, glimpse.track, glimpse.class_id, glimpse.quad)
            for glimpse in unknown(under, {first.class_id})
            if glimpse.track.votes.peak >= SURE and pose_distance(glimpse.quad, first.quad) > EXACT * first.length
        ]
        laid = self._lay(first, t, now, at)
        self._between = between
        return laid

    def _next(
        self, t: float, tracks: Sequence[Track], own: Track | None, now: Still, top: Placed, *, quiet: bool
    ) -> Laid | Lifted | None:
        base = self._base
        if base is None:
            return None
        here = own is not None and gap(own, top) <= SAME_PLACE * own.length
        if own is not None and here:
            self._top_seen = max(self._top_seen, own.seen)
        elif own is not None and base.changed_at_best(now, own.quad, self._base_quad) < INTACT:
            return self._moved(own, t, base, now, top, quiet=quiet) if self._ripe(own, t) else None
        newness, fresh = self._newest(tracks, own if here else None, base, now, top)
        if fresh is not None and newness >= NEW_LOOK and self._credible(fresh, top):
            if not self._ripe(fresh, t) or _in_doubt(fresh, t):
                return None
            if fresh is own:  # the top card may have been turned as well
                return self._moved(own, t, base, now, top, quiet=quiet)
            return self._lay_all(fresh, tracks, t, now)
        if not quiet:
            return None
        if own is not None and here:
            return self._doubled(t, tracks, own, base, now, top)
        return self._uncovered(t, tracks, base, now, top)

    def _ripe(self, track: Track, t: float) -> bool:
        """Whether a card counts: it has lain still for long enough, or long enough but for a nudge."""
        seen = self._glimpses.of(track)
        nudged = seen is not None and t - seen.since >= REST and seen.count > VOTES and track.votes.share >= SHARE
        return is_ripe(track, t) or (nudged and track.still_for(t) >= REST / 2)

    def _credible(self, track: Track, top: Placed) -> bool:
        """Whether a card that is read in doubt may be new: it was seen on its way, or a hand was over the top card."""
        return track.confidence >= CREDIBLE or self._handled or track.class_id in self.coming.since(top.t)

    def _newest(
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
            late = rested_since(track) > self._base_t
            new = self._newness(track, own, top, base, now) if late else self._overtook(track, top, now)
            if new > 0.0:  # which is not so where too little is in sight to tell
                looks.append((new, track))
        return max(looks, key=lambda pair: pair[0])

    def _was_there(self, track: Track) -> bool:
        """Whether this face was in sight at this very place when the kept picture was taken."""
        near = EXACT * track.length
        return any(
            class_id == track.class_id and pose_distance(quad, track.quad) <= near
            for class_id, quad in self._base_faces
        )

    def _overtook(self, track: Track, top: Placed, now: Still) -> float:
        """How new a card looks that came to rest after the top one, but before that one was told: the kept picture
        shows it already, the one from before both does not. One from further down may have been pushed there."""
        if top.before is None or self._lies_as(track, PUSHED):
            return 0.0
        return top.before.changed(now, track.quad, without=top.quad, least=STRIP)

    def _uncovered(self, t: float, tracks: Sequence[Track], base: Still, now: Still, top: Placed) -> Lifted | None:
        """The top card is gone, and its place looks as it did before it came, or what lay under it is in sight."""
        if t - self._top_seen > GONE and (self._is_gone(top, base, now) or self._bares(tracks, base, now, top)):
            return self._lift(t, now)
        return None

    def _bares(self, tracks: Sequence[Track], base: Still, now: Still, top: Placed) -> bool:
        """Whether cards from further down have come to light in the top card's place."""
        if not base.changed(now, self._base_quad) > NEW_LOOK:
            return False
        came = [track for track in tracks if rested_since(track) > self._top_seen and is_ripe(track, track.seen)]
        bare = [track for track in came if overlap(track.quad, top.quad) > BARED]
        return bool(bare) and all(self._lies_as(track, OLD_PLACE) for track in bare)

    def _doubled(
        self, t: float, tracks: Sequence[Track], own: Track, base: Still, now: Still, top: Placed
    ) -> Laid | None:
        """A second card of the top one's face that came to rest in its very place."""
        came = self.coming.twin(top.class_id, top.t)
        beside = any(track is not own and is_card(track, top, 1.0) for track in tracks)
        if self._pushed or came is None or t - came < REST or beside or not is_ripe(own, t):
            return None  # it may still be on its way
        if not base.changed(now, own.quad) > NEW_LOOK:
            return None
        return self._lay(own, t, now, max(came, rested_since(own)))

    def _moved(self, own: Track, t: float, base: Still, now: Still, top: Placed, *, quiet: bool) -> Laid | None:
        """The top card's face lies elsewhere: a push, or a second card of that face with the first still beside it."""
        came = self.coming.twin(top.class_id, top.t) is not None
        least = 0.03 if came else STRIP
        left = base.changed(now, self._base_quad, without=own.quad, least=least)
        bare = np.nan if top.before is None else top.before.changed(now, self._base_quad, without=own.quad, least=least)
        lies = left < (0.3 if came else SAME_LOOK) or left < RATHER * bare
        if lies and rested_since(own) > top.t:
            return self._lay(own, t, now)
        self._follow(top, own, t, now, quiet=quiet)
        return None

    def _newness(self, track: Track, own: Track | None, top: Placed, base: Still, now: Still) -> float:
        """How much of a card's place looks new; less for one that may be from further down, 0 for one under the top.

        ``own`` is the top card's track where it is in sight. Where it is not, and another face lies in its very place,
        half the difference will do: two cards of a colour look much alike.
        """
        shared = overlap(track.quad, top.quad)
        if own is None and self._handled and self._replaces(track, top):
            return 1.0
        alike = 2.0 if own is None and shared > SAME_SPOT and track.class_id != top.class_id else 1.0
        if shared > ASIDE:
            seen = top.quad if own is None else own.quad
            if alike * base.changed(now, seen, origin=self._base_quad, within=track.quad) < INTACT:
                return 0.0
        whole = alike * base.changed(now, track.quad)
        came = self.coming.has_come(track, top.t)
        if not self._lies_as(track, OLD_PLACE if came else PUSHED):
            return whole
        if not came and (self._lies_as(track, EXACT) or (not self._lies_as(track, OLD_PLACE) and shared <= ASIDE)):
            return 0.0  # what lies over the top card was not pushed out from under it
        return 0.0 if self._is_gone(top, base, now) else 0.6 * whole

    def _lies_as(self, track: Track, near: float) -> bool:
        """Whether a card of this face lies so `near`, in card lengths, to where one from further down did."""
        return may_show(self.cards, track.class_id, track.quad, near)

    def _lay_before(self, class_id: int, quad: Quad) -> bool:
        """Whether a card of this face that is known lies there, or may have come to light there."""
        return may_show(self.cards, class_id, quad, OLD_PLACE, top=True)

    def _replaces(self, track: Track, top: Placed) -> bool:
        """Whether another face than the top one's lies in its very place for certain, and not the one from under it."""
        certain = track.votes.share >= SURE and track.votes.count >= MANY and track.class_id != top.class_id
        if track.class_id in self.coming.since(top.t):
            under = any(is_card(track, card, OLD_PLACE) for card in self.cards[-2:-1])
        else:
            under = self._lies_as(track, OLD_PLACE)
        return certain and not under and overlap(track.quad, top.quad) > SAME_SPOT

    def _is_gone(self, top: Placed, base: Still, now: Still) -> bool:
        """The top card's place looks as it did before the card was laid, and not as it did with the card."""
        if top.before is None:
            return False
        place = self._base_quad
        return base.changed(now, place) > NEW_LOOK and top.before.changed(now, place) < SAME_LOOK

    def _explained(self, tracks: Sequence[Track], now: Still) -> bool:
        """Whether every card in sight is one that lay there before the kept picture, or is known by its place, or lies
        where nothing looks new: it is misread."""
        base = self._base
        return all(
            rested_since(track) < self._base_t
            or any(is_card(track, card, OLD_PLACE) for card in self.cards)
            or (base is not None and track.confidence < CREDIBLE and base.changed(now, track.quad) < NEW_LOOK)
            for track in tracks
        )

    def _lay(self, track: Track, t: float, now: Still, at: float | None = None) -> Laid:
        """Lay a card that came to rest ``at`` that time, by what was seen of it if that is not said."""
        at = self._rested(track) if at is None else at
        if self.top is not None and self._top_quad is not None:
            self.top.quad = self._top_quad  # where a hand had pushed it by then
        self.cards.append(Placed(track.class_id, track.quad.copy(), at, self._base))
        for card in self.cards[:-4]:
            card.before = None
        self._top_seen = t
        self._keep(now, t)
        self._glimpses.clear(at)
        self._between, self._besides = [], []
        self.coming.forget()
        return Laid(track, at)

    def _rested(self, track: Track) -> float:
        """When a new card came to rest, whatever nudged it since; of two of one face nobody can tell that."""
        first, top = self._glimpses.rest(track), self.top
        same, last = top is not None and top.class_id == track.class_id, rested_since(track)
        return last if first is None or same else max(first, last - NUDGED)

    def _lay_all(self, newest: Track, tracks: Sequence[Track], t: float, now: Still) -> Laid:
        """Lay a new card, and with it those that came to rest before or after it while nobody could tell."""
        base, at, top_t = self._base, self._rested(newest), self.cards[-1].t
        came = self.coming.since(top_t) - {newest.class_id}
        lying = {card.class_id for card in self.cards if card.class_id not in came} | {newest.class_id}
        ripe = [
            track
            for track in tracks
            if track.class_id in came and is_ripe(track, t) and not self._lay_before(track.class_id, track.quad)
        ]
        new = [track for track in ripe if base is not None and base.changed(now, track.quad) >= NEW_LOOK]
        known = {track.id for track in ripe}
        new += [track for track in tracks if track.id not in known and self._with(track, newest, t, now)]
        seen = self._glimpses.before(newest, at, self.coming.times(newest.class_id), came)
        seen = [
            glimpse
            for glimpse in seen
            if glimpse.since > self._base_t and not self._lay_before(glimpse.class_id, glimpse.quad)
        ]
        under = unknown(seen, lying | {track.class_id for track in new})
        earlier = [(glimpse.since, glimpse.track, glimpse.class_id, glimpse.quad) for glimpse in under]
        earlier += [
            (rested_since(track), track, track.class_id, track.quad) for track in new if rested_since(track) < at
        ]
        between = [self._cover(*card) for card in sorted(earlier, key=lambda card: card[0])]
        later = [(self._rested(track), track) for track in new if rested_since(track) > at]
        laid = self._lay(newest, t, now, at)
        besides = [self._lay(track, t, now, rest) for rest, track in sorted(later, key=lambda card: card[0])]
        self._between, self._besides = between, besides
        return laid

    def _with(self, track: Track, newest: Track, t: float, now: Still) -> bool:
        """Whether another card came at about the same time as the newest, though it was not seen on its way."""
        base, since = self._base, rested_since(track)
        if track is newest or base is None or since <= max(self._base_t, self.cards[-1].t) or not is_ripe(track, t):
            return False
        if track.confidence < CREDIBLE or may_show(self.cards, track.class_id, track.quad, PUSHED, top=True):
            return False
        return base.changed(now, track.quad, without=newest.quad, least=STRIP) >= NEW_LOOK

    def _cover(self, since: float, track: Track, class_id: int, quad: Quad) -> Laid:
        """A card that lies under a newer one already: what it looked like is not known."""
        self.cards.append(Placed(class_id, quad.copy(), since, None))
        return Laid(track, since)

    def _lift(self, t: float, now: Still) -> Lifted:
        card = self.cards.pop()
        self._glimpses.clear()
        self._top_seen = t
        self._keep(now, t)
        return Lifted(card, t)

    def _follow(self, top: Placed, track: Track, t: float, now: Still, *, quiet: bool) -> None:
        """The top card was pushed: it lies elsewhere, and that is all."""
        top.quad, self._pushed = np.asarray(track.quad.copy(), np.float32), True
        self._top_seen = t
        if quiet:
            self._keep(now, t)

    def _keep(self, now: Still, t: float) -> None:
        self._base, self._base_t, self._base_faces = now, t, self._in_sight
        self._handled = self._pushed = False
        self._top_quad = None
        self._base_quad = np.zeros((4, 2), np.float32) if self.top is None else self.top.quad.copy()


def _in_doubt(track: Track, t: float) -> bool:
    """Whether a card was never read surely as what it is taken for, and may be read better in a moment."""
    return track.votes.peak < CREDIBLE and track.still_for(t) < DOUBTED


def _lay_there(track: Track, t: float, since: float) -> bool:
    """Whether a card in sight had come to rest before the first of the hands came that are over the table now."""
    return track.seen == t and rested_since(track) < since < math.inf
