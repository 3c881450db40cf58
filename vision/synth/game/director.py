"""Gives every step its times and places: which arm moves where, what lies afterwards, and the truth about it."""

from collections.abc import Callable, Mapping
from random import Random

from vision.synth.game import acts_game, acts_noise, acts_play
from vision.synth.game.clips import Reel
from vision.synth.game.plane import Plane, Seat
from vision.synth.game.spec import GameSpec
from vision.synth.game.stage import Stage
from vision.synth.game.steps import Step

_LAST = 2.0
"""Seconds of quiet after everything."""
_ACTS: Mapping[str, Callable[[Stage, Step], None]] = {
    "start": acts_game.start, "play": acts_play.play, "draw": acts_game.draw, "taken_back": acts_game.take_back,
    "reshuffle": acts_game.reshuffle, "deal": acts_game.deal, "rest": acts_noise.rest, "nudge": acts_noise.nudge,
    "shadow": acts_noise.shadow, "fidget": acts_noise.fidget, "tidy": acts_noise.tidy, "sip": acts_noise.sip,
    "lamp": acts_noise.light, "exposure": acts_noise.light, "white": acts_noise.light, "focus": acts_noise.light,
    "bump": acts_noise.light, "wait": acts_noise.wait,
}  # fmt: skip


class Director:
    """Turns steps into a ``Reel``; all chance comes from ``rng`` and the spec's seed."""

    def __init__(self, spec: GameSpec, plane: Plane, seats: list[Seat], rng: Random) -> None:
        self._stage = Stage(spec, plane, seats, rng)

    def direct(self, steps: list[Step], pile: int, hand: int) -> Reel:
        """The reel of these steps with a draw pile of ``pile`` cards and ``hand`` cards for each seat at the start."""
        stage = self._stage
        stage.full, stage.hand = pile, hand
        acts_noise.set_things(stage)
        stage.stack(0.0, pile)
        for seat in stage.seats:
            stage.cue(0.0, lambda table, index=seat.index: table.hold(index, hand))
        for step in steps:
            _ACTS.get(step.kind, _say)(stage, step)
        return _finished(stage)


def _say(stage: Stage, step: Step) -> None:
    """Something that is only heard."""
    stage.tell(max(stage.clock - 0.3, stage.free), step)


def _finished(stage: Stage) -> Reel:
    reel = stage.reel
    reel.length = max([stage.clock, *(clip.end for clip in reel.clips)]) + _LAST
    reel.cues.sort(key=lambda cue: cue.t)
    reel.truth.sort(key=_time)
    reel.noise.sort(key=_time)
    reel.effects.sort(key=lambda effect: effect.t)
    return reel


def _time(row: dict[str, object]) -> float:
    t = row["t"]
    assert isinstance(t, float)
    return t
