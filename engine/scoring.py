"""Points of cards and hands (R39, R40)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import Card
from engine.custom import CUSTOM_POINTS, CustomCard, find_custom
from engine.hand import Hand
from engine.rules import Rules

ACTION_POINTS: Final = 20
WILD_POINTS: Final = 50


def card_points(card: Card, custom: Iterable[CustomCard] = ()) -> int:
    """Numbers count their value, Skip, Reverse and Draw Two 20, wilds 50 (R39), a table's own what it says."""
    if card.name:
        own = find_custom(card, custom)
        return CUSTOM_POINTS if own is None else own.points
    if card.is_wild:
        return WILD_POINTS
    return int(card.rank) if card.rank.is_number else ACTION_POINTS


def hand_points(hand: Hand, custom: Iterable[CustomCard] = ()) -> int | None:
    """Points of a hand; None while any card of it is hidden."""
    return sum(card_points(card, custom) for card in hand.known) if hand.open else None


def round_points(hands: Sequence[Hand], winner: int, rules: Rules | None = None) -> int | None:
    """What the winner gets: the points of all other hands, but partners' (R40, F15); None while any card of those is
    hidden."""
    custom = () if rules is None else rules.custom
    mates = {winner} if rules is None else team(winner, len(hands), rules)
    points = [hand_points(hand, custom) for seat, hand in enumerate(hands) if seat not in mates]
    known = [value for value in points if value is not None]
    return sum(known) if len(known) == len(points) else None


def own_points(hands: Sequence[Hand], rules: Rules) -> tuple[int, ...] | None:
    """What each seat's own hand counts, below zero where it is a minus (R40); None while any card is hidden."""
    points = [hand_points(hand, rules.custom) for hand in hands]
    known = [value for value in points if value is not None]
    sign = -1 if rules.scoring == "own_minus" else 1
    return tuple(sign * value for value in known) if len(known) == len(points) else None


def team(seat: int, seats: int, rules: Rules) -> frozenset[int]:
    """The seats that share the score of `seat`: every other one for partners, else it alone."""
    return frozenset(range(seat % 2, seats, 2)) if rules.partners else frozenset({seat})


def match_winner(scores: Sequence[int], rules: Rules, winner: int) -> int | None:
    """Who has won the match after a round, None while it goes on, also for a tie at the end (R40)."""
    if rules.scoring == "unscored":
        return None
    if rules.scoring == "winner_takes":
        return winner if scores[winner] >= rules.goal else None
    if max(map(abs, scores)) < rules.goal:
        return None
    best = max(scores) if rules.scoring == "own_minus" else min(scores)
    return list(scores).index(best) if list(scores).count(best) == 1 else None
