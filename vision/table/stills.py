"""Kept pictures of the table at rest, and how much of a card's place looks different now."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.track.quads import Quad

Image = NDArray[np.uint8]
_LINES = 360
"""About how many lines of the picture are kept."""
_APART = 26
"""Difference, of 255, that counts as another look."""


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """A thinned-out picture: every ``step``-th pixel, and how bright it was as a whole."""

    picture: Image
    step: int
    level: float

    @staticmethod
    def of(image: Image, level: float) -> "Still":
        """Keep this picture (H, W, 3)."""
        step = max(1, image.shape[0] // _LINES)
        return Still(image[::step, ::step].copy(), step, level)

    def changed(self, now: "Still", quad: Quad, *, within: Quad | None = None, without: Quad | None = None) -> float:
        """Share of a card's place that looks different ``now``, 0 to 1.

        Only the part inside the quad ``within`` and outside the quad ``without`` counts; nan if that is too small to judge.
        """
        x, y, w, h = cv2.boundingRect(quad / self.step)
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(self.picture.shape[1], x + w), min(self.picture.shape[0], y + h)
        if x0 >= x1 or y0 >= y1:
            return float("nan")
        mask = self._mask(quad, (x0, y0, x1, y1), shrink=0.94)
        whole = int(mask.sum())
        if within is not None:
            mask &= self._mask(within, (x0, y0, x1, y1), shrink=0.94)
        if without is not None:
            mask &= ~self._mask(without, (x0, y0, x1, y1), shrink=1.06)
        if mask.sum() < max(12, 0.03 * whole):
            return float("nan")
        old = self.picture[y0:y1, x0:x1].astype(np.float32) * (now.level / self.level)
        apart = np.abs(now.picture[y0:y1, x0:x1] - old).max(axis=2) > _APART
        return float(apart[mask].mean())

    def _mask(self, quad: Quad, box: tuple[int, int, int, int], shrink: float) -> NDArray[np.bool_]:
        x0, y0, x1, y1 = box
        middle = quad.mean(axis=0)
        points = ((quad - middle) * shrink + middle) / self.step - (x0, y0)
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), 1)
        return mask > 0
