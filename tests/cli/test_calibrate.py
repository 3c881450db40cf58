"""``lastcard calibrate`` and ``lastcard watch --table``, as a person calls them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.detect.tiny_model import write_model
from tests.table.test_markers import TILTED
from vision.cli import run
from vision.frames.images import read_image, write_image
from vision.store.replay import read_recording

TABLE = "sim:clean?seed=3&size=320x192&fps=5&turns=2&seats=3"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LASTCARD_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that sees one red 5 in the middle of every picture, and a back beside it."""
    cards = [("red_5", 0.9, 190.0, 96.0, 36.0, 56.0, 0.0), ("back", 0.9, 120.0, 96.0, 36.0, 56.0, 0.0)]
    return write_model(tmp_path_factory.mktemp("model") / "m.onnx", cards)


@pytest.fixture
def words(model: Path) -> list[str]:
    return ["--model", str(model), "--size", "320"]


@pytest.fixture
def photos(tmp_path: Path) -> str:
    """A folder of pictures that show the printed sheet, upside down."""
    for number in range(3):
        write_image(tmp_path / "photos" / f"{number}.png", np.ascontiguousarray(TILTED[::-1, ::-1]))
    return str(tmp_path / "photos")


def test_piles_are_found_by_the_cards_and_saved_by_name(
    words: list[str], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calibrate", TABLE, "--name", "kitchen", "--seconds", "4", *words]) == 0
    said = capsys.readouterr().out
    assert "The discard pile lies 59% from the left and 50% from the top." in said
    assert "The draw pile lies 3" in said
    assert "lastcard watch SOURCE --table kitchen" in said
    saved = json.loads((data / "tables" / "kitchen.json").read_text())
    assert saved["size"] == [320, 192]
    assert [seat["name"] for seat in saved["seats"]] == ["South", "Northwest", "Northeast"]
    assert read_image(data / "tables" / "kitchen.jpg").shape == (192, 320, 3)


def test_f28_the_sheet_tells_places_and_rotation(
    photos: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = tmp_path / "drawn.png"
    assert run(["calibrate", photos, "--seats", "Ann,Bo", "--picture", str(drawn), "--json", *words]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["sheet"], row["rotation"], row["mirrored"], row["name"], row["file"]) == (True, 180, False, None, None)
    assert row["draw"]["x"] < 0.5 < row["discard"]["x"]
    assert len(row["markers"]) == 4
    assert cv2.imread(str(drawn)).shape == TILTED.shape


def test_a_saved_table_is_used_by_watch_and_told_in_the_recording(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calibrate", TABLE, "--name", "kitchen", "--seconds", "4", "--seats", "Ann,Bo,Cy", *words]) == 0
    watching = ["watch", TABLE, "--no-web", "--table", "kitchen", "--record", str(tmp_path / "g.lcr"), *words]
    assert run(watching) == 0
    assert "The start card is Red 5; Bo begins." in capsys.readouterr().out
    setup = read_recording(tmp_path / "g.lcr").setup
    assert setup.names == ("Ann", "Bo", "Cy")
    assert setup.about["table"] == "kitchen"
    assert setup.about["discard"]["x"] == pytest.approx(0.59, abs=0.02)


def test_a_person_knows_better(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    told = ["calibrate", TABLE, "--discard", "70,60,12", "--draw", "30,40", "--seconds", "0.5", "--json", *words]
    assert run(told) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["discard"] == {"x": 0.7, "y": 0.6, "radius": 0.12}
    assert (row["draw"]["x"], row["draw"]["y"]) == (0.3, 0.4)


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        ([], 2, "Give a source to look at"),
        ([TABLE, "--discard", "50"], 2, "The place '50' cannot be understood"),
        ([TABLE, "--name", "../up"], 1, "cannot be the name of a table"),
        ([TABLE, "--rotate", "45"], 2, "cannot be turned by 45 degrees"),
        ([TABLE, "--discard", "50,50", "--draw", "50,50", "--seconds", "0.5"], 1, "lie in the same place"),
        ([TABLE, "--discard", "150,50", "--seconds", "0.5"], 1, "The discard pile lies at 150% from the left"),
        ([TABLE, "--seconds", "0.5"], 1, "No pile was found: lay the draw pile face down"),
        (["--remove", "gone"], 1, "No table is saved as 'gone' (saved: none)"),
        (["--print-markers", "sheet.doc"], 1, "use .pdf or .png"),
        ([TABLE, "--list"], 2, "leave the source out"),
    ],
)
def test_bad_input_is_one_sentence(
    asked: list[str], code: int, said: str, words: list[str], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["calibrate", *asked, *words]) == code
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.startswith("lastcard: ")
    assert captured.err.count("\n") == 1
    assert not (data / "tables").exists()


def test_watching_with_a_table_that_does_not_fit_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["watch", TABLE, "--no-web", "--table", "gone", *words]) == 1
    assert "No table is saved as 'gone'" in capsys.readouterr().err
    given = ["--discard", "60,50", "--draw", "30,50", "--seconds", "0.5"]
    assert run(["calibrate", TABLE, "--name", "three", *given, *words]) == 0
    assert run(["watch", TABLE, "--no-web", "--table", "three", "--seats", "4", *words]) == 2
    assert "The table 'three' has 3 seats, and 4 were asked for" in capsys.readouterr().err


def test_tables_are_listed_and_forgotten(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "--list"]) == 0
    assert capsys.readouterr().out == "No table is saved.\n"
    given = ["--discard", "60,50", "--seconds", "0.5"]
    assert run(["calibrate", TABLE, "--name", "kitchen", *given, *words]) == 0
    capsys.readouterr()
    assert run(["calibrate", TABLE, "--name", "kitchen", *given, *words]) == 1
    assert "saved as 'kitchen' already; give another --name, or --replace" in capsys.readouterr().err
    assert run(["calibrate", TABLE, "--name", "kitchen", "--replace", *given, *words]) == 0
    capsys.readouterr()
    assert run(["calibrate", "--list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == ["kitchen"]
    assert run(["calibrate", "--remove", "kitchen"]) == 0
    assert run(["calibrate", "--print-markers", str(tmp_path / "sheet.pdf")]) == 0
    assert (tmp_path / "sheet.pdf").stat().st_size > 10_000
