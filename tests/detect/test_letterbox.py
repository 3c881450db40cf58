import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detect.letterbox import PAD, Letterbox


def test_a_wide_picture_gets_the_smallest_input_that_holds_it() -> None:
    box = Letterbox.around(720, 1280, size=640)
    assert (box.width, box.height, box.scale) == (640, 384, 0.5)
    assert (box.left, box.top) == (0, 12)


def test_a_fixed_input_holds_the_picture_in_its_middle() -> None:
    box = Letterbox.into(720, 1280, input_height=640, input_width=640)
    assert (box.width, box.height, box.left, box.top) == (640, 640, 0, 140)


@given(st.integers(1, 300), st.integers(1, 300), st.sampled_from([32, 64, 96, 320]))
def test_sides_are_multiples_of_the_stride_and_points_come_back(height: int, width: int, size: int) -> None:
    box = Letterbox.around(height, width, size=size)
    blob = box.apply(np.zeros((height, width, 3), np.uint8))
    assert blob.shape == (1, 3, box.height, box.width)
    assert (box.height % 32, box.width % 32) == (0, 0)
    assert max(box.height, box.width) == size
    corners = np.array([[0, 0], [width, height]], np.float32)
    there = corners * box.scale + [box.left, box.top]
    assert box.undo(there.astype(np.float32)) == pytest.approx(corners, abs=0.01 * max(height, width))


def test_colours_are_red_green_blue_and_the_margin_grey() -> None:
    image = np.zeros((64, 32, 3), np.uint8)
    image[:] = (255, 0, 51)  # blue, green, red
    blob = Letterbox.into(64, 32, input_height=64, input_width=64).apply(image)
    assert blob[0, :, 32, 32] == pytest.approx([0.2, 0.0, 1.0], abs=1e-3)
    assert blob[0, :, 32, 0] == pytest.approx([PAD / 255] * 3, abs=1e-3)


def test_a_drawn_point_lands_where_undo_says() -> None:
    image = np.zeros((300, 500, 3), np.uint8)
    image[196:205, 396:405] = 255
    box = Letterbox.around(300, 500, size=320)
    blob = box.apply(image)[0, 0]
    blob[blob < 0.6] = 0
    rows, columns = np.nonzero(blob)
    middle = np.array([[columns.mean() + 0.5, rows.mean() + 0.5]], np.float32)
    assert box.undo(middle)[0] == pytest.approx([400.5, 200.5], abs=1.5)
