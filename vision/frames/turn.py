"""Cameras that stand on their side, on their head, or show a mirror image."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.errors import UsageError
from vision.frames.frame import Image

ROTATIONS: Final = (0, 90, 180, 270)
_CODES: Final = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True, slots=True)
class Turn:
    """How pictures are put upright: first mirrored left to right, then turned ``rotation`` degrees clockwise.

    Raises ``UsageError`` for an angle that is no quarter turn.
    """

    rotation: int = 0
    mirrored: bool = False

    def __post_init__(self) -> None:
        if self.rotation not in ROTATIONS:
            raise UsageError(f"A picture cannot be turned by {self.rotation} degrees; give 0, 90, 180 or 270.")

    def apply(self, image: Image) -> Image:
        """The upright picture; the same one where there is nothing to do."""
        if self.mirrored:
            image = np.asarray(cv2.flip(image, 1), np.uint8)
        if self.rotation:
            image = np.asarray(cv2.rotate(image, _CODES[self.rotation]), np.uint8)
        return image
