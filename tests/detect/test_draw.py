import numpy as np
import pytest

from engine.cards import LABELS
from vision.detect.detections import Detections
from vision.detect.draw import colour_of, draw_detections


def card_at(x: float, y: float, label: str = "red_5") -> Detections:
    quad = [[x, y], [x + 56, y], [x + 56, y + 87], [x, y + 87]]
    return Detections.of([quad], [LABELS.index(label)], [0.87])


def test_the_outline_is_drawn_on_a_copy() -> None:
    image = np.zeros((200, 300, 3), np.uint8)
    drawn = draw_detections(image, card_at(100, 50))
    assert not image.any()
    assert tuple(drawn[50, 128]) == colour_of("red_5")
    assert tuple(drawn[137, 128]) == colour_of("red_5")
    assert drawn[50:137, 100:156].any()


def test_without_cards_nothing_is_drawn() -> None:
    assert not draw_detections(np.zeros((20, 30, 3), np.uint8), Detections.empty()).any()


@pytest.mark.parametrize(("x", "y"), [(-40, -60), (280, 190), (1000, 1000)])
def test_cards_over_the_edge_do_not_matter(x: float, y: float) -> None:
    assert draw_detections(np.zeros((200, 300, 3), np.uint8), card_at(x, y)).shape == (200, 300, 3)


@pytest.mark.parametrize("label", LABELS)
def test_every_label_has_a_colour(label: str) -> None:
    assert len(colour_of(label)) == 3
