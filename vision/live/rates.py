"""How many pictures come and how many are looked at, and what is wrong where it is too few."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from engine.sight import Sight

SLOW: Final = 8.0
"""Pictures a second that a camera should give at least."""
BUSY: Final = 6.0
"""Pictures a second that should be looked at, of those that come."""
WINDOW_S: Final = 1.5
"""Seconds over which is counted."""
CALM_S: Final = 6.0
"""Seconds without trouble after which it counts as over; rates go up and down."""
SETTLE_S: Final = 3.0
"""Seconds that a camera takes to reach its rate after it was opened."""


class Rates:
    """Counts a live source's pictures by the computer's clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: float | None = None
        self._taken: deque[tuple[float, int]] = deque()
        self._poor: frozenset[Sight] = frozenset()
        self._bad_at = 0.0

    def again(self) -> None:
        """The camera has come back: count anew."""
        self._began = None
        self._taken.clear()

    def took(self, came: int) -> frozenset[Sight]:
        """A picture was taken, the ``came``-th that the source gave; what is wrong with the rate, if anything."""
        now = self._clock()
        self._began = now if self._began is None else self._began
        self._taken.append((now, came))
        while now - self._taken[0][0] > WINDOW_S:
            self._taken.popleft()
        found = self._judged(came) if now - self._began >= SETTLE_S else frozenset()
        if found:
            self._poor, self._bad_at = self._poor or found, now
        elif now - self._bad_at >= CALM_S:
            self._poor = frozenset()
        return self._poor

    def _judged(self, came: int) -> frozenset[Sight]:
        if (came - self._taken[0][1]) / WINDOW_S < SLOW:
            return frozenset({Sight.SLOW})
        return frozenset({Sight.BUSY}) if (len(self._taken) - 1) / WINDOW_S < BUSY else frozenset()
