"""Two looks at one picture: each counts for the cards it sees well, and no card comes back twice."""

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.found import Found
from vision.detect.kinds import FACE
from vision.detect.scales import TwoScales, long_sides
from vision.detect.second_look import SecondLook
from vision.frames.frame import Image
from vision.synth.layout import card_quad

IMAGE = np.full((400, 400, 3), 120, np.uint8)
LARGE, MIDDLE, SMALL = card_quad(200, 200, 320, 0.1), card_quad(120, 120, 150, 0.1), card_quad(320, 320, 50, 0.1)


class Finder:
    """Finds what it is told to."""

    def __init__(self, *quads: NDArray[np.float32]) -> None:
        self._found = Found.of(quads, [FACE] * len(quads), [0.5] * len(quads))

    def find(self, image: Image) -> Found:
        return self._found


class Sure:
    """Reads every card as one face, without a doubt."""

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.tile(np.eye(len(LABELS), dtype=np.float32)[LABELS.index("red_5")], (len(quads), 1))


def test_long_sides_do_not_depend_on_where_a_quad_starts() -> None:
    turned = np.stack([np.roll(MIDDLE, k, axis=0) for k in range(4)])
    assert np.allclose(long_sides(turned), 150, atol=0.01)


def test_each_look_counts_for_the_cards_it_sees_well() -> None:
    found = TwoScales(Finder(LARGE, SMALL), Finder(LARGE, SMALL))
    assert sorted(long_sides(found.find(IMAGE).quads).round().tolist()) == [50, 320]


def test_a_card_seen_by_both_comes_back_once() -> None:
    both = TwoScales(Finder(MIDDLE), Finder(MIDDLE + np.float32(3)))
    assert len(both.find(IMAGE)) == 2
    assert SecondLook(both, Sure(), 0.3).detect(IMAGE).labels == ("red_5",)


def test_the_digit_of_a_close_card_is_not_a_card_of_its_own() -> None:
    part = card_quad(200, 200, 90, 0.1)
    found = SecondLook(TwoScales(Finder(part), Finder(LARGE)), Sure(), 0.3).detect(IMAGE)
    assert len(found) == 1
    assert np.allclose(found.quads[0], LARGE)


def test_cards_of_like_size_on_each_other_stay_two() -> None:
    found = SecondLook(Finder(MIDDLE, MIDDLE + np.float32(60)), Sure(), 0.3).detect(IMAGE)
    assert len(found) == 2
