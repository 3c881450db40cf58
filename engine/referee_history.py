"""The past as a chain of entries, so that any of them can be undone, taken out or replaced and the rest told anew.

An entry holds what came in, what was known after it and what was said; it never changes. A correction makes a new chain
that shares its older part with the old one, so that undoing costs one step back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from engine.cards import Card
from engine.commands import Command, DrawCards, KeepCard, NewRound, PlayCard
from engine.events import CardPlayed, Drew, Event, IllegalPlay, StartCard, TakenBack, TurnPassed, TurnSkipped
from engine.observations import CardMoved, CardOnDiscard, CardsDrawn, CardTakenBack, HandSeen, Observation
from engine.referee_draw import on_draw
from engine.referee_memory import Memory
from engine.referee_people import PlainCommand, on_command
from engine.referee_play import on_card
from engine.referee_round import see_hand
from engine.referee_work import Work, take_back, timeless

Item = Observation | Command
GameItem = CardOnDiscard | CardTakenBack | CardMoved | CardsDrawn | HandSeen | PlainCommand
TOLD_AGAIN: Final = frozenset(
    {
        "illegal_play",
        "colour_wanted",
        "turn_skipped",
        "direction_changed",
        "uno_reached",
        "round_won",
        "points_counted",
        "match_won",
        "question_asked",
        "out_of_step",
    }
)
"""Kinds that a correction tells when they are new; what it repeats is not said twice (F31)."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One thing that changed what is known. `item` is None at the very beginning."""

    prev: Entry | None
    item: GameItem | None
    memory: Memory
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """Who did what in an entry."""

    seat: int
    card: Card | None


def step(memory: Memory, item: GameItem, *, auto_rounds: bool = False) -> tuple[Memory, tuple[Event, ...]]:
    """The referee as a pure function: what is known after the item, and what is said. Never raises for what the table
    does."""
    work = Work(memory, item.t, auto_rounds=auto_rounds)
    if isinstance(item, CardOnDiscard):
        on_card(work, item)
    elif isinstance(item, CardsDrawn):
        on_draw(work, item.seat, item.count, confidence=item.confidence, idle=item.idle)
    elif isinstance(item, HandSeen):
        see_hand(work, item)
    elif isinstance(item, CardMoved):
        work.note(moved=item.t)  # what it means, the next card tells
    elif isinstance(item, CardTakenBack):
        if memory.provisional is not None:
            take_back(work, memory.provisional)
    else:
        on_command(work, item)
    return work.finish()


def told(entry: Entry) -> Told | None:
    """Who played, drew or passed in this entry, by its events that were not inferred from it."""
    for event in reversed(entry.events):
        if isinstance(event, CardPlayed | IllegalPlay):
            return Told(event.seat, event.card)
    for event in reversed(entry.events):
        if isinstance(event, StartCard):
            return Told(event.seat, event.card)
        if isinstance(event, Drew | TurnPassed) and not event.inferred:
            return Told(event.seat, None)
    return None


def last_card(head: Entry) -> Entry | None:
    """The latest entry of this round that laid a card."""
    return _latest(head, lambda entry: isinstance(entry.item, CardOnDiscard | PlayCard) and told(entry) is not None)


def last_deed(head: Entry) -> Entry | None:
    """The latest entry of this round that some seat did: a play, a draw or a pass, but no start card."""

    def is_deed(entry: Entry) -> bool:
        deed = isinstance(entry.item, CardOnDiscard | PlayCard | CardsDrawn | DrawCards | KeepCard)
        return deed and told(entry) is not None and not any(isinstance(event, StartCard) for event in entry.events)

    return _latest(head, is_deed)


def way_to(entry: Entry) -> tuple[Event, ...]:
    """What an entry tells that must have happened before its card was laid."""
    return tuple(
        event
        for event in entry.events
        if isinstance(event, TurnSkipped) or (isinstance(event, Drew | TurnPassed) and event.inferred)
    )


def _latest(head: Entry, wanted: Callable[[Entry], bool]) -> Entry | None:
    """The latest wanted entry of this round, past the illegal plays that were taken back."""
    gone = 0
    entry: Entry | None = head
    while entry is not None and entry.item is not None and not isinstance(entry.item, NewRound):
        gone += any(isinstance(event, TakenBack) for event in entry.events)
        if wanted(entry):
            if not (gone and isinstance(entry.item, CardOnDiscard | PlayCard)):
                return entry
            gone -= 1
        entry = entry.prev
    return None


def with_card(item: GameItem, card: Card) -> GameItem:
    """The same deed with another face, now certain."""
    if isinstance(item, CardOnDiscard):
        return replace(item, card=card, confidence=1.0, alternatives=())
    return replace(item, card=card) if isinstance(item, PlayCard) else item


def with_seat(item: GameItem, seat: int) -> GameItem:
    """The same deed by another seat, now certain."""
    if isinstance(item, CardOnDiscard):
        return replace(item, seat=seat, seat_confidence=1.0)
    return replace(item, seat=seat) if isinstance(item, PlayCard | CardsDrawn | DrawCards | KeepCard) else item


def retell(
    head: Entry, at: Entry, item: GameItem | None, *, auto_rounds: bool = False
) -> tuple[Entry, tuple[Event, ...]]:
    """The chain with the entry `at` replaced by `item` (None: taken out), all later ones told anew.

    Returns the new head and the new things worth telling.
    """
    later: list[Entry] = []
    entry = head
    while entry is not at:
        later.append(entry)
        assert entry.prev is not None  # `at` is in the chain
        entry = entry.prev
    assert at.prev is not None  # only the beginning has no past, and it is never replaced
    items = [old.item for old in reversed(later) if old.item is not None]
    known = {timeless(event) for old in (*later, at) for event in old.events}
    new_head, said = at.prev, []
    for each in [item, *items] if item is not None else items:
        memory, events = step(new_head.memory, each, auto_rounds=auto_rounds)
        if memory != new_head.memory:
            new_head = Entry(new_head, each, memory, events)
        said += [event for event in events if event.kind in TOLD_AGAIN and timeless(event) not in known]
    return new_head, tuple(said)
