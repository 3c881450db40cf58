"""A photo of a whole table is read as its players would tell it."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.detections import Detections
from vision.errors import UsageError
from vision.synth.layout import card_quad
from vision.table.photo import PhotoPlan, TablePhoto, read_table

Image = NDArray[np.uint8]
WIDTH, HEIGHT, CARD = 1500, 1000, 150


def _table(colour: tuple[int, int, int] = (200, 210, 215)) -> Image:
    return np.full((HEIGHT, WIDTH, 3), colour, np.uint8)


def _cards(*cards: tuple[str, float, float, float]) -> Detections:
    """Cards as label, x, y and angle."""
    quads = [card_quad(x, y, CARD, angle) for _, x, y, angle in cards]
    return Detections.of(quads, [LABELS.index(c[0]) for c in cards], np.linspace(0.95, 0.9, len(cards)))


MIDDLE = ("red_5", 760, 520, 0.5)
BOTTOM = (("blue_1", 600, 890, 0.0), ("blue_2", 720, 895, 0.1), ("wild", 840, 885, 0.0))
RIGHT = (("green_7", 1390, 560, math.pi / 2), ("green_8", 1390, 440, math.pi / 2))
TOP = (("yellow_0", 700, 100, math.pi),)


def _token(image: Image, x: int, y: int, colour: tuple[int, int, int] = (30, 30, 30)) -> Image:
    cv2.rectangle(image, (x - 28, y - 20), (x + 28, y + 20), colour, -1)
    return image


def _read(image: Image, cards: Detections, **plan: object) -> TablePhoto:
    return read_table(image, cards, PhotoPlan(**plan))  # type: ignore[arg-type]


def test_every_card_goes_to_its_place_and_hands_read_from_their_players_left() -> None:
    seen = _read(_table(), _cards(MIDDLE, *BOTTOM, *RIGHT, *TOP))
    assert seen.center == "red_5"
    assert seen.hands == {
        "bottom": ("blue_1", "blue_2", "wild"),
        "right": ("green_7", "green_8"),
        "top": ("yellow_0",),
        "left": (),
    }
    assert seen.active_seat is None


@pytest.mark.parametrize(
    ("at", "seat"), [((980, 900), "bottom"), ((1390, 330), "right"), ((560, 100), "top"), ((90, 500), "left")]
)
def test_a_token_tells_whose_turn_it_is_even_beside_an_empty_hand(at: tuple[int, int], seat: str) -> None:
    cards = _cards(MIDDLE, *BOTTOM, *RIGHT, *TOP)
    assert _read(_token(_table(), *at), cards).active_seat == seat


def test_tokens_have_the_colours_that_are_asked_for() -> None:
    image = _token(_table(), 980, 900, (200, 40, 30))
    cards = _cards(MIDDLE, *BOTTOM)
    assert _read(image, cards).active_seat is None
    assert _read(image, cards, tokens=("blue",)).active_seat == "bottom"
    assert _read(_token(_table(), 980, 900), cards, tokens=()).active_seat is None


def test_twigs_are_no_tokens() -> None:
    image = _table()
    for x in range(930, 1050, 30):
        cv2.line(image, (x, 860), (x + 40, 940), (30, 30, 30), 4)
    assert _read(image, _cards(MIDDLE, *BOTTOM)).active_seat is None


def test_a_block_read_as_a_back_is_too_small_to_be_a_card() -> None:
    cards = _cards(MIDDLE, *BOTTOM)
    block = Detections.of([card_quad(980, 900, CARD * 0.6, 0.3)], [LABELS.index("back")], [0.85])
    assert _read(_table(), cards + block).hands["bottom"] == ("blue_1", "blue_2", "wild")


def test_of_a_pile_in_the_middle_the_surest_card_is_on_top_and_none_goes_to_a_hand() -> None:
    pile = (MIDDLE, ("blue_9", 800, 540, 1.2))
    seen = _read(_table(), _cards(*pile, *BOTTOM))
    assert seen.center == "red_5"
    assert sum(map(len, seen.hands.values())) == 3


def test_a_hand_near_a_corner_stays_together() -> None:
    row = tuple((f"green_{i}", 1390.0, 930.0 - 115 * i, math.pi / 2) for i in range(4))
    assert len(_read(_table(), _cards(MIDDLE, *row)).hands["right"]) == 4


def test_a_table_may_be_turned_and_have_other_seats() -> None:
    cards = _cards(MIDDLE, *BOTTOM)
    assert len(_read(_table(), cards, turn=90.0).hands["right"]) == 3
    seen = _read(_table(), cards, seats=("Ann", "Ben"))
    assert set(seen.hands) == {"Ann", "Ben"}
    assert len(seen.hands["Ann"]) == 3


def test_an_empty_table_is_told_as_one() -> None:
    assert _read(_table(), Detections.empty()) == TablePhoto(None, None, dict.fromkeys(PhotoPlan().seats, ()))


@pytest.mark.parametrize(("seats", "tokens"), [(("a",), ()), (("a", "a"), ()), (("a", "b"), ("silver",))])
def test_what_is_no_table_is_refused(seats: Sequence[str], tokens: Sequence[str]) -> None:
    with pytest.raises(UsageError):
        PhotoPlan(tuple(seats), tuple(tokens))
