"""A hand: the cards that are known and the number of those that are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from engine.cards import FACES, Card, Colour

_ORDER: Final = {card: index for index, card in enumerate(FACES)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in class order."""
    return tuple(sorted(cards, key=_place))


def _place(card: Card) -> tuple[int, str]:
    """The 54 faces in class order, then a table's own by name."""
    return _ORDER.get(card, len(_ORDER)), card.name


@dataclass(frozen=True, slots=True)
class Hand:
    """`known` cards, in class order, and `hidden` more. A simulation's hands have none hidden."""

    known: tuple[Card, ...] = ()
    hidden: int = 0

    @property
    def count(self) -> int:
        """Cards held, known or not."""
        return len(self.known) + self.hidden

    @property
    def open(self) -> bool:
        """True when every card is known."""
        return self.hidden == 0

    def may_hold(self, card: Card) -> bool:
        """False only when this card is certainly not in the hand."""
        return self.hidden > 0 or card in self.known

    def may_hold_all(self, cards: Collection[Card]) -> bool:
        """False only when these cards are certainly not all in the hand."""
        if len(cards) == 1:
            return all(map(self.may_hold, cards))
        missing = Counter(cards) - Counter(self.known)
        return missing.total() <= self.hidden

    def holds_colour(self, colour: Colour | None) -> bool | None:
        """Whether a card of the colour is in the hand; None where hidden cards leave it open, or the colour is."""
        if colour is None:
            return None
        if any(card.colour is colour for card in self.known):
            return True
        return None if self.hidden else False

    def plus(self, cards: Iterable[Card] = (), hidden: int = 0) -> Hand:
        """This hand with more cards."""
        return Hand(in_order((*self.known, *cards)), self.hidden + hidden)

    def minus(self, card: Card) -> Hand:
        """This hand without the card: a known one, else a hidden one, else (an impossible play) the hand as it is."""
        if card in self.known:
            rest = list(self.known)
            rest.remove(card)
            return Hand(tuple(rest), self.hidden)
        return Hand(self.known, max(0, self.hidden - 1))

    def without(self, cards: Iterable[Card]) -> Hand:
        """This hand without these cards, each taken as by `minus`."""
        hand = self
        for card in cards:
            hand = hand.minus(card)
        return hand

    def with_count(self, count: int) -> Hand:
        """This hand as one of `count` cards: hidden ones come and go first, then nothing known is kept."""
        if count >= len(self.known):
            return Hand(self.known, count - len(self.known))
        return Hand((), count)

    def covered(self) -> Hand:
        """The same number of cards, all hidden."""
        return Hand((), self.count)
