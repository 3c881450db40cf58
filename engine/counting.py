"""A player that counts: what has been seen cannot be in another hand."""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from typing import Final

from engine.cards import Card, Colour
from engine.custom import deck_of
from engine.effects import is_guilty
from engine.game import apply
from engine.legality import moves_of
from engine.moves import Accuse, CallUno, Challenge, Draw, Move, NameColour, Play, Swap, TimeUp
from engine.scoring import card_points
from engine.state import State

BLUFFS: Final = 0.4
"""Of those who hold the colour, the share that lays a Wild Draw Four all the same."""
CLOSE: Final = 2
"""A seat with so many cards is about to go out."""


def unseen(view: State) -> Counter[Card]:
    """The cards that lie neither open on the table nor in a hand that is known."""
    seen = Counter(view.discard)
    for hand in view.hands:
        seen += Counter(hand.known)
    return Counter(deck_of(view.rules.custom)) - seen


def chance_of_colour(view: State, colour: Colour | None, cards: int) -> float:
    """How likely so many unseen cards hold one of the colour, as far as counting goes."""
    left = unseen(view)
    total = left.total()
    of_colour = sum(count for card, count in left.items() if card.colour is colour)
    if colour is None or total <= 0:
        return 0.0
    cards = min(cards, total)
    return 1.0 - comb(total - of_colour, cards) / comb(total, cards)


class CountingPlayer:
    """Leaves the next seat the colour it is least likely to hold, keeps what it can play on, sheds points in time, and
    challenges a Wild Draw Four only where the colour was likely in hand."""

    def choose(self, view: State, seat: int, rng: random.Random) -> Move:
        """The move with the highest worth; equal ones by lot."""
        moves = [move for move in moves_of(view, seat) if not isinstance(move, CallUno | Accuse | TimeUp)]
        worth = [_worth(view, seat, move) for move in moves]
        best = max(worth)
        return rng.choice([move for move, value in zip(moves, worth, strict=True) if value == best])


def _worth(view: State, seat: int, move: Move) -> float:
    if isinstance(move, NameColour):
        return _colour_worth(view, seat, move.colour, view.hands[seat].known)
    if isinstance(move, Swap):
        return -view.hands[move.target].count
    if isinstance(move, Challenge):
        return _challenge_worth(view)
    if isinstance(move, Play):
        return _play_worth(view, seat, move)
    return 0.0 if isinstance(move, Draw) else -10.0


def _challenge_worth(view: State) -> float:
    """Above 0, which is drawing, where the case looks good: lost cards against cards the other gets."""
    case = view.case
    if case is None:
        return -1.0
    guilty = BLUFFS * chance_of_colour(view, case.colour, case.hand.count)
    rules = view.rules
    return view.pending - (1 - guilty) * rules.innocent_draws + guilty * rules.guilty_draws / max(1, view.seats - 1)


def _play_worth(view: State, seat: int, move: Play) -> float:
    hand = list(view.hands[seat].known)
    for card in move.cards:
        if card in hand:
            hand.remove(card)
    colour = move.card.colour or move.colour
    worth = 20.0 * len(move.cards) + (0.0 if colour is None else _colour_worth(view, seat, colour, tuple(hand)))
    others = [view.hands[other].count for other in view.playing if other != seat]
    late = min(others, default=7)
    worth += sum(map(card_points, move.cards)) / (10.0 if late <= CLOSE else 40.0)
    if move.card.is_wild:
        worth -= 0.0 if late <= CLOSE else 8.0
        after, _ = apply(view, move)
        if after.case is not None and is_guilty(after.case, view.rules.wild_draw4_when):
            worth -= 40.0
    return worth


def _colour_worth(view: State, seat: int, colour: Colour, rest: tuple[Card, ...]) -> float:
    """More of the colour in one's own hand is good, a next seat that holds it is not."""
    own = sum(card.colour is colour for card in rest)
    after = view.after(seat)
    danger = 8.0 if view.hands[after].count <= CLOSE else 4.0
    return own - danger * chance_of_colour(view, colour, view.hands[after].count)
