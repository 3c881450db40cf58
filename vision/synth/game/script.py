"""A whole round played by engine players, told as steps."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.events import CardPlayed, ColourNamed, Drew, Event, Reshuffled, RoundWon, StartCard, TurnPassed, UnoCalled
from engine.game import begin
from engine.players import GreedyPlayer, Manners, play_round
from engine.rules import Rules
from vision.synth.game.spec import GameSpec
from vision.synth.game.steps import Step, with_distractions

_DECK = 108


@dataclass(frozen=True, slots=True)
class Script:
    """Steps, with the draw pile's size before the start card is taken from it and the hands' size."""

    steps: tuple[Step, ...]
    pile: int = 80
    hand: int = 7


def write_script(spec: GameSpec, rng: Random) -> Script:
    """Deal by the official rules and let greedy players play a round (its first ``spec.turns`` plays, if not 0)."""
    rules = Rules.preset("official")
    state, opening = begin(rules, spec.seats, rng)
    steps = [step for event in opening for step in steps_of(event, state.dealer)]
    players = [GreedyPlayer() for _ in range(spec.seats)]
    plays = 0
    for ply in play_round(state, players, rng, Manners(forgets=0.0)):
        told = [step for event in ply.events for step in steps_of(event, state.dealer)]
        plays += sum(step.kind == "play" for step in told)
        if spec.turns and plays > spec.turns:
            break
        steps += told
    pile = _DECK - rules.hand_size * spec.seats
    return Script(tuple(with_distractions(steps, spec, rng)), pile, rules.hand_size)


def steps_of(event: Event, dealer: int) -> Iterator[Step]:
    """What an event of the engine looks (or sounds) like at the table: nothing, or one step or more."""
    match event:
        case StartCard(card=card, accepted=True):
            yield Step("start", dealer, card.label)
        case CardPlayed(seat=seat, card=card):
            yield Step("play", seat, card.label)
        case Drew(seat=seat, count=count):
            yield from [Step("draw", seat)] * count
        case Reshuffled(count=count):
            yield Step("reshuffle", dealer, facts={"count": count})
        case TurnPassed(seat=seat):
            yield Step("pass", seat)
        case UnoCalled(seat=seat):
            yield Step("uno", seat)
        case ColourNamed(seat=seat, colour=colour):
            yield Step("colour", seat, facts={"colour": colour.value})
        case RoundWon(seat=seat, points=points):
            yield Step("round_won", seat, facts={"points": points})
        case _:
            return
