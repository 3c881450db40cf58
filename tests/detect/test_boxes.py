import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect.boxes import Clouds, quads_of
from vision.detect.nms import quad_iou, suppress

sides = st.floats(8, 400)
places = st.floats(-500, 500)
angles = st.floats(-math.pi, 2 * math.pi)
boxes = st.tuples(places, places, sides, sides, angles).map(lambda box: np.array([box], np.float32))


@given(boxes)
def test_corners_run_clockwise_from_a_short_side_that_points_up(box: np.ndarray) -> None:
    quad = quads_of(box)[0].astype(float)
    edges = np.roll(quad, -1, axis=0) - quad
    turns = edges[:, 0] * np.roll(edges[:, 1], -1) - edges[:, 1] * np.roll(edges[:, 0], -1)
    assert (turns > 0).all()  # with y downwards, positive turns are clockwise as seen
    lengths = np.hypot(*edges.T)
    assert lengths[0] <= lengths[1] + 1e-2
    assert lengths[0] == pytest.approx(min(box[0, 2:4]), abs=0.05)
    assert lengths[1] == pytest.approx(max(box[0, 2:4]), abs=0.05)
    assert quad.mean(axis=0) == pytest.approx(box[0, :2], abs=0.05)
    if abs(lengths[0] - lengths[1]) > 1:
        assert quad[:2, 1].mean() <= quad[2:, 1].mean() + 0.2


@given(boxes)
def test_corners_are_those_opencv_gives(box: np.ndarray) -> None:
    x, y, width, height, angle = (float(v) for v in box[0])
    theirs = cv2.boxPoints(((x, y), (width, height), math.degrees(angle)))
    ours = quads_of(box)[0]
    gaps = np.hypot(*(theirs[:, None] - ours[None]).transpose(2, 0, 1)).min(axis=1)
    assert gaps.max() < 0.1


def guess_of(first: np.ndarray, second: np.ndarray) -> float:
    clouds = Clouds.of(np.concatenate([first, second]))
    return float(clouds.overlap_guess(0, np.array([1]))[0])


@given(boxes)
def test_a_box_overlaps_itself_wholly(box: np.ndarray) -> None:
    assert guess_of(box, box) == pytest.approx(1, abs=0.02)


def iou(first: np.ndarray, second: np.ndarray) -> float:
    quads = quads_of(np.concatenate([first, second]))
    return quad_iou(quads[0], quads[1], float(first[0, 2] * first[0, 3]), float(second[0, 2] * second[0, 3]))


@given(boxes, st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(0.5, 2), st.floats(0.5, 2), angles))
def test_the_guess_only_skips_pairs_that_an_exact_look_would_keep_apart(
    box: np.ndarray, change: tuple[float, float, float, float, float]
) -> None:
    dx, dy, sx, sy, turn = change
    x, y, width, height, angle = box[0]
    other = np.array([[x + dx * width, y + dy * height, width * sx, height * sy, angle + turn]], np.float32)
    guess, exact = guess_of(box, other), iou(box, other)
    if guess >= 0.9:
        assert exact > 0.7
    if guess <= 0.25:
        assert exact < 0.5


def test_exact_overlap_of_known_boxes() -> None:
    box = np.array([[0, 0, 56, 87, 0]], np.float32)
    shifted = np.array([[28, 0, 56, 87, 0]], np.float32)
    crossed = np.array([[0, 0, 56, 87, math.pi / 2]], np.float32)
    assert iou(box, shifted) == pytest.approx(1 / 3, abs=1e-3)
    assert iou(box, crossed) == pytest.approx(56 * 56 / (2 * 56 * 87 - 56 * 56), abs=1e-3)
    assert iou(box, np.array([[500, 0, 56, 87, 0]], np.float32)) == 0


def keep(rows: list[tuple[float, float, float, float, float]], scores: list[float], classes: list[int]) -> list[int]:
    kept = suppress(np.array(rows, np.float32), np.array(scores, np.float32), np.array(classes, np.int16))
    return [int(i) for i in kept]


CARD = (100.0, 100.0, 56.0, 87.0, 0.3)


def moved(dx: float, dy: float, turn: float = 0.0) -> tuple[float, float, float, float, float]:
    return (CARD[0] + dx, CARD[1] + dy, CARD[2], CARD[3], CARD[4] + turn)


def test_the_surest_of_many_boxes_of_one_card_stays() -> None:
    assert keep([CARD, moved(1, 1), moved(-2, 0, 0.02)], [0.7, 0.9, 0.8], [5, 5, 5]) == [1]


def test_one_card_read_as_two_faces_is_one_card() -> None:
    assert keep([CARD, moved(2, 1)], [0.6, 0.7], [6, 9]) == [1]


def test_the_same_card_turned_by_half_is_one_card() -> None:
    assert keep([CARD, moved(0, 0, math.pi)], [0.9, 0.8], [5, 5]) == [0]


def test_sides_swapped_and_turned_a_quarter_is_the_same_box() -> None:
    x, y, width, height, angle = CARD
    assert keep([CARD, (x, y, height, width, angle + math.pi / 2)], [0.9, 0.8], [5, 5]) == [0]


def test_a_card_laid_crosswise_over_another_leaves_both() -> None:
    assert keep([CARD, moved(0, 0, math.pi / 2)], [0.9, 0.8], [5, 17]) == [0, 1]


def test_a_card_laid_a_third_over_another_face_leaves_both() -> None:
    aside = (CARD[0] + 20 * math.cos(0.3), CARD[1] + 20 * math.sin(0.3), *CARD[2:])
    assert keep([CARD, aside], [0.9, 0.8], [5, 17]) == [0, 1]


def test_cards_side_by_side_all_stay_surest_first() -> None:
    assert keep([CARD, moved(300, 0), moved(0, 300)], [0.3, 0.9, 0.6], [1, 1, 1]) == [1, 2, 0]


def test_nothing_in_nothing_out() -> None:
    empty = suppress(np.zeros((0, 5), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int16))
    assert len(empty) == 0
