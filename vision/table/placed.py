"""Cards of the discard pile, and what happens to them."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.table.stills import Still
from vision.track.quads import Quad, length, overlap, pose_distance
from vision.track.tracker import Track

REST = 0.18
"""Seconds a card has to lie still, out of everybody's hand, before it counts."""
VOTES = 3
"""Fewest detections of it by then."""
SHARE = 0.6
"""Least share of the votes for its label."""
BURIED = 0.8
"""Share of a card from which on it is out of sight under another."""
SURELY = 0.85
"""How surely a card has to be read not to be another one misread."""
OVERLAID = 0.4
"""Share of a card from which on it is out of sight under another one, or was that one misread."""
SLID = 0.5
"""How far a card may have slid on that was covered before it was told, in card lengths."""


@dataclass(slots=True)
class Placed:
    """A card of the pile: class, corners, when it came to rest, and the picture from before it lay there.

    ``glimpsed``: it was covered before it was told, and may have slid on from where it was last seen.
    """

    class_id: int
    quad: Quad
    t: float
    before: Still | None
    glimpsed: bool = False


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


@dataclass(frozen=True, slots=True)
class Moved:
    """The top card, or a second one of its face, came to rest a little elsewhere."""

    track: Track
    t: float


def is_ripe(track: Track, t: float) -> bool:
    """Whether a card has lain still for long enough, and been read often enough, to count."""
    return track.still_for(t) >= REST and track.votes.count >= VOTES and track.votes.share >= SHARE


def gap(track: Track, card: Placed) -> float:
    """Mean distance in pixels of a track's corners from a card's."""
    return pose_distance(track.quad, card.quad)


def is_card(track: Track, card: Placed, within: float) -> bool:
    """Whether a track may be that card: of its class, and no farther than ``within`` card lengths from its place."""
    return track.class_id == card.class_id and gap(track, card) <= within * track.length


def may_show(pile: Sequence[Placed], class_id: int, quad: Quad, near: float, *, top: bool = False) -> bool:
    """Whether a card under the top one of ``pile``, or the ``top`` one itself, is of this face, lies so near to
    ``quad``, in card lengths, and would show if the top one were gone: others under that do not bury it."""
    under = pile[:-1]

    def fits(card: Placed) -> bool:
        within = max(near, SLID) if card.glimpsed else near
        return card.class_id == class_id and pose_distance(quad, card.quad) <= within * length(quad)

    return (top and any(map(fits, pile[-1:]))) or any(
        fits(card)
        and not any(overlap(card.quad, other.quad) > BURIED for other in under[place + 1 :] if not other.glimpsed)
        for place, card in enumerate(under)
    )


def own_track(tracks: Sequence[Track], card: Placed, within: float) -> Track | None:
    """The track of a card of the pile, at most so far from its place, in card lengths."""
    alike = (track for track in tracks if is_card(track, card, within))
    return min(alike, key=lambda track: gap(track, card), default=None)


def is_overlaid(track: Track, others: Sequence[Track], t: float) -> bool:
    """Whether a card that is out of sight by now was read in doubt, and less surely than one seen in its place."""
    return (track.seen < t and track.votes.peak < SURELY) and any(
        other.seen == t
        and other.class_id != track.class_id
        and other.votes.peak > track.votes.peak
        and overlap(track.quad, other.quad) > OVERLAID
        for other in others
    )
