"""Between positions and moves of `game` and those of `quick`."""

from __future__ import annotations

import random
from typing import Final

from engine.cards import COLOURS, FACES, Card, Colour
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, Move, NameColour, Play
from engine.quick import Table, same_shuffle
from engine.quick_faces import (
    ACCUSE,
    CALL,
    CHALLENGE,
    DRAW,
    KEEP,
    LAY_DRAW4,
    LAY_WILD,
    NAME,
    NOBODY,
    RANK_OF,
    WILD,
    against_r18,
)
from engine.state import Case, State

FACE: Final = {card: face for face, card in enumerate(FACES)}
COLOUR: Final = {colour: index for index, colour in enumerate(COLOURS)}


def faces(cards: tuple[Card, ...]) -> list[int]:
    """The cards as numbers."""
    return [face_of(card) for card in cards]


def face_of(card: Card) -> int:
    """The card as a number; a wild of the table's own counts as a Wild."""
    return FACE.get(card, WILD)


def number_of(colour: Colour | None) -> int:
    """The colour as a number."""
    return NOBODY if colour is None else COLOUR[colour]


def code(move: Move) -> int | None:
    """The number of a move; None for one that a Table knows not, such as a wild without its colour."""
    if isinstance(move, Play):
        if not move.card.is_wild:
            return FACE[move.card]
        if move.colour is None:
            return None
        return (LAY_WILD if FACE[move.card] == WILD else LAY_DRAW4) + COLOUR[move.colour]
    if isinstance(move, NameColour):
        return NAME + COLOUR[move.colour]
    if isinstance(move, CallUno):
        return CALL + move.seat
    if isinstance(move, Accuse):
        return ACCUSE + move.accused
    return {Draw: DRAW, Keep: KEEP, Challenge: CHALLENGE}.get(type(move))


def move_of(number: int) -> Move:
    """The move of a number."""
    if number < WILD:
        return Play(FACES[number])
    if number < NAME:
        wild, colour = divmod(number - LAY_WILD, 4)
        return Play(FACES[WILD + wild], COLOURS[colour])
    if number < DRAW:
        return NameColour(COLOURS[number - NAME])
    if number >= ACCUSE:
        return Accuse(number - ACCUSE)
    if number >= CALL:
        return CallUno(number - CALL)
    plain: dict[int, Move] = {DRAW: Draw(), KEEP: Keep(), CHALLENGE: Challenge()}
    return plain[number]


def table_of(state: State, rng: random.Random) -> Table:
    """The same position as numbers: known cards alone, so hidden ones are still to be dealt."""
    table = Table(state.rules, state.seats, rng.random, dealer=state.dealer)
    table.hands = [faces(hand.known) for hand in state.hands]
    table.draw, table.discard = faces(state.draw), faces(state.discard)
    table.turn, table.direction = state.turn, state.direction
    table.colour = number_of(state.colour)
    top = face_of(state.discard[-1]) if state.discard else WILD
    table.rank = RANK_OF[top]
    table.namer = NOBODY if state.namer is None else state.namer
    table.pending = state.pending
    table.drew = state.drew
    table.drawn = NOBODY if state.drawn is None else face_of(state.drawn)
    table.called = set(state.called)
    table.open_to = state.uno_open[0] if state.uno_open else NOBODY
    table.winner = NOBODY if state.winner is None else state.winner
    if state.case is not None:
        charge(table, state.case, faces(state.case.hand.known))
    if state.seed is not None:
        table.shuffled = same_shuffle(state.seed, state.reshuffles)
    return table


def charge(table: Table, case: Case, hand: list[int]) -> None:
    """A Wild Draw Four may be challenged; it was laid from a hand of which this is the rest."""
    table.case = case.accused
    below = face_of(case.top) if case.top is not None else WILD
    table.guilty = against_r18(table.rules.wild_draw4_when, number_of(case.colour), RANK_OF[below], hand)
