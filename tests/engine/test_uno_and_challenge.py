"""UNO calls, accusations and challenges (R27, R28, R31 to R33)."""

from typing import Any

import pytest

from engine.cards import Colour
from engine.events import FalseAccusation
from engine.game import apply, explain, legal_moves
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, NameColour, Play
from engine.reasons import ReasonId
from engine.rules import Rules
from engine.state import State
from tests.engine.helpers import after, card, position, told


def one_left() -> State:
    return after(position("red_5", "red_1 blue_2", "red_2 red_3", "red_4 red_6"), Play(card("red_1")))


def test_r31_one_card_without_a_call_may_be_accused() -> None:
    state = one_left()
    assert state.uno_open == (0,)
    assert Accuse(0) in legal_moves(state)
    caught = after(state, Accuse(0, 2))
    assert (caught.hands[0].count, caught.uno_open, caught.turn) == (3, (), 1)
    assert told(state, Accuse(0, 2)) == ["uno_missed", "penalty", "cards_drawn"]


def test_r31_a_call_after_the_play_closes_the_window() -> None:
    state = after(one_left(), CallUno(0))
    assert state.uno_open == ()
    assert Accuse(0) not in legal_moves(state)


def test_r31_a_call_before_the_play_counts() -> None:
    state = position("red_5", "red_1 blue_2", "red_2 red_3")
    assert CallUno(0) in legal_moves(state)
    state = after(state, CallUno(0), Play(card("red_1")))
    assert state.uno_open == ()
    assert [reason.id for reason in explain(state, CallUno(0))] == [ReasonId.ALREADY_CALLED]


@pytest.mark.parametrize("move", [Play(card("red_2")), Draw()])
def test_f10_the_window_closes_when_the_next_player_acts(move: Play | Draw) -> None:
    state = one_left()
    assert state.uno_open == (0,)
    assert 0 not in after(state, move).uno_open


def test_f10_a_call_ends_with_a_draw() -> None:
    state = after(one_left(), CallUno(0), Draw(), Keep(), Draw(), Keep())
    assert state.called == {0}
    drawn = after(state, Draw())
    assert drawn.called == frozenset()
    again = after(position("red_5", "red_1 red_3", "red_2 red_9", called=frozenset({0})), Draw())
    assert again.called == frozenset()


def test_r32_a_call_with_too_many_cards_costs_two() -> None:
    state = position("red_5", "red_1 red_2 red_3", "red_4")
    assert told(state, CallUno(0)) == ["false_uno", "penalty", "cards_drawn"]
    assert after(state, CallUno(0)).hands[0].count == 5
    five = position("red_5", "red_1 red_2 red_3", "red_4", rules=Rules(false_uno_penalty=5))
    assert after(five, CallUno(0)).hands[0].count == 8


def test_r33_a_wrong_accusation_costs_the_accuser_two() -> None:
    state = position("red_5", "red_1 red_2", "red_4 red_5")
    accused, events = apply(state, Accuse(1, 0))
    assert events[0] == FalseAccusation(0.0, 1, 0)
    assert [hand.count for hand in accused.hands] == [4, 2]
    called = after(one_left(), CallUno(0), Accuse(0, 1))
    assert [hand.count for hand in called.hands] == [1, 4, 2]


def bluff(hand: str = "wild_draw4 red_1 blue_1", **more: Any) -> State:
    state = position("red_5", hand, "green_2 green_3", "red_4 red_6", **more)
    return after(state, Play(card("wild_draw4"), Colour.GREEN))


def test_r27_only_the_next_seat_may_challenge_before_drawing() -> None:
    state = bluff()
    assert Challenge() in legal_moves(state)
    assert [reason.id for reason in explain(state, Challenge(seat=2))] == [ReasonId.OUT_OF_TURN]
    served = after(state, Draw())
    assert [reason.id for reason in explain(served, Challenge())] == [ReasonId.CHALLENGE_CLOSED]


def test_w4_r28_guilty_draws_four_and_the_challenger_keeps_the_turn() -> None:
    state = after(bluff(), Challenge())
    assert [hand.count for hand in state.hands] == [6, 2, 2]
    assert (state.turn, state.pending, state.colour) == (1, 0, Colour.GREEN)
    assert not explain(state, Play(card("green_2")))


def test_w4_r28_innocent_costs_the_challenger_six_and_the_turn() -> None:
    state = after(bluff("wild_draw4 blue_5 wild"), Challenge())
    assert [hand.count for hand in state.hands] == [2, 8, 2]
    assert (state.turn, state.pending, state.colour) == (2, 0, Colour.GREEN)


def test_r28_option_guilty_draws_six() -> None:
    assert after(bluff(rules=Rules(guilty_draws=6)), Challenge()).hands[0].count == 8


def test_f09_judged_by_colour_and_hand_before_the_play() -> None:
    names_own_colour = position("red_5", "wild_draw4 green_1 green_4", "green_2 green_3", "red_4 red_6")
    innocent = after(names_own_colour, Play(card("wild_draw4"), Colour.GREEN), Challenge())
    assert innocent.hands[1].count == 8
    on_a_wild = position("wild", "wild_draw4 blue_1 red_1", "green_2 green_3", colour="blue")
    guilty = after(on_a_wild, Play(card("wild_draw4"), Colour.RED), Challenge())
    assert guilty.hands[0].count == 6


def test_r28_the_named_colour_may_come_after_the_verdict() -> None:
    state = position("red_5", "wild_draw4 red_1 red_2", "green_2 green_3")
    state = after(state, Play(card("wild_draw4")), Challenge(), NameColour(Colour.BLUE))
    assert (state.colour, state.turn, state.hands[0].count) == (Colour.BLUE, 1, 6)


def test_r18_no_match_judges_the_number_too() -> None:
    state = bluff("wild_draw4 blue_5 blue_1", rules=Rules(wild_draw4_when="no_match"))
    assert after(state, Challenge()).hands[0].count == 6
    always = bluff(rules=Rules(wild_draw4_when="always"))
    assert after(always, Challenge()).hands[1].count == 8
