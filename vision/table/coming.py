"""Cards that are seen on their way to the discard pile."""

import math

from vision.track.tracker import Track

KEPT = 2.5
"""Seconds for which a card on its way is remembered."""
AFTER = 0.3
"""Seconds after a card came to rest from which on another one of its face may be on its way."""
ARRIVES = 0.6
"""Seconds from when a card is seen beside the pile to when it lies there."""
UNSEEN = 1.0
"""The same where its way was not seen to the end: the camera was pushed, or a hand was in between."""
BESIDES = 0.8
"""A card this far from the pile, in card lengths, does not lie on it."""


class Coming:
    """Remembers which faces moved beside the pile of late, and how far from it, in card lengths."""

    def __init__(self) -> None:
        self._sights: list[tuple[float, int, float]] = []
        self._arrived: set[tuple[int, int]] = set()

    def note(self, t: float, class_id: int, distance: float) -> None:
        """A card of this class moves at ``distance`` from the pile."""
        self._sights.append((t, class_id, distance))

    def pass_on(self, t: float) -> None:
        """It is ``t`` now: what moved long ago is no card on its way."""
        self._sights = [sight for sight in self._sights if t - sight[0] < KEPT]

    def forget(self) -> None:
        """A card was laid: what arrived before it is known."""
        self._arrived.clear()

    def since(self, t: float, until: float = math.inf) -> set[int]:
        """Classes of the cards that were seen on their way since then, until ``until`` at the latest."""
        return {class_id for seen, class_id, _ in self._sights if t < seen <= until}

    def times(self, class_id: int) -> list[float]:
        """When a card of this class was seen clearly beside the pile."""
        return [t for t, seen, distance in self._sights if seen == class_id and distance > BESIDES]

    def just(self, class_id: int, rest: float, within: float = ARRIVES) -> bool:
        """Whether a card of this class was seen clearly beside the pile in the moment before ``rest``."""
        return any(0 <= rest - t <= within for t in self.times(class_id))

    def twin(self, class_id: int, laid: float) -> float | None:
        """When a second card of the face that was laid at that time was last seen on its way, None if none was.

        A card that is lifted off the pile and put back was nearer when it began to move than later on.
        """
        sights = [(t, distance) for t, seen, distance in self._sights if seen == class_id and t > laid + AFTER]
        if not sights or sights[0][1] < 0.9 * max(distance for _, distance in sights):
            return None
        return sights[-1][0] if len(sights) == 1 or sights[-1][1] < sights[0][1] else None

    def has_come(self, track: Track, laid: float) -> bool:
        """Whether a card of this face was on its way after ``laid`` and before the track came to rest; an arm over the
        pile since then takes nothing from that."""
        if track.class_id in self.since(laid):
            self._arrived.add((track.id, track.class_id))
        return (track.id, track.class_id) in self._arrived
