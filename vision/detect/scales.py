"""Reads a picture at two sizes: small cards where they are sharp, large ones where they are whole."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect.found import Finder, Found
from vision.detect.onnx import OnnxFinder
from vision.frames.frame import Image

FINE_MOST, COARSE_LEAST = 0.55, 0.2
"""Long side of a card, as a share of the picture's: above the one the coarse look counts alone, below the other the
fine one; between them both give boxes."""


def long_sides(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the longer mean side of each quad (N, 4, 2), in pixels."""
    edges = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    return np.asarray(np.maximum(edges[:, 0] + edges[:, 2], edges[:, 1] + edges[:, 3]) / 2, np.float32)


class TwoScales:
    """A fine and a coarse finder side by side. One card may come back twice; the second look sorts that out."""

    def __init__(self, fine: Finder, coarse: Finder) -> None:
        self._fine = fine
        self._coarse = coarse

    def for_video(self) -> TwoScales:
        """The same as it runs soonest on many pictures of one size."""
        fine, coarse = (f.for_video() if isinstance(f, OnnxFinder) else f for f in (self._fine, self._coarse))
        return TwoScales(fine, coarse)

    def find(self, image: Image) -> Found:
        """Look through `image`, (H, W, 3) BGR, at both sizes."""
        side = max(image.shape[:2])
        fine, coarse = self._fine.find(image), self._coarse.find(image)
        fine = fine[long_sides(fine.quads) <= FINE_MOST * side]
        return fine + coarse[long_sides(coarse.quads) >= COARSE_LEAST * side]
