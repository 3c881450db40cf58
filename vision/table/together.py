"""Cards that came to rest on the discard pile together, or so soon after each other that only one could be told."""

from collections.abc import Sequence

from vision.table.coming import UNSEEN
from vision.table.glimpses import Glimpse, Glimpses, rested_since, unknown
from vision.table.known import CREDIBLE, NEW_LOOK, OLD_PLACE, PUSHED, KnownPile
from vision.table.placed import is_ripe
from vision.table.stills import Still
from vision.track.quads import Quad, pose_distance
from vision.track.tracker import Track

NUDGED = 0.8
"""Seconds after a card came to rest until which a hand that stays may nudge it."""
MISREAD = 0.35
"""A card that another one covers in part seems to lie this far from where it does at most, in card lengths."""
Earlier = tuple[float, Track, int, Quad]
"""A card that lies under the new one: when it came to rest, its track, class and corners."""


class Together:
    """Finds what else was laid, in what is known of the pile and was glimpsed on it."""

    def __init__(self, known: KnownPile, glimpses: Glimpses) -> None:
        self._known, self._glimpses = known, glimpses

    def rested(self, track: Track) -> float:
        """When a new card came to rest, whatever nudged it since; of two of one face nobody can tell that."""
        first, top = self._glimpses.rest(track), self._known.top
        same, last = top is not None and top.class_id == track.class_id, rested_since(track)
        return last if first is None or same else max(first, last - NUDGED)

    def besides(
        self, newest: Track, at: float, tracks: Sequence[Track], t: float, now: Still
    ) -> tuple[list[Earlier], list[tuple[float, Track]]]:
        """Those that came before the ``newest``, which came to rest ``at`` that time, and those after it, in order."""
        laid = self._known.cards[-1].t
        came = self._known.coming.since(laid) - {newest.class_id}
        new = self._in_sight(newest, came, tracks, t, now)
        seen = self._glimpses.before(newest, at, self._known.coming.times(newest.class_id), came)
        seen = [glimpse for glimpse in seen if self._is_news(glimpse, laid, known=glimpse.class_id not in came)]
        under = unknown(seen, {newest.class_id, *(track.class_id for track in new)})
        new = [track for track in new if not any(_was(glimpse, track) for glimpse in under)]
        rests = sorted([(self.rested(track), track) for track in new], key=lambda pair: pair[0])
        earlier = [(glimpse.since, glimpse.track, glimpse.class_id, glimpse.quad) for glimpse in under]
        earlier += [(rest, track, track.class_id, track.quad) for rest, track in rests if rest <= at]
        return sorted(earlier, key=lambda card: card[0]), [pair for pair in rests if pair[0] > at]

    def _in_sight(self, newest: Track, came: set[int], tracks: Sequence[Track], t: float, now: Still) -> list[Track]:
        """New cards that are in sight beside the newest."""
        known, base = self._known, self._known.base
        ripe = [
            track
            for track in tracks
            if track.class_id in came and is_ripe(track, t) and not known.lay_before(track.class_id, track.quad)
        ]
        new = [track for track in ripe if base is not None and base.changed(now, track.quad) >= NEW_LOOK]
        judged = {track.id for track in ripe}
        return new + [track for track in tracks if track.id not in judged and known.came_with(track, newest, t, now)]

    def _is_news(self, glimpse: Glimpse, laid: float, *, known: bool) -> bool:
        """Whether what was seen for a moment is no card from further down, pushed about, and no other card misread.

        ``laid`` is when the last card was; ``known`` says that no card of this face was on its way since then.
        """
        coming = self._known.coming
        on_its_way = glimpse.class_id in coming.since(laid, glimpse.since)
        if glimpse.since <= self._known.base_t or (glimpse.track.votes.peak < CREDIBLE and not on_its_way):
            return False
        just = coming.just(glimpse.class_id, glimpse.since, UNSEEN)
        return just or not self._known.lay_before(glimpse.class_id, glimpse.quad, PUSHED if known else OLD_PLACE)


def _was(glimpse: Glimpse, track: Track) -> bool:
    """Whether what shows of a card beside the newest was read more surely as another one before that covered it."""
    near = pose_distance(glimpse.quad, track.quad) <= MISREAD * track.length
    return near and glimpse.track.votes.peak > track.votes.peak
