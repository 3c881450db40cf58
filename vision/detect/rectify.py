"""Cards cut out of a picture and turned upright, as the second look reads them."""

from __future__ import annotations

from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_WIDTH, CROP_HEIGHT = 104, 160
"""Size in pixels of a rectified card, which has the proportions of the printed one."""


_SENSES = {
    (clockwise, start): np.roll(np.arange(4) if clockwise else np.arange(3, -1, -1), -start)
    for clockwise in (True, False)
    for start in (0, 1)
}


def one_sense(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the corners (4, 2) clockwise as seen and starting with a short side; a mirrored crop ruins the digits."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad.tolist()  # plain numbers: arrays of four cost ten times as much
    clockwise = (x2 - x0) * (y3 - y1) >= (x3 - x1) * (y2 - y0)
    sides = hypot(x1 - x0, y1 - y0) + hypot(x3 - x2, y3 - y2), hypot(x2 - x1, y2 - y1) + hypot(x0 - x3, y0 - y3)
    first = sides[0] <= sides[1]
    return np.ascontiguousarray(quad[_SENSES[clockwise, int(not first)]], np.float32)


def rectify(
    image: NDArray[np.uint8], quad: NDArray[np.float32], columns: int = CROP_WIDTH, rows: int = CROP_HEIGHT
) -> NDArray[np.uint8]:
    """Return the card on `quad` (4, 2) px, upright or upside down, as (rows, columns, 3) BGR.

    Large cards are averaged down first, so that they look like small ones and not like grain.
    """
    corners = one_sense(np.asarray(quad, np.float32))
    x0, y0 = np.floor(corners.min(axis=0)).astype(int) - 2
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + 3
    height, width = image.shape[:2]
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return np.zeros((rows, columns, 3), np.uint8)
    part = image[y0:y1, x0:x1]
    corners = corners - np.array([x0, y0], np.float32)
    ratio = rows / max(1.0, float(np.linalg.norm(corners[3] - corners[0])))
    if ratio < 0.67:
        part = np.asarray(cv2.resize(part, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA), np.uint8)
        corners = corners * ratio
    goal = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), goal)
    flat = cv2.warpPerspective(part, matrix, (columns, rows), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)
