"""Whether the camera still shows the table: frozen and black pictures."""

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
DARK = 10.0
"""Mean brightness, of 255, below which nothing can be seen."""
DARK_FOR = 1.0
"""Seconds of darkness after which the camera counts as lost."""


class CameraWatch:
    """Notices a picture that never changes or shows nothing.

    A sensor's noise makes every picture differ a little, so pictures that are the same to the last bit for
    ``frozen_after`` seconds come from a camera that has gone; None switches that off, for sources without noise.
    """

    def __init__(self, frozen_after: float | None) -> None:
        self._frozen_after = frozen_after
        self._last: Image | None = None
        self._changed = 0.0
        self._lit = 0.0
        self._fresh = True

    def check(self, image: Image, t: float) -> str | None:
        """Why the camera counts as lost at ``t`` seconds, None while it is well; ``image`` may be a small copy."""
        sample = image[::4]
        if self._fresh or self._last is None or not np.array_equal(sample, self._last):
            self._changed = t
        if self._fresh or float(sample.mean()) >= DARK:
            self._lit = t
        self._last, self._fresh = sample.copy(), False
        if t - self._lit >= DARK_FOR:
            return "the picture is black"
        if self._frozen_after is not None and t - self._changed >= self._frozen_after:
            return "the picture is frozen"
        return None
