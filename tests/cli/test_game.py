"""Written games on the command line."""

import io
import json
from pathlib import Path

import pytest

from vision.cli import run

GOOD = "lastcard 1\nrules: official\nseats: Ann, Bo\n\nround:\nstart: red_5\nBo: red_7\nAnn: wild:blue\n"
BAD = GOOD + "Bo: red_2\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.txt").write_text(BAD, encoding="utf-8")
    return tmp_path


def test_an_allowed_game_is_said_to_be(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["game", "check", str(folder / "good.txt")]) == 0
    assert capsys.readouterr().out == "2 lines in 1 round, and all of them are allowed.\n"


def test_illegal_moves_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["game", "check", str(folder / "bad.txt")]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("Line 9: Bo: red_2 — ")
    assert "(R13)" in out
    assert err == ""


def test_illegal_moves_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["game", "check", str(folder / "bad.txt"), "--json", "--lang", "zh"]) == 1
    wrong, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert (wrong["line"], wrong["reasons"], wrong["rules"]) == (9, ["no_match"], ["R13"])
    assert any("\u4e00" <= letter <= "\u9fff" for letter in wrong["sentences"][0])
    assert summary == {"lines": 4, "rounds": 1, "illegal": 1}


def test_a_game_is_told_line_by_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["game", "show", str(folder / "good.txt")]) == 0
    out = capsys.readouterr().out
    assert "Bo plays Red 7." in out
    assert run(["game", "show", str(folder / "good.txt"), "--json"]) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [step["line"] for step in steps] == [5, 7, 8]
    assert steps[1]["events"][0]["kind"] == "card_played"


def test_broken_text_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(GOOD.replace("red_7", "red7"), encoding="utf-8")
    assert run(["game", "check", str(broken)]) == 2
    assert f"{broken}: Line 7, column 5: 'red7' is no card (did you mean red_7?)" in capsys.readouterr().err
    broken.write_bytes(GOOD.encode() + b"\xff\xfe\n")
    assert run(["game", "show", str(broken)]) == 2
    assert "line 9: this is no UTF-8 text" in capsys.readouterr().err
    assert run(["game", "check", str(tmp_path / "none.txt")]) == 1
    assert "none.txt" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"nonsense")))
    assert run(["game", "check", "-"]) == 2
    assert "expected lastcard 1" in capsys.readouterr().err


def test_another_language_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "show"):
        assert run(["game", command, str(folder / "bad.txt"), "--lang", "fr"]) == 2
        assert "'fr'" in capsys.readouterr().err


def test_illegal_moves_before_a_round_that_cannot_begin_are_named_first(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = folder / "broken.txt"
    broken.write_text(BAD + "\nround:\nstart: red_5\n", encoding="utf-8")
    for command in ("check", "show"):
        assert run(["game", command, str(broken)]) == 2
        out, err = capsys.readouterr()
        assert "Line 9: Bo: red_2 — " in out
        assert "the round before is still running" in err
