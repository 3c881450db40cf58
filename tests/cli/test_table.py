"""``lastcard table`` on a drawn table, with the shipped model."""

import json
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.bench.tables import hand_f1, read_tables, score
from vision.cli import run
from vision.errors import UsageError
from vision.synth.faces import render_face
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face
from vision.table.photo import TablePhoto


def _photo(path: Path) -> Path:
    image = np.full((960, 1440, 3), (120, 150, 170), np.uint8)
    for label, x, y, angle in (("red_5", 720, 500, 0.4), ("blue_7", 640, 840, 0.0), ("wild", 780, 850, 0.1)):
        paste_face(image, render_face(label, "A", height=300), card_quad(x, y, 170, angle), random.Random(1))
    cv2.rectangle(image, (900, 820), (960, 860), (25, 25, 25), -1)
    cv2.imwrite(str(path), image)
    return path


def test_a_table_is_told_to_programs_and_to_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = _photo(tmp_path / "t.png")
    assert run(["table", str(photo), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    hands = {"bottom": ["blue_7", "wild"], "right": [], "top": [], "left": []}
    assert told == {"image": str(photo), "center": "red_5", "active_seat": "bottom", "hands": hands}
    assert run(["table", str(photo), "--token", "none", "--seats", "me,you"]) == 0
    text = capsys.readouterr().out
    assert "in the middle red_5; no token" in text
    assert "me: blue_7, wild" in text


def test_what_cannot_be_read_is_told_and_the_rest_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = _photo(tmp_path / "t.png")
    (tmp_path / "broken.png").write_bytes(b"no picture")
    assert run(["table", str(tmp_path / "broken.png"), str(photo), "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["center"] == "red_5"
    assert "broken.png is no picture" in err
    assert run(["table", str(photo), "--token", "silver"]) == 2
    assert "silver is no colour" in capsys.readouterr().err


def test_the_score_weighs_middle_turn_and_hands() -> None:
    true = TablePhoto("red_5", "top", {"bottom": ("red_1", "red_2"), "right": (), "top": (), "left": ()})
    assert score(true, true) == pytest.approx(1.0)
    assert score(true, TablePhoto("red_6", "top", true.hands)) == pytest.approx(0.9)
    assert score(true, TablePhoto("red_5", None, true.hands)) == pytest.approx(0.9)
    half = {"bottom": ("red_1",), "right": (), "top": (), "left": ("blue_3",)}
    assert score(true, TablePhoto("red_5", "top", half)) == pytest.approx(0.2 + 0.8 * (2 / 3 + 1 + 1 + 0) / 4)
    assert hand_f1(("red_1", "red_1"), ("red_1",)) == pytest.approx(2 / 3)


def test_a_list_of_tables_is_read_and_a_broken_one_told(tmp_path: Path) -> None:
    head = "image_id,center_card,active_player,player_1_cards,player_2_cards,player_3_cards,player_4_cards\n"
    (tmp_path / "states.csv").write_text(head + "a,r_5,p3,EMPTY,y_draw_2;draw_4,b_skip,wild\n")
    (table,) = read_tables(tmp_path)
    assert table.path == tmp_path / "a.jpg"
    hands = {"bottom": (), "right": ("yellow_draw2", "wild_draw4"), "top": ("blue_skip",), "left": ("wild",)}
    assert table.seen == TablePhoto("red_5", "top", hands)
    for row in ("a,r_55,p3,EMPTY,EMPTY,EMPTY,EMPTY", "a,r_5,p9,EMPTY,EMPTY,EMPTY,EMPTY", "a,r_5"):
        (tmp_path / "states.csv").write_text(head + row + "\n")
        with pytest.raises(UsageError, match=r"states\.csv"):
            read_tables(tmp_path)
