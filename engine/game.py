"""A whole game with open hands: deal, move, next round. Pure functions; the same seed and moves give the same game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine import effects
from engine.cards import Card, Rank, full_deck
from engine.custom import deck_of
from engine.desk import Desk
from engine.errors import IllegalMoveError, RulesError, SeatError
from engine.events import ColourWanted, Event, JumpedIn, RoundStarted, StartCard
from engine.hand import Hand, in_order
from engine.legality import actor, explain, legal_moves
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, Leave, Move, NameColour, Play, SumOut, Swap, TimeUp
from engine.rules import Rules
from engine.state import State

__all__ = [
    "apply",
    "begin",
    "draw_for_dealer",
    "explain",
    "legal_moves",
    "new_game",
    "next_dealer",
    "next_round",
    "replay",
]
SEED_BITS: Final = 63


def new_game(rules: Rules, seats: int, rng: random.Random, *, dealer: int = 0) -> State:
    """The position after the first deal, its start card turned up. Raises SeatError."""
    return begin(rules, seats, rng, dealer=dealer)[0]


def begin(rules: Rules, seats: int, rng: random.Random, *, dealer: int = 0) -> tuple[State, tuple[Event, ...]]:
    """`new_game` with the events of the deal and the start card."""
    rules.check_seats(seats)
    if not 0 <= dealer < seats:
        raise SeatError(f"Dealer {dealer} was given for {seats} seats; name one from 0 to {seats - 1}.")
    empty = State(rules, (Hand(),) * seats, (0,) * seats, dealer, dealer)
    return _deal(empty, rng)


def next_round(state: State, rng: random.Random) -> tuple[State, tuple[Event, ...]]:
    """Deal the next round of the match; raises RulesError while this one is running or after the match is won."""
    if state.winner is None or state.match_winner is not None:
        what = "the match is won" if state.match_winner is not None else "the round is still running"
        raise RulesError(f"A next round was asked for, but {what}; start a new game or play the round to its end.")
    fresh = State(
        state.rules, (Hand(),) * state.seats, state.scores, next_dealer(state), state.turn, state.round + 1,
        left=state.left,
    )  # fmt: skip
    return _deal(fresh, rng)


def next_dealer(state: State) -> int:
    """Who deals after this round (R05); whoever has left deals no more."""
    if state.rules.next_dealer == "winner" and state.winner is not None and state.winner not in state.left:
        return state.winner
    order = [(state.dealer + step) % state.seats for step in range(1, state.seats + 1)]
    return next((seat for seat in order if seat not in state.left), state.dealer)


def draw_for_dealer(seats: int, rng: random.Random) -> tuple[int, tuple[tuple[int, Card], ...]]:
    """Who deals first by the highest number (R04), and the cards drawn, each (seat, card).

    Other cards than numbers are drawn again; seats with the same highest number draw again among themselves.
    """
    drawn: list[tuple[int, Card]] = []
    highest = list(range(seats))
    while len(highest) > 1:
        cards = list(full_deck())
        rng.shuffle(cards)
        numbers: dict[int, int] = {}
        for seat in highest:
            while seat not in numbers:
                card = cards.pop()
                drawn.append((seat, card))
                if card.rank.is_number:
                    numbers[seat] = int(card.rank)
        highest = [seat for seat in highest if numbers[seat] == max(numbers.values())]
    return highest[0], tuple(drawn)


def _deal(state: State, rng: random.Random) -> tuple[State, tuple[Event, ...]]:
    """Shuffle, give each seat its hand (R06), turn up the start card (R08)."""
    cards = list(deck_of(state.rules.custom))
    rng.shuffle(cards)
    size = state.rules.hand_size
    hands = []
    for seat in range(state.seats):
        if seat in state.left:
            hands.append(Hand())
            continue
        hands.append(Hand(in_order(cards[-size:])))
        del cards[-size:]
    desk = Desk(replace(state, hands=tuple(hands), draw=tuple(cards), seed=rng.getrandbits(SEED_BITS)))
    desk.say(RoundStarted(desk.t, state.round, state.dealer, size, state.seats))
    _turn_up(desk, rng)
    return desk.result()


def _turn_up(desk: Desk, rng: random.Random) -> None:
    while True:
        *rest, card = desk.state.draw
        if may_start(desk.state.rules, card):
            desk.set(draw=tuple(rest))
            start(desk, card)
            return
        desk.say(StartCard(desk.t, card, desk.state.turn, accepted=False))
        rest.insert(rng.randrange(len(rest)), card)
        desk.set(draw=tuple(rest))


def may_start(rules: Rules, card: Card) -> bool:
    """Whether the rules let this card begin a round (R08). A table's own wild may where any card may."""
    if rules.start_card == "numbers":
        return card.rank.is_number
    return rules.start_card == "any" or card.rank not in (Rank.WILD_DRAW4, Rank.CUSTOM)


