"""What a language has to bring to tell the game. `engine.describe` fills these templates in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card, Colour, Rank


@dataclass(frozen=True, slots=True)
class Words:
    """One language.

    Templates name facts in braces: {seat}, {card}, {colour}, {cards} (a number with its noun), {count}, {reasons} and
    so on, each already in the language. `coloured_card` takes {colour} and {rank}.
    """

    colours: Mapping[Colour, str]
    ranks: Mapping[Rank, str]
    coloured_card: str
    one_card: str
    many_cards: str
    unnamed_seat: str
    nobody: str
    nothing: str
    and_: str
    directions: Mapping[int, str]
    causes: Mapping[str, str]
    deeds: Mapping[str, str]
    sentences: Mapping[str, str]
    reasons: Mapping[str, str]
    questions: Mapping[str, str]
    statuses: Mapping[str, str]
    blind: Mapping[str, str]

    def card(self, card: Card | None) -> str:
        """Name of a card, such as "Red 5"."""
        if card is None:
            return self.nothing
        rank = self.ranks[card.rank].format(name=card.name.replace("_", " "))
        return rank if card.colour is None else self.coloured_card.format(colour=self.colours[card.colour], rank=rank)

    def cards(self, count: int) -> str:
        """A number of cards."""
        return self.one_card if count == 1 else self.many_cards.format(count=count)
