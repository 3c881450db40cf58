"""Histories that make more sense of a new card: one in which it was laid before draws that were told already, and one
in which a card of the top one's face was laid on that one when it was seen to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from engine.commands import Accuse, CallUno, NameColour
from engine.events import Drew, Event, IllegalDraw, IllegalPlay, OutOfStep, QuestionAsked, TurnPassed, Undone
from engine.observations import CardMoved, CardOnDiscard, CardsDrawn
from engine.referee_history import TOLD_AGAIN, Entry, GameItem, step
from engine.referee_rethink import Second
from engine.referee_seat import CLAIMED
from engine.referee_work import timeless

ACCUSED: Final = 4
LOST: Final = 4
ASSUMED: Final = 1
"""How much it speaks against a history that it accuses somebody, loses step, or assumes or asks something."""


def sooner(head: Entry, item: CardOnDiscard, said: Sequence[Event], *, auto_rounds: bool = False) -> Second | None:
    """The history in which the card of `item` was laid before the draws that were told already though they came later.

    `said` is what the history so far makes of the card. Returns the new head with what is to be told, None where there
    are no such draws or the game makes no more sense that way.
    """
    passed: list[Entry] = []
    entry = head
    while isinstance(entry.item, CardsDrawn) and entry.item.t > item.t and entry.prev is not None:
        passed.insert(0, entry)
        entry = entry.prev
    if not passed:
        return None
    new, events, again = _told(entry, item, passed, auto_rounds=auto_rounds)
    if _strain((*events, *again)) >= _strain((*_events(passed), *said)):
        return None
    return new, tuple(_news(passed, events, again, item.t))


def with_twin(head: Entry, item: CardOnDiscard, said: Sequence[Event], *, auto_rounds: bool = False) -> Second | None:
    """The history in which the top card did not move but another one of its face was laid on it, before `item`.

    The same as `sooner`; None where the top card was not seen to move since it was laid, or nobody's hand was there.
    """
    passed: list[Entry] = []
    entry = head
    while entry.prev is not None and not isinstance(entry.item, CardMoved):
        if not isinstance(entry.item, CardsDrawn | NameColour | CallUno | Accuse):
            return None
        passed.insert(0, entry)
        entry = entry.prev
    moved = entry.item
    if entry.prev is None or not isinstance(moved, CardMoved) or moved.seat is None or moved.seat_confidence < CLAIMED:
        return None
    twin = CardOnDiscard(moved.t, moved.card, moved.seat, 1.0, moved.seat_confidence, (), moved.other_seats)
    new, events, again = _told(entry.prev, twin, passed, auto_rounds=auto_rounds)
    memory, last = step(new.memory, item, auto_rounds=auto_rounds)
    if ASSUMED + _strain((*events, *again, *last)) >= _strain((*_events(passed), *said)):
        return None
    return Entry(new, item, memory, last), (*_news(passed, events, again, item.t), *last)


def _told(
    start: Entry, first: GameItem, passed: Iterable[Entry], *, auto_rounds: bool
) -> tuple[Entry, list[Event], list[Event]]:
    """The chain from `start` with `first` and then the items of `passed`; what is said of it and of those."""
    said: list[list[Event]] = []
    new = start
    for item in (first, *(old.item for old in passed)):
        assert item is not None  # only the beginning has none
        memory, events = step(new.memory, item, auto_rounds=auto_rounds)
        if memory != new.memory:
            new = Entry(new, item, memory, events)
        said.append(list(events))
    return new, said[0], [event for events in said[1:] for event in events]


def _news(passed: Iterable[Entry], events: Sequence[Event], again: Sequence[Event], t: float) -> list[Event]:
    """What is to be told of another history: the draws that were none, `events`, and what is new `again`."""
    before = _events(passed)
    drawn = {event.seat for event in (*events, *again) if isinstance(event, Drew)}
    assumed = {event.seat for event in before if isinstance(event, Drew) and event.inferred}
    known = {timeless(event) for event in before}
    news = [replace(event, t=t) for event in again if event.kind in TOLD_AGAIN and timeless(event) not in known]
    return [*(Undone(t, "no_draw", seat) for seat in sorted(assumed - drawn)), *events, *news]


def _events(entries: Iterable[Entry]) -> list[Event]:
    return [event for entry in entries for event in entry.events]


def _strain(events: Iterable[Event]) -> int:
    """How much has to be believed for a history."""
    total = 0
    for event in events:
        if isinstance(event, IllegalPlay | IllegalDraw):
            total += ACCUSED
        elif isinstance(event, OutOfStep):
            total += LOST
        elif isinstance(event, QuestionAsked):
            total += ASSUMED * (event.question == "seat")
        elif isinstance(event, TurnPassed | Drew):
            total += ASSUMED * (event.inferred or (isinstance(event, Drew) and event.cause == "out_of_turn"))
    return total
