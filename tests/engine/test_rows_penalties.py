"""Skips, draw penalties and challenges by every option (R14 to R18, R23 to R29)."""

from typing import Any

import pytest

from engine.cards import Colour
from engine.game import explain, legal_moves
from engine.moves import Challenge, Draw, Keep, Play, Power
from engine.reasons import ReasonId
from engine.rules import Rules
from engine.state import State
from tests.engine.helpers import after, card, position, told

STACK300 = Rules.preset("stack300")


def ids(state: State, move: Any) -> set[ReasonId]:
    return {reason.id for reason in explain(state, move)}


def facing(top: str, *hands: str, rules: Rules, pending: int = 2, **more: Any) -> State:
    """Seat 0 faces the penalty of the top card."""
    return position(top, *hands, rules=rules, pending=pending, pending_card=card(top), fresh=len(hands) - 1, **more)


def test_r14_w3_skip_is_passed_on() -> None:
    hands = ("red_skip red_1", "blue_skip red_2 wild", "red_3 red_4", "blue_5 blue_6")
    state = after(position("red_5", *hands, rules=STACK300), Play(card("red_skip")))
    assert (state.turn, state.skips) == (1, 1)
    assert ids(state, Play(card("wild"))) == {ReasonId.SKIPPED}
    assert ids(state, Play(card("red_2"))) == {ReasonId.SKIPPED}
    assert ids(state, Draw()) == {ReasonId.SKIPPED}
    answered = after(state, Play(card("blue_skip")))
    assert (answered.turn, answered.skips, answered.colour) == (2, 1, Colour.BLUE)
    on = after(answered, Keep())
    assert (on.turn, on.skips, on.colour) == (3, 0, Colour.BLUE)
    assert told(answered, Keep()) == ["turn_skipped"]


def test_r14_without_passing_the_turn_is_lost() -> None:
    hands = ("red_skip red_1", "blue_skip red_2", "red_3 red_4")
    assert after(position("red_5", *hands), Play(card("red_skip"))).turn == 2


def test_r14_two_skips_of_which_one_is_answered() -> None:
    rules = Rules(skip_passing=True, cards_a_turn="set")
    hands = ("red_skip blue_skip red_1", "green_skip red_2", "red_3 red_4", "blue_5 blue_6", "red_1 red_6")
    state = after(position("red_5", *hands, rules=rules), Play(card("red_skip"), more=(card("blue_skip"),)))
    assert (state.turn, state.skips) == (1, 2)
    state = after(state, Play(card("green_skip")))
    assert (state.turn, state.skips) == (2, 2)
    assert after(state, Keep(), Keep()).turn == 4


def test_r16_no_draw_penalties_makes_the_draw_two_a_skip() -> None:
    rules = Rules(draw_penalties=False)
    state = after(position("red_5", "red_draw2 red_1", "red_2", "red_3", rules=rules), Play(card("red_draw2")))
    assert (state.turn, state.pending) == (2, 0)
    wild = position("red_5", "wild_draw4 red_1", "red_2", "red_3", rules=rules)
    state = after(wild, Play(card("wild_draw4"), Colour.BLUE))
    assert (state.turn, state.pending, state.case, state.colour) == (1, 0, None, Colour.BLUE)


def test_r17_wild_powers_keep_the_colour() -> None:
    rules = Rules(wild_powers=True)
    state = position("red_5", "wild red_1 red_2 red_3", "blue_1 blue_2 blue_3 blue_4", "red_9", rules=rules)
    look = after(state, Play(card("wild"), power=Power.LOOK, target=1))
    assert (look.colour, look.turn, look.namer) == (Colour.RED, 1, None)
    assert look.seen_by(0).hands[1] == look.hands[1]
    assert look.seen_by(2).hands[1].known == ()
    assert after(look, Draw(), Keep()).looking is None
    swap = after(state, Play(card("wild"), power=Power.SWAP_THREE, target=1))
    assert [hand.count for hand in swap.hands] == [3, 4, 1]
    assert all(one.colour is Colour.BLUE for one in swap.hands[0].known)
    plain = position("red_5", "wild red_1", "blue_1")
    assert ids(plain, Play(card("wild"), power=Power.LOOK, target=1)) == {ReasonId.POWER_NOT_ALLOWED}
    assert ids(state, Play(card("wild"), power=Power.LOOK, target=0)) == {ReasonId.BAD_TARGET}


