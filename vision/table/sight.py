"""How well a camera sees: light and sharpness, whatever lies on the table."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight import Blind, Sight
from vision.frames.frame import Image

FOR_S: Final = 1.0
"""Seconds for which something has to be wrong before it counts; a lens that focuses is quicker."""
BLACK: Final = 10.0
"""Mean brightness, of 255, below which nothing can be seen."""
WHITE: Final = 0.85
"""Share of burnt-out pixels from which on nothing can be seen."""
DARK: Final = 75.0
"""Brightness of a picture's brightest parts, among them the cards' white edges, below which it is too dark."""
BRIGHT: Final = 0.4
"""Share of burnt-out pixels from which on cards are hard to read."""
SOFT: Final = 4.2
"""Width of outlines, in pixels of a picture of 360 lines, from which on it is blurred."""
SOFTER: Final = 1.6
"""How many times wider they have to be than they were at best."""
_BURNT: Final = 250
_SHARPNESS_EVERY: Final = 0.3
_LINES: Final = 360
_WINDOW: Final = np.ones((13, 13), np.uint8)
_CONTRAST: Final = 70
_FEW: Final = 200


class Since:
    """Since when something has been so."""

    def __init__(self) -> None:
        self._since: float | None = None

    def long(self, now: bool, t: float, seconds: float = FOR_S) -> bool:
        """Whether it is so at ``t`` and has been for ``seconds``."""
        if not now:
            self._since = None
            return False
        if self._since is None or t < self._since:
            self._since = t
        return t - self._since >= seconds


class SightCheck:
    """Judges each picture of one camera; after ``look``, ``blind`` and ``poor`` say what is wrong.

    ``doubtful``: something is wrong with this very picture, however short.
    """

    def __init__(self) -> None:
        self.blind: Blind | None = None
        self.poor: frozenset[Sight] = frozenset()
        self.doubtful = False
        self._black, self._white = Since(), Since()
        self._poor = {Sight.DARK: Since(), Sight.BRIGHT: Since(), Sight.BLURRED: Since()}
        self._measured = -1.0
        self._width: float | None = None
        self._best: float | None = None

    def look(self, image: Image, t: float) -> None:
        """Take in the next picture (H, W, 3) at ``t`` seconds."""
        mean, bright, burnt = _light(image)
        white = self._white.long(burnt >= WHITE, t)
        black = self._black.long(mean < BLACK, t)
        self.blind = Blind.BLACK if black else Blind.WHITE if white else None
        wrong = {
            Sight.DARK: bright < DARK,
            Sight.BRIGHT: burnt >= BRIGHT,
            Sight.BLURRED: False,
        }
        if not wrong[Sight.DARK] and not wrong[Sight.BRIGHT]:
            wrong[Sight.BLURRED] = self._soft(image, t)
        self.doubtful = any(wrong.values()) or mean < BLACK or burnt >= WHITE
        self.poor = frozenset(sight for sight, now in wrong.items() if self._poor[sight].long(now, t))

    def _soft(self, image: Image, t: float) -> bool:
        if not 0 <= t - self._measured < _SHARPNESS_EVERY:
            self._measured = t
            self._width = outline_width(image)
            if self._width is not None:
                self._best = self._width if self._best is None else min(self._width, 1.001 * self._best)
        if self._width is None or self._best is None:
            return False
        return self._width >= SOFT and (self._width >= SOFTER * self._best or self._width >= 2 * SOFT)


def _light(image: Image) -> tuple[float, float, float]:
    """Mean brightness, that of the brightest fiftieth, and the share of burnt-out pixels."""
    step = max(1, image.shape[0] // 90)
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(image[::step, ::step]), cv2.COLOR_BGR2GRAY))
    counts = np.bincount(grey.ravel(), minlength=256)
    levels, total = np.cumsum(counts), grey.size
    bright = int(np.searchsorted(levels, 0.98 * total))
    return float((counts * np.arange(256)).sum() / total), float(bright), float(counts[_BURNT:].sum() / total)


def outline_width(image: Image) -> float | None:
    """How many pixels of a picture of 360 lines a strong outline takes from dark to light; None without outlines."""
    scale = max(1.0, image.shape[0] / _LINES)
    size = (max(1, round(image.shape[1] / scale)), max(1, round(image.shape[0] / scale)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    soft: NDArray[np.uint8] = np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)
    contrast = cv2.subtract(cv2.dilate(soft, _WINDOW), cv2.erode(soft, _WINDOW))
    steps = np.zeros_like(soft)
    steps[:, 1:] = cv2.absdiff(soft[:, 1:], soft[:, :-1])
    steps[1:] = np.maximum(steps[1:], cv2.absdiff(soft[1:], soft[:-1]))
    steepest = cv2.dilate(steps, _WINDOW)
    strong = np.asarray(contrast) > _CONTRAST
    if int(strong.sum()) < _FEW:
        return None
    return float(np.median(np.asarray(contrast)[strong] / np.maximum(np.asarray(steepest)[strong], 1)))
