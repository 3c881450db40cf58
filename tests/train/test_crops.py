"""What the second look is trained on is what it will be shown."""

import random
from pathlib import Path

import numpy as np
import pytest

from engine.cards import LABELS
from vision.detect.chances import COLOURS, FACES, label_chances, parts_of
from vision.detect.index_look import INDEX_HEIGHT, INDEX_WIDTH
from vision.detect.rectify import CROP_HEIGHT, CROP_WIDTH, one_sense, rectify
from vision.errors import UsageError
from vision.synth.dataset import DatasetPlan, write_dataset
from vision.synth.faces import render_face
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face
from vision.train.crops import card_crops, found_like, index_crops


def _card_on_a_table(angle: float) -> tuple[np.ndarray, np.ndarray]:
    image = np.full((300, 300, 3), 90, np.uint8)
    quad = card_quad(150, 150, 160, angle)
    paste_face(image, render_face("red_7", "B"), quad)
    return image, quad


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.0, 4.5])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_rectified_card_is_never_mirrored(angle: float, mirrored: bool) -> None:
    image, quad = _card_on_a_table(angle)
    upright, true_quad = _card_on_a_table(0.0)
    wanted = rectify(upright, true_quad).astype(np.int16)
    crop = rectify(image, quad[::-1].copy() if mirrored else quad).astype(np.int16)
    apart = min(np.abs(wanted - crop).mean(), np.abs(wanted - crop[::-1, ::-1]).mean())
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert apart < 0.6 * np.abs(wanted - crop[:, ::-1]).mean()


def test_one_sense_starts_with_a_short_side_and_runs_clockwise() -> None:
    quad = card_quad(0, 0, 100, 0.4)
    for start in range(4):
        for turned in (quad, quad[::-1]):
            found = one_sense(np.roll(turned, start, axis=0))
            assert np.linalg.norm(found[1] - found[0]) < np.linalg.norm(found[2] - found[1])
            first, second = found[1] - found[0], found[2] - found[1]
            assert first[0] * second[1] - first[1] * second[0] > 0


def test_a_quad_outside_the_picture_gives_an_empty_crop() -> None:
    crop = rectify(np.full((50, 50, 3), 200, np.uint8), card_quad(-500, -500, 60, 0.0))
    assert crop.max() == 0


def test_found_quads_stay_near_the_true_one() -> None:
    quad = card_quad(100, 100, 80, 0.3)
    rng = random.Random(1)
    for _ in range(50):
        found = found_like(quad, rng)
        assert np.abs(found.mean(axis=0) - quad.mean(axis=0)).max() < 10


def test_every_label_has_a_colour_and_a_face_and_they_give_it_back() -> None:
    for i, label in enumerate(LABELS):
        colour, face = np.zeros((1, len(COLOURS)), np.float32), np.zeros((1, len(FACES)), np.float32)
        a, b = parts_of(label)
        colour[0, a], face[0, b] = 1, 1
        chances = label_chances(colour, face)
        assert int(chances[0].argmax()) == i
        assert chances[0, i] == pytest.approx(1.0)


def test_a_box_without_a_card_has_no_label_with_a_chance() -> None:
    face = np.zeros((1, len(FACES)), np.float32)
    face[0, FACES.index("nothing")] = 1
    assert label_chances(np.full((1, len(COLOURS)), 0.2, np.float32), face).max() == 0


def test_crops_come_from_what_synth_wrote(tmp_path: Path) -> None:
    write_dataset(DatasetPlan(tmp_path, 4, seed=2, size=256, faces_per_label=1), workers=1)
    crops = list(card_crops(tmp_path, random.Random(1)))
    assert len(crops) >= 4
    assert all(crop.image.shape == (CROP_HEIGHT, CROP_WIDTH, 3) for crop in crops)
    assert {crop.face for crop in crops} <= set(range(len(FACES)))
    with pytest.raises(UsageError, match="holds no images"):
        next(card_crops(tmp_path / "nowhere", random.Random(1)))


def test_indices_come_both_ways_up_with_boxes_that_hold_none(tmp_path: Path) -> None:
    write_dataset(DatasetPlan(tmp_path, 8, seed=4, size=320, faces_per_label=1), workers=1)
    crops = list(index_crops(tmp_path, random.Random(1)))
    assert all(crop.image.shape == (INDEX_HEIGHT, INDEX_WIDTH, 3) for crop in crops)
    assert {crop.upright for crop in crops} == {-1, 0, 1}
    nothing = FACES.index("nothing")
    assert all((crop.face == nothing) == (crop.upright == -1) for crop in crops)


def test_an_index_is_upright_when_its_white_border_lies_up_and_left(tmp_path: Path) -> None:
    write_dataset(DatasetPlan(tmp_path, 12, seed=6, size=448, faces_per_label=1), workers=1)
    brighter = []
    for crop in index_crops(tmp_path, random.Random(2)):
        if crop.upright >= 0:
            image = crop.image if crop.upright else crop.image[::-1, ::-1]
            brighter.append(float(image[18:24, 12:40].mean()) - float(image[72:78, 30:52].mean()))
    assert np.mean(np.array(brighter) > 0) > 0.7
