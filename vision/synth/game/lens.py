"""What camera and lamp do to a clean picture: light, blur, and sensor noise from a prepared pool."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.game.light import Effect, defocus, gains
from vision.synth.game.spec import GameSpec

Image = NDArray[np.uint8]
_POOL = 4
_SPARE = 64


class Lens:
    """Finishes pictures of ``spec``; the same seed and frame number give the same noise."""

    def __init__(self, spec: GameSpec, rng: np.random.Generator, effects: Sequence[Effect] = ()) -> None:
        self._spec, self._effects = spec, tuple(effects)
        self._phase = float(rng.uniform(0, math.tau))
        self._more: list[Image] = []
        self._less: list[Image] = []
        if spec.noise > 0:
            self._fill(rng)

    def finish(self, clean: Image, seq: int, t: float) -> Image:
        """The picture as the camera hands it out, a new array."""
        seen = self._blurred(clean, t)
        if self._effects:
            seen = self._lit(seen, t)
        elif self._spec.drift > 0:
            seen = np.asarray(cv2.convertScaleAbs(seen, alpha=self.gain(t)), np.uint8)
        return self._noisy(seen, seq)

    def gain(self, t: float) -> float:
        """Brightness of the lamp at ``t``, about 1."""
        wave = math.sin(t / 3.1 + self._phase) + 0.5 * math.sin(t / 1.3)
        return 1 + self._spec.drift * wave / 1.5

    def _blurred(self, seen: Image, t: float) -> Image:
        blur = math.hypot(self._spec.blur, defocus(self._effects, t) * self._spec.size[1] / 720)
        if blur <= 0:
            return seen
        side = 3 if blur == self._spec.blur else 1 + 2 * math.ceil(2 * blur)
        return np.asarray(cv2.GaussianBlur(seen, (side, side), blur), np.uint8)

    def _lit(self, seen: Image, t: float) -> Image:
        """Each colour by its factor, clipped as a sensor clips."""
        factors = self.gain(t) * np.array(gains(self._effects, t))
        return np.asarray(cv2.transform(seen, np.diag(factors)), np.uint8)

    def _fill(self, rng: np.random.Generator) -> None:
        width, height = self._spec.size
        for _ in range(_POOL):
            grain = rng.standard_normal((height + _SPARE, width + _SPARE, 3), np.float32) * self._spec.noise
            grain = 0.7 * grain + 0.7 * grain.mean(axis=2, keepdims=True)
            self._more.append(grain.clip(0, 255).round().astype(np.uint8))
            self._less.append((-grain).clip(0, 255).round().astype(np.uint8))

    def _noisy(self, seen: Image, seq: int) -> Image:
        if not self._more:
            return seen.copy()
        height, width = seen.shape[:2]
        pick, x, y = seq % _POOL, seq * 37 % _SPARE, seq * 23 % _SPARE
        part = np.s_[y : y + height, x : x + width]
        return np.asarray(cv2.subtract(cv2.add(seen, self._more[pick][part]), self._less[pick][part]), np.uint8)
