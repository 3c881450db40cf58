"""A table's calibration: what cannot be right is refused with the reason, and what is saved comes back as it was."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import LABELS
from tests.table.scenes import table
from vision.errors import CalibrationError
from vision.frames.turn import Turn
from vision.table.calibration import Calibration
from vision.table.calibration_files import SavedTable, TableFolder
from vision.table.layout import TableLayout, Zone
from vision.table.zones import Zones
from vision.track.tracker import Track

LAYOUT = replace(TableLayout.automatic(3), discard=Zone(0.6, 0.5, 0.16), draw=Zone(0.35, 0.48, 0.14))
MARKERS = {0: ((0.1, 0.1), (0.15, 0.1), (0.15, 0.2), (0.1, 0.2))}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"discard": Zone(0.6, 1.2, 0.16)}, "The discard pile lies at 60% from the left and 120% from the top"),
        ({"draw": Zone(0.01, 0.5, 0.16)}, "where arms come in; point at the pile, or move the camera"),
        ({"draw": Zone(math.nan, 0.5, 0.16)}, "is no number; point at it again"),
        ({"draw": Zone(0.3, 0.5, 0.01)}, "would be 2% of the picture's height wide"),
        ({"draw": Zone(0.61, 0.5, 0.14)}, "lie in the same place; point at each of them"),
        ({"angles": (0.0, 0.1, 3.0)}, "South and Northwest sit in the same place"),
        ({"angles": (0.0, 4.0, 2.0)}, "do not go round clockwise, in the order of play"),
        ({"names": ("Ann", "Bo", "Ann")}, "Two seats have the same name"),
    ],
)
def test_what_cannot_be_right_is_refused_with_the_reason(change: dict[str, object], said: str) -> None:
    with pytest.raises(CalibrationError, match=said):
        Calibration(replace(LAYOUT, **change))  # type: ignore[arg-type]  # fields by name


def test_a_picture_too_small_for_a_table_is_refused() -> None:
    with pytest.raises(CalibrationError, match="32×24 pixels is too small"):
        Calibration(LAYOUT, size=(32, 24))


@given(
    seats=st.integers(2, 10),
    start=st.floats(0, math.tau),
    x=st.floats(0.1, 0.35),
    y=st.floats(0.1, 0.9),
    rotation=st.sampled_from([0, 90, 180, 270]),
    mirrored=st.booleans(),
)
def test_what_can_be_right_is_accepted_and_comes_back_from_json(
    seats: int, start: float, x: float, y: float, rotation: int, mirrored: bool
) -> None:
    angles = tuple((start + math.tau * seat / seats) % math.tau for seat in range(seats))
    layout = TableLayout(angles, Zone(1 - x, y, 0.15), Zone(x, y, 0.1), TableLayout.automatic(seats).names)
    one = Calibration(layout, Turn(rotation, mirrored), (1280, 720), MARKERS)
    back = Calibration.from_json(json.loads(json.dumps(one.to_json())), "it")
    assert (back.turn, back.size, back.markers) == (one.turn, one.size, one.markers)
    assert back.layout.names == layout.names
    assert np.allclose(np.exp(1j * np.array(back.layout.angles)), np.exp(1j * np.array(angles)), atol=1e-3)
    assert back.layout.discard is not None
    assert back.layout.discard.x == pytest.approx(1 - x, abs=1e-3)


def test_a_table_is_saved_and_loaded_by_name_with_its_picture(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path)
    assert folder.names() == []
    scene = table()
    folder.save(SavedTable("Kitchen 2", Calibration(LAYOUT, Turn(180), (640, 360), MARKERS), scene))
    folder.save(SavedTable("attic", Calibration(LAYOUT)))
    assert folder.names() == ["Kitchen 2", "attic"]
    back = folder.load("Kitchen 2")
    assert back.calibration.turn == Turn(180)
    assert back.calibration.markers == MARKERS
    assert back.picture is not None
    assert np.abs(back.picture.astype(int) - scene).mean() < 8
    assert folder.load("attic").picture is None
    folder.remove("attic")
    assert folder.names() == ["Kitchen 2"]
    assert sorted(path.name for path in folder.folder.iterdir()) == ["Kitchen 2.jpg", "Kitchen 2.json"]


def test_two_tables_of_one_name_do_not_take_each_others_place(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path)
    folder.save(SavedTable("kitchen", Calibration(LAYOUT)))
    other = SavedTable("kitchen", Calibration(replace(LAYOUT, draw=None)))
    with pytest.raises(CalibrationError, match="'kitchen' already; choose another name"):
        folder.save(other)
    assert folder.load("kitchen").calibration.layout.draw is not None
    folder.save(other, replace=True)
    assert folder.load("kitchen").calibration.layout.draw is None


def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    for name in ("../up", "", "a/b", ".hidden", "x" * 60, "end."):
        with pytest.raises(CalibrationError, match="cannot be the name of a table"):
            TableFolder(tmp_path).save(SavedTable(name, Calibration(LAYOUT)))


def test_unknown_damaged_and_newer_tables_are_told_with_the_remedy(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path)
    folder.save(SavedTable("kitchen", Calibration(LAYOUT)))
    with pytest.raises(CalibrationError, match=r"No table is saved as 'attic' \(saved: kitchen\); set it up with"):
        folder.load("attic")
    path = folder.folder / "kitchen.json"
    good = json.loads(path.read_text())
    for text, said in (
        ("{", "cannot be read"),
        ("[]", "is no table of Lastcard"),
        (json.dumps({**good, "lastcard_table": 2}), "is of version 2, and this Lastcard reads version 1"),
        (json.dumps({**good, "seats": [{"name": "A"}]}), "cannot be read"),
        (json.dumps({**good, "rotation": 45}), "cannot be read"),
        (json.dumps({**good, "discard": good["draw"]}), "lie in the same place"),
    ):
        path.write_text(text)
        with pytest.raises(CalibrationError, match=said):
            folder.load("kitchen")


def lying(x: float, y: float, label: str = "red_5") -> Track:
    quad = np.array([[x - 25, y - 40], [x + 25, y - 40], [x + 25, y + 40], [x - 25, y + 40]], np.float32)
    track = Track(1, quad, 0.0, 5.0, 0.0, 0.0)
    track.votes.add(0.0, LABELS.index(label), 0.9)
    return track


def test_a_pile_that_was_set_stays_where_it_was_set() -> None:
    zones = Zones(LAYOUT)
    zones.fit(1280, 720)
    set_to = (0.6 * 1280, 0.5 * 720)
    assert zones.discard == set_to
    assert zones.draw == (0.35 * 1280, 0.48 * 720)
    zones.laid(lying(set_to[0] + 60, set_to[1]))
    assert zones.discard == set_to
    inside, outside = 0.9 * 0.16 * 720, 1.1 * 0.16 * 720
    assert zones.on_discard(lying(set_to[0] + inside, set_to[1]))
    assert not zones.on_discard(lying(set_to[0] + outside, set_to[1]))


def test_a_pile_that_was_not_set_is_learnt() -> None:
    zones = Zones(TableLayout.automatic(3))
    zones.fit(1280, 720)
    assert zones.discard is None
    zones.laid(lying(700, 350))
    assert zones.discard == (700, 350)
