"""Whole rounds played by engine players, told as steps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from engine.game import begin, next_round
from engine.players import GreedyPlayer, Manners, play_round
from engine.rules import Rules
from engine.state import State
from vision.synth.game.mischief import Mischief
from vision.synth.game.spec import GameSpec
from vision.synth.game.steps import Step, with_distractions
from vision.synth.game.telling import told

_DECK = 108
_NOTICED = 0.7
"""Share of forgotten UNO calls that somebody notices."""


@dataclass(frozen=True, slots=True)
class Script:
    """Steps, with the draw pile's size before the start card is taken from it and the hands' size.

    ``final`` is the position in which it ends: top, turn, direction, counts, colour, winner; empty where unknown.
    """

    steps: tuple[Step, ...]
    pile: int = 80
    hand: int = 7
    final: Mapping[str, object] = field(default_factory=dict)


def rules_of(spec: GameSpec) -> Rules:
    """The rules that are played by: those of the spec, with jump-ins where it has any."""
    rules = Rules.preset(spec.rules)
    if spec.jumps > 0 and rules.jump_in == "off":
        return rules.changed({"jump_in": "identical"}, name=f"{rules.name}-jump-in")
    return rules


def write_script(spec: GameSpec, rng: Random) -> Script:
    """Deal and let greedy players play ``spec.rounds`` rounds, or the first ``spec.turns`` plays if not 0."""
    rules = rules_of(spec)
    state, opening = begin(rules, spec.seats, rng)
    steps, final, plays = told(opening, state.dealer), _position(state), 0
    for after, more in _moves(spec, state, rng):
        plays += sum(step.kind == "play" for step in more)
        if spec.turns and plays > spec.turns:
            break
        steps += more
        final = _position(after)
    pile = _DECK - rules.hand_size * spec.seats
    return Script(tuple(with_distractions(steps, spec, rng)), pile, rules.hand_size, final)


def _moves(spec: GameSpec, state: State, rng: Random) -> Iterator[tuple[State, list[Step]]]:
    """Every move of every round after the deal: the position after it and what of it can be seen or heard."""
    players = [GreedyPlayer() for _ in range(spec.seats)]
    manners = Manners(forgets=spec.forgets, noticed=_NOTICED, jumps=spec.jumps)
    mischief = Mischief(spec)
    for number in range(spec.rounds):
        if number:
            state, opening = next_round(state, rng)
            yield state, [Step("deal", state.dealer), *told(opening, state.dealer)]
        while state.winner is None:
            done = mischief.before(state)
            if done is None:
                ply = next(play_round(state, players, rng, manners))
                done = ply.state, told(ply.events, state.dealer)
            state = done[0]
            yield done
        if state.match_winner is not None:
            return


def _position(state: State) -> dict[str, object]:
    return {
        "top": None if state.top is None else state.top.label,
        "colour": None if state.colour is None else state.colour.value,
        "turn": state.turn,
        "direction": state.direction,
        "counts": [hand.count for hand in state.hands],
        "round": state.round,
        "winner": state.winner,
    }
