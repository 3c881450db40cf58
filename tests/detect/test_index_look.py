"""A card of which only an index shows is read by it, and one that shows whole is never told twice."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.detections import Detections
from vision.detect.found import Found
from vision.detect.index_look import IndexReader, hidden_cards, index_crop, lone_ones_doubted, unexplained
from vision.detect.kinds import FACE, INDEX, card_of_index, index_quads
from vision.detect.rectify import one_sense
from vision.detect.second_look import SecondLook
from vision.frames.frame import Image
from vision.synth.faces import render_face
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face

IMAGE = np.full((400, 400, 3), 120, np.uint8)
UNDER, OVER = card_quad(170, 200, 160, -0.2), card_quad(230, 210, 160, 0.1)


class Told(IndexReader):
    """Reads indices as told, each standing as it was given."""

    def __init__(self, *labels: str) -> None:
        self._labels = labels

    def read(self, image: Image, quads: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        rows = [np.eye(len(LABELS), dtype=np.float32)[LABELS.index(label)] for label in self._labels]
        return np.stack(rows)[: len(quads)], quads


def _found(quads: Sequence[NDArray[np.float32]], confidence: float = 0.8) -> Found:
    return Found.of(quads, [INDEX] * len(quads), [confidence] * len(quads))


def _whole(label: str, quad: NDArray[np.float32]) -> Detections:
    return Detections.of([quad], [LABELS.index(label)], [0.9])


@pytest.mark.parametrize("angle", [0.0, 0.9, 2.5, 4.0])
def test_a_card_lies_where_either_of_its_indices_says(angle: float) -> None:
    card = card_quad(100, 120, 90, angle)
    first, second = index_quads(card)
    assert np.allclose(card_of_index(first), card, atol=0.01)
    assert np.allclose(card_of_index(second), np.roll(card, 2, axis=0), atol=0.01)


def test_both_indices_look_alike_once_turned_upright() -> None:
    image = np.full((300, 300, 3), 90, np.uint8)
    card = card_quad(150, 150, 220, 0.6)
    paste_face(image, render_face("green_7", "A"), card)
    first, second = (index_crop(image, quad).astype(int) for quad in index_quads(card))
    assert np.abs(first - second).mean() < 12
    assert np.abs(first - second[::-1, ::-1]).mean() > 20


def test_a_whole_cards_own_indices_say_nothing_new() -> None:
    own = _found(list(index_quads(OVER)))
    assert len(unexplained(own, _whole("red_5", OVER))) == 0
    assert len(unexplained(_found([index_quads(UNDER)[0]]), _whole("red_5", OVER))) == 1


def test_a_hidden_card_is_told_with_its_place() -> None:
    cards = hidden_cards(IMAGE, _found([index_quads(UNDER)[0]]), _whole("red_5", OVER), Told("blue_2"))
    assert cards.labels == ("blue_2",)
    assert np.allclose(cards.quads[0], UNDER, atol=0.1)


def test_both_indices_of_a_hidden_card_are_one_card() -> None:
    found = hidden_cards(IMAGE, _found(list(index_quads(UNDER))), Detections.empty(), Told("blue_2", "blue_2"))
    assert found.labels == ("blue_2",)


def test_two_equal_cards_in_a_fan_are_two() -> None:
    fan = [index_quads(card_quad(150 + 25 * i, 200, 160, 0.0))[0] for i in range(2)]
    found = hidden_cards(IMAGE, _found(fan), Detections.empty(), Told("blue_2", "blue_2"))
    assert found.labels == ("blue_2", "blue_2")


def test_an_index_inside_a_whole_card_of_its_face_is_that_cards_own() -> None:
    cut = OVER.copy()  # the picture ends in the middle of the card, and so does the box
    cut[:2] += 0.4 * (OVER[[3, 2]] - OVER[:2])
    found = hidden_cards(IMAGE, _found([index_quads(OVER)[1]]), _whole("red_5", cut), Told("red_5"))
    assert len(found) == 0


def test_a_faint_index_makes_a_doubtful_card() -> None:
    faint = hidden_cards(IMAGE, _found([index_quads(UNDER)[0]], 0.0001), Detections.empty(), Told("blue_2"))
    assert faint.confidences[0] == pytest.approx(0.1)
    assert faint.doubtful.tolist() == [True]


class Finder:
    """Finds one whole card and the index of another under it."""

    def find(self, image: Image) -> Found:
        return Found.of([OVER, index_quads(UNDER)[0]], [FACE, INDEX], [0.9, 0.8])


class Reader:
    """Reads whole cards as red 5."""

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.tile(np.eye(len(LABELS), dtype=np.float32)[LABELS.index("red_5")], (len(quads), 1))


def test_in_a_photo_hidden_cards_count_and_in_a_video_they_do_not() -> None:
    look = SecondLook(Finder(), Reader(), 0.3, indices=Told("blue_2"))
    assert set(look.detect(IMAGE).labels) == {"red_5", "blue_2"}
    assert look.remembering().detect(IMAGE).labels == ("red_5",)
    assert np.allclose(one_sense(OVER), OVER)


class Faint:
    """Finds a box that is hardly a card where another card's index shows."""

    def find(self, image: Image) -> Found:
        return Found.of([UNDER, index_quads(UNDER)[0]], [FACE, INDEX], [0.0001, 0.8])


def test_a_doubtful_card_explains_no_index() -> None:
    found = SecondLook(Faint(), Reader(), 0.0, indices=Told("blue_2")).detect(IMAGE)
    assert found.labels[0] == "blue_2"
    assert found.confidences[0] > 0.9


def test_an_index_just_outside_the_box_of_its_own_card_is_no_second_card() -> None:
    tight = OVER.mean(axis=0) + (OVER - OVER.mean(axis=0)) * np.float32(0.78)
    assert len(hidden_cards(IMAGE, _found([index_quads(OVER)[0]]), _whole("red_5", tight), Told("red_5"))) == 0


def test_both_indices_of_a_card_are_one_though_their_boxes_are_rough() -> None:
    first, second = index_quads(UNDER)
    rough = second.mean(axis=0) + (second - second.mean(axis=0)) * np.float32(1.25)
    found = hidden_cards(IMAGE, _found([first, rough]), Detections.empty(), Told("blue_2", "blue_2"))
    assert found.labels == ("blue_2",)


class Worn:
    """Finds a card hardly and its index well, as where the face is worn off."""

    def find(self, image: Image) -> Found:
        return Found.of([OVER + np.float32(14), index_quads(OVER)[0]], [FACE, INDEX], [0.03, 0.8])


def test_a_worn_card_told_by_its_index_is_not_told_twice() -> None:
    found = SecondLook(Worn(), Reader(), 0.3, indices=Told("red_5")).detect(IMAGE)
    assert found.labels == ("red_5",)
    assert found.confidences[0] > 0.9


def test_an_index_that_nothing_covers_the_card_of_is_doubted() -> None:
    lone = Detections.of([UNDER], [3], [0.9])
    assert lone_ones_doubted(lone, _whole("red_5", OVER)).confidences[0] == pytest.approx(0.9)
    assert lone_ones_doubted(lone, Detections.empty()).confidences[0] == pytest.approx(0.45)
    far = _whole("red_5", OVER + np.float32(900))
    assert lone_ones_doubted(lone, far).confidences[0] == pytest.approx(0.45)
