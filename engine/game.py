"""A whole game with open hands: deal, move, next round. Pure functions; the same seed and moves give the same game."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine import effects
from engine.cards import Card, Rank, full_deck
from engine.desk import Desk
from engine.errors import IllegalMoveError, RulesError, SeatError
from engine.events import ColourWanted, Event, RoundStarted, StartCard
from engine.hand import Hand, in_order
from engine.legality import actor, explain, legal_moves
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, Move, NameColour, Play
from engine.rules import Rules
from engine.state import State

__all__ = ["apply", "begin", "explain", "legal_moves", "new_game", "next_dealer", "next_round", "replay"]
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
        state.rules, (Hand(),) * state.seats, state.scores, next_dealer(state), state.turn, state.round + 1
    )  # fmt: skip
    return _deal(fresh, rng)


def next_dealer(state: State) -> int:
    """Who deals after this round (R05)."""
    if state.rules.next_dealer == "winner" and state.winner is not None:
        return state.winner
    return (state.dealer + 1) % state.seats


def _deal(state: State, rng: random.Random) -> tuple[State, tuple[Event, ...]]:
    """Shuffle, give each seat its hand (R06), turn up the start card (R08)."""
    cards = list(full_deck())
    rng.shuffle(cards)
    size = state.rules.hand_size
    hands = []
    for _ in range(state.seats):
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
    """Whether the rules let this card begin a round (R08)."""
    return card.rank.is_number if rules.start_card == "numbers" else card.rank is not Rank.WILD_DRAW4


def start(desk: Desk, card: Card) -> None:
    """The start card lies on the table: its effect, and who is on turn (R07, R09, R10)."""
    first = desk.state.after(desk.state.dealer)
    desk.set(discard=(card,), colour=card.colour, turn=first)
    at = len(desk.events)
    if desk.state.rules.start_action == "applied":
        _start_effect(desk, first, card)
    if card.is_wild:
        desk.set(namer=desk.state.turn)
        desk.say(ColourWanted(desk.t, desk.state.turn))
    desk.events.insert(at, StartCard(desk.t, card, desk.state.turn))


def _start_effect(desk: Desk, first: int, card: Card) -> None:
    if card.rank is Rank.SKIP or (card.rank is Rank.REVERSE and desk.state.seats == 2):
        effects.skip(desk, first, card)
    elif card.rank is Rank.REVERSE:
        effects.turn_round(desk)
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
        effects.play(desk, state.turn if seat is None else seat, move.card, move.colour if move.card.is_wild else None)
    elif isinstance(move, Draw):
        effects.serve(desk) if state.pending else effects.draw_one(desk)
    elif isinstance(move, Keep):
        effects.keep(desk)
    elif isinstance(move, NameColour):
        effects.name_colour(desk, move.colour, seat)
    elif isinstance(move, CallUno):
        effects.call_uno(desk, move.seat)
    elif isinstance(move, Accuse):
        effects.accuse(desk, move.accused, move.accuser)
    elif isinstance(move, Challenge):
        effects.challenge(desk)


def replay(state: State, moves: Iterable[Move]) -> State:
    """The position after all the moves; without the last one it is the undo of that one."""
    for move in moves:
        state, _ = apply(state, move)
    return state


def cards_in_play(state: State) -> int:
    """Cards in all hands and piles: always 108 (R01)."""
    return sum(hand.count for hand in state.hands) + state.draw_count + len(state.discard)
