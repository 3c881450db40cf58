"""Drawn scenes: quads are exact, hidden cards carry no label, the seed fixes everything."""

import random

import numpy as np
import pytest

from vision.synth.facebank import FaceBank, photographed_faces
from vision.synth.grounds import Grounds
from vision.synth.layout import Placed, card_quad, lay_out
from vision.synth.scene import SceneDrawer, _indices, _mark, _readable, map_points, paste_face


@pytest.fixture(scope="module")
def drawer() -> SceneDrawer:
    return SceneDrawer(FaceBank(per_label=1), Grounds(folders=()))


def test_a_face_lands_exactly_on_its_quad() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    face = np.full((100, 64, 4), 255, np.uint8)
    quad = np.array([[60, 50], [124, 50], [124, 150], [60, 150]], np.float32)
    paste_face(image, face, quad)
    ys, xs = np.nonzero(image[..., 0] > 127)
    assert abs(int(xs.min()) - 60) <= 1
    assert abs(int(xs.max()) - 124) <= 1
    assert abs(int(ys.min()) - 50) <= 1
    assert abs(int(ys.max()) - 150) <= 1


def test_the_quad_starts_at_the_cards_own_top_left() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    face = np.zeros((100, 64, 4), np.uint8)
    face[..., 3] = 255
    face[:30, :20, :3] = 255
    quad = card_quad(100, 100, 100, np.pi / 2)
    paste_face(image, face, quad)
    corner, centre = quad[0], quad.mean(axis=0)
    near = corner + (centre - corner) * 0.15
    far = quad[2] + (centre - quad[2]) * 0.15
    assert image[round(float(near[1])), round(float(near[0])), 0] > 200
    assert image[round(float(far[1])), round(float(far[0])), 0] < 50


def test_map_points_takes_the_unit_square_to_the_quad() -> None:
    quad = np.array([[10, 20], [60, 25], [70, 110], [5, 100]], np.float32)
    assert np.allclose(map_points(quad, ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))), quad, atol=1e-3)


def test_a_covered_card_has_no_label_and_one_with_its_index_free_has_that() -> None:
    ids = np.zeros((300, 300), np.int16)
    under = Placed("red_5", card_quad(150, 150, 120, 0.0))
    _mark(ids, under.quad, 1)
    assert _readable(ids, under, 1, 0.12) == pytest.approx(1.0, abs=0.03)
    _mark(ids, card_quad(175, 165, 120, 0.0), 2)
    assert _readable(ids, under, 1, 0.12) is None
    assert len(_indices(ids, under, 1)) == 1
    _mark(ids, card_quad(152, 152, 120, 0.0), 3)
    assert _indices(ids, under, 1) == []


def test_the_same_seed_draws_the_same_scene() -> None:
    scenes = [
        SceneDrawer(FaceBank(per_label=1), Grounds(folders=())).draw(random.Random("11"), 320, 240) for _ in range(2)
    ]
    assert np.array_equal(scenes[0].image, scenes[1].image)
    assert [card.label for card in scenes[0].cards] == [card.label for card in scenes[1].cards]


def test_scenes_hold_one_to_many_cards_seen_at_a_slant() -> None:
    layouts = [lay_out(random.Random(seed), 448, 336) for seed in range(60)]
    counts = [len(layout.cards) for layout in layouts]
    assert min(counts) <= 1
    assert max(counts) >= 14
    edges = [np.diff(card.quad, axis=0) for layout in layouts for card in layout.cards]
    turned = [first[0] * second[1] - first[1] * second[0] for first, second, _ in edges]
    assert all(value > 0 for value in turned), "every quad runs clockwise: a mirrored card would teach mirrored digits"


def test_every_drawn_label_lies_in_the_picture_in_part(drawer: SceneDrawer) -> None:
    for seed in range(12):
        scene = drawer.draw(random.Random(seed), 320, 240)
        assert scene.image.shape == (240, 320, 3)
        for card in scene.cards:
            low, high = card.quad.min(axis=0), card.quad.max(axis=0)
            assert high[0] > 0
            assert high[1] > 0
            assert low[0] < 320
            assert low[1] < 240
            assert 0.12 <= card.visible <= 1.0


def test_a_folder_without_photographed_faces_gives_none(tmp_path: object) -> None:
    from pathlib import Path

    assert photographed_faces(Path(str(tmp_path))) == {}
