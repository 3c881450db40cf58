"""Cards and moves as plain numbers.

A card is the index of its face in `engine.cards.FACES`, a colour its index in COLOURS, NOBODY stands for none. A move
is a number too: a coloured face lays it, and LAY_WILD to ACCUSE, some with a colour or a seat added, are the rest.
"""

from __future__ import annotations

from typing import Final

from engine.cards import FACES, Rank
from engine.scoring import card_points

RANKS: Final = 13
WILD: Final = 52
WILD_DRAW4: Final = 53
LAY_WILD: Final = 60  # + colour
LAY_DRAW4: Final = 64  # + colour
NAME: Final = 68  # + colour
DRAW: Final = 72
KEEP: Final = 73
CHALLENGE: Final = 74
CALL: Final = 80  # + seat
ACCUSE: Final = 90  # + seat
NOBODY: Final = -1
SKIP, REVERSE, DRAW2 = 10, 11, 12
NO_RANK: Final = 14  # a wild lies on top

DECK: Final = tuple(
    face for face, card in enumerate(FACES) for _ in range(4 if card.is_wild else 1 if card.rank is Rank.ZERO else 2)
)
POINTS: Final = tuple(card_points(card) for card in FACES)
COLOUR_OF: Final = tuple(face // RANKS if face < WILD else NOBODY for face in range(len(FACES)))
RANK_OF: Final = tuple(face % RANKS if face < WILD else NO_RANK for face in range(len(FACES)))


def _goes_on(colour: int, rank: int) -> bytes:
    """One byte a face: 1 where it goes on this colour and rank (R13)."""
    anything = colour == NOBODY
    return bytes(
        anything or face >= WILD or COLOUR_OF[face] == colour or RANK_OF[face] == rank for face in range(len(FACES))
    )


GOES: Final = tuple(tuple(_goes_on(colour, rank) for rank in range(NO_RANK + 1)) for colour in (0, 1, 2, 3, NOBODY))


WAYS: Final = (
    *((face,) for face in range(WILD)),
    tuple(LAY_WILD + colour for colour in range(4)),
    tuple(LAY_DRAW4 + colour for colour in range(4)),
)
"""The moves that lay a face."""


def against_r18(when: str, colour: int, rank: int, rest: list[int]) -> bool:
    """Whether the rest of a hand holds what a Wild Draw Four must not be laid with, on that colour and rank (R18)."""
    if when == "always" or colour == NOBODY:
        return False
    low = colour * RANKS
    if any(low <= face < low + RANKS for face in rest):
        return True
    return when == "no_match" and rank != NO_RANK and any(RANK_OF[face] == rank for face in rest)
