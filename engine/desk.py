"""A position being changed: the state so far and the events that were said on the way.

Everything in `engine` that changes a position works on a Desk; the State itself stays a frozen value.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.events import Drew, Event, Note, Penalty, Reshuffled
from engine.state import State


class Desk:
    """Mutable for the length of one move only. `t` is the time of its events, `inferred` marks them."""

    def __init__(self, state: State, t: float = 0.0, *, inferred: bool = False) -> None:
        self.state = state
        self.t = t
        self.inferred = inferred
        self.events: list[Event] = []

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def say(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def result(self) -> tuple[State, tuple[Event, ...]]:
        """The new state and what was said."""
        return self.state, tuple(self.events)


def reshuffle(desk: Desk) -> None:
    """Make the discards but the top one the new draw pile; wilds are colourless again (R21, F06)."""
    state = desk.state
    under, top = state.discard[:-1], state.discard[-1:]
    if not under:
        return
    if state.seed is None:
        desk.set(discard=top, draw_hidden=state.draw_hidden + len(under), reshuffles=state.reshuffles + 1)
    else:
        cards = list(under)
        random.Random(f"{state.seed}/{state.reshuffles}").shuffle(cards)
        desk.set(discard=top, draw=(*cards, *state.draw), reshuffles=state.reshuffles + 1)
    desk.say(Reshuffled(desk.t, len(under)))


def lift(desk: Desk, count: int) -> tuple[tuple[Card, ...], int]:
    """Take cards off the draw pile, reshuffling when it runs out: the known ones and how many hidden ones.

    There may be fewer than `count`, when both piles are used up (F05).
    """
    known: list[Card] = []
    hidden = 0
    while len(known) + hidden < count:
        if desk.state.draw_count == 0:
            reshuffle(desk)
        if desk.state.draw:
            known.append(desk.state.draw[-1])
            desk.set(draw=desk.state.draw[:-1])
        elif desk.state.draw_hidden:
            hidden += 1
            desk.set(draw_hidden=desk.state.draw_hidden - 1)
        else:
            break
    return tuple(known), hidden


def take(desk: Desk, seat: int, count: int, cause: str) -> tuple[Card, ...]:
    """`seat` draws; the cards that became known to the position are returned. A drawn card ends an UNO call (F10)."""
    known, hidden = lift(desk, count)
    taken = len(known) + hidden
    if taken:
        state = desk.state
        hand = state.hands[seat].plus(known, hidden)
        open_to = tuple(other for other in state.uno_open if other != seat)
        desk.state = state.with_hand(seat, hand, called=state.called - {seat}, uno_open=open_to)
        desk.say(Drew(desk.t, seat, taken, cause, hand.count, desk.inferred))
    if taken < count:
        desk.say(Note(desk.t, "short_draw" if taken else "nothing_to_draw", seat, count=taken))
    return known


def penalise(desk: Desk, seat: int, count: int, cause: str) -> None:
    """`seat` draws a penalty out of turn."""
    desk.say(Penalty(desk.t, seat, count, cause))
    take(desk, seat, count, cause)
