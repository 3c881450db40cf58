"""Rules on the command line."""

import json
from pathlib import Path

import pytest

from engine.rules import OPTIONS, PRESETS
from vision.cli import run


def test_presets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_told_with_its_rows(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", name]) == 0
    title, *lines = capsys.readouterr().out.splitlines()
    assert title == name
    assert len(lines) == len(OPTIONS)
    assert run(["rules", name, "--json", "--lang", "zh"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {option: told["options"][option]["value"] for option in OPTIONS} == {
        option: getattr(PRESETS[name], option) for option in OPTIONS
    }


def test_differences_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--diff", "official", "stack300"]) == 0
    out = capsys.readouterr().out
    assert "R23 stacking" in out
    assert "R35" not in out
    assert run(["rules", "--diff", "official", "stack300", "--json"]) == 0
    differ = json.loads(capsys.readouterr().out)["differ"]
    assert differ["goal"] == {"official": 500, "stack300": 300, "row": "R40"}
    assert run(["rules", "--diff", "party", "party"]) == 0
    assert "do not differ" in capsys.readouterr().out


def test_rules_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.toml"
    file.write_text('[rules]\npreset = "party"\nname = "sunday"\ngoal = 300\n', encoding="utf-8")
    assert run(["rules", "--diff", "party", str(file), "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["differ"]) == ["goal"]
    file.write_text("[rules]\ngaol = 300\n", encoding="utf-8")
    assert run(["rules", str(file)]) == 2
    assert "did you mean goal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["rules", "offical"], "did you mean official"),
        (["rules", "official", "--lang", "fr"], "'fr'"),
        (["rules", "party", "--diff", "party", "pairs"], "leave one of them out"),
    ],
)
def test_mistakes_are_wrong_usage(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(argv) == 2
    assert said in capsys.readouterr().err
