"""How seats of a `quick.Table` play: at random, or with some sense. `play_out` plays a round to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.quick import Table
from engine.quick_faces import NOBODY, RANKS, WILD, WILD_DRAW4

MAX_TURNS: Final = 3000


@dataclass(frozen=True, slots=True)
class Habits:
    """Shares from 0 to 1: how often a drawn card is laid if it can be, a Wild Draw Four is challenged, an UNO call is
    forgotten, and a forgotten one noticed. `sense`: coloured cards first, and the colour held most is named."""

    sense: bool = False
    lays_drawn: float = 0.5
    challenges: float = 0.5
    forgets: float = 0.15
    noticed: float = 0.5


RANDOM: Final = Habits()
SENSIBLE: Final = Habits(sense=True, lays_drawn=1.0, challenges=0.1)


def play_out(table: Table, habits: Habits = RANDOM) -> int:
    """Play until the round is won; how many turns that took. It is cut off after 3000 turns, with NOBODY as winner."""
    step = _steps(table, habits)
    for turn in range(MAX_TURNS):
        if table.winner != NOBODY:
            return turn
        step()
    return MAX_TURNS


def _steps(table: Table, habits: Habits) -> Callable[[], None]:
    """A function that has the seat on turn make its whole turn, and says UNO or notices that nobody did."""
    draw = table.random
    pick = _sensible if habits.sense else _any

    def step() -> None:
        if table.open_to != NOBODY:
            _word(table, habits)
        if table.pending:
            return _face_penalty(table, habits, pick)
        if table.namer != NOBODY:
            table.colour, table.namer = _colour(table, table.namer, habits), NOBODY
        cards = table.playable()
        if not cards:
            cards = _drawn(table, habits)
            if not cards:
                return None
        face = pick(cards, draw())
        table.lay(face, _colour(table, table.turn, habits) if face >= WILD else NOBODY)
        return None

    return step


def _face_penalty(table: Table, habits: Habits, pick: Callable[[list[int], float], int]) -> None:
    """Pass the penalty on where the rules let one, else challenge or draw."""
    cards = table.playable()
    if cards:
        face = pick(cards, table.random())
        table.lay(face, _colour(table, table.turn, habits) if face >= WILD else NOBODY)
    elif table.case != NOBODY and table.random() < habits.challenges:
        table.challenge()
    else:
        table.take_turn()


def _drawn(table: Table, habits: Habits) -> list[int]:
    """The seat draws if it has not yet; the card to lay then, or () when its turn is over."""
    if not table.drew:
        table.take_turn()
        if not table.drew:
            return []
    cards = table.playable()
    if cards and table.random() < habits.lays_drawn:
        return cards
    table.keep()
    return []


def _word(table: Table, habits: Habits) -> None:
    """The seat with one card says UNO, or is caught, or nobody notices."""
    if table.random() >= habits.forgets:
        table.call(table.open_to)
    elif table.random() < habits.noticed:
        table.accuse(table.open_to)


def _any(cards: list[int], lot: float) -> int:
    return cards[int(lot * len(cards))]


def _sensible(cards: list[int], lot: float) -> int:
    """A coloured card before a Wild before a Wild Draw Four."""
    face = cards[int(lot * len(cards))]
    if face < WILD:
        return face
    coloured = [card for card in cards if card < WILD]
    if coloured:
        return coloured[int(lot * len(coloured))]
    return WILD if WILD in cards else WILD_DRAW4


def _colour(table: Table, seat: int, habits: Habits) -> int:
    """The colour that the seat names."""
    if not habits.sense:
        return int(table.random() * 4)
    counts = [0, 0, 0, 0]
    for face in table.hands[seat]:
        if face < WILD:
            counts[face // RANKS] += 1
    most = max(counts)
    if counts.count(most) == 1:
        return counts.index(most)
    best = [colour for colour in range(4) if counts[colour] == most]
    return best[int(table.random() * len(best))]
