"""Positions and referees in few words."""

from dataclasses import replace
from typing import Any

from engine.cards import Card, Colour
from engine.events import Event
from engine.game import apply
from engine.hand import Hand
from engine.moves import Move
from engine.observations import CardOnDiscard, CardsDrawn
from engine.referee import Referee
from engine.referee_history import Item
from engine.rules import Rules
from engine.state import State


def card(label: str) -> Card:
    return Card.parse(label)


def cards(labels: str) -> tuple[Card, ...]:
    return tuple(Card.parse(label) for label in labels.split())


def position(top: str, *hands: str, turn: int = 0, colour: str | None = None, **more: Any) -> State:
    """Open hands, given as labels in one text each; the draw pile holds green_9s unless given."""
    upper = Card.parse(top)
    fields: dict[str, Any] = {
        "draw": cards("green_9 " * 20),
        "seed": 1,
        "rules": Rules(),
        "discard": (upper,),
        "colour": Colour(colour) if colour else upper.colour,
        "dealer": (turn - 1) % len(hands),
    }
    fields |= more
    return State(hands=tuple(Hand().plus(cards(hand)) for hand in hands), scores=(0,) * len(hands), turn=turn, **fields)


def after(state: State, *moves: Move) -> State:
    for move in moves:
        state, _ = apply(state, move)
    return state


def told(state: State, move: Move) -> list[str]:
    """The kinds of events that a move brings."""
    return [event.kind for event in apply(state, move)[1]]


class Table:
    """A referee with a clock: one second between things that happen."""

    def __init__(self, seats: int = 4, start: str | None = "red_5", *, rules: Rules | None = None, **more: Any) -> None:
        self.ref = Referee(rules or Rules(), [f"P{seat}" for seat in range(seats)], **more)
        self.t = 0.0
        if start is not None:
            self.lay(start, None)

    def do(self, item: Item) -> tuple[Event, ...]:
        """Handle the item at the next second, whatever time it carries."""
        self.t += 1.0
        return self.ref.handle(replace(item, t=self.t))

    def lay(self, label: str, seat: int | None, **more: Any) -> tuple[Event, ...]:
        return self.do(CardOnDiscard(self.t, Card.parse(label), seat, **more))

    def draw(self, seat: int | None, count: int = 1) -> tuple[Event, ...]:
        return self.do(CardsDrawn(self.t, seat, count))

    def now(self) -> dict[str, Any]:
        return self.ref.snapshot()

    def counts(self) -> list[int]:
        return [seat["cards"] for seat in self.now()["seats"]]

    def total(self) -> int:
        game = self.ref.memory.game
        return sum(hand.count for hand in game.hands) + game.draw_count + len(game.discard)


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]
