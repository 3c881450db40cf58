"""Cards, the deck, and the labels that the detector, the engine and the pages share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine.errors import CardError


class Colour(StrEnum):
    """The four colours, in class order."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"


class Rank(StrEnum):
    """What stands on a card besides its colour, in class order."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "skip"
    REVERSE = "reverse"
    DRAW2 = "draw2"
    WILD = "wild"
    WILD_DRAW4 = "wild_draw4"
    CUSTOM = "custom"

    @property
    def is_number(self) -> bool:
        """True for 0 to 9."""
        return self.value.isdigit()

    @property
    def is_wild(self) -> bool:
        """True for the ranks that carry no colour of their own (R02), a table's own wilds among them."""
        return self in (Rank.WILD, Rank.WILD_DRAW4, Rank.CUSTOM)


COLOURS: Final[tuple[Colour, ...]] = tuple(Colour)
COLOURED_RANKS: Final[tuple[Rank, ...]] = tuple(rank for rank in Rank if not rank.is_wild)
WILD_RANKS: Final[tuple[Rank, ...]] = (Rank.WILD, Rank.WILD_DRAW4)
BACK: Final = "back"
CUSTOM_PREFIX: Final = "custom_"
CUSTOM_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One face. A wild has no colour, also while it lies on the table: the named colour belongs to the state (R02).

    `name` tells a table's own wilds apart (`engine.custom`). Raises CardError for a coloured wild, a colourless other
    card, or a name that does not belong.
    """

    rank: Rank
    colour: Colour | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.rank.is_wild and self.colour is not None:
            raise CardError(f"A {self.rank} was given the colour {self.colour}; a wild card has none: leave it out.")
        if not self.rank.is_wild and self.colour is None:
            raise CardError(f"A {self.rank} was given no colour; name one of {', '.join(COLOURS)}.")
        if (self.rank is Rank.CUSTOM) != bool(CUSTOM_NAME.fullmatch(self.name)):
            raise CardError(f"A {self.rank} was called {self.name!r}; only custom cards have a name, such as 'blank'.")

    @property
    def label(self) -> str:
        """Class name of this face, such as "red_5", "blue_draw2", "wild_draw4" or "custom_blank"."""
        if self.name:
            return f"{self.rank.value}_{self.name}"
        return self.rank.value if self.colour is None else f"{self.colour.value}_{self.rank.value}"

    @property
    def is_wild(self) -> bool:
        """True for Wild and Wild Draw Four."""
        return self.rank.is_wild

    @classmethod
    def parse(cls, label: str) -> Card:
        """The card of a label; raises CardError for anything else, "back" included."""
        card = _by_label().get(label)
        if card is None and isinstance(label, str) and label.startswith(CUSTOM_PREFIX):
            card = cls(Rank.CUSTOM, None, label.removeprefix(CUSTOM_PREFIX))
        if card is None:
            raise CardError(f"{label!r} is no card; expected a label such as red_5, blue_skip, wild or wild_draw4.")
        return card

    def __str__(self) -> str:
        return self.label


FACES: Final[tuple[Card, ...]] = (
    *(Card(rank, colour) for colour in COLOURS for rank in COLOURED_RANKS),
    *(Card(rank) for rank in WILD_RANKS),
)
LABELS: Final[tuple[str, ...]] = (*(card.label for card in FACES), BACK)
COPIES_OF_WILD: Final = 4
DECK_SIZE: Final = 108


@lru_cache(maxsize=1)
def _by_label() -> dict[str, Card]:
    return {card.label: card for card in FACES}


def copies(card: Card) -> int:
    """How many of this face one deck of 108 holds (R01)."""
    if card.rank is Rank.CUSTOM:
        return 0
    if card.is_wild:
        return COPIES_OF_WILD
    return 1 if card.rank is Rank.ZERO else 2


def full_deck() -> tuple[Card, ...]:
    """The 108 cards of one deck in class order (R01)."""
    return tuple(card for card in FACES for _ in range(copies(card)))
