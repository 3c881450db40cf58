"""A card lying still is read once; another card on the same spot is read at once."""

import numpy as np
from numpy.typing import NDArray

from vision.detect.memory import KEPT, RememberingReader
from vision.detect.rectify import CROP_HEIGHT, CROP_WIDTH, rectify
from vision.synth.faces import render_face
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face


class Counting:
    """Gives every crop asked for a number of its own."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        numbers = np.arange(self.asked, self.asked + len(crops), dtype=np.float32)
        self.asked += len(crops)
        return np.stack([numbers, numbers], axis=1)


def crop_of(label: str, height: float = 60, noise: int = 0) -> NDArray[np.uint8]:
    image = np.full((140, 140, 3), 90, np.uint8)
    quad = card_quad(70, 70, height, 0.3)
    paste_face(image, render_face(label, "B"), quad)
    rng = np.random.default_rng(noise)
    grain = rng.normal(0, 4, image.shape) if noise else 0
    return rectify(np.clip(image + grain, 0, 255).astype(np.uint8), quad)


def test_a_still_card_under_sensor_noise_is_read_once() -> None:
    counting = Counting()
    reader = RememberingReader(counting)
    first = reader.read(np.stack([crop_of("red_3", noise=1), crop_of("blue_8", noise=2)]))
    for frame in range(3, 9):
        again = reader.read(np.stack([crop_of("blue_8", noise=frame), crop_of("red_3", noise=frame)]))
        assert np.array_equal(again, first[::-1])
    assert counting.asked == 2


def test_faces_that_look_alike_are_read_anew() -> None:
    counting = Counting()
    reader = RememberingReader(counting)
    for label in ("red_3", "red_8", "red_5", "red_6", "red_9", "red_0", "red_skip", "red_1", "red_7"):
        for height in (40, 60):
            reader.read(crop_of(label, height)[None])
    assert counting.asked == 18


def test_memory_is_bounded_and_keeps_what_was_seen_last() -> None:
    counting = Counting()
    reader = RememberingReader(counting)
    flat = [np.full((CROP_HEIGHT, CROP_WIDTH, 3), value, np.uint8) for value in (0, 60, 120, 180, 240)]
    for _ in range(KEPT):
        reader.read(np.stack(flat))
    assert counting.asked == len(flat)
    rng = np.random.default_rng(1)
    for _ in range(KEPT):
        blocks = (rng.integers(0, 2, (4, 5, 3)) * 255).astype(np.uint8)
        other = blocks.repeat(40, axis=0).repeat(21, axis=1)[:CROP_HEIGHT, :CROP_WIDTH]
        reader.read(np.stack([flat[0], other]))
    assert np.array_equal(reader.read(flat[0][None]), [[0, 0]])
    assert len(reader._seen) <= KEPT
