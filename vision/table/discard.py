"""The discard pile: which card lies on top, and whether it is a new one, the old one moved, or one uncovered again."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.table.stills import Still
from vision.track.quads import Quad, overlap, pose_distance
from vision.track.tracker import Track

REST = 0.18
"""Seconds a card has to lie still, out of everybody's hand, before it counts."""
VOTES = 3
"""Fewest detections of it by then."""
SHARE = 0.6
"""Least share of the votes for its label."""
SAME_PLACE = 0.09
"""Corners of an unmoved card wander less than this, in card lengths."""
OLD_PLACE = 0.25
"""A card further down is looked for within this, in card lengths."""
NEW_LOOK = 0.1
"""Share of a place that looks different when another card lies there."""
SAME_LOOK = 0.12
"""Largest share that may differ where nothing has changed."""
GONE = 0.35
"""Seconds for which the top card has to be out of sight before it may have been taken back."""


@dataclass(slots=True)
class Placed:
    """A card of the pile: class, corners, when it came to rest, and the picture from before it lay there."""

    class_id: int
    quad: Quad
    t: float
    before: Still | None


@dataclass(frozen=True, slots=True)
class Laid:
    """A new card lies on top."""

    track: Track
    t: float


@dataclass(frozen=True, slots=True)
class Lifted:
    """The top card is gone and what lay under it is back."""

    card: Placed
    t: float


class DiscardPile:
    """Remembers the pile; ``judge`` compares it with a frame's tracks and pictures."""

    def __init__(self) -> None:
        self.cards: list[Placed] = []
        self.unsure = False
        self._base: Still | None = None
        self._base_t = -math.inf
        self._top_seen = -math.inf

    @property
    def top(self) -> Placed | None:
        """The card on top, None before the start card."""
        return self.cards[-1] if self.cards else None

    def judge(self, t: float, tracks: Sequence[Track], now: Still, *, quiet: bool) -> Laid | Lifted | None:
        """What has happened to the pile, if anything.

        ``tracks`` are the face-up cards in the zone that no arm covers and that were seen in this frame; ``quiet`` says
        that nothing moves and no arm is over the pile.
        """
        top = self.top
        if top is not None and any(_is(track, top, SAME_PLACE) for track in tracks):
            self._top_seen = t
        ripe = [track for track in tracks if _ripe(track, t)]
        found = self._first(t, ripe, now) if top is None else self._next(t, ripe, now, top, quiet=quiet)
        self.unsure = found is None and quiet and top is not None and t - self._top_seen > GONE
        if found is None and quiet and self._top_seen == t and t - self._base_t > 0.5:
            self._keep(now, t)
        return found

    def _first(self, t: float, ripe: list[Track], now: Still) -> Laid | None:
        still = [track for track in ripe if track.still_for(t) >= 2 * REST]
        return self._lay(max(still, key=lambda track: track.confidence), t, now) if still else None

    def _next(
        self, t: float, ripe: list[Track], now: Still, top: Placed, *, quiet: bool
    ) -> Laid | Lifted | None:
        base = self._base
        if base is None:
            return None
        same = [track for track in ripe if track.class_id == top.class_id and not _is(track, top, SAME_PLACE)]
        for track in same:
            if self._is_twin(track, top, base, now):
                return self._lay(track, t, now)
            if self._top_seen < t and _is(track, top, 1.0):
                self._follow(top, track, t, now, quiet=quiet)
                return None
        fresh = [(self._newness(track, top, base, now), track) for track in ripe if track.class_id != top.class_id]
        best = max(fresh, key=lambda pair: pair[0], default=(0.0, None))
        if best[1] is not None and best[0] >= NEW_LOOK:
            return self._lay(best[1], t, now)
        if quiet and t - self._top_seen > GONE and self._is_gone(top, base, now):
            return self._lift(t, now)
        return None

    def _is_twin(self, track: Track, top: Placed, base: Still, now: Still) -> bool:
        """A second card of the same face: it is new where it lies, and the first one still shows beside it."""
        if not base.changed(now, track.quad, without=top.quad) > NEW_LOOK:
            return False
        left = base.changed(now, top.quad, without=track.quad)
        return left < 0.5

    def _newness(self, track: Track, top: Placed, base: Still, now: Still) -> float:
        """How much of a card's place changed, 0 if it is one from further down."""
        whole = base.changed(now, track.quad)
        if overlap(track.quad, top.quad) > 0.15:
            shared = base.changed(now, track.quad, within=top.quad)
            if shared < NEW_LOOK:
                return 0.0
        known = any(_is(track, card, OLD_PLACE) for card in self.cards[:-1])
        return 0.0 if math.isnan(whole) or (known and whole < 0.5) or (known and self._is_gone(top, base, now)) else whole

    def _is_gone(self, top: Placed, base: Still, now: Still) -> bool:
        """The top card's place looks as it did before the card was laid, and not as it did with the card."""
        if top.before is None:
            return False
        return base.changed(now, top.quad) > NEW_LOOK and top.before.changed(now, top.quad) < SAME_LOOK

    def _lay(self, track: Track, t: float, now: Still) -> Laid:
        self.cards.append(Placed(track.class_id, track.quad.copy(), t, self._base))
        for card in self.cards[:-4]:
            card.before = None
        self._top_seen = t
        self._keep(now, t)
        return Laid(track, max(track.still_since, track.epoch_since))

    def _lift(self, t: float, now: Still) -> Lifted:
        card = self.cards.pop()
        self._top_seen = t
        self._keep(now, t)
        return Lifted(card, t)

    def _follow(self, top: Placed, track: Track, t: float, now: Still, *, quiet: bool) -> None:
        """The top card was pushed: it lies elsewhere, and that is all."""
        top.quad = np.asarray(track.quad.copy(), np.float32)
        self._top_seen = t
        if quiet:
            self._keep(now, t)

    def _keep(self, now: Still, t: float) -> None:
        self._base, self._base_t = now, t


def _ripe(track: Track, t: float) -> bool:
    return track.still_for(t) >= REST and track.votes.count >= VOTES and track.votes.share >= SHARE


def _is(track: Track, card: Placed, within: float) -> bool:
    return track.class_id == card.class_id and pose_distance(track.quad, card.quad) <= within * track.length
