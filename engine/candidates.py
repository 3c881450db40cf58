"""Moves worth asking `explain` about: every move that can be allowed, but for those that `legal_moves` leaves out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from engine.cards import COLOURS, FACES, Card, Rank
from engine.effects import CALL_UP_TO
from engine.hand import in_order
from engine.moves import (
    Accuse,
    CallUno,
    Challenge,
    Draw,
    Keep,
    Move,
    NameColour,
    Play,
    Power,
    SumOut,
    Swap,
    TimeUp,
)
from engine.state import State


def candidates(state: State) -> Iterator[Move]:
    """In a fixed order, each once."""
    if state.namer is not None:
        yield from (NameColour(colour) for colour in COLOURS)
    if state.swapper is not None:
        yield from (Swap(seat) for seat in state.playing)
    yield from _plays(state)
    yield Draw()
    if state.drew or state.skips:
        yield Keep()
    if state.case is not None:
        yield Challenge()
    if state.rules.turn_seconds:
        yield TimeUp()
    yield from _out_of_turn(state)
    yield from _words(state)


def _plays(state: State) -> Iterator[Play]:
    for card in _faces(state):
        if card.is_wild:
            yield from (Play(card, colour) for colour in COLOURS)
            if state.rules.wild_powers and card.rank is Rank.WILD:
                yield from (Play(card, power=power, target=seat) for power, seat in product(Power, state.playing))
        else:
            yield Play(card)
    if state.rules.cards_a_turn == "set":
        yield from _sets(state)


def _faces(state: State) -> tuple[Card, ...]:
    hand = state.hands[state.turn]
    return (*FACES, *(own.card for own in state.rules.custom)) if hand.hidden else in_order(set(hand.known))


def _sets(state: State) -> Iterator[Play]:
    """Every set of two or more known cards of one rank, with each of its colours on top (R20)."""
    hand = Counter(card for card in state.hands[state.turn].known if not card.is_wild)
    for rank in dict.fromkeys(card.rank for card in hand):
        faces = [card for card in hand if card.rank is rank]
        for numbers in product(*(range(hand[card] + 1) for card in faces)):
            if sum(numbers) > 1:
                yield from _tops(faces, numbers)


def _tops(faces: list[Card], numbers: tuple[int, ...]) -> Iterator[Play]:
    for top, number in zip(faces, numbers, strict=True):
        if number:
            rest = Counter(dict(zip(faces, numbers, strict=True))) - Counter([top])
            yield Play(top, more=in_order(rest.elements()))


def _out_of_turn(state: State) -> Iterator[Move]:
    """Jump-ins (R30) and hands that add up (R37)."""
    top = state.top
    if state.fresh is None or top is None:
        return
    if state.rules.jump_in != "off":
        yield from (Play(top, seat=seat) for seat in state.playing if seat != state.turn)
    if state.rules.sum_out:
        yield from (SumOut(seat) for seat in state.playing)


def _words(state: State) -> Iterator[Move]:
    for seat, hand in enumerate(state.hands):
        about_to = seat == state.turn and not state.pending and not state.skips
        if (
            seat in state.uno_open
            or (about_to and hand.count == CALL_UP_TO)
            or (about_to and hand.count == 1 and state.rules.uno_at_last_card and seat in state.called)
        ):
            yield CallUno(seat)
    for seat in state.uno_open:
        yield Accuse(seat)
