"""Keeps one box for each card where the model gives many."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.boxes import Clouds, quads_of
from vision.detect.kinds import KINDS

SAME_FACE = 0.5
"""Overlap (intersection over union) from which two boxes of one face are one card."""

OTHER_FACE = 0.7
"""Overlap from which two boxes of different faces are one card read in two ways.

Higher, since a card laid a third over another overlaps it by half, and both are to be seen.
"""

ONE_KIND = 0.5
"""The same where only the kind is known: two faces lying so close could not both be told."""

_SURE = 0.9
_HOPELESS = 0.25
LIMIT = 300


def limits_for(classes: Sequence[str]) -> tuple[float, float]:
    """Overlaps from which two boxes of the same class, and of different ones, are one card."""
    return (ONE_KIND, ONE_KIND) if tuple(classes) == KINDS else (SAME_FACE, OTHER_FACE)


def suppress(
    boxes: NDArray[np.float32],
    scores: NDArray[np.float32],
    classes: NDArray[np.int16],
    *,
    limits: tuple[float, float] = (SAME_FACE, OTHER_FACE),
) -> NDArray[np.intp]:
    """Indices of the boxes to keep, surest first.

    ``boxes`` (N, 5) middle, size and angle in radians, ``scores`` (N,), ``classes`` (N,). A box goes when a surer one
    overlaps it by the first of ``limits`` or more with the same class, or by the second with another.
    """
    order = np.argsort(-scores, kind="stable")[:LIMIT]
    quads = quads_of(boxes)
    areas = boxes[:, 2].astype(np.float64) * boxes[:, 3]
    clouds = Clouds.of(boxes)
    kept: list[int] = []
    while len(order):
        best, rest = int(order[0]), order[1:]
        kept.append(best)
        limit = np.where(classes[rest] == classes[best], *limits)
        guess = clouds.overlap_guess(best, rest)
        gone = guess >= _SURE
        for i in np.flatnonzero((guess > _HOPELESS) & ~gone):
            other = int(rest[i])
            gone[i] = quad_iou(quads[best], quads[other], areas[best], areas[other]) >= limit[i]
        order = rest[~gone]
    return np.array(kept, np.intp)


def quad_iou(first: NDArray[np.float32], second: NDArray[np.float32], area: float, other_area: float) -> float:
    """Exact intersection over union of two convex quads (4, 2) whose areas are known."""
    shared = float(cv2.intersectConvexConvex(first, second)[0])
    union = area + other_area - shared
    return shared / union if union > 0 else 0.0
