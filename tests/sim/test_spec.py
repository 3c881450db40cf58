"""What a simulated table may be asked for."""

from dataclasses import fields
from pathlib import Path

import pytest

from vision.bench.plays import PlaysReport
from vision.bench.plays_score import Score
from vision.errors import UsageError
from vision.frames.simulated import open_simulated
from vision.synth.game.spec import PRESETS, VARIED, GameSpec, parse_spec, spec_text


def test_a_name_alone_is_the_preset() -> None:
    assert parse_spec("sim:") == parse_spec("sim:easy") == PRESETS["easy"]
    assert parse_spec("sim:clean") == PRESETS["clean"]


@pytest.mark.parametrize("preset", ["club", "hard"])
def test_each_seed_chooses_its_own_table_and_chooses_it_again(preset: str) -> None:
    tables = [parse_spec(f"sim:{preset}?seed={seed}") for seed in range(40)]
    assert tables == [parse_spec(f"sim:{preset}?seed={seed}") for seed in range(40)]
    for key, values in VARIED[preset].items():
        assert {getattr(spec, key) for spec in tables} == set(values), key


def test_what_the_text_says_goes_before_the_seeds_choice() -> None:
    assert {parse_spec(f"sim:hard?seed={seed}&style=D&tilt=7.5").style for seed in range(20)} == {"D"}
    assert parse_spec("sim:hard?tilt=7.5").tilt == 7.5


@pytest.mark.parametrize(
    "text",
    ["sim:", "sim:hard?seed=8", "sim:club?seed=2&size=640x360&live=1&drops=0.015625&bump=0.05", "sim:clean?turns=3"],
)
def test_a_spec_written_as_text_is_read_as_the_same(text: str) -> None:
    spec = parse_spec(text)
    assert parse_spec(spec_text(spec)) == spec


def test_the_easy_table_has_nothing_of_the_hard_ones() -> None:
    easy = PRESETS["easy"]
    plain = GameSpec(preset="easy")
    assert easy == plain
    harder = ("tilt", "bump", "drops", "things", "throws", "fumbles", "pairs", "grabs", "tidies", "sips", "garb")
    rare = ("lamps", "exposure", "white", "focus", "illegal", "outs", "takebacks", "jumps", "twice", "forgets")
    assert not any(getattr(easy, key) for key in (*harder, *rare))


def test_settings_replace_those_of_the_preset() -> None:
    spec = parse_spec("sim:club?seed=7&seats=5&fps=12.5&size=640x360&style=C&ground=slate&live=1&noise=0")
    assert (spec.seed, spec.seats, spec.fps, spec.size) == (7, 5, 12.5, (640, 360))
    assert (spec.style, spec.live, spec.noise, spec.ground) == ("C", True, 0.0, "slate")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sim:eazy", "near matches: easy"),
        ("sim:qqqq", "choose one of easy, club, hard, clean"),
        ("sim:easy?seet=1", "near matches: seed"),
        ("sim:easy?ground=feld", "near matches: felt"),
        ("sim:easy?style=Z", "choose one of A, B, C, D"),
        ("sim:easy?seats=1", "a number from 2 to 10"),
        ("sim:easy?seats=3.5", "a number from 2 to 10"),
        ("sim:easy?fps=nan", "a number from 1 to 120"),
        ("sim:easy?size=640", "such as 1280x720"),
        ("sim:easy?size=10x10", "such as 1280x720"),
        ("sim:easy?live=yes", "give 0 or 1"),
        ("sim:easy?tilt=60", "a number from 0 to 50"),
        ("sim:easy?throws=2", "a number from 0 to 1"),
        ("sim:easy?rules=oficial", "near matches: official"),
        ("sim:easy?preset=club", "has no setting 'preset'"),
    ],
)
def test_mistakes_are_told_with_what_was_meant(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        open_simulated(text)
    assert said in str(caught.value)
    assert str(caught.value).count("\n") == 0


def test_every_setting_and_figure_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "sim.md").read_text(encoding="utf-8")
    figures = PlaysReport("easy", [], "nobody", Score()).figures()
    for name in (*(field.name for field in fields(GameSpec) if field.name != "preset"), *figures):
        assert f"`{name}`" in text, name
