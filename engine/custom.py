"""Cards that a box holds beyond the 108: the blank and customisable wilds of 112-card boxes, and what a table made of
them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.cards import CUSTOM_NAME, Card, Rank, copies, full_deck
from engine.errors import RulesError

EFFECTS: Final = ("wild", "swap_hands", "shuffle_hands")
"""Besides naming the colour: nothing; swap hands with a seat of choice; all hands are shuffled and dealt anew."""
CUSTOM_POINTS: Final = 40
MOST_COPIES: Final = 12
MOST_POINTS: Final = 100


@dataclass(frozen=True, slots=True)
class CustomCard:
    """A wild of the table's own. `name` is one lower-case word ("blank", "shuffle_hands"), its label `custom_<name>`.

    Raises RulesError for a bad name, effect or number.
    """

    name: str
    copies: int = 1
    effect: str = "wild"
    points: int = CUSTOM_POINTS

    def __post_init__(self) -> None:
        if not CUSTOM_NAME.fullmatch(str(self.name)):
            raise RulesError(f"A card of your own was called {self.name!r}; use small letters, digits and _.")
        if self.effect not in EFFECTS:
            raise RulesError(f"The card {self.name} was given the effect {self.effect!r}; choose {', '.join(EFFECTS)}.")
        for what, value, least, most in (
            ("copies", self.copies, 1, MOST_COPIES),
            ("points", self.points, 0, MOST_POINTS),
        ):
            if type(value) is not int or not least <= value <= most:
                raise RulesError(f"The card {self.name} was given {value!r} {what}; give {least} to {most}.")

    @property
    def card(self) -> Card:
        """The face."""
        return Card(Rank.CUSTOM, None, self.name)


def deck_of(custom: Iterable[CustomCard] = ()) -> tuple[Card, ...]:
    """The 108 cards and the table's own (R01)."""
    return (*full_deck(), *(own.card for own in custom for _ in range(own.copies)))


def copies_of(card: Card, custom: Iterable[CustomCard] = ()) -> int:
    """How many of this face the box holds."""
    return copies(card) if card.rank is not Rank.CUSTOM else sum(own.copies for own in custom if own.name == card.name)


def find_custom(card: Card, custom: Iterable[CustomCard]) -> CustomCard | None:
    """What the rules say of this card, None for one of the 108 or one that they do not know."""
    return next((own for own in custom if card.rank is Rank.CUSTOM and own.name == card.name), None)
