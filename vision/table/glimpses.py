"""Cards that came to rest on the pile under hands and were covered by the next card before all was clear."""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from vision.table.reaches import BLIND
from vision.track.quads import Quad, overlap, pose_distance
from vision.track.tracker import Track

RESTED, PLAINLY = 0.12, 0.08
"""Seconds for which such a card has to have lain still; fewer where it was read surely."""
SIGHTS = 2
"""Fewest detections of it at rest."""
BEFORE = 0.2
"""Seconds by which it has to have come to rest before the next card."""
ONE_PLACE = 0.08
"""Two cards hardly ever lie so near to each other, in card lengths."""
AT_ONCE, COVERED = 0.35, 0.4
"""Seconds within which the next card covers one that has just come, and how much of it at least."""
SLID = 0.15
"""The same of a card that was seen often on its way: thrown, it slid on after it was last seen."""
OFTEN, SURELY = 4, 0.9
"""Sights of a card, and how surely it was read, with which it needs not have been seen on its way."""
SHARE = 0.6
"""Least share of the votes for its label."""
NUDGE = 0.35
"""A card at rest that a hand moves by less than this, in card lengths, has not come to rest anew."""
STIRRED = 20
"""How many cards that were moved, or seemed to be, are remembered until the next one is laid."""
MEANWHILE = 0.05
"""Seconds before which a card has to have been last seen lying, not to lie there while the next one comes."""


@dataclass(slots=True, eq=False)
class Glimpse:
    """A card at rest: track as it was then, class, corners, from when to when, how often, and whose hands were there.

    ``others`` once another seat's hand came after it was last seen, ``free`` once it lay there with no hand near;
    ``back`` is when pictures came again that failed just after its last sight, ``sure`` how often in a row it was read
    surely, on its last way as well, ``most`` how often at best, ``clear`` when it last was: what is read in doubt after
    that shows a corner of it beside the next card.
    """

    track: Track
    class_id: int
    quad: Quad
    since: float
    last: float
    hands: frozenset[int]
    count: int = 1
    others: bool = False
    free: bool = False
    sure: int = 0
    most: int = 0
    clear: float = -math.inf
    back: float | None = None

    @property
    def until(self) -> float:
        """When it was last seen whole."""
        return self.last if self.clear == -math.inf else self.clear


