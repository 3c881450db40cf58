"""`lastcard deck` as people and programs use it, with the shipped model and a drawn deck that it does not know."""

import io
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.detect.strange_deck import face, shot
from tests.detect.tiny_model import write_model
from vision.cli import run
from vision.detect.decks_store import DeckStore
from vision.frames.frame import Image
from vision.frames.images import read_image, write_image
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face

pytestmark = pytest.mark.timeout(600)  # each deck is really fitted, which takes long where the machine is busy


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTCARD_DATA", str(tmp_path / "data"))


def _table(*cards: tuple[str, float, float]) -> Image:
    image = np.full((400, 640, 3), (60, 80, 95), np.uint8)
    for label, x, y in cards:
        paste_face(image, face(label), card_quad(x, y, 150, 0.2))
    return image


def _rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_f29_a_folder_of_named_pictures_is_learnt_used_shown_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for label in ("red_5", "blue_skip", "wild"):
        write_image(tmp_path / "in" / f"{label}.jpg", shot(label, 1)[0])
    write_image(tmp_path / "in" / "Red 5 (2).png", shot("red_5", 7)[0])
    assert run(["deck", "learn", "odd", "--source", str(tmp_path / "in"), "--json"]) == 0
    rows = _rows(capsys)
    assert [row["label"] for row in rows[:-1]] == ["blue_skip", "red_5", "red_5", "wild"]
    assert rows[-1]["kind"] == "deck"
    assert len(rows[-1]["missing"]) == 52  # type: ignore[arg-type]
    assert run(["deck", "list", "--json"]) == 0
    (row,) = _rows(capsys)
    assert row["shown"] == {"blue_skip": 1, "red_5": 2, "wild": 1}
    assert row["fitted"] is True
    assert run(["deck", "show", "odd", "--save", str(tmp_path / "sheet.png")]) == 0
    assert "3 of 55 cards, 4 pictures, ready" in capsys.readouterr().out
    assert read_image(tmp_path / "sheet.png").shape[1] > 1000
    write_image(tmp_path / "new.jpg", shot("blue_skip", 2)[0])
    assert run(["detect", str(tmp_path / "new.jpg"), "--json", "--deck", "odd"]) == 0
    (read,) = _rows(capsys)
    assert [card["label"] for card in read["cards"]] == ["blue_skip"]  # type: ignore[attr-defined]
    assert run(["deck", "remove", "odd"]) == 0
    assert run(["detect", str(tmp_path / "new.jpg"), "--deck", "odd"]) == 1
    assert "There is no deck 'odd'" in capsys.readouterr().err


def test_a_photo_of_many_cards_is_labelled_by_a_file_of_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_image(tmp_path / "table.png", _table(("red_5", 120, 200), ("blue_skip", 320, 200), ("wild", 520, 200)))
    words = ["deck", "learn", "odd", "--source", str(tmp_path / "table.png"), "--json", "--answers"]
    (tmp_path / "few.json").write_text('{"table.png": ["red_5"]}')
    assert run([*words, str(tmp_path / "few.json")]) == 1
    assert "1 answers for 3 cards" in capsys.readouterr().err
    assert not DeckStore().has("odd")
    (tmp_path / "in.json").write_text('{"table.png": ["red 5", "bs", "skip"]}')
    assert run([*words, str(tmp_path / "in.json")]) == 0
    assert [row.get("label") for row in _rows(capsys)][:2] == ["red_5", "blue_skip"]
    (tmp_path / "at.json").write_text('{"table.png": [{"at": [520, 200], "label": "wild"}]}')
    assert run([*words, str(tmp_path / "at.json")]) == 0
    assert set(DeckStore().load("odd").pictures) == {"red_5", "blue_skip", "wild"}
    for text in ("[]", "{", '{"table.png": "red_5"}'):
        (tmp_path / "bad.json").write_text(text)
        assert run([*words, str(tmp_path / "bad.json")]) == 2


def test_a_person_corrects_goes_back_and_stops_without_losing_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_image(tmp_path / "table.png", _table(("red_5", 120, 200), ("blue_skip", 320, 200), ("wild", 520, 200)))
    monkeypatch.setattr("sys.stdin", io.StringIO("r9\nperhaps\nb\nr5\nblue skip\nq\n"))
    assert run(["deck", "learn", "odd", "--source", str(tmp_path / "table.png")]) == 0
    captured = capsys.readouterr()
    assert "'perhaps' is no card" in captured.err
    assert "3 cards, numbered in" in captured.err
    assert "The deck 'odd' knows 2 cards" in captured.out
    assert set(DeckStore().load("odd").pictures) == {"red_5", "blue_skip"}
    assert [path.name for path in DeckStore().folder.iterdir()] == ["odd.npz"]


def test_f29_a_recording_is_asked_for_one_card_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    film = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (640, 400))
    for table in (_table(("red_0", 300, 200)), _table(), _table(("red_1", 310, 190))):
        for _ in range(8):
            film.write(table)
    film.release()
    assert run(["deck", "learn", "odd", "--source", str(tmp_path / "film.avi"), "--json"]) == 0
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert [row.get("label") for row in rows] == ["red_0", "red_1", None]
    for sentence in ("Lay down: Red 0 (card 1 of 55).", "Lay down: Red 2 (card 3 of 55).", "2 of 55 cards shown"):
        assert sentence in captured.err
    assert len(DeckStore().load("odd").pictures) == 2


def test_pictures_that_teach_nothing_are_told_and_the_others_are_learnt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_image(tmp_path / "in" / "red_5.png", shot("red_5", 1)[0])
    write_image(tmp_path / "in" / "red_6.png", np.full((300, 400, 3), 128, np.uint8))
    (tmp_path / "in" / "red_7.png").write_bytes(b"no picture")
    assert run(["deck", "learn", "odd", "--source", str(tmp_path / "in")]) == 1
    captured = capsys.readouterr()
    assert "red_6.png shows nothing like a card" in captured.err
    assert "red_7.png is no picture" in captured.err
    assert "2 of the pictures taught nothing" in captured.err
    assert "knows 1 cards" in captured.out
    assert DeckStore().load("odd").heads is not None


def test_what_does_not_fit_is_said_with_the_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiny = write_model(tmp_path / "tiny.onnx", [("red_5", 0.9, 320.0, 192.0, 56.0, 87.0, 0.0)])
    write_image(tmp_path / "red_5.png", shot("red_5", 1)[0])
    picture = str(tmp_path / "red_5.png")
    for words, code, sentence in (
        (["deck", "learn", "odd"], 2, "--source"),
        (["deck", "learn", "a/b", "--source", picture], 2, "no name for a deck"),
        (["deck", "learn", "odd", "--source", picture, "--port", "0"], 2, "leave one of them out"),
        (["deck", "learn", "odd", "--source", picture, "--model", str(tiny)], 1, "without a second look"),
        (["deck", "learn", "odd", "--source", str(tmp_path / "gone")], 1, "does not exist"),
        (["deck", "show", "odd"], 1, "no deck 'odd'"),
        (["deck", "remove", "odd"], 1, "no deck 'odd'"),
        (["detect", picture, "--deck", "odd"], 1, "no deck 'odd'"),
        (["watch", "sim:easy?turns=1", "--no-web", "--deck", "odd"], 1, "no deck 'odd'"),
    ):
        assert run(words) == code, words
        said = capsys.readouterr().err
        assert sentence in said, said
        assert said.count("lastcard: ") == 1
    assert run(["deck", "list"]) == 0
    assert "No deck has been learnt yet" in capsys.readouterr().out
