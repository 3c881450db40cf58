"""Kept pictures of the table at rest, and how much of a card's place looks different now."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.track.quads import Quad, aligned

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]
_LINES = 360
"""About how many lines of the picture are kept."""
_APART = 24
"""Difference, of 255, that counts as another look, beyond what a pixel to any side would explain."""
_INNER, _OUTER, _RING = 0.94, 1.06, 1.5
_FEW = 0.03
"""Share of a card's place below which nothing can be said."""


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """A smaller picture, one pixel of it for ``step`` of the camera's, and how bright it was as a whole."""

    picture: Image
    step: int
    level: float

    def changed(
        self, now: "Still", quad: Quad, *, origin: Quad | None = None, within: Quad | None = None,
        without: Quad | Sequence[Quad] | None = None, least: float = _FEW,
    ) -> float:  # fmt: skip
        """Share of a card's place that looks different ``now``, 0 to 1; light and shadow are no difference.

        With ``origin`` the card lay there before: its old look there is compared with the new one at ``quad``. Only the
        part inside the quad ``within`` and outside the quads ``without`` counts; nan if that is less than the share
        ``least`` of the place.
        """
        box = self._box(quad, _RING)
        if box is None:
            return float("nan")
        mask = _fill(quad, box, self.step, _INNER)
        whole = int(mask.sum())
        if within is not None:
            mask &= _fill(within, box, self.step, _INNER)
        for cover in () if without is None else (without,) if isinstance(without, np.ndarray) else without:
            mask &= ~_fill(cover, box, self.step, _OUTER)
        if mask.sum() < max(12, least * whole):
            return float("nan")
        x0, y0, x1, y1 = box
        new = now.picture[y0:y1, x0:x1]
        old = self.picture[y0:y1, x0:x1] if origin is None else self._carried(origin, quad, box)
        apart = mask & _apart(_brighter(old, self._gain(now, quad, box)), new)
        if apart.any():
            apart &= _apart(_brighter(old, _ratio(old[mask], new[mask])), new)
        return float(apart.sum() / mask.sum())

    def changed_at_best(self, now: "Still", quad: Quad, origin: Quad) -> float:
        """As ``changed`` with ``origin``, for corners that may be a little off: the least of nine places."""
        least = self.changed(now, quad, origin=origin)
        for across in (-self.step, 0, self.step):
            for down in (-self.step, 0, self.step):
                if least > 0.02:
                    moved = quad + np.array([across, down], np.float32)
                    least = min(least, self.changed(now, moved, origin=origin))
        return least

    def _carried(self, origin: Quad, quad: Quad, box: Box) -> Image:
        """What lay at ``origin``, moved to ``quad``."""
        start = np.asarray((origin / self.step), np.float32)
        goal = np.asarray(aligned(quad, origin) / self.step - box[:2], np.float32)
        matrix = cv2.getPerspectiveTransform(start, goal)
        return np.asarray(cv2.warpPerspective(self.picture, matrix, (box[2] - box[0], box[3] - box[1])), np.uint8)

    def _gain(self, now: "Still", quad: Quad, box: Box) -> float:
        """How much brighter it is now round a card's place."""
        ring = _fill(quad, box, self.step, _RING) & ~_fill(quad, box, self.step, 1.1)
        if ring.sum() < 30:
            return now.level / self.level
        x0, y0, x1, y1 = box
        return _ratio(self.picture[y0:y1, x0:x1][ring], now.picture[y0:y1, x0:x1][ring])

    def _box(self, quad: Quad, grow: float) -> Box | None:
        """The part of the kept picture round a quad, x0, y0, x1, y1, or None outside it."""
        middle = quad.mean(axis=0)
        x, y, w, h = cv2.boundingRect(np.asarray(((quad - middle) * grow + middle) / self.step, np.float32))
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(self.picture.shape[1], x + w), min(self.picture.shape[0], y + h)
        return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def shrink(image: Image) -> tuple[Image, int]:
    """A copy (H, W, 3) of about 360 lines, and how many pixels of the picture one of its pixels stands for."""
    step = max(1, image.shape[0] // _LINES)
    if step == 1:
        return image.copy(), 1
    height, width = image.shape[0] // step, image.shape[1] // step
    part = image[: height * step, : width * step]
    return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), np.uint8), step


def _ratio(old: Image, new: Image) -> float:
    """How much brighter most of these pixels (N, 3) are now."""
    ratios = (new.astype(np.float32) + 8) / (old.astype(np.float32) + 8)
    return float(np.clip(np.median(ratios), 0.4, 2.5))


def _brighter(picture: Image, gain: float) -> Image:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)


def _apart(old: Image, new: Image) -> Mask:
    """Where no neighbour of the old picture's pixel explains the new one."""
    kernel = np.ones((3, 3), np.uint8)
    above = cv2.subtract(new, cv2.dilate(old, kernel))
    below = cv2.subtract(cv2.erode(old, kernel), new)
    most = np.maximum(above, below)
    return np.asarray((most[..., 0] > _APART) | (most[..., 1] > _APART) | (most[..., 2] > _APART))


def _fill(quad: Quad, box: Box, step: int, scale: float) -> Mask:
    middle = quad.mean(axis=0)
    points = ((quad - middle) * scale + middle) / step - box[:2]
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), 1)
    return mask > 0