class Glimpses:
    """Remembers what lay on the pile, however shortly, since the last card was laid."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, int], Glimpse] = {}
        self._stirred: list[Glimpse] = []
        self._noted = math.inf

    def clear(self, since: float = math.inf) -> None:
        """A card was laid or lifted; what came to rest after ``since`` may still be news."""
        self._seen = {key: glimpse for key, glimpse in self._seen.items() if glimpse.since > since}
        self._stirred = [glimpse for glimpse in self._stirred if glimpse.since > since]

    def note(self, t: float, tracks: Iterable[Track], hands: frozenset[int]) -> None:
        """Take in the face-up cards in the zone and the seats whose hands are over the table."""
        if t - self._noted > BLIND:
            for glimpse in self._seen.values():
                glimpse.back = t if glimpse.last == self._noted else glimpse.back
        self._noted = t
        for track in tracks:
            if track.seen == t and track.votes.share >= SHARE:
                self._add(t, track, hands)
        for glimpse in self._all():
            if glimpse.last < t and hands - glimpse.hands:
                glimpse.others = True

    def rest(self, track: Track) -> float | None:
        """When a card, as what it is now taken for, first came to rest where it lies but for nudges; None if unseen."""
        glimpse = self.of(track)
        return None if glimpse is None else glimpse.since

    def of(self, track: Track) -> Glimpse | None:
        """What was seen of a card, as what it is now taken for, since it came to rest but for nudges."""
        return self._seen.get((track.id, track.class_id))

    def before(self, laid: Track, at: float, coming: Sequence[float] = (), came: Collection[int] = ()) -> list[Glimpse]:
        """Cards of another face, in order, that lay there before ``laid`` came to rest at ``at`` by another hand.

        ``coming`` are the times at which ``laid`` was seen on its way: what lay there meanwhile was not in that hand.
        ``came`` are the faces that were seen on their way since the last card: those lay there once no hand had them,
        and so did what lay there for everybody to see.
        """
        moved = any(own.class_id == laid.class_id and own.track.id != laid.id for own in self._seen.values())
        arrived = bool(coming) or moved
        found = [
            glimpse
            for glimpse in self._all()
            if (
                glimpse.others
                or (glimpse.free and (glimpse.class_id in came or _plain(glimpse)))
                or any(glimpse.since < t <= glimpse.last + MEANWHILE for t in coming)
            )
            and _lay(glimpse)
            and glimpse.until <= at
            and glimpse.since < at - BEFORE
            and glimpse.class_id != laid.class_id
            and not _misread(glimpse, laid, seen_coming=arrived or glimpse.class_id in came)
        ]
        found += [
            glimpse
            for glimpse in self._seen.values()
            if glimpse not in found
            and (_cut_off(glimpse, laid, at) or (glimpse.class_id in came and _swift(glimpse, laid, at)))
        ]
        return sorted(found, key=lambda glimpse: glimpse.since)

    def _on_its_way(self, t: float, track: Track) -> Glimpse | None:
        """The card of this face that was seen last, if that was just now: one that flies is seldom one track."""
        alike = (glimpse for glimpse in self._seen.values() if glimpse.class_id == track.class_id)
        latest = max(alike, key=lambda glimpse: glimpse.last, default=None)
        return latest if latest is not None and 0 < t - latest.last <= AT_ONCE else None

    def _all(self) -> list[Glimpse]:
        return [*self._stirred, *self._seen.values()]

    def _add(self, t: float, track: Track, hands: frozenset[int]) -> None:
        key, since = (track.id, track.class_id), rested_since(track)
        old = self._seen.get(key)
        last = self._on_its_way(t, track) if old is None else old
        sure = (0 if last is None else last.sure) + 1 if track.votes.peak >= SURELY else 0
        most, clear = (0, -math.inf) if last is None else (last.most, last.clear)
        most, clear = max(most, sure), t if sure else clear
        if old is None or (old.since != since and pose_distance(old.quad, track.quad) > NUDGE * track.length):
            if old is not None and _lay(old) and (old.free or old.most >= OFTEN):
                self._stirred = [
                    *self._stirred[1 - STIRRED :],
                    old,
                ]  # a hand that covers a part of it moves it, or seems to, and so does a bump
            kept, free = _kept(track), not hands
            new = Glimpse(kept, track.class_id, kept.quad, since, t, hands, free=free, sure=sure, most=most)
            new.clear = clear
            self._seen[key] = new
            return
        old.sure, old.most, old.clear = sure, most, clear
        if track.votes.peak >= min(SURELY, old.track.votes.peak):  # a hand that covers a part of it takes from the rest
            old.track, old.quad = _kept(track), track.quad.copy()
        old.last, old.count, old.hands = t, old.count + 1, old.hands | hands
        old.free = old.free or not hands


def _misread(glimpse: Glimpse, laid: Track, *, seen_coming: bool) -> bool:
    """Whether a card in this very place was the one that is read as another face now: it was never read surely, or has
    not moved since, and neither of both faces was ``seen_coming``."""
    here = pose_distance(glimpse.quad, laid.quad) <= ONE_PLACE * laid.length
    surer = glimpse.track.votes.peak < SURELY and glimpse.track.votes.peak < laid.votes.peak
    unmoved = glimpse.track.id == laid.id and laid.still_since <= glimpse.since and not seen_coming
    return here and (surer or unmoved)


def _swift(glimpse: Glimpse, laid: Track, at: float) -> bool:
    """Whether a card that was read surely on its way came to lie where the next one covered it at once."""
    at_once = 0 <= at - glimpse.until <= AT_ONCE
    another = glimpse.class_id != laid.class_id
    least = SLID if glimpse.most >= OFTEN else COVERED
    return glimpse.most >= SIGHTS and at_once and another and overlap(glimpse.quad, laid.quad) >= least


def _lay(glimpse: Glimpse) -> bool:
    """Whether a card was seen at rest for long enough."""
    rested = PLAINLY if glimpse.most >= SIGHTS else RESTED
    return glimpse.count >= SIGHTS and glimpse.last - glimpse.since >= rested


def _cut_off(glimpse: Glimpse, laid: Track, at: float) -> bool:
    """Whether a card was read surely just before the pictures failed, where the next one lay when they came back."""
    at_once = glimpse.back is not None and 0 <= at - glimpse.back <= AT_ONCE
    another = glimpse.class_id != laid.class_id
    return at_once and another and glimpse.most > 0 and overlap(glimpse.quad, laid.quad) >= COVERED


def _plain(glimpse: Glimpse) -> bool:
    """Whether a card was seen often and surely."""
    return glimpse.count >= OFTEN and glimpse.track.votes.peak >= SURELY


def _kept(track: Track) -> Track:
    """The track as it is now; the next card in its place may carry it on."""
    votes = replace(track.votes, weights=track.votes.weights.copy(), peaks=track.votes.peaks.copy())
    return replace(track, quad=track.quad.copy(), votes=votes)


def rested_since(track: Track) -> float:
    """When a card, as what it is now taken for, came to rest."""
    return max(track.still_since, track.epoch_since)


def unknown(glimpses: Sequence[Glimpse], known: Iterable[int]) -> list[Glimpse]:
    """Those whose face is none of ``known``, each face once."""
    left: dict[int, Glimpse] = {}
    for glimpse in glimpses:
        if glimpse.class_id not in known:
            left.setdefault(glimpse.class_id, glimpse)
    return list(left.values())
