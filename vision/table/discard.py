"""The discard pile: which card lies on top, and whether it is a new one, the old one moved, or one uncovered again."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from engine.cards import LABELS
from vision.table.coming import Coming
from vision.table.glimpses import Glimpse, Glimpses, rested_since, unknown
from vision.table.known import CREDIBLE, EXACT, INTACT, NEW_LOOK, PUSHED, SAME_LOOK, SAME_PLACE, STRIP, SURE, KnownPile
from vision.table.placed import (
    REST,
    SHARE,
    VOTES,
    Laid,
    Lifted,
    Moved,
    Placed,
    gap,
    is_card,
    is_overlaid,
    is_ripe,
    own_track,
)
from vision.table.stills import Still
from vision.table.together import Together
from vision.track.quads import Quad, pose_distance
from vision.track.tracker import Track

DOUBTED = 1.2
"""Seconds for which a card that is read in doubt may lie there before it is told: it may be read better by then."""
APART = 0.2
"""A second card of the top one's face that nobody saw coming lies farther from it than this, in card lengths: what is
nearer was rather pushed, though a card of its colour may show where it lay."""
PATIENT = 4.0
"""Seconds for which a start card that is read in doubt has to lie there: it may be a thing that looks like a card."""
GONE = 0.35
"""Seconds for which the top card has to be out of sight before it may have been taken back."""


class DiscardPile:
    """Remembers the pile; ``judge`` compares it with a frame's tracks and pictures.

    ``unsure`` says that the top card is out of sight without an explanation; at ``sound_at`` it was last seen to lie
    there at rest and nothing else to be new, at ``pushed_at`` to lie elsewhere than before; ``clear`` says that a card
    was read surely.
    """

    def __init__(self) -> None:
        self.unsure = False
        self.sound_at = self.pushed_at = -math.inf
        self.clear = False
        self.known = KnownPile()
        self._glimpses = Glimpses()
        self._together = Together(self.known, self._glimpses)
        self._between: list[Laid] = []
        self._besides: list[Laid] = []
        self._shifted: Moved | None = None
        self._pushed = False
        self._top_quad: Quad | None = None
        self._top_seen = -math.inf

    @property
    def top(self) -> Placed | None:
        """The card on top, None before the start card."""
        return self.known.top

    @property
    def coming(self) -> Coming:
        """The cards that were seen on their way."""
        return self.known.coming

    def judge(
        self, t: float, tracks: Sequence[Track], now: Still, covered: Callable[[Quad], bool], *, quiet: bool,
        hands: frozenset[int] = frozenset(), since: float = math.inf,
    ) -> list[Laid | Lifted | Moved]:  # fmt: skip
        """What has happened to the pile, in order.

        ``tracks`` are the face-up cards in the zone that were seen of late; ``covered`` tells whether an arm, or what
        it holds and touches, is over a place; ``quiet`` says that nothing moves and no arm is near the pile; ``hands``
        are the seats whose arms are over the table, the first of them ``since`` then.
        """
        self._glimpses.note(t, tracks, hands)
        self.coming.pass_on(t)
        clear = [track for track in tracks if not covered(track.quad) or _lay_there(track, t, since)]
        clear = [track for track in clear if not is_overlaid(track, tracks, t)]
        found = self._judge(t, tracks, clear, now, covered, quiet=quiet)
        if isinstance(found, Laid):
            return [*self._between, found, *self._besides]
        if found is not None:
            return [found, *self._besides]
        moved, self._shifted = self._shifted, None
        return [] if moved is None else [moved]

    def _judge(
        self, t: float, tracks: Sequence[Track], clear: list[Track], now: Still, covered: Callable[[Quad], bool], *,
        quiet: bool,
    ) -> Laid | Lifted | None:  # fmt: skip
        top = self.top
        self.known.in_sight = [(track.class_id, track.quad.copy()) for track in clear]
        if top is None:
            return self._first(t, clear, now)
        own = own_track(tracks, top, 1.0)
        fresh = any(track is not own and rested_since(track) > top.t for track in clear)
        if covered(top.quad if own is None else own.quad) and not fresh:
            self.unsure, self.known.handled = False, True
            return None
        self.clear |= own is not None and own.votes.peak >= SURE
        if own is not None and own.seen == t and own.still_for(t) > 0:
            self._top_quad = own.quad.copy()
        found = self._next(t, clear, own, now, top, quiet=quiet)
        self.unsure = found is None and quiet and t - self._top_seen > GONE
        if (
            found is None
            and own is not None
            and quiet
            and self._top_seen == t
            and self.known.explained(clear, now, pushed=self._pushed)
        ):
            top.quad = own.quad.copy()
            self.sound_at = t
            self._keep(now, t)
        return found

    def _first(self, t: float, tracks: Sequence[Track], now: Still) -> Laid | None:
        clear = (track for track in tracks if track.confidence >= CREDIBLE)
        still = [track for track in clear if is_ripe(track, t) and track.still_for(t) >= 2 * REST]
        still = [track for track in still if track.votes.peak >= SURE or track.still_for(t) >= PATIENT]
        if not still:
            return None
        first = max(still, key=lambda track: track.confidence)
        at = self._together.rested(first)
        under = self._glimpses.before(first, at, came=range(len(LABELS)))  # the first play may come at once
        between = [
            self._cover(glimpse.since, glimpse.track, glimpse.class_id, glimpse.quad)
            for glimpse in unknown(under, {first.class_id})
            if _may_be_start(glimpse, first)
        ]
        laid = self._lay(first, t, now, at)
        self._between = between
        return laid

    def _next(
        self, t: float, tracks: Sequence[Track], own: Track | None, now: Still, top: Placed, *, quiet: bool
    ) -> Laid | Lifted | None:
        base = self.known.base
        if base is None:
            return None
        here = own is not None and gap(own, top) <= SAME_PLACE * own.length
        if own is not None and here:
            self._top_seen = max(self._top_seen, own.seen)
        elif own is not None and self.known.bares_twin(own, base, now, top):
            return self._lift(tracks, t, now) if quiet and is_ripe(own, t) else None
        elif own is not None and base.changed_at_best(now, own.quad, self.known.base_quad) < INTACT:
            return self._moved(own, t, base, now, top, quiet=quiet) if is_ripe(own, t) else None
        newness, fresh = self.known.newest(tracks, own if here else None, base, now, top)
        if fresh is not None and newness >= NEW_LOOK and self._credible(fresh, top):
            if not self._ripe(fresh, t):
                return None
            if _in_doubt(fresh, t):  # it may peep out of the pile that a card was taken from
                return self._uncovered(t, tracks, base, now, top) if quiet and own is None else None
            if fresh is own:  # the top card may have been turned as well
                return self._moved(own, t, base, now, top, quiet=quiet)
            bared = own is None and self.known.gone_beside(fresh, top, base, now)
            return (self._bare if bared else self._lay_all)(fresh, tracks, t, now)
        if own is not None and here:
            return self._doubled(t, tracks, own, base, now, top) if quiet else None
        return self._uncovered(t, tracks, base, now, top) if quiet else None

    def _ripe(self, track: Track, t: float) -> bool:
        """Whether a card counts: it has lain still for long enough, or long enough but for a nudge."""
        seen = self._glimpses.of(track)
        nudged = seen is not None and t - seen.since >= REST and seen.count > VOTES and track.votes.share >= SHARE
        return is_ripe(track, t) or (nudged and track.still_for(t) >= REST / 2)

    def _credible(self, track: Track, top: Placed) -> bool:
        """Whether a card that is read in doubt may be new: it was seen on its way, or a hand was over the top card."""
        return track.confidence >= CREDIBLE or self.known.handled or track.class_id in self.coming.since(top.t)

    def _uncovered(self, t: float, tracks: Sequence[Track], base: Still, now: Still, top: Placed) -> Lifted | None:
        """The top card is gone, and its place looks as it did before it came, or what lay under it is in sight."""
        if t - self._top_seen > GONE and (
            self.known.is_gone(top, base, now) or self.known.bares(tracks, base, now, top, self._top_seen)
        ):
            return self._lift(tracks, t, now)
        return None

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
        left = base.changed(now, self.known.base_quad, without=own.quad, least=0.03 if came else STRIP)
        apart = came or gap(own, top) > APART * own.length
        alike = left < (0.3 if came else SAME_LOOK) or (came and math.isnan(left))
        if alike and apart and rested_since(own) > top.t:
            return self._lay(own, t, now)
        self._follow(top, own, t, now, quiet=quiet)
        return None

    def _lay(self, track: Track, t: float, now: Still, at: float | None = None) -> Laid:
        """Lay a card that came to rest ``at`` that time, by what was seen of it if that is not said."""
        at = self._together.rested(track) if at is None else at
        if self.top is not None and self._top_quad is not None and self.top.class_id != track.class_id:
            self.top.quad = self._top_quad  # where a hand had pushed it by then; of two of one face it is the new one
        self.known.cards.append(Placed(track.class_id, track.quad.copy(), at, self.known.base))
        for card in self.known.cards[:-4]:
            card.before = None
        self._top_seen = t
        self._keep(now, t)
        self._glimpses.clear(at)
        self._between, self._besides = [], []
        self.coming.forget()
        return Laid(track, at)

    def _lay_all(self, newest: Track, tracks: Sequence[Track], t: float, now: Still) -> Laid:
        """Lay a new card, and with it those that came to rest before or after it while nobody could tell."""
        at = self._together.rested(newest)
        earlier, later = self._together.besides(newest, at, tracks, t, now)
        between = [self._cover(*card) for card in earlier]
        laid = self._lay(newest, t, now, at)
        besides = [self._lay(track, t, now, rest) for rest, track in later]
        self._between, self._besides = between, besides
        return laid

    def _cover(self, since: float, track: Track, class_id: int, quad: Quad) -> Laid:
        """A card that lies under a newer one already: what it looked like is not known."""
        self.known.cards.append(Placed(class_id, quad.copy(), since, None, glimpsed=True))
        return Laid(track, since)

    def _lift(self, tracks: Sequence[Track], t: float, now: Still) -> Lifted:
        card, self._besides = self.known.cards.pop(), []
        if self.top is not None and (back := own_track(tracks, self.top, PUSHED)) is not None:
            # it was seen for a moment only, or pushed with the one on it
            self.top.quad, self.top.glimpsed = back.quad.copy(), False
        self._glimpses.clear()
        self._top_seen = t
        self._keep(now, t)
        return Lifted(card, t)

    def _bare(self, under: Track, tracks: Sequence[Track], t: float, now: Still) -> Lifted:
        """Lift the top card off one that it had covered before anybody could tell that one."""
        gone = self._lift(tracks, t, now)
        self._besides = [self._lay(under, t, now, gone.card.t)]
        return gone

    def _follow(self, top: Placed, track: Track, t: float, now: Still, *, quiet: bool) -> None:
        """The top card was pushed: it lies elsewhere, and that is all."""
        top.quad, self._pushed = np.asarray(track.quad.copy(), np.float32), True
        if rested_since(track) > self.pushed_at:
            self._shifted = Moved(track, rested_since(track))
        self._top_seen = self.pushed_at = t
        if quiet:
            self._keep(now, t)

    def _keep(self, now: Still, t: float) -> None:
        self.known.keep(now, t)
        self._pushed, self._top_quad = False, None


def _may_be_start(glimpse: Glimpse, first: Track) -> bool:
    """Whether a card that lay there before the first sure one is the start card: read surely as well, or it lay there
    for long. In the very same place it is the same card misread."""
    apart = pose_distance(glimpse.quad, first.quad) / first.length
    surely = glimpse.track.votes.peak >= SURE
    return apart > EXACT and (surely or (apart < 1.0 and glimpse.last - glimpse.since >= DOUBTED))


def _in_doubt(track: Track, t: float) -> bool:
    """Whether a card was never read surely as what it is taken for, or just now as another face, and may be read better
    in a moment: under the hand that lays it, it is misread at times."""
    return track.still_for(t) < DOUBTED and (track.votes.peak < CREDIBLE or track.read != track.class_id)


def _lay_there(track: Track, t: float, since: float) -> bool:
    """Whether a card in sight had come to rest before the first of the hands came that are over the table now."""
    return track.seen == t and rested_since(track) < since < math.inf
