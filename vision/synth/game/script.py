"""A whole round played by engine players, told as steps."""

from dataclasses import dataclass
from random import Random

from vision.synth.game.spec import GameSpec
from vision.synth.game.steps import Step, with_distractions


@dataclass(frozen=True, slots=True)
class Script:
    """Steps, with the draw pile's size before the start card is taken from it and the hands' size."""

    steps: tuple[Step, ...]
    pile: int = 80
    hand: int = 7


def write_script(spec: GameSpec, rng: Random) -> Script:
    raise NotImplementedError
