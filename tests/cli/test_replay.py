"""``lastcard watch --record`` and ``lastcard replay``, as a person calls them."""

import json
from pathlib import Path

import pytest

from tests.detect.tiny_model import write_model
from tests.store.games import SETUP, record
from vision.cli import run
from vision.store.recorder import Recorder
from vision.store.recording import Kind, packed

TABLE = "sim:easy?seed=3&size=320x192&fps=5&turns=2"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A watched game's recording; beside it ``told.jsonl`` as it was printed."""
    folder = tmp_path_factory.mktemp("recorded")
    model = write_model(folder / "m.onnx", [("red_5", 0.9, 160.0, 96.0, 36.0, 56.0, 0.0)])
    words = ["watch", TABLE, "--no-web", "--json", "--model", str(model), "--size", "320"]
    with pytest.MonkeyPatch.context() as patch, (folder / "told.jsonl").open("w") as out:
        patch.setattr("sys.stdout", out)
        assert run([*words, "--record", str(folder / "game.lcr")]) == 0
    return folder / "game.lcr"


def test_a_replay_prints_what_the_watching_printed_byte_for_byte(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(recorded), "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.out == recorded.with_name("told.jsonl").read_text()
    assert captured.out.count("\n") > 1
    assert captured.err == ""


def test_people_read_sentences_and_what_the_recording_holds(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(recorded)]) == 0
    captured = capsys.readouterr()
    assert "The start card is Red 5" in captured.out
    assert "rules official, South, West, North, East" in captured.err


def test_pictures_are_written_with_what_was_seen(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(recorded), "--pictures", str(tmp_path / "seen")]) == 0
    rows = [json.loads(line) for line in (tmp_path / "seen" / "seen.jsonl").read_text().splitlines()]
    assert rows
    assert all((tmp_path / "seen" / row["picture"]).read_bytes().startswith(b"\xff\xd8") for row in rows)
    assert any(card["label"] == "red_5" for row in rows for card in row["cards"])
    assert f"{len(rows)} pictures are in" in capsys.readouterr().err


def test_a_cut_recording_is_told_as_far_as_it_goes_and_fails(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.lcr"
    cut.write_bytes(recorded.read_bytes()[:-200])
    assert run(["replay", str(cut), "--json"]) == 1
    captured = capsys.readouterr()
    whole = recorded.with_name("told.jsonl").read_text()
    assert captured.out
    assert whole.startswith(captured.out)
    assert captured.err.startswith("lastcard: ")
    assert "is cut off or damaged after" in captured.err
    assert captured.err.count("\n") == 1


def test_a_recording_that_was_not_closed_is_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record(tmp_path / "killed.lcr", close=False)._file.close()
    assert run(["replay", str(tmp_path / "killed.lcr"), "--json"]) == 0
    assert "was not closed" in capsys.readouterr().err


def test_another_answer_than_then_fails_and_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.lcr"
    Recorder(SETUP, path).close()
    item = {"v": 1, "kind": "camera_lost", "t": 61.5, "reason": "frozen"}
    odd = packed(Kind.ITEM, {"wall_ns": 0, "stream": "observation", "item": item, "events": ['{"kind":"odd"}']})
    path.write_bytes(path.read_bytes() + odd)
    assert run(["replay", str(path), "--json"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["kind"] == "camera_lost"
    assert 'At 1:01.5 the recording tells {"kind":"odd"}, and this Lastcard tells' in captured.err


@pytest.mark.parametrize(
    ("name", "said"),
    [("gone.lcr", "There is no recording at"), ("", "is a folder"), ("two.lcr", "a recording of version 2")],
)
def test_bad_input_is_one_sentence(tmp_path: Path, name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "two.lcr").write_bytes(b"LASTCARD RECORDING 2\n")
    assert run(["replay", str(tmp_path / name)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("lastcard: ")
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_two_games_cannot_be_recorded_under_one_name(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = recorded.read_bytes()
    assert run(["watch", TABLE, "--no-web", "--record", str(recorded)]) == 1
    captured = capsys.readouterr()
    assert "exists already and may be another game's recording; give --record another name" in captured.err
    assert recorded.read_bytes() == before


def test_the_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--help"]) == 0
    assert "lastcard replay evening.lcr" in capsys.readouterr().out
