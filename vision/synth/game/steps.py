"""What happens at a table, in order, before it gets times and places."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from vision.synth.game.spec import GameSpec

Kind = Literal[
    "start", "play", "draw", "pass", "uno", "uno_missed", "colour", "reshuffle", "taken_back", "round_won", "deal",
    "rest", "nudge", "shadow", "fidget", "tidy", "sip", "lamp", "exposure", "white", "focus", "bump", "wait",
]  # fmt: skip
MEANT: tuple[Kind, ...] = ("start", "play", "draw", "taken_back")
"""The steps that a camera should report."""

NOISE: tuple[Kind, ...] = (
    "rest", "nudge", "shadow", "fidget", "tidy", "sip", "lamp", "exposure", "white", "focus", "bump",
)  # fmt: skip
"""The steps that mean nothing in the game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens: who (``seat``), with which card (a label), and more facts for the truth.

    ``wait`` is a pause of ``seconds``. A ``draw`` takes ``count`` cards in one reach.
    """

    kind: Kind
    seat: int | None = None
    card: str | None = None
    seconds: float = 0.0
    facts: dict[str, object] = field(default_factory=dict)
    count: int = 1


def with_distractions(steps: list[Step], spec: GameSpec, rng: Random) -> list[Step]:
    """The same steps with resting hands, nudges, shadows, fidgets and take-backs strewn in by the spec's chances.

    What only harder tables have follows from a chance of its own, so that it changes nothing else.
    """
    more = Random(f"{spec.seed} distractions")
    mixed: list[Step] = []
    for step in _grabbed(steps, spec, more):
        if step.kind in ("play", "draw"):
            mixed += _before(step, spec, rng)
            mixed += [Step(kind, more.randrange(spec.seats)) for kind, chance in _later(spec) if more.random() < chance]
        mixed.append(step)
    return _bumped(mixed, more) if spec.bump else mixed


def _before(step: Step, spec: GameSpec, rng: Random) -> list[Step]:
    found = []
    for kind, chance in _chances(spec):
        if rng.random() < chance:
            found.append(Step(kind, rng.randrange(spec.seats)))
    if step.kind == "play" and rng.random() < spec.takebacks and "illegal" not in step.facts:
        found += [step, Step("taken_back", step.seat, step.card)]
    return found


def _chances(spec: GameSpec) -> tuple[tuple[Kind, float], ...]:
    return ("rest", spec.rests), ("nudge", spec.nudges), ("shadow", spec.shadows), ("fidget", spec.fidgets)


def _later(spec: GameSpec) -> tuple[tuple[Kind, float], ...]:
    chances: tuple[tuple[Kind, float], ...] = (
        ("tidy", spec.tidies), ("sip", spec.sips), ("lamp", spec.lamps), ("exposure", spec.exposure),
        ("white", spec.white), ("focus", spec.focus),
    )  # fmt: skip
    return tuple((kind, chance) for kind, chance in chances if chance > 0)


def _grabbed(steps: list[Step], spec: GameSpec, rng: Random) -> Iterator[Step]:
    """Draws of one seat in a row become one step, by the spec's chance."""
    held: Step | None = None
    for step in steps:
        joins = held is not None and step.kind == "draw" and step.seat == held.seat
        if held is not None and joins and spec.grabs and rng.random() < spec.grabs:
            held = replace(held, count=held.count + 1)
            continue
        if held is not None:
            yield held
        held = step if step.kind == "draw" else None
        if held is None:
            yield step
    if held is not None:
        yield held


def _bumped(steps: list[Step], rng: Random) -> list[Step]:
    """The camera is pushed once, somewhere in the middle third."""
    at = round(len(steps) * rng.uniform(0.33, 0.67))
    return [*steps[:at], Step("bump"), *steps[at:]]
