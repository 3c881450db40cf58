"""Hands that change owners: the 7 and the 0, the table's own wilds, and the powers of a Wild (R17)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine.cards import Card
from engine.desk import Desk
from engine.events import (
    CardsSwapped,
    HandLookedAt,
    HandsPassed,
    HandsShuffled,
    HandsSwapped,
    SwapWanted,
    UnoReached,
)
from engine.hand import Hand
from engine.moves import Power
from engine.state import State

SWAPPED_BY_POWER: Final = 3


def ask_swap(desk: Desk, seat: int) -> None:
    """`seat` has to say whom to swap with; nobody to swap with, no swap."""
    if len(desk.state.playing) > 1:
        desk.set(swapper=seat)
        desk.say(SwapWanted(desk.t, seat))


def swap_hands(desk: Desk, seat: int, target: int) -> None:
    """The two swap hands; whoever gets a single card has to call UNO for it."""
    hands = list(desk.state.hands)
    hands[seat], hands[target] = hands[target], hands[seat]
    desk.set(hands=tuple(hands), swapper=None)
    desk.say(HandsSwapped(desk.t, seat, target, desk.inferred))
    _new_hands(desk, (seat, target))


def pass_hands(desk: Desk, times: int = 1) -> None:
    """All hands go on in the direction of play."""
    for _ in range(times):
        state = desk.state
        hands = list(state.hands)
        for seat in state.playing:
            hands[state.after(seat)] = state.hands[seat]
        desk.set(hands=tuple(hands))
        desk.say(HandsPassed(desk.t))
    _new_hands(desk, desk.state.playing)


def shuffle_hands(desk: Desk, seat: int) -> None:
    """All hands are shuffled together and dealt one card at a time, from the seat after `seat` on."""
    state = desk.state
    known = [card for hand in state.hands for card in hand.known]
    total = sum(hand.count for hand in state.hands)
    order = [state.after(seat, step) for step in range(1, len(state.playing) + 1)]
    hands = {one: Hand() for one in order}
    if len(known) == total and state.seed is not None:
        _lots(state, "shuffle").shuffle(known)
        dealt = {one: known[at :: len(order)] for at, one in enumerate(order)}
        hands = {one: Hand().plus(cards) for one, cards in dealt.items()}
    else:
        hands = {one: Hand((), len(range(at, total, len(order)))) for at, one in enumerate(order)}
    desk.set(hands=tuple(hands.get(one, Hand()) for one in range(state.seats)))
    desk.say(HandsShuffled(desk.t))
    _new_hands(desk, state.playing)


def use_power(desk: Desk, seat: int, power: Power, target: int) -> None:
    """Look at a hand until the next move, or swap three cards, drawn by lot on both sides (R17)."""
    if power is Power.LOOK:
        desk.set(looking=(seat, target))
        desk.say(HandLookedAt(desk.t, seat, target))
        return
    state = desk.state
    mine, theirs = state.hands[seat], state.hands[target]
    count = min(SWAPPED_BY_POWER, mine.count, theirs.count)
    if mine.open and theirs.open and state.seed is not None:
        lots = _lots(state, "swap")
        given, taken = lots.sample(mine.known, count), lots.sample(theirs.known, count)
        mine, theirs = _traded(mine, given, taken), _traded(theirs, taken, given)
    else:
        mine, theirs = mine.covered(), theirs.covered()
    desk.state = state.with_hand(seat, mine).with_hand(target, theirs)
    desk.say(CardsSwapped(desk.t, seat, target, count))


def _traded(hand: Hand, given: Iterable[Card], taken: Iterable[Card]) -> Hand:
    return hand.without(given).plus(taken)


def _lots(state: State, what: str) -> random.Random:
    return random.Random(f"{state.seed}/{what}/{state.reshuffles}/{len(state.discard)}")


def _new_hands(desk: Desk, seats: Iterable[int]) -> None:
    """Calls belong to the hand that was called for; a single card that came this way has to be called."""
    seats = tuple(seats)
    state = desk.state
    single = tuple(seat for seat in seats if state.hands[seat].count == 1)
    others = tuple(seat for seat in state.uno_open if seat not in seats)
    desk.state = replace(state, called=state.called - set(seats), uno_open=(*others, *single))
    for seat in single:
        desk.say(UnoReached(desk.t, seat, False))
