"""Times of many rounds of one thing, and what they come to."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Timing:
    """Median and 95th percentile of ``rounds`` rounds, in milliseconds."""

    median_ms: float
    p95_ms: float
    rounds: int

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Timing":
        """Sum up at least one round's seconds."""
        if not seconds:
            raise ValueError("no round was measured")
        median, p95 = (float(value) * 1000 for value in np.percentile(seconds, [50, 95]))
        return cls(round(median, 2), round(p95, 2), len(seconds))


def measure(
    work: Callable[[], object], *, rounds: int, warm_up: int = 3, clock: Callable[[], float] = time.perf_counter
) -> Timing:
    """Do ``work`` ``warm_up`` times for nothing and then ``rounds`` times by the clock."""
    for _ in range(warm_up):
        work()
    seconds = []
    for _ in range(rounds):
        start = clock()
        work()
        seconds.append(clock() - start)
    return Timing.of(seconds)
