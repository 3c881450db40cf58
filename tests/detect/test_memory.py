"""A card lying still is read once; another card on the same spot is read at once."""

import numpy as np
from numpy.typing import NDArray

from vision.detect.memory import KEPT, TRIES, RememberingReader
from vision.frames.frame import Image
from vision.synth.faces import render_face
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face

HERE, THERE = card_quad(70, 70, 80, 0.3), card_quad(210, 80, 80, 2.0)


class Counting:
    """Gives every card asked for a number of its own."""

    def __init__(self) -> None:
        self.asked = 0

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        numbers = np.arange(self.asked, self.asked + len(quads), dtype=np.float32) + 1
        self.asked += len(quads)
        return np.stack([numbers, numbers], axis=1)


def table(first: str, second: str, noise: int = 0) -> Image:
    """Two cards on a grey table, with the grain of a sensor."""
    image = np.full((160, 290, 3), 90, np.uint8)
    for label, quad in ((first, HERE), (second, THERE)):
        paste_face(image, render_face(label, "B"), quad)
    grain = np.random.default_rng(noise).normal(0, 4, image.shape) if noise else 0
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def test_still_cards_are_read_once_though_noise_and_boxes_jitter() -> None:
    counting = Counting()
    reader = RememberingReader(counting)
    first = reader.read(table("red_3", "blue_8"), np.stack([HERE, THERE]))
    rng = np.random.default_rng(1)
    for frame in range(1, 9):
        jitter = rng.normal(0, 1.2, (2, 4, 2)).astype(np.float32)
        quads = np.stack([np.roll(THERE, 2, axis=0), HERE]) + jitter
        assert np.array_equal(reader.read(table("red_3", "blue_8", frame), quads), first[::-1])
    assert counting.asked == 2


def test_a_face_that_looks_alike_on_the_same_spot_is_read_anew() -> None:
    counting = Counting()
    reader = RememberingReader(counting)
    faces = ("red_3", "red_8", "red_5", "red_6", "red_9", "red_0", "red_skip", "red_1", "red_7")
    for label in faces:
        reader.read(table(label, "blue_8"), np.stack([HERE, THERE]))
    assert counting.asked == len(faces) + 1


def test_a_card_that_moved_is_read_anew() -> None:
    counting = Counting()
    reader = RememberingReader(counting)
    image = table("red_3", "blue_8")
    reader.read(image, HERE[None])
    reader.read(image, HERE[None] + np.float32(15))
    assert counting.asked == 2


def test_memory_is_bounded() -> None:
    reader = RememberingReader(Counting())
    image = table("red_3", "blue_8")
    for x in range(2 * KEPT):
        reader.read(image, card_quad(float(x * 20), 70, 60, 0.0)[None])
    assert len(reader._seen) == KEPT


class Doubtful:
    """Reads a card a little more surely, or less, each time."""

    def __init__(self, *sure: float) -> None:
        self.sure = list(sure)
        self.asked = 0

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        self.asked += 1
        return np.full((len(quads), 2), self.sure.pop(0), np.float32)


def test_what_was_read_in_doubt_is_read_again_and_the_surest_reading_counts() -> None:
    doubtful = Doubtful(0.4, 0.6, 0.5, 0.95)
    reader, image = RememberingReader(doubtful), table("red_3", "blue_8")
    sure = [float(reader.read(image, HERE[None])[0, 0]) for _ in range(6)]
    assert np.allclose(sure, [0.4, 0.6, 0.6, 0.95, 0.95, 0.95])
    assert doubtful.asked == 4


def test_what_stays_in_doubt_is_not_read_for_ever() -> None:
    doubtful = Doubtful(*[0.5] * 20)
    reader, image = RememberingReader(doubtful), table("red_3", "blue_8")
    for _ in range(12):
        reader.read(image, HERE[None])
    assert doubtful.asked == TRIES
