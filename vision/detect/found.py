"""What a finder found in one picture, before anything is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import Mask
from vision.frames.frame import Image


@dataclass(frozen=True, slots=True)
class Found:
    """N boxes of one picture.

    ``quads`` (N, 4, 2) float32: corners in pixels, clockwise as seen, starting with a short side. ``classes`` (N,)
    int16: index into the finder's own classes. ``confidences`` (N,) float32 between 0 and 1.
    """

    quads: NDArray[np.float32]
    classes: NDArray[np.int16]
    confidences: NDArray[np.float32]

    @classmethod
    def empty(cls) -> Found:
        """Nothing."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int16), np.zeros(0, np.float32))

    @classmethod
    def of(cls, quads: object, classes: object, confidences: object) -> Found:
        """Build from anything array-like, converting kinds; (N, 4, 2), (N,) and (N,)."""
        return cls(
            np.asarray(quads, np.float32).reshape(-1, 4, 2),
            np.asarray(classes, np.int16),
            np.asarray(confidences, np.float32),
        )

    def __len__(self) -> int:
        return len(self.classes)

    def __getitem__(self, which: Mask) -> Found:
        """The boxes picked by a boolean mask (N,), by indices or by a slice."""
        return Found(self.quads[which], self.classes[which], self.confidences[which])

    def __add__(self, other: Found) -> Found:
        """The boxes of both."""
        return Found(
            np.concatenate([self.quads, other.quads]),
            np.concatenate([self.classes, other.classes]),
            np.concatenate([self.confidences, other.confidences]),
        )


class Finder(Protocol):
    """Finds the cards of a picture without reading them."""

    def find(self, image: Image) -> Found:
        """Look through ``image``, (H, W, 3) BGR; boxes come back in its own pixels, surest first."""
        ...
