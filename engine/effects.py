"""What each move does. Nothing is checked: `legality` says what is allowed; a referee also records what is not."""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Colour, Rank
from engine.custom import find_custom
from engine.desk import Desk, take
from engine.effects_end import go_out, leave, out_of_play, score, score_each, scores_before, sum_out, summing_up, win
from engine.effects_hands import ask_swap, pass_hands, shuffle_hands, swap_hands, use_power
from engine.effects_turn import (
    DRAWS,
    accept_skip,
    answers,
    draws,
    fits,
    matches,
    skip,
    skip_like,
    turn_after,
    turn_round,
)
from engine.effects_words import (
    CALL_UP_TO,
    accuse,
    call_uno,
    challenge,
    is_guilty,
    judge,
    may_call_uno,
    would_be_guilty,
)
from engine.events import CardPlayed, ColourNamed, ColourWanted, TimeRanOut, TurnPassed, UnoReached
from engine.moves import Power
from engine.state import Case, State

__all__ = [
    "CALL_UP_TO",
    "DRAWS",
    "accept_skip",
    "accuse",
    "answers",
    "call_uno",
    "challenge",
    "draw_one",
    "fits",
    "is_guilty",
    "judge",
    "keep",
    "leave",
    "matches",
    "may_call_uno",
    "name_colour",
    "play",
    "score",
    "score_each",
    "scores_before",
    "serve",
    "skip",
    "skip_like",
    "sum_out",
    "swap_hands",
    "time_up",
    "turn_after",
    "turn_round",
    "use_power",
    "win",
    "would_be_guilty",
]
TOO_LATE_DRAWS: Final = 2


def play(
    desk: Desk,
    seat: int,
    card: Card,
    colour: Colour | None = None,
    *,
    assumed: bool = False,
    more: tuple[Card, ...] = (),
    power: Power | None = None,
    target: int | None = None,
) -> None:
    """`seat` lays `card` on top of `more`; a wild takes `colour`, uses its power on `target`, or asks for a colour.

    `assumed` says that the seat was not seen.
    """
    before = desk.state
    _lay(desk, seat, (*more, card), assumed=assumed)
    if _ends(desk, seat, card, len(more) + 1, before):
        return
    hand = desk.state.hands[seat]
    if hand.count == 1:
        _reach_uno(desk, seat)
    if card.is_wild and power is not None and target is not None:
        desk.set(colour=before.colour)
        use_power(desk, seat, power, target)
    elif card.is_wild:
        _colour_after_wild(desk, seat, colour)
    passed_on = before.turn == seat and answers(before, card)
    if card.rank is Rank.WILD_DRAW4 and hand.count and not passed_on and draws(before, card):
        desk.set(case=Case(seat, desk.state.after(seat), hand, before.colour, before.top))
    _move_hands(desk, seat, card, len(more) + 1)
    turn_after(desk, seat, card, len(more) + 1, before)


def _lay(desk: Desk, seat: int, laid: tuple[Card, ...], *, assumed: bool) -> None:
    """The cards lie on the pile; whatever waited for an answer does so no more."""
    before = desk.state
    hand = before.hands[seat].without(laid)
    desk.state = before.with_hand(
        seat,
        hand,
        discard=(*before.discard, *laid),
        colour=laid[-1].colour,
        namer=None,
        pending=0,
        pending_card=None,
        drew=False,
        drawn=None,
        case=None,
        called=before.called if hand.count <= 1 else before.called - {seat},
        uno_open=(),
        turn=seat,
        opening=False,
        skips=0,
        swapper=None,
        fresh=seat,
        looking=None,
        caught=(),
        last_call=before.last_call if hand.count == 0 else None,
        colour_before=before.colour if laid[-1].is_wild else None,
    )
    for left, card in enumerate(reversed(laid)):
        desk.events.insert(len(desk.events) - left, CardPlayed(desk.t, seat, card, hand.count + left, assumed))


