"""Fits a picture into a model's input and brings corners back."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.frame import Image

PAD = 114
"""The grey of the margin, the one Ultralytics trains with."""


@dataclass(frozen=True, slots=True)
class Letterbox:
    """A picture of some size scaled by ``scale`` into ``width`` × ``height`` with a margin of ``left`` and ``top``."""

    scale: float
    left: int
    top: int
    width: int
    height: int

    @classmethod
    def around(cls, height: int, width: int, *, size: int, stride: int = 32) -> "Letterbox":
        """The smallest input, both sides multiples of ``stride``, with the picture's long side scaled to ``size``."""
        scale = size / max(height, width)
        inner_w, inner_h = _scaled(width, scale), _scaled(height, scale)
        outer_w = math.ceil(inner_w / stride) * stride
        outer_h = math.ceil(inner_h / stride) * stride
        return cls(scale, (outer_w - inner_w) // 2, (outer_h - inner_h) // 2, outer_w, outer_h)

    @classmethod
    def into(cls, height: int, width: int, *, input_height: int, input_width: int) -> "Letterbox":
        """The picture as large as fits into an input of fixed size."""
        scale = min(input_height / height, input_width / width)
        left, top = (input_width - _scaled(width, scale)) // 2, (input_height - _scaled(height, scale)) // 2
        return cls(scale, left, top, input_width, input_height)

    def apply(self, image: Image) -> NDArray[np.float32]:
        """Scale and pad ``image`` (H, W, 3) BGR into (1, 3, height, width) RGB between 0 and 1."""
        height, width = image.shape[:2]
        inner = (_scaled(width, self.scale), _scaled(height, self.scale))
        if inner != (width, height):
            shrink = cv2.INTER_AREA if self.scale < 0.5 else cv2.INTER_LINEAR
            image = np.asarray(cv2.resize(image, inner, interpolation=shrink), np.uint8)
        right, bottom = self.width - inner[0] - self.left, self.height - inner[1] - self.top
        if self.left or self.top or right or bottom:
            padded = cv2.copyMakeBorder(
                image, self.top, bottom, self.left, right, cv2.BORDER_CONSTANT, value=(PAD, PAD, PAD)
            )
            image = np.asarray(padded, np.uint8)
        blob = cv2.dnn.blobFromImage(image, 1.0 / 255.0, swapRB=True)
        return np.asarray(blob, np.float32)

    def undo(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Points (…, 2) of the input as points of the picture."""
        shift = np.array([self.left, self.top], np.float32)
        return ((points - shift) / np.float32(self.scale)).astype(np.float32)


def _scaled(side: int, scale: float) -> int:
    return max(1, round(side * scale))
