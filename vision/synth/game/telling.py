"""What an event of the engine looks or sounds like at the table."""

from collections.abc import Iterable, Iterator

from engine.events import (
    CardPlayed,
    ColourNamed,
    Drew,
    Event,
    Reshuffled,
    RoundWon,
    StartCard,
    TurnPassed,
    UnoCalled,
    UnoMissed,
)
from vision.synth.game.steps import Step


def told(events: Iterable[Event], dealer: int) -> list[Step]:
    """The steps of all these events, in order."""
    return [step for event in events for step in steps_of(event, dealer)]


def steps_of(event: Event, dealer: int) -> Iterator[Step]:
    """Nothing, or one step or more."""
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
        case UnoMissed(seat=seat, accuser=accuser):
            yield Step("uno_missed", seat, facts={"accuser": accuser})
        case ColourNamed(seat=seat, colour=colour):
            yield Step("colour", seat, facts={"colour": colour.value})
        case RoundWon(seat=seat, points=points):
            yield Step("round_won", seat, facts={"points": points})
        case _:
            return
