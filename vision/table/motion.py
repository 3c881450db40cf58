"""What moves and what is new in a small copy of the picture, whatever the light does as a whole."""

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Small = NDArray[np.float32]

ROWS = 90
"""Height of the small picture; its width follows the picture's shape."""
MOVED = 9.0
"""Change from one picture to the next, of 255, that counts as motion."""
GRAIN = 3.0
"""How much more it has to be for each unit that the picture flickers anyway."""
DIFFERENT = 9.0
"""Difference from the settled table that counts as something lying or reaching there, beyond the flicker."""
SHADE_LEAST, SHADE_MOST = 0.35, 1.7
"""What a shadow (or its going away) leaves of the light."""
SHADE_TINT, SHADE_SLOPE = 0.12, 0.11
"""How far it may differ from colour to colour, as a share, and from cell to cell."""
FILL = 3
"""Cells by which a body's outline is taken to reach into flat parts that alone might be a shadow."""
SETTLED = 0.7
"""Seconds a spot has to be still before it becomes part of the settled table."""
FOLLOW = 3.0
"""Seconds in which the settled table follows slow changes that nothing else explains."""
STUBBORN = 2.5
"""The same for an arm, which may rest and yet go again; a hand that rests is hardly ever still for so long."""


class Motion:
    """Keeps the settled table and compares each picture with it and with the one before.

    After ``look``: ``moving`` (rows, columns) where the picture changed since the last one, ``foreign`` where it
    differs from the settled table, ``level`` its usual brightness. One cell is ``cell`` picture pixels.
    """

    def __init__(self) -> None:
        self.cell = 1.0
        self.level = 0.0
        self.moving: Mask = np.zeros((ROWS, 1), np.bool_)
        self.foreign: Mask = np.zeros((ROWS, 1), np.bool_)
        self._settled: Small | None = None
        self._last: Small | None = None
        self._still: NDArray[np.float32] = np.zeros((ROWS, 1), np.float32)
        self._odd = self._still
        self._different = self.foreign
        self._t = self._lapse = 0.0

    @property
    def columns(self) -> int:
        """Width of the small picture."""
        return int(self.moving.shape[1])

    def look(self, image: Image, t: float) -> None:
        """Take in the next picture (H, W, 3), at any scale: ``cell`` is in its pixels."""
        small = self._shrink(image)
        if self._settled is None or self._last is None or small.shape != self._settled.shape:
            self._start(small, t)
            return
        gain = _gain(self._last, small)
        step = _apart(small, self._last * gain)
        self.moving = step > MOVED + GRAIN * float(np.median(step[::2, ::2]))
        self._different, self.foreign = _foreign(small, self._settled * _gain(self._settled, small))
        lapse = t - self._t
        self._still = np.where(self.moving, 0.0, self._still + lapse).astype(np.float32)
        self._odd = np.where(self.moving | ~self._different, 0.0, self._odd + lapse).astype(np.float32)
        self._lapse = t - self._t
        self._last, self._t = small, t

    def settle(self, arms: Mask) -> None:
        """Take what has changed and lies still into the settled table, the rest little by little.

        What is under ``arms``, or close by, and shadows have to be still for a long while.
        """
        if self._settled is None or self._last is None:
            return
        near = cv2.dilate(arms.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
        due = self._odd > np.where(near | ~self.foreign, STUBBORN, SETTLED)
        calm = ~self._different & (self._still > SETTLED)
        rate = np.where(due, 1.0, np.where(calm, min(1.0, self._lapse / FOLLOW), 0.0)).astype(np.float32)
        self._settled += rate[..., None] * (self._last - self._settled)

    def _shrink(self, image: Image) -> Small:
        height, width = image.shape[:2]
        self.cell = height / ROWS
        size = (max(1, round(width / self.cell)), ROWS)
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)
        self.level = float(np.median(small[::3, ::3, 1])) + 8
        return small

    def _start(self, small: Small, t: float) -> None:
        self._settled, self._last, self._t = small.copy(), small, t
        self.moving = np.zeros(small.shape[:2], np.bool_)
        self.foreign = self._different = np.zeros(small.shape[:2], np.bool_)
        self._still = self._odd = np.zeros(small.shape[:2], np.float32)


def _apart(one: Small, other: Small) -> Small:
    """(rows, columns) largest difference of the three colours."""
    return _most(np.asarray(cv2.absdiff(one, other), np.float32))


def _most(colours: Small) -> Small:
    """(rows, columns) the largest of three values; far quicker than a reduction over so short an axis."""
    return np.asarray(np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2]), np.float32)


def _soft(picture: Small) -> Small:
    return np.asarray(cv2.blur(picture, (3, 3)), np.float32)


def _foreign(now: Small, settled: Small) -> tuple[Mask, Mask]:
    """(rows, columns) where it looks different now, and the same without shadows, which dim all colours softly."""
    apart = _apart(now, settled)
    different = apart > DIFFERENT + GRAIN * float(np.median(apart[::2, ::2]))
    ratio: Small = (_soft(now) + 6) / (_soft(settled) + 6)
    least, most = -_most(-ratio), _most(ratio)
    mean = np.asarray((ratio[..., 0] + ratio[..., 1] + ratio[..., 2]) / 3, np.float32)
    kernel = np.ones((3, 3), np.uint8)
    slope = np.asarray(cv2.dilate(mean, kernel)) - np.asarray(cv2.erode(mean, kernel))
    shade = (most < SHADE_MOST) & (least > SHADE_LEAST) & (most - least < SHADE_TINT * mean) & (slope < SHADE_SLOPE)
    solid = np.asarray(cv2.medianBlur((different & ~shade).astype(np.uint8), 3), np.uint8)
    for _ in range(FILL):
        solid = np.asarray(cv2.dilate(solid, kernel), np.uint8) & different
    return np.asarray(different), np.asarray(solid > 0)


def _gain(before: Small, now: Small) -> float:
    """How much brighter the picture as a whole is now."""
    old, new = before[::3, ::3, 1], now[::3, ::3, 1]
    return float(np.median((new + 8) / (old + 8)))
