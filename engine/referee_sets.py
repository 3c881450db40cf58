"""Several cards laid in one turn (R20), which a camera sees one after the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine import effects
from engine.cards import Card, Rank
from engine.events import Event, TurnSkipped
from engine.legality import explain
from engine.moves import Play
from engine.observations import CardOnDiscard
from engine.reasons import ReasonId
from engine.referee_memory import LaidSet
from engine.referee_work import SURE_SEAT, Work
from engine.state import State

BESIDE_THE_POINT = frozenset({ReasonId.COLOUR_WANTED, ReasonId.SWAP_WANTED})


def begin_set(work: Work, before: State, seat: int, card: Card, said: tuple[Event, ...]) -> None:
    """Remember a play that further cards of the same kind may join."""
    if before.rules.cards_a_turn == "set" and seat == before.turn and not card.is_wild:
        work.note(laid=LaidSet(before, seat, (card,), said))


def join_set(work: Work, seen: CardOnDiscard) -> bool:
    """The card joins those that the same seat has just laid: the turn is told anew with all of them.

    A first card that did not fit by itself is mended when a later one of its set fits.
    """
    laid = work.memory.laid
    if laid is None or seen.seat != laid.seat or seen.seat_confidence < SURE_SEAT:
        return False
    move = Play(seen.card, seat=laid.seat, more=laid.cards)
    if any(reason.id not in BESIDE_THE_POINT for reason in explain(laid.before, move)):
        return False
    trial = work.fork()
    trial.state = replace(laid.before, namer=None, swapper=None, called=laid.before.called | work.state.called)
    effects.play(trial, laid.seat, seen.card, more=laid.cards)
    known = Counter(map(_bare, laid.said))
    for event in trial.events:
        bare = _bare(event)
        if known[bare]:
            known[bare] -= 1
        else:
            work.say(event)
    work.state = trial.state
    said = (*laid.said, *work.events)
    work.note(provisional=None, laid=LaidSet(laid.before, laid.seat, move.cards, said))
    return True


def _bare(event: Event) -> Event:
    """The event without its time, and without which card of the set it came from."""
    if isinstance(event, TurnSkipped):
        event = replace(event, card=Card(Rank.WILD))
    return replace(event, t=0.0)
