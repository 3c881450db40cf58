"""What happens at a table, in order, before it gets times and places."""

from dataclasses import dataclass, field
from random import Random
from typing import Literal

from vision.synth.game.spec import GameSpec

Kind = Literal[
    "start", "play", "draw", "pass", "uno", "colour", "reshuffle", "taken_back", "round_won",
    "rest", "nudge", "shadow", "fidget", "wait",
]  # fmt: skip
MEANT: tuple[Kind, ...] = ("start", "play", "draw", "taken_back")
"""The steps that a camera should report."""

NOISE: tuple[Kind, ...] = ("rest", "nudge", "shadow", "fidget")
"""The steps that mean nothing in the game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens: who (``seat``), with which card (a label), and more facts for the truth.

    ``wait`` is a pause of ``seconds``.
    """

    kind: Kind
    seat: int | None = None
    card: str | None = None
    seconds: float = 0.0
    facts: dict[str, object] = field(default_factory=dict)


def with_distractions(steps: list[Step], spec: GameSpec, rng: Random) -> list[Step]:
    """The same steps with resting hands, nudges, shadows, fidgets and take-backs strewn in by the spec's chances."""
    mixed: list[Step] = []
    for step in steps:
        if step.kind in ("play", "draw"):
            mixed += _before(step, spec, rng)
        mixed.append(step)
    return mixed


def _before(step: Step, spec: GameSpec, rng: Random) -> list[Step]:
    found = []
    for kind, chance in _chances(spec):
        if rng.random() < chance:
            found.append(Step(kind, rng.randrange(spec.seats)))
    if step.kind == "play" and rng.random() < spec.takebacks:
        found += [step, Step("taken_back", step.seat, step.card)]
    return found


def _chances(spec: GameSpec) -> tuple[tuple[Kind, float], ...]:
    return ("rest", spec.rests), ("nudge", spec.nudges), ("shadow", spec.shadows), ("fidget", spec.fidgets)
