"""A discard pile that begins elsewhere: what was taken for the start card is a thing, or a picture on the box."""

from collections.abc import Callable, Sequence
from typing import Any

from vision.table.discard import DiscardPile
from vision.table.glimpses import rested_since
from vision.table.known import SURE
from vision.table.placed import Laid
from vision.table.stills import Still
from vision.table.zones import Zones
from vision.track.quads import Quad, pose_distance
from vision.track.tracker import Track

NEAR = 0.8
"""Cards of one pile lie as near to each other as this, in card lengths."""
ENOUGH = 2
"""Cards that have to come to rest elsewhere to outweigh a start card that is read surely."""


class Elsewhere:
    """Follows a second pile while nothing but a start card is known; ``pile`` is that one."""

    def __init__(self) -> None:
        self.pile = DiscardPile()
        self._laid: list[Laid] = []

    def judge(
        self, t: float, faces: Sequence[Track], now: Still, covered: Callable[[Quad], bool], known: DiscardPile,
        zones: Zones, **sight: Any,
    ) -> list[Laid]:  # fmt: skip
        """The cards of the pile if it lies elsewhere than the ``known`` one; else none.

        ``faces`` are all cards in sight, the rest is as for ``DiscardPile.judge``. A start card that was never read
        surely gives way to the first one that is; one that was, to two cards laid on each other since.
        """
        start = known.top
        if start is None or len(known.known.cards) > 1:
            return []
        others = [track for track in faces if zones.central(track) and not zones.on_discard(track)]
        if known.clear:
            others = [track for track in others if rested_since(track) > start.t]
        if self._laid:
            place = self._laid[0].track.quad
            others = [track for track in others if pose_distance(track.quad, place) <= NEAR * track.length]
        found = self.pile.judge(t, others, now, covered, **sight)
        self._laid += [event for event in found if isinstance(event, Laid) and event.track.votes.peak >= SURE]
        return self._laid if len(self._laid) >= (ENOUGH if known.clear else 1) else []