@pytest.mark.parametrize(
    ("when", "hand", "allowed"),
    [
        ("no_colour", "wild_draw4 red_1", False),
        ("no_colour", "wild_draw4 blue_5 wild", True),
        ("no_match", "wild_draw4 blue_5", False),
        ("no_match", "wild_draw4 blue_6", True),
        ("always", "wild_draw4 red_1", True),
    ],
)
def test_r18_f08_when_a_wild_draw4_is_allowed(when: str, hand: str, allowed: bool) -> None:
    rules = Rules(wild_draw4_when=when, wild_draw4_bluff=False)
    state = position("red_5", hand, "red_2", rules=rules)
    assert (ids(state, Play(card("wild_draw4"), Colour.RED)) == set()) is allowed
    bluff = position("red_5", hand, "red_2", rules=Rules(wild_draw4_when=when))
    assert ids(bluff, Play(card("wild_draw4"), Colour.RED)) == set()


STACKABLE = {
    "off": set(),
    "draw2": {("draw2", "draw2")},
    "wild_on_draw2": {("draw2", "draw2"), ("wild_draw4", "draw2")},
    "wild_on_wild": {("draw2", "draw2"), ("wild_draw4", "draw2"), ("wild_draw4", "wild_draw4")},
    "any": {("draw2", "draw2"), ("wild_draw4", "draw2"), ("wild_draw4", "wild_draw4"), ("draw2", "wild_draw4")},
}


@pytest.mark.parametrize("value", STACKABLE)
@pytest.mark.parametrize("upper", ["draw2", "wild_draw4"])
@pytest.mark.parametrize("lower", ["draw2", "wild_draw4"])
def test_r23_stacking(value: str, upper: str, lower: str) -> None:
    rules = Rules(stacking=value)
    top = "wild_draw4" if lower == "wild_draw4" else "red_draw2"
    play = Play(card("wild_draw4"), Colour.RED) if upper == "wild_draw4" else Play(card("red_draw2"))
    state = facing(top, "red_draw2 wild_draw4 red_1", "red_2", rules=rules, colour="red")
    assert (ids(state, play) == set()) is ((upper, lower) in STACKABLE[value])


def test_r23_a_draw_two_on_a_wild_draw4_has_to_be_of_the_named_colour() -> None:
    state = facing("wild_draw4", "blue_draw2 red_1", "red_2", rules=Rules(stacking="any"), colour="red", pending=4)
    assert ids(state, Play(card("blue_draw2"))) == {ReasonId.NO_MATCH}


def test_r23_w7_three_draw_twos_cost_the_fourth_player_six() -> None:
    rules = Rules.preset("party")
    hands = ("red_draw2 red_1", "blue_draw2 red_1", "green_draw2 red_1", "wild red_1")
    state = position("red_5", *hands, rules=rules)
    state = after(state, Play(card("red_draw2")), Play(card("blue_draw2")), Play(card("green_draw2")))
    assert (state.turn, state.pending) == (3, 6)
    assert ids(state, Play(card("wild"), Colour.RED)) == {ReasonId.PENALTY_PENDING}
    served = after(state, Draw())
    assert (served.hands[3].count, served.turn, served.pending) == (8, 0, 0)


def test_w1_stack300_answer_or_draw() -> None:
    state = position("red_5", "red_draw2 red_1", "red_1 wild", "blue_1 blue_2", rules=STACK300)
    faced = after(state, Play(card("red_draw2")))
    assert not any(isinstance(move, Play) for move in legal_moves(faced))
    assert after(faced, Draw()).hands[1].count == 4
    state = position("red_5", "red_draw2 red_1", "blue_draw2 wild", "blue_1 blue_2", rules=STACK300)
    state = after(state, Play(card("red_draw2")), Play(card("blue_draw2")))
    assert (state.turn, state.pending) == (2, 4)


def test_w2_r23_after_a_served_penalty_the_count_starts_anew() -> None:
    hands = ("red_draw2 red_1", "blue_1 blue_2", "red_draw2 red_3", "blue_4 blue_5")
    state = after(position("red_5", *hands, rules=STACK300), Play(card("red_draw2")), Draw())
    assert after(state, Play(card("red_draw2"))).pending == 2


