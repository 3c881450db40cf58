"""One picture with its place in time, and what hands such pictures out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture as OpenCV holds it: (H, W, 3), blue, green, red, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a source.

    ``seq`` counts the source's pictures from 0; ``t`` is seconds of the source's own clock, which never runs
    backwards; ``image`` is (H, W, 3) BGR.
    """

    seq: int
    t: float
    image: Image


class Source(Protocol):
    """Hands out frames in order, once.

    ``live`` sources go on whether or not anybody looks, so only the newest frame matters; of the others no frame is
    dropped. ``fps`` is None where it is not known. Iterating raises ``SourceError`` when the source breaks off.
    """

    name: str
    live: bool
    fps: float | None

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames, oldest first."""
        ...

    def close(self) -> None:
        """Let go of the device or file; harmless when called twice."""
        ...
