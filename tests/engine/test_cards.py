from collections import Counter

import pytest
from hypothesis import given

from engine.cards import BACK, COLOURS, LABELS, Card, Colour, Rank, copies, full_deck
from engine.errors import CardError
from tests import strategies


def test_r01_deck_of_108_cards() -> None:
    deck = Counter(full_deck())
    assert deck.total() == 108
    for colour in COLOURS:
        assert deck[Card(Rank.ZERO, colour)] == 1
        assert all(deck[Card(Rank(str(number)), colour)] == 2 for number in range(1, 10))
        assert all(deck[Card(rank, colour)] == 2 for rank in (Rank.SKIP, Rank.REVERSE, Rank.DRAW2))
    assert deck[Card(Rank.WILD)] == deck[Card(Rank.WILD_DRAW4)] == 4
    numbers = sum(count for card, count in deck.items() if card.rank.is_number)
    wilds = sum(count for card, count in deck.items() if card.is_wild)
    assert (numbers, deck.total() - numbers - wilds, wilds) == (76, 24, 8)
    assert all(copies(card) == count for card, count in deck.items())


def test_r02_a_wild_has_no_colour_and_others_have() -> None:
    with pytest.raises(CardError, match="has none"):
        Card(Rank.WILD, Colour.RED)
    with pytest.raises(CardError, match="name one of red, yellow, green, blue"):
        Card(Rank.SEVEN)


def test_labels_are_the_classes_in_order() -> None:
    assert len(LABELS) == len(set(LABELS)) == 55
    assert LABELS[0] == "red_0"
    assert LABELS[9:14] == ("red_9", "red_skip", "red_reverse", "red_draw2", "yellow_0")
    assert LABELS[-3:] == ("wild", "wild_draw4", BACK)


@given(strategies.cards())
def test_label_round_trip(card: Card) -> None:
    assert Card.parse(card.label) == card
    assert str(card) == card.label


def test_the_back_is_no_card() -> None:
    with pytest.raises(CardError, match="'back' is no card"):
        Card.parse(BACK)


def test_cards_can_be_sorted() -> None:
    backwards = full_deck()[::-1]
    assert sorted(full_deck()) == sorted(backwards)
