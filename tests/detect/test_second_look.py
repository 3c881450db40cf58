"""The second look corrects the finder, rejects what is nothing, and never gives one card two boxes."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.card_reader import CardReader
from vision.detect.detections import Detections
from vision.detect.detector import load_parts
from vision.detect.found import Found
from vision.detect.kinds import BACK, FACE
from vision.detect.second_look import SecondLook, for_video
from vision.frames.frame import Image
from vision.synth.faces import render_face
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face

IMAGE = np.full((200, 300, 3), 120, np.uint8)


class Finder:
    """Finds what it is told to."""

    def __init__(self, *boxes: tuple[int, float, NDArray[np.float32]]) -> None:
        self._found = Found.of([box[2] for box in boxes], [box[0] for box in boxes], [box[1] for box in boxes])

    def find(self, image: Image) -> Found:
        return self._found


class Oracle:
    """Reads without a second look."""

    def detect(self, image: Image) -> Detections:
        return Detections.empty()


class Reader:
    """Reads the chances it is told, one dictionary a card, in the order it is asked."""

    def __init__(self, *chances: dict[str, float]) -> None:
        self._chances = list(chances)
        self.asked = 0

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        self.asked += 1
        told, self._chances = self._chances[: len(quads)], self._chances[len(quads) :]
        assert len(told) == len(quads)
        return np.array([[chance.get(label, 0.0) for label in LABELS] for chance in told], np.float32)


def _look(finder: Finder, *chances: dict[str, float], confidence: float = 0.3) -> Detections:
    return SecondLook(finder, Reader(*chances), confidence).detect(IMAGE)


HERE, THERE = card_quad(80, 100, 90, 0.2), card_quad(220, 100, 90, 1.0)


def test_a_sure_face_is_no_back_and_a_sure_back_no_face() -> None:
    unclear = {"wild": 0.45, "back": 0.55}
    assert _look(Finder((FACE, 0.9, HERE)), unclear).labels == ("wild",)
    assert _look(Finder((BACK, 0.5, HERE)), unclear).labels == ("back",)
    assert _look(Finder((FACE, 0.1, HERE)), unclear, confidence=0.2).labels == ("back",)


def test_a_box_on_nothing_is_rejected() -> None:
    found = _look(Finder((FACE, 0.3, HERE), (FACE, 0.3, THERE)), {"red_9": 0.03}, {"blue_1": 0.98})
    assert found.labels == ("blue_1",)


def test_a_faint_box_on_a_clear_card_is_kept() -> None:
    found = _look(Finder((FACE, 0.06, HERE)), {"green_4": 0.99}, confidence=0.4)
    assert found.labels == ("green_4",)


def test_two_boxes_on_one_card_become_one_once_both_are_read_alike() -> None:
    near = HERE + np.float32(8)
    found = _look(Finder((FACE, 0.5, HERE), (FACE, 0.4, near)), {"red_7": 0.9}, {"red_7": 0.95})
    assert found.labels == ("red_7",)


def test_two_equal_cards_side_by_side_stay_two_and_come_surest_first() -> None:
    found = _look(Finder((FACE, 0.2, HERE), (FACE, 0.9, THERE)), {"red_1": 0.95}, {"red_1": 0.9})
    assert found.labels == ("red_1", "red_1")
    assert found.confidences[0] > found.confidences[1]
    assert np.allclose(found.quads[0], THERE)


def test_a_faint_box_on_a_card_that_is_read_is_not_read_again() -> None:
    reader = Reader({"red_7": 0.95})
    both = Finder((FACE, 0.9, HERE), (FACE, 0.1, HERE + np.float32(12)))
    assert SecondLook(both, reader, 0.3).detect(IMAGE).labels == ("red_7",)
    assert reader.asked == 1


def test_in_a_video_a_still_card_is_read_once() -> None:
    reader = Reader({"red_1": 0.95})
    plain = SecondLook(Finder((FACE, 0.9, HERE)), reader, 0.3)
    video = for_video(plain)
    frames = [video.detect(IMAGE).labels for _ in range(4)]
    assert frames == [("red_1",)] * 4
    assert reader.asked == 1
    other = Oracle()
    assert for_video(other) is other


def test_in_a_video_faint_boxes_wait_for_the_next_frame() -> None:
    faint = SecondLook(Finder((FACE, 0.06, HERE)), Reader({"red_1": 0.99}), 0.3)
    assert len(faint.detect(IMAGE)) == 1
    assert len(for_video(faint).detect(IMAGE)) == 0


def test_an_empty_picture_needs_no_second_look() -> None:
    assert len(_look(Finder())) == 0


def test_a_box_drawn_far_too_wide_about_a_clear_card_is_not_a_second_one() -> None:
    wide = card_quad(80, 100, 150, 0.2)
    found = _look(Finder((FACE, 0.9, HERE), (FACE, 0.31, wide)), {"blue_9": 0.98}, {"blue_9": 0.6})
    assert len(found) == 1
    assert np.allclose(found.quads[0], HERE)
    far = _look(Finder((FACE, 0.9, HERE), (FACE, 0.31, wide)), {"blue_9": 0.98}, {"red_4": 0.6})
    assert len(far) == 2


def test_specks_beside_cards_are_no_cards() -> None:
    speck = card_quad(250, 30, 16, 0.0)
    both = _look(Finder((FACE, 0.9, HERE), (FACE, 0.5, speck)), {"blue_9": 0.98}, {"wild_draw4": 0.8})
    assert both.labels == ("blue_9",)
    assert _look(Finder((FACE, 0.5, speck)), {"wild_draw4": 0.8}).labels == ("wild_draw4",)


def test_a_black_face_found_as_a_back_is_still_read() -> None:
    assert _look(Finder((BACK, 0.8, HERE)), {"wild_draw4": 0.98, "back": 0.01}).labels == ("wild_draw4",)


@pytest.mark.parametrize("label", ["green_skip", "red_6", "blue_9", "yellow_draw2"])
@pytest.mark.parametrize("turn", [-0.27, 0.27])
def test_a_card_in_a_box_that_lies_askew_is_read(label: str, turn: float) -> None:
    image = np.full((300, 300, 3), (60, 90, 70), np.uint8)
    paste_face(image, render_face(label, "C", None), card_quad(150, 150, 150, 0.5), random.Random(1))
    parts = load_parts()
    chances = CardReader.load(parts.reader).read(image, card_quad(150, 150, 150, 0.5 + turn)[None])
    assert LABELS[int(chances[0].argmax())] == label
    assert chances.max() > 0.9
