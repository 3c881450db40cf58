"""What a simulated table may be asked for."""

import pytest

from vision.errors import UsageError
from vision.frames.simulated import open_simulated
from vision.synth.game.spec import PRESETS, parse_spec


def test_a_name_alone_is_the_preset() -> None:
    assert parse_spec("sim:") == parse_spec("sim:easy") == PRESETS["easy"]
    assert parse_spec("sim:club") == PRESETS["club"]


def test_settings_replace_those_of_the_preset() -> None:
    spec = parse_spec("sim:club?seed=7&seats=5&fps=12.5&size=640x360&style=C&live=1&noise=0")
    assert (spec.seed, spec.seats, spec.fps, spec.size) == (7, 5, 12.5, (640, 360))
    assert (spec.style, spec.live, spec.noise, spec.ground) == ("C", True, 0.0, "wood")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sim:eazy", "near matches: easy"),
        ("sim:qqqq", "choose one of easy, club, clean"),
        ("sim:easy?seet=1", "near matches: seed"),
        ("sim:easy?ground=feld", "near matches: felt"),
        ("sim:easy?style=Z", "choose one of A, B, C, D"),
        ("sim:easy?seats=1", "a number from 2 to 10"),
        ("sim:easy?seats=3.5", "a number from 2 to 10"),
        ("sim:easy?fps=nan", "a number from 1 to 120"),
        ("sim:easy?size=640", "such as 1280x720"),
        ("sim:easy?size=10x10", "such as 1280x720"),
        ("sim:easy?live=yes", "give 0 or 1"),
        ("sim:easy?preset=club", "has no setting 'preset'"),
    ],
)
def test_mistakes_are_told_with_what_was_meant(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        open_simulated(text)
    assert said in str(caught.value)
    assert str(caught.value).count("\n") == 0
