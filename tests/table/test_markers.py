"""The printed sheet: found wherever it lies and however the camera stands, and good for finding the table again."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.sight import Sight
from tests.table.scenes import Film, after, bumped
from vision.errors import ImageError
from vision.frames.frame import Image
from vision.frames.turn import Turn
from vision.table.calibration import Calibration
from vision.table.care import CameraCare
from vision.table.layout import TableLayout
from vision.table.markers import draw_sheet, find_markers, find_sheet, moved_by_markers, write_sheet
from vision.table.view import shift_of

SIZE = (960, 540)


def on_table(corners: list[tuple[float, float]]) -> Image:
    """The sheet on cloth, its corners there: upper left, upper right, lower right, lower left."""
    sheet = draw_sheet(60)
    height, width = sheet.shape[:2]
    start = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(start, np.array(corners, np.float32))
    seen = cv2.warpPerspective(sheet, matrix, SIZE)
    mask = cv2.warpPerspective(np.full_like(sheet, 255), matrix, SIZE)
    cloth = np.full((SIZE[1], SIZE[0], 3), (60, 90, 70), np.uint8)
    return np.asarray(np.where(mask > 127, seen, cloth), np.uint8)


STRAIGHT = on_table([(280, 150), (680, 150), (680, 433), (280, 433)])
TILTED = on_table([(300, 170), (660, 160), (700, 420), (260, 440)])


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("mirrored", [False, True])
def test_f28_a_turned_or_mirrored_camera_is_found_out_by_the_sheet(rotation: int, mirrored: bool) -> None:
    seen = np.ascontiguousarray(np.rot90(TILTED, rotation // 90))
    camera = np.ascontiguousarray(seen[:, ::-1]) if mirrored else seen
    sheet = find_sheet(camera)
    assert sheet is not None
    assert sheet.turn == Turn(rotation, mirrored)
    assert sheet.size == SIZE
    assert np.abs(sheet.turn.apply(camera).astype(int) - TILTED).mean() < 1
    assert sheet.draw.x < 0.5 < sheet.discard.x


def test_the_places_are_exact() -> None:
    sheet = find_sheet(STRAIGHT)
    assert sheet is not None
    scale = 400 / 297
    assert sheet.discard.x * SIZE[0] == pytest.approx(280 + 200 * scale, abs=1.5)
    assert sheet.discard.y * SIZE[1] == pytest.approx(150 + 105 * scale, abs=1.5)
    assert sheet.draw.x * SIZE[0] == pytest.approx(280 + 92 * scale, abs=1.5)
    assert sheet.discard.radius * SIZE[1] == pytest.approx(58 * scale, abs=1.5)
    Calibration(TableLayout((0.0, 3.0), sheet.discard, sheet.draw, ("A", "B")), sheet.turn, sheet.size, sheet.corners)


def test_two_of_the_four_markers_are_enough_and_one_is_not() -> None:
    two = STRAIGHT.copy()
    two[:, :480] = (60, 90, 70)
    sheet = find_sheet(two)
    whole = find_sheet(STRAIGHT)
    assert sheet is not None
    assert whole is not None
    assert len(sheet.found) == 2
    assert sheet.draw.x == pytest.approx(whole.draw.x, abs=0.01)
    one = two.copy()
    one[270:] = (60, 90, 70)
    assert len(find_markers(one)) == 1
    assert find_sheet(one) is None
    assert find_sheet(np.full_like(STRAIGHT, 90)) is None


def test_f25_a_saved_table_is_found_again_by_its_markers_though_everything_else_is_new() -> None:
    sheet = find_sheet(STRAIGHT)
    assert sheet is not None
    matrix = moved_by_markers(sheet.corners, bumped(STRAIGHT, 4, 40, -20))
    assert matrix is not None
    truth = np.vstack([cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), 4, 1), [0, 0, 1]])
    truth[:2, 2] += (40, -20)
    assert shift_of(np.linalg.inv(truth) @ matrix, *SIZE) * SIZE[1] < 4
    saved = STRAIGHT.copy()
    saved[:120] = np.random.default_rng(1).integers(0, 255, (12, 96, 3)).repeat(10, 0).repeat(10, 1)
    film = Film(CameraCare(start=saved, markers=sheet.corners))
    looks = film.show(bumped(STRAIGHT, 30, 40, -20), 3)
    assert after(looks, lambda look: Sight.TURNED in look.news) <= 2.0
    again = find_sheet(looks[-1].frame.image)
    assert again is not None
    assert (again.discard.x, again.discard.y) == pytest.approx((sheet.discard.x, sheet.discard.y), abs=0.006)


def test_f25_a_table_that_never_looks_as_it_was_saved_is_followed_and_told() -> None:
    from tests.table.scenes import table

    film = Film(CameraCare(start=table(99)))
    looks = film.show(table(3), 4)
    assert after(looks, lambda look: Sight.UNSURE in look.news) <= 2.0
    assert all(look.lost is None for look in looks)
    assert all(look.sure for look in looks[-15:])


def test_the_sheet_is_written_as_pdf_and_png(tmp_path: Path) -> None:
    write_sheet(tmp_path / "sheet.pdf")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    write_sheet(tmp_path / "new" / "sheet.PNG")
    printed = cv2.imread(str(tmp_path / "new" / "sheet.PNG"))
    assert printed is not None
    assert printed.shape[1] / 300 * 25.4 == pytest.approx(297, abs=0.2)
    assert len(find_markers(np.asarray(printed, np.uint8))) == 4
    for name in ("sheet.doc", "sheet"):
        with pytest.raises(ImageError, match=r"use \.pdf or \.png"):
            write_sheet(tmp_path / name)
    with pytest.raises(ImageError, match="choose another folder"):
        write_sheet(Path("/proc/none/sheet.pdf"))