def _ends(desk: Desk, seat: int, card: Card, laid: int, before: State) -> bool:
    """Whether the play ends the round: the last card (R35, R38), or a number that a hand adds up to (R37)."""
    elimination = desk.state.rules.after_winner == "elimination"
    if desk.state.hands[seat].count == 0:
        if not elimination:
            go_out(desk, seat, card, laid, before)
            return True
        if out_of_play(desk, seat):
            return True
    other = summing_up(desk.state, seat, card)
    if other is not None:
        sum_out(desk, other, card)
    return desk.state.winner is not None


def _reach_uno(desk: Desk, seat: int) -> None:
    called = seat in desk.state.called
    desk.say(UnoReached(desk.t, seat, called))
    desk.set(uno_open=() if called else (seat,))


def _move_hands(desk: Desk, seat: int, card: Card, laid: int) -> None:
    """Hands that the card makes change owners; a last card moves none."""
    own = find_custom(card, desk.state.rules.custom)
    if not desk.state.plays(seat):
        return
    if card.rank is Rank.ZERO and desk.state.rules.seven_zero:
        pass_hands(desk, laid)
    elif (card.rank is Rank.SEVEN and desk.state.rules.seven_zero) or (own and own.effect == "swap_hands"):
        ask_swap(desk, seat)
    elif own and own.effect == "shuffle_hands":
        shuffle_hands(desk, seat)


def _colour_after_wild(desk: Desk, seat: int, colour: Colour | None) -> None:
    if colour is None:
        desk.set(namer=seat)
        desk.say(ColourWanted(desk.t, seat))
    else:
        name_colour(desk, colour, seat)


def name_colour(desk: Desk, colour: Colour, seat: int | None) -> None:
    """The colour of the wild on top is `colour` (R17); it stays until a coloured card is played (F03)."""
    desk.set(colour=colour, namer=None)
    desk.say(ColourNamed(desk.t, colour, seat, desk.inferred))


def _act(desk: Desk) -> None:
    """The next player acts: too late for UNO calls, jump-ins and a long look."""
    desk.set(uno_open=(), fresh=None, looking=None, caught=(), last_call=None)


def serve(desk: Desk, count: int | None = None) -> None:
    """The seat on turn draws of its pending penalty, all by default; once served the turn is lost (R16, R18)."""
    state = desk.state
    card, seat = state.pending_card, state.turn
    if card is None:
        return
    count = state.pending if count is None else min(count, state.pending)
    _act(desk)
    desk.set(pending=state.pending - count, case=None)
    take(desk, seat, count, card.rank.value)
    if desk.state.pending == 0:
        skip(desk, seat, card)


def draw_one(desk: Desk) -> None:
    """The seat on turn draws one, or until it can play (R19); with nothing to draw its turn passes (F05)."""
    seat = desk.state.turn
    _act(desk)
    before = desk.state.hands[seat].count
    known = take(desk, seat, 1, "choice")
    if desk.state.rules.draw == "until_playable":
        while known and not fits(desk.state, known[-1]) and (more := take(desk, seat, 1, "choice")):
            known = more
    if desk.state.hands[seat].count == before:
        keep(desk)
    else:
        desk.set(drew=True, drawn=known[-1] if known else None)


def keep(desk: Desk) -> None:
    """The seat on turn passes."""
    seat = desk.state.turn
    desk.say(TurnPassed(desk.t, seat, desk.inferred))
    _act(desk)
    desk.set(turn=desk.state.after(seat), drew=False, drawn=None)


def time_up(desk: Desk) -> None:
    """The time is over (R22): a penalty that waits is served, a Skip that waits accepted, else two cards and a pass."""
    seat = desk.state.turn
    desk.say(TimeRanOut(desk.t, seat))
    if desk.state.pending:
        serve(desk)
    elif desk.state.skips:
        accept_skip(desk)
    else:
        _act(desk)
        take(desk, seat, TOO_LATE_DRAWS, "time")
        keep(desk)
