"""Points of cards and hands (R39, R40)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import Card
from engine.hand import Hand

ACTION_POINTS: Final = 20
WILD_POINTS: Final = 50


def card_points(card: Card) -> int:
    """Numbers count their value, Skip, Reverse and Draw Two 20, wilds 50 (R39)."""
    if card.is_wild:
        return WILD_POINTS
    return int(card.rank) if card.rank.is_number else ACTION_POINTS


def hand_points(hand: Hand) -> int | None:
    """Points of a hand; None while any card of it is hidden."""
    return sum(map(card_points, hand.known)) if hand.open else None


def round_points(hands: Sequence[Hand], winner: int) -> int | None:
    """What the winner gets: the points of all other hands (R40, F15); None while any card of those is hidden."""
    points = [hand_points(hand) for seat, hand in enumerate(hands) if seat != winner]
    known = [value for value in points if value is not None]
    return sum(known) if len(known) == len(points) else None
