"""What speaks against laying a card or a set of cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards import Card, Rank
from engine.custom import find_custom
from engine.effects import answers, fits, matches, skip_like, would_be_guilty
from engine.moves import Play
from engine.reasons import Reason, ReasonId
from engine.rules import Rules
from engine.state import State

BARRED_AT_THE_END: Final = {
    "any": frozenset[Rank](),
    "no_skip_reverse_wild": frozenset({Rank.SKIP, Rank.REVERSE, Rank.WILD, Rank.CUSTOM}),
    "numbers": frozenset(rank for rank in Rank if not rank.is_number),
}
"""Ranks that must not be the last card (R36)."""


def turn(state: State, seat: int | None) -> Iterator[Reason]:
    """Against acting now: another's turn, or something to be named first."""
    if seat is not None and seat != state.turn:
        yield Reason(ReasonId.OUT_OF_TURN, "R30", seat=state.turn)
    yield from wanted(state)


def wanted(state: State) -> Iterator[Reason]:
    """A colour or a hand has to be named first."""
    if state.namer is not None:
        yield Reason(ReasonId.COLOUR_WANTED, "R17", seat=state.namer)
    if state.swapper is not None:
        yield Reason(ReasonId.SWAP_WANTED, "house", seat=state.swapper)


def penalty(state: State) -> Reason:
    """Cards have to be drawn first."""
    card = state.pending_card
    row = "R16" if card is not None and card.rank is Rank.DRAW2 else "R18"
    row = row if state.rules.stacking == "off" and not state.rules.deflecting else "R24"
    return Reason(ReasonId.PENALTY_PENDING, row, seat=state.turn, count=state.pending, top=card)


def jumps_in(state: State, seat: int, card: Card) -> bool:
    """Whether this is a jump-in: the identical card, out of turn, before the next player acts (R30)."""
    return seat != state.turn and not any(wanted(state)) and not any(_against_jump(state, seat, card))


def against_play(state: State, move: Play) -> Iterator[Reason]:
    """Every reason against the play."""
    seat = state.turn if move.seat is None else move.seat
    jump = not move.more and jumps_in(state, seat, move.card)
    if not jump:
        yield from turn(state, seat)
        if seat != state.turn and state.rules.jump_in != "off":
            yield from _against_jump(state, seat, move.card)
        yield from _against_going_on_top(state, move)
    hand = state.hands[seat]
    if not jump and state.drawn is not None and seat == state.turn and move.cards != (state.drawn,):
        yield Reason(ReasonId.NOT_THE_DRAWN_CARD, "R19", card=state.drawn)
    elif state.drew and move.more and seat == state.turn:
        yield Reason(ReasonId.ONE_CARD_A_TURN, "R19", card=move.card)
    if not hand.may_hold_all(move.cards):
        missing = next((card for card in move.cards if not hand.may_hold(card)), move.card)
        yield Reason(ReasonId.NOT_IN_HAND, card=missing)
    yield from _against_the_cards(state.rules, move)
    yield from _against_wild(state, seat, move)
    yield from _against_finish(state, seat, move)


def _against_going_on_top(state: State, move: Play) -> Iterator[Reason]:
    """R13, or what answers a Skip (R14) or a penalty (R23 to R25)."""
    card = move.card
    if state.skips:
        if not skip_like(state, card):
            yield Reason(ReasonId.SKIPPED, "R14", seat=state.turn)
        return
    if state.pending and not answers(state, card):
        yield penalty(state)
    if not any(matches(state, one) for one in move.cards):
        yield Reason(ReasonId.NO_MATCH, "R13", card=card, top=state.top, colour=state.colour)
    elif not any(fits(state, one) for one in move.cards):
        yield Reason(ReasonId.FIRST_BY_COLOUR, "R11", card=card, colour=state.colour)


def _against_jump(state: State, seat: int, card: Card) -> Iterator[Reason]:
    """R30, F13."""
    both_lie_there = len(state.discard) > 1 and state.discard[-2] == state.top
    if state.rules.jump_in == "off" or state.fresh in (None, seat) or both_lie_there:
        yield Reason(ReasonId.JUMP_CLOSED, "R30")
    if state.pending:
        yield Reason(ReasonId.JUMP_UNDER_PENALTY, "R30", count=state.pending)
    kind = card.rank.is_number or (state.rules.jump_in == "identical" and not card.is_wild)
    if card != state.top or not kind:
        yield Reason(ReasonId.JUMP_NOT_IDENTICAL, "R30", card=card, top=state.top)


def _against_the_cards(rules: Rules, move: Play) -> Iterator[Reason]:
    """R02, R17, R20: what the cards are, wherever they are laid."""
    card = move.card
    if card.rank is Rank.CUSTOM and find_custom(card, rules.custom) is None:
        yield Reason(ReasonId.NOT_IN_BOX, "R01", card=card)
    if move.colour is not None and card.colour not in (None, move.colour):
        yield Reason(ReasonId.COLOUR_OF_COLOURED, "R02", card=card, colour=move.colour)
    if move.more and rules.cards_a_turn == "one":
        yield Reason(ReasonId.ONE_CARD_A_TURN, "R20", card=card)
    if move.more and any(one.rank is not card.rank or one.is_wild for one in move.cards):
        yield Reason(ReasonId.NO_SET, "R20", card=card)


def _against_wild(state: State, seat: int, move: Play) -> Iterator[Reason]:
    """R17 and R18; with bluffing allowed the challenge is the remedy, not a refusal."""
    card = move.card
    if move.power is None and move.target is None:
        pass
    elif (
        not state.rules.wild_powers
        or card.rank is not Rank.WILD
        or state.colour is None
        or move.power is None
        or move.colour is not None
    ):
        yield Reason(ReasonId.POWER_NOT_ALLOWED, "R17", card=card)
    elif move.target is None or move.target == seat or not state.plays(move.target):
        yield Reason(ReasonId.BAD_TARGET, "R17", seat=move.target)
    free = state.pending or state.rules.wild_draw4_bluff or not state.rules.draw_penalties
    if not free and would_be_guilty(state, seat, card) is True:
        yield Reason(ReasonId.WILD_DRAW4_WITH_COLOUR, "R18", card=card, colour=state.colour)


def _against_finish(state: State, seat: int, move: Play) -> Iterator[Reason]:
    if state.hands[seat].count == len(move.cards) and move.card.rank in BARRED_AT_THE_END[state.rules.finish_on]:
        yield Reason(ReasonId.FINISH_NOT_ALLOWED, "R36", card=move.card)
