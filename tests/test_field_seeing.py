"""What other readers of cards fail on, shown to the shipped model in drawn pictures."""

import random

import numpy as np
import pytest

from vision.detect.detector import Detector, load_detector
from vision.frames.frame import Image
from vision.synth.camera import photograph
from vision.synth.clutter import draw_arm, draw_object
from vision.synth.faces import STYLES, render_face
from vision.synth.grounds import Grounds
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face

HANDS = ["red_6", "yellow_9", "green_skip", "blue_reverse", "red_draw2", "wild", "wild_draw4", "blue_1", "yellow_7"]


@pytest.fixture(scope="module")
def detector() -> Detector:
    return load_detector()


def ground(seed: int) -> Image:
    return Grounds(folders=()).draw(random.Random(seed), 960, 540)


def lay(image: Image, labels: list[str], style: str, rng: random.Random, jitter: bool) -> None:
    """Lay cards of one style in rows of five, plain or as some deck or other prints them."""
    for i, label in enumerate(labels):
        quad = card_quad(110 + 180 * (i % 5), 150 + 240 * (i // 5), 170, rng.uniform(0, 6.28))
        paste_face(image, render_face(label, style, rng if jitter else None), quad, rng)


@pytest.mark.parametrize("style", STYLES)
def test_f29_every_printed_style_is_read(detector: Detector, style: str) -> None:
    image = ground(2)
    lay(image, HANDS, style, random.Random(1), jitter=False)
    assert sorted(detector.detect(image).labels) == sorted(HANDS)


@pytest.mark.parametrize("style", STYLES)
def test_f29_odd_inks_and_letterings_are_mostly_read(detector: Detector, style: str) -> None:
    image = ground(2)
    lay(image, HANDS, style, random.Random(f"f29 {style}"), jitter=True)
    assert len(set(HANDS) & set(detector.detect(image).labels)) >= 7


def test_f29_sleeves_and_light_hide_no_card_that_shows(detector: Detector) -> None:
    rng = random.Random(5)
    image = ground(3)
    lay(image, HANDS[:5], "B", rng, jitter=True)
    draw_arm(image, rng, (480, 480), 150, np.zeros(image.shape[:2], np.int16))
    found = detector.detect(photograph(image, random.Random(8)))
    assert sorted(found.labels) == sorted(HANDS[:5])


@pytest.mark.parametrize("seed", range(4))
def test_f30_loud_things_on_the_table_are_no_cards(detector: Detector, seed: int) -> None:
    rng = random.Random(seed)
    image = ground(seed)
    for _ in range(7):
        draw_object(image, rng, 150, np.zeros(image.shape[:2], np.int16), over=False)
    found = detector.detect(image)
    assert [label for label in found.labels if label != "back"] == []
