"""The referee's second thought: before it accuses, it asks whether the card before was another one or another seat's,
and whether a draw that was not certain was one.

Each history counts as much as the camera's evidence for its reading of that card, times how likely the rules make what
followed. The accused history goes where another one is likelier.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import Card
from engine.events import Corrected, Drew, Event, IllegalPlay, OutOfStep, TurnPassed, Undone
from engine.observations import CardOnDiscard, CardsDrawn
from engine.reasons import ReasonId
from engine.referee_draw import LIKELY
from engine.referee_history import Entry, GameItem, Told, last_card, retell, step, told, with_card, with_seat
from engine.referee_seat import UNSEEN, WRONG_BOTH, WRONG_CARD, WRONG_TURN

LEAST: Final = 0.03
"""Evidence below this makes no history."""
NO_CLAIM: Final = 0.01
"""What a seat counts that the referee assumed against all that the camera saw."""

Second = tuple[Entry, tuple[Event, ...]]


def rethink(head: Entry, item: CardOnDiscard, said: Sequence[Event], *, auto_rounds: bool = False) -> Second | None:
    """The likeliest history in which the card of `item` is no offence and the one before it was read otherwise.

    `said` is what the history so far makes of the card. Returns the new head with what is to be told, None where `said`
    accuses nobody or no other history is likelier.
    """
    offence = next((event for event in said if isinstance(event, IllegalPlay)), None)
    at = last_card(head)
    was = None if at is None else told(at)
    if offence is None or at is None or was is None or not isinstance(at.item, CardOnDiscard):
        return None
    best: tuple[float, Second] | None = None
    limit = _share(at.item, was) * _assumed(head, at.prev) * _wrong(offence)
    for other, share, correction in _otherwise(at.item, was, item.t):
        history = _told_so(head, at, other, item, auto_rounds=auto_rounds)
        if history is None:
            continue
        new, events = history
        weight = share * _assumed(new, at.prev)
        if weight > limit and (best is None or weight > best[0]):
            best = weight, (new, (correction, *events))
    for drawn, sure in _doubtful_draws(head, at):
        history, deed = _told_so(head, drawn, None, item, auto_rounds=auto_rounds), told(drawn)
        if history is not None and deed is not None:
            new, events = history
            weight = _share(at.item, was) * _assumed(new, at.prev) * (1 - sure) / sure
            if weight > limit and (best is None or weight > best[0]):
                best = weight, (new, (Undone(item.t, "no_draw", deed.seat), *events))
    return None if best is None else best[1]


def _doubtful_draws(head: Entry, since: Entry) -> Iterator[tuple[Entry, float]]:
    """The draws that were told since an entry though nobody saw for certain that a card was taken, and how sure each
    was."""
    entry: Entry | None = head
    while entry is not None and entry is not since:
        if isinstance(entry.item, CardsDrawn) and entry.item.confidence < LIKELY:
            yield entry, entry.item.confidence
        entry = entry.prev


def _told_so(
    head: Entry, at: Entry, other: GameItem | None, item: CardOnDiscard, *, auto_rounds: bool
) -> Second | None:
    """The history with `other`, or nothing, in the place of the entry `at`, and the new card after it; None if that
    accuses too."""
    before, again = retell(head, at, other, auto_rounds=auto_rounds)
    memory, events = step(before.memory, item, auto_rounds=auto_rounds)
    if any(isinstance(event, IllegalPlay | OutOfStep) for event in (*again, *events)):
        return None
    now = tuple(replace(event, t=item.t) for event in again)
    return Entry(before, item, memory, events), (*now, *events)


def _otherwise(seen: CardOnDiscard, was: Told, t: float) -> Iterator[tuple[GameItem, float, Event]]:
    """How else the camera may have seen a card: with its share of the evidence, and as a correction."""
    named = () if seen.seat is None else ((seen.seat, seen.seat_confidence), *seen.other_seats)
    for seat, share in named:
        if seat != was.seat and share >= LEAST:
            yield with_seat(seen, seat), share, Corrected(t, "seat", was.seat, seat)
    readings: tuple[tuple[Card, float], ...] = ((seen.card, seen.confidence), *seen.alternatives)
    for card, share in readings:
        if was.card is not None and card != was.card and share >= LEAST:
            yield with_card(seen, card), share, Corrected(t, "card", was.card.label, card.label)


def _share(seen: CardOnDiscard, was: Told) -> float:
    """The camera's evidence for what was told of a card."""
    seats = dict(seen.other_seats) | ({} if seen.seat is None else {seen.seat: seen.seat_confidence})
    faces = dict(seen.alternatives) | {seen.card: seen.confidence}
    card = NO_CLAIM if was.card is None else faces.get(was.card, NO_CLAIM)
    return max(NO_CLAIM, seats.get(was.seat, NO_CLAIM)) * max(NO_CLAIM, card)


def _assumed(head: Entry, since: Entry | None) -> float:
    """How likely the turns are that a history assumes nobody saw, after the entry `since`."""
    events: list[Event] = []
    entry: Entry | None = head
    while entry is not None and entry is not since:
        events += entry.events
        entry = entry.prev
    passed = sum(isinstance(event, TurnPassed) and event.inferred for event in events)
    drawn = sum(isinstance(event, Drew) and event.inferred and event.cause == "choice" for event in events)
    return float(UNSEEN ** min(passed, drawn))


def _wrong(offence: IllegalPlay) -> float:
    """How likely an offence is."""
    found = {reason.id for reason in offence.reasons}
    if found == {ReasonId.OUT_OF_TURN}:
        return WRONG_TURN
    return WRONG_BOTH if ReasonId.OUT_OF_TURN in found else WRONG_CARD
