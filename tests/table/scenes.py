"""A drawn table in front of a camera that is bumped, turned, dimmed and covered; no cards to be read."""

import cv2
import numpy as np

from vision.frames.frame import Frame, Image
from vision.table.care import CameraCare, Look

WIDTH, HEIGHT = 640, 360
FPS = 10


def table(seed: int = 3) -> Image:
    """Cloth, two piles, a few things and hands' cards along the edges."""
    rng = np.random.default_rng(seed)
    image = np.full((HEIGHT, WIDTH, 3), (70, 90, 60), np.uint8)
    for _ in range(22):
        x, y = int(rng.integers(0, WIDTH - 50)), int(rng.integers(0, HEIGHT - 60))
        cv2.rectangle(image, (x, y), (x + 38, y + 56), (235, 235, 235), -1)
        colour = tuple(int(v) for v in rng.integers(20, 230, 3))
        cv2.rectangle(image, (x + 4, y + 4), (x + 34, y + 52), colour, -1)
        cv2.putText(image, str(rng.integers(0, 9)), (x + 8, y + 40), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255, 255, 255), 2)
    return image


def bumped(image: Image, degrees: float = 0.0, right: float = 0.0, down: float = 0.0, size: float = 1.0) -> Image:
    """What the camera sees after it was moved."""
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, size)
    matrix[:, 2] += (right, down)
    return np.asarray(cv2.warpAffine(image, matrix, (width, height), borderValue=(70, 90, 60)), np.uint8)


class Film:
    """Feeds pictures to a camera's care, ten a second, each with its own noise."""

    def __init__(self, care: CameraCare | None = None) -> None:
        self.care = care or CameraCare()
        self.seq = 0
        self.looks: list[Look] = []
        self._rng = np.random.default_rng(11)

    @property
    def t(self) -> float:
        """The time of the next picture."""
        return self.seq / FPS

    def show(self, image: Image, seconds: float, *, noise: float = 2.0) -> list[Look]:
        """Show a picture for so long; what became of each frame."""
        looks = []
        for _ in range(round(seconds * FPS)):
            grain = self._rng.normal(0, noise, image.shape) if noise else 0.0
            grainy = np.clip(image + grain, 0, 255).astype(np.uint8)
            looks.append(self.care.look(Frame(self.seq, self.t, grainy)))
            self.seq += 1
        self.looks += looks
        return looks


def after(looks: list[Look], found: object) -> float:
    """Seconds from the first of these looks to the first for which ``found`` holds."""
    for number, look in enumerate(looks):
        if found(look):  # type: ignore[operator]  # any test of a look
            return number / FPS
    raise AssertionError("it was not noticed at all")
