"""Several cards laid in one turn (R20), which a camera sees one after the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from engine import effects
from engine.cards import Card, Rank
from engine.events import CardPlayed, Event, IllegalPlay, TurnSkipped
from engine.legality import explain
from engine.moves import Play
from engine.observations import CardOnDiscard
from engine.reasons import Reason, ReasonId
from engine.referee_memory import LaidSet
from engine.referee_work import SURE_SEAT, Work
from engine.state import State

BESIDE_THE_POINT: Final = frozenset({ReasonId.COLOUR_WANTED, ReasonId.SWAP_WANTED})
AT_ONCE: Final = 1.0
"""Seconds from which on a card of a seat that skipped everybody else is its next turn."""
NOT_YET: Final = frozenset({ReasonId.NO_MATCH, ReasonId.FIRST_BY_COLOUR})


def begin_set(work: Work, before: State, seat: int, card: Card, said: tuple[Event, ...]) -> None:
    """Remember a play that further cards of the same kind may join."""
    if before.rules.cards_a_turn == "set" and seat == before.turn and not card.is_wild:
        work.note(laid=LaidSet(before, seat, (card,), said, work.t))


def join_set(work: Work, seen: CardOnDiscard) -> bool:
    """The card joins those that the same seat has just laid: the turn is told anew with all of them.

    First cards that did not fit by themselves are mended when a later one of their set fits.
    """
    laid = work.memory.laid
    if laid is None or seen.seat != laid.seat or seen.seat_confidence < SURE_SEAT:
        return False
    if work.state.turn == laid.seat and work.memory.provisional is None and work.t - laid.t >= AT_ONCE:
        return False
    move = Play(seen.card, seat=laid.seat, more=laid.cards)
    reasons = tuple(reason for reason in explain(laid.before, move) if reason.id not in BESIDE_THE_POINT)
    if reasons:
        return _wait_for_more(work, laid, move, reasons)
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
    work.note(provisional=None, laid=LaidSet(laid.before, laid.seat, move.cards, said, work.t))
    return True


def _wait_for_more(work: Work, laid: LaidSet, move: Play, reasons: tuple[Reason, ...]) -> bool:
    """Another card that does not fit, of a set that did not fit so far: still one play, which a later card may mend."""
    open_play = work.memory.provisional
    if open_play is None or {reason.id for reason in reasons} - NOT_YET:
        return False
    trial = work.fork()
    trial.state = laid.before
    effects.play(trial, laid.seat, move.card, more=laid.cards)
    held = tuple(event for event in trial.events if not isinstance(event, CardPlayed))
    work.state = trial.state
    work.say(IllegalPlay(work.t, laid.seat, move.card, reasons))
    played = tuple(event for event in trial.events if isinstance(event, CardPlayed))
    work.note(
        provisional=replace(open_play, card=move.card, reasons=reasons, held=held),
        laid=LaidSet(laid.before, laid.seat, move.cards, played, work.t),
    )
    return True


def _bare(event: Event) -> Event:
    """The event without its time, and without which card of the set it came from."""
    if isinstance(event, TurnSkipped):
        event = replace(event, card=Card(Rank.WILD))
    return replace(event, t=0.0)
