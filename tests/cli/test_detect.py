import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.detect.tiny_model import write_model
from vision.cli import run
from vision.frames.images import read_image, write_image

BLACK = np.zeros((384, 640, 3), np.uint8)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    boxes = [("red_5", 0.9, 320.0, 192.0, 56.0, 87.0, 0.0), ("back", 0.5, 100.0, 100.0, 56.0, 87.0, 0.5)]
    return write_model(tmp_path_factory.mktemp("model") / "tiny.onnx", boxes)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    for name in ("b.jpg", "a.png"):
        write_image(tmp_path / "in" / name, BLACK)
    return tmp_path / "in"


def test_json_is_one_object_a_line(model: Path, pictures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["detect", str(pictures), "--json", "--model", str(model)]) == 0
    captured = capsys.readouterr()
    first, second = (json.loads(line) for line in captured.out.splitlines())
    assert [first["image"], second["image"]] == [str(pictures / "a.png"), str(pictures / "b.jpg")]
    assert set(first) == {"image", "width", "height", "cards"}
    assert (first["width"], first["height"]) == (640, 384)
    assert [card["label"] for card in first["cards"]] == ["red_5", "back"]
    assert first["cards"][0]["confidence"] == pytest.approx(0.9)
    assert first["cards"][0]["quad"] == [[292.0, 148.5], [348.0, 148.5], [348.0, 235.5], [292.0, 235.5]]
    assert captured.err == ""


def test_people_get_a_line_for_each_picture(model: Path, pictures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["detect", str(pictures / "a.png"), "--model", str(model)]) == 0
    assert capsys.readouterr().out == f"{pictures / 'a.png'} (640×384): 2 cards: red_5 0.90, back 0.50?\n"
    assert run(["detect", str(pictures / "a.png"), "--model", str(model), "--confidence", "0.95"]) == 0
    assert capsys.readouterr().out == f"{pictures / 'a.png'} (640×384): no card\n"


def test_bad_files_are_told_and_the_others_still_read(
    model: Path, pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "nothing").mkdir()
    words = [str(tmp_path / name) for name in ("gone.jpg", "empty.jpg", "nothing", "in")]
    assert run(["detect", *words, "--json", "--model", str(model)]) == 1
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 2
    told = captured.err.splitlines()
    assert len(told) == 3
    for sentence, words_in_it in zip(
        told, ("gone.jpg does not", "empty.jpg is empty", "nothing holds no"), strict=True
    ):
        assert sentence.startswith("lastcard: ")
        assert words_in_it in sentence


def test_drawn_pictures_are_saved_beside_no_original(model: Path, pictures: Path, tmp_path: Path) -> None:
    write_image(tmp_path / "other" / "a.jpg", BLACK)
    before = {path: path.read_bytes() for path in pictures.iterdir()}
    words = ["detect", str(pictures), str(tmp_path / "other"), "--save", str(pictures), "--model", str(model)]
    assert run(words) == 0
    assert {path: path.read_bytes() for path in before} == before
    drawn = {path.name for path in pictures.iterdir()} - {path.name for path in before}
    assert drawn == {"a-cards.jpg", "b-cards.jpg", "a-cards-2.jpg"}
    assert read_image(pictures / "a-cards.jpg").max() > 150


def test_a_folder_that_cannot_be_written_is_told(
    model: Path, pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert run(["detect", str(pictures / "a.png"), "--save", str(tmp_path / "file"), "--model", str(model)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_the_model_may_come_from_the_settings(
    model: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LASTCARD_MODEL", str(model))
    monkeypatch.setenv("LASTCARD_CONFIDENCE", "0.8")
    assert run(["detect", str(pictures / "a.png")]) == 0
    assert "1 card: red_5 0.90" in capsys.readouterr().out


def test_a_wrong_model_is_told_once(pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.onnx").write_text("not a model")
    assert run(["detect", str(pictures), "--model", str(tmp_path / "bad.onnx")]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "bad.onnx is no ONNX model" in captured.err


def test_a_pt_model_without_the_extra_is_told(pictures: Path, tmp_path: Path) -> None:
    (tmp_path / "ultralytics.py").write_text("raise ImportError('not here')")
    (tmp_path / "m.pt").write_bytes(b"x")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from vision.cli import main; main(sys.argv[1:])"
    words = ["detect", str(pictures / "a.png"), "--model", str(tmp_path / "m.pt")]
    checkout = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=checkout, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "pip install 'lastcard[train]'" in done.stderr
    assert done.stderr.count("\n") == 1
