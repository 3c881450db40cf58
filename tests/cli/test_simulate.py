"""Matches on the command line."""

import json
from pathlib import Path

import pytest

from vision.cli import run


def test_results_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["simulate", "--rules", "stack300", "--players", "greedy, counting,greedy", "--matches", "2", "--json"]
    assert run(argv) == 0
    first = capsys.readouterr().out
    report = json.loads(first)
    assert report["matches"] == 2 == sum(seat["matches_won"] for seat in report["seats"])
    assert report["rounds"] == sum(seat["rounds_won"] for seat in report["seats"])
    assert [seat["player"] for seat in report["seats"]] == ["greedy", "counting", "greedy"]
    assert run(argv) == 0
    assert capsys.readouterr().out == first


def test_results_as_a_table_and_the_last_match_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "last.txt"
    assert run(["simulate", "--players", "greedy,greedy", "--matches", "1", "--save", str(file)]) == 0
    out = capsys.readouterr().out
    assert "1 matches by the rules official" in out
    assert out.count("greedy") == 2
    assert run(["game", "check", str(file)]) == 0
    assert "all of them are allowed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--players", "gredy,random"], "did you mean greedy"),
        (["--players", "greedy"], "1 seats were given"),
        (["--rules", "stack30"], "did you mean stack300"),
    ],
)
def test_mistakes_are_wrong_usage(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", *argv]) == 2
    assert said in capsys.readouterr().err