def start(desk: Desk, card: Card) -> None:
    """The start card lies on the table: its effect, and who is on turn (R07, R09, R10)."""
    rules = desk.state.rules
    desk.set(direction=1 if rules.direction == "clockwise" else -1)
    first = first_seat(desk.state, card)
    desk.set(discard=(card,), colour=card.colour, turn=first, opening=True)
    at = len(desk.events)
    if rules.start_action == "applied":
        _start_effect(desk, first, card)
    if card.is_wild:
        before = rules.start_wild_namer == "before_dealer"
        namer = desk.state.after(desk.state.dealer, -1) if before else desk.state.turn
        desk.set(namer=namer)
        desk.say(ColourWanted(desk.t, namer))
    desk.events.insert(at, StartCard(desk.t, card, desk.state.turn))


def first_seat(state: State, card: Card) -> int:
    """Who starts, before the start card's action (R07). The count is clockwise, whatever the direction of play."""
    if state.rules.first_seat == "dealer":
        return state.dealer
    if state.rules.first_seat == "counted" and card.rank.is_number:
        return replace(state, direction=1).after(state.dealer, int(card.rank))
    return state.after(state.dealer)


def _start_effect(desk: Desk, first: int, card: Card) -> None:
    """A Wild Draw Four as start card is a Wild: nobody played it, so nobody draws (R09)."""
    if effects.skip_like(desk.state, card):
        if desk.state.rules.skip_passing:
            desk.set(skips=1)
        else:
            effects.skip(desk, first, card)
    elif card.rank is Rank.REVERSE:
        effects.turn_round(desk)
        if desk.state.rules.first_seat != "dealer":
            desk.set(turn=desk.state.after(desk.state.dealer))
    elif card.rank is Rank.DRAW2:
        desk.set(pending=effects.DRAWS[card.rank], pending_card=card)


def apply(state: State, move: Move, t: float = 0.0) -> tuple[State, tuple[Event, ...]]:
    """The position after the move, and what happened. Raises IllegalMoveError with every reason; `state` stays."""
    reasons = explain(state, move)
    if reasons:
        listed = ", ".join(reason.id for reason in reasons)
        raise IllegalMoveError(f"{move} is not allowed: {listed}; choose one of legal_moves(state).", reasons)
    desk = Desk(state, t)
    perform(desk, move)
    return desk.result()


def perform(desk: Desk, move: Move) -> None:
    """Carry the move out, unchecked."""
    state = desk.state
    seat = actor(state, move)
    if isinstance(move, Play):
        _perform_play(desk, move, state.turn if seat is None else seat)
    elif isinstance(move, Draw):
        effects.serve(desk) if state.pending else effects.draw_one(desk)
    elif isinstance(move, Keep):
        effects.accept_skip(desk) if state.skips else effects.keep(desk)
    elif isinstance(move, NameColour):
        effects.name_colour(desk, move.colour, seat)
    elif isinstance(move, CallUno):
        effects.call_uno(desk, move.seat)
    elif isinstance(move, Accuse):
        effects.accuse(desk, move.accused, move.accuser)
    elif isinstance(move, Challenge):
        effects.challenge(desk)
    else:
        _perform_house_move(desk, move, seat)


def _perform_play(desk: Desk, move: Play, seat: int) -> None:
    if seat != desk.state.turn:
        desk.say(JumpedIn(desk.t, seat))
    colour = move.colour if move.card.is_wild else None
    effects.play(desk, seat, move.card, colour, more=move.more, power=move.power, target=move.target)


def _perform_house_move(desk: Desk, move: Swap | SumOut | TimeUp | Leave, seat: int | None) -> None:
    if isinstance(move, Swap) and seat is not None:
        effects.swap_hands(desk, seat, move.target)
    elif isinstance(move, SumOut) and desk.state.top is not None:
        effects.sum_out(desk, move.seat, desk.state.top)
    elif isinstance(move, TimeUp):
        effects.time_up(desk)
    elif isinstance(move, Leave):
        effects.leave(desk, move.seat)


def replay(state: State, moves: Iterable[Move]) -> State:
    """The position after all the moves; without the last one it is the undo of that one."""
    for move in moves:
        state, _ = apply(state, move)
    return state


def cards_in_play(state: State) -> int:
    """Cards in all hands and piles: always 108 (R01), and the table's own."""
    return sum(hand.count for hand in state.hands) + state.draw_count + len(state.discard)