@pytest.mark.parametrize("label", ["wild", "red_3", "red_skip", "red_reverse"])
def test_r24_nothing_else_answers_a_penalty(label: str) -> None:
    colour = Colour.RED if label == "wild" else None
    state = facing("red_draw2", f"{label} red_1", "red_2", "red_3", rules=STACK300)
    assert ids(state, Play(card(label), colour)) == {ReasonId.PENALTY_PENDING}


def test_r25_skip_passes_a_penalty_on_and_reverse_turns_it_back() -> None:
    rules = Rules(deflecting=True)
    hands = ("red_skip red_reverse blue_skip", "blue_skip red_2", "red_3", "red_4")
    state = facing("red_draw2", *hands, rules=rules)
    skipped = after(state, Play(card("red_skip")))
    assert (skipped.turn, skipped.pending, skipped.direction) == (1, 2, 1)
    assert after(skipped, Play(card("blue_skip"))).turn == 2
    back = after(state, Play(card("red_reverse")))
    assert (back.turn, back.pending, back.direction) == (3, 2, -1)
    assert after(back, Draw()).turn == 2
    assert ids(state, Play(card("blue_skip"))) == {ReasonId.NO_MATCH}


@pytest.mark.parametrize("label", ["red_skip", "red_reverse"])
def test_r25_with_two_players_both_send_the_penalty_back(label: str) -> None:
    state = facing("red_draw2", f"{label} red_1", "red_2", rules=Rules(deflecting=True))
    state = after(state, Play(card(label)))
    assert (state.turn, state.pending, state.direction) == (1, 2, 1)


def test_r25_a_deflected_draw_two_may_be_stacked_on() -> None:
    rules = Rules(deflecting=True, stacking="draw2")
    state = facing("red_draw2", "red_skip red_1", "red_draw2 red_1", "red_3", rules=rules)
    state = after(state, Play(card("red_skip")), Play(card("red_draw2")))
    assert (state.turn, state.pending) == (2, 4)


def test_r26_after_a_wild_draw4_the_seat_after_the_one_who_drew_plays() -> None:
    state = position("red_5", "wild_draw4 blue_1", "red_2", "red_3", rules=STACK300)
    assert after(state, Play(card("wild_draw4"), Colour.BLUE), Draw()).turn == 2


def test_r27_only_the_next_seat_may_challenge_before_drawing() -> None:
    state = position("red_5", "wild_draw4 blue_1", "red_2", "red_3")
    faced = after(state, Play(card("wild_draw4"), Colour.BLUE))
    assert ids(faced, Challenge()) == set()
    assert ids(faced, Challenge(2)) == {ReasonId.OUT_OF_TURN}
    assert ids(after(faced, Draw()), Challenge()) == {ReasonId.CHALLENGE_CLOSED}


@pytest.mark.parametrize(("preset", "guilty"), [("stack300", 6), ("open500", 4), ("official", 4)])
def test_r28_w4_f09_challenge(preset: str, guilty: int) -> None:
    rules = Rules.preset(preset)
    bluff = position("red_5", "wild_draw4 red_1", "green_2", "red_3", rules=rules)
    state = after(bluff, Play(card("wild_draw4"), Colour.GREEN), Challenge())
    assert (state.hands[0].count, state.hands[1].count, state.turn) == (1 + guilty, 1, 1)
    assert state.colour is Colour.GREEN
    honest = position("red_5", "wild_draw4 green_1", "green_2", "red_3", rules=rules)
    state = after(honest, Play(card("wild_draw4"), Colour.GREEN), Challenge())
    assert (state.hands[0].count, state.hands[1].count, state.turn) == (1, 7, 2)


def test_r29_w5_a_wild_draw4_on_a_penalty_cannot_be_challenged() -> None:
    state = facing("green_draw2", "wild_draw4 green_1", "red_2 red_1", "red_3", rules=STACK300)
    laid = after(state, Play(card("wild_draw4"), Colour.RED))
    assert (laid.pending, laid.turn) == (6, 1)
    assert ids(laid, Challenge()) == {ReasonId.CHALLENGE_CLOSED}
    served = after(facing("red_draw2", "red_1", "wild_draw4 red_2", "red_3", rules=STACK300), Draw())
    later = after(served, Play(card("wild_draw4"), Colour.RED))
    assert ids(later, Challenge()) == set()
