"""Deck, deal and start by every option (R01 to R12)."""

import random

import pytest

from engine.cards import LABELS, Card, Colour, full_deck
from engine.desk import Desk
from engine.errors import SeatError
from engine.game import apply, begin, draw_for_dealer, explain, may_start, new_game, next_dealer, next_round, start
from engine.hand import Hand
from engine.moves import NameColour, Play
from engine.reasons import ReasonId
from engine.rules import PRESETS, Rules
from engine.state import State
from tests.engine.helpers import after, card, position


def turned_up(label: str, seats: int = 4, dealer: int = 0, **options: object) -> State:
    """The position after this start card."""
    rules = Rules().changed(options)
    hands = (Hand().plus([card("red_1"), card("blue_2")]),) * seats
    draw = tuple(full_deck()[:20])
    desk = Desk(State(rules, hands, (0,) * seats, dealer, dealer, draw=draw, seed=1))
    start(desk, card(label))
    return desk.state


def test_r01_the_deck() -> None:
    deck = full_deck()
    assert len(deck) == 108
    assert sum(one.rank.is_number for one in deck) == 76
    assert sum(one.is_wild for one in deck) == 8


def test_r02_a_wild_takes_the_named_colour_only_while_it_lies_on_top() -> None:
    state = after(position("red_5", "wild blue_1", "blue_2"), Play(card("wild"), Colour.BLUE))
    assert (state.colour, state.top) == (Colour.BLUE, card("wild"))


@pytest.mark.parametrize("name", PRESETS)
def test_r03_every_preset_seats_two_to_ten(name: str) -> None:
    for seats in range(2, 11):
        assert new_game(PRESETS[name], seats, random.Random(1)).seats == seats


def test_r04_the_highest_number_deals_first() -> None:
    ties = 0
    for seed in range(30):
        dealer, drawn = draw_for_dealer(4, random.Random(seed))
        first: dict[int, int] = {}
        for seat, one in drawn:
            if one.rank.is_number:
                first.setdefault(seat, int(one.rank))
        assert set(first) == {0, 1, 2, 3}
        assert first[dealer] == max(first.values())
        ties += list(first.values()).count(max(first.values())) > 1
    assert ties  # drawn again among themselves
    assert draw_for_dealer(4, random.Random(1)) == draw_for_dealer(4, random.Random(1))


def test_r04_a_chosen_dealer_is_taken_as_told() -> None:
    assert new_game(Rules(), 4, random.Random(1), dealer=2).dealer == 2


@pytest.mark.parametrize(("value", "dealer"), [("next_seat", 1), ("winner", 3)])
def test_r05_next_dealer(value: str, dealer: int) -> None:
    won = position("red_5", "red_1", "red_1", "red_1", "", dealer=0, winner=3, rules=Rules(next_dealer=value))
    assert next_dealer(won) == dealer
    assert next_round(won, random.Random(0))[0].dealer == dealer


@pytest.mark.parametrize("size", [7, 10])
def test_r06_w9_hand_size(size: int) -> None:
    state, events = begin(Rules(hand_size=size), 3, random.Random(3))
    assert sum(hand.count for hand in state.hands) + 108 - 3 * size == 108
    assert getattr(events[0], "hand_size", None) == size
    if size == 10:
        assert state.draw_count + len(state.discard) >= 78 - 2
        with pytest.raises(SeatError):
            Rules(hand_size=10).check_seats(4)


@pytest.mark.parametrize(
    ("value", "label", "turn"),
    [
        ("dealers_left", "red_2", 1),
        ("dealer", "red_2", 0),
        ("counted", "red_2", 2),
        ("counted", "red_0", 0),
        ("counted", "red_9", 1),
        ("counted", "wild", 1),
    ],
)
def test_r07_who_starts(value: str, label: str, turn: int) -> None:
    assert turned_up(label, first_seat=value).turn == turn


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        ("not_wild_draw4", {"red_5": True, "red_skip": True, "wild": True, "wild_draw4": False}),
        ("numbers", {"red_5": True, "red_skip": False, "wild": False, "wild_draw4": False}),
        ("any", {"red_5": True, "red_skip": True, "wild": True, "wild_draw4": True}),
    ],
)
def test_r08_f12_start_card(value: str, allowed: dict[str, bool]) -> None:
    rules = Rules(start_card=value)
    assert {label: may_start(rules, card(label)) for label in allowed} == allowed


def test_r08_a_wild_draw4_that_may_start_is_a_wild() -> None:
    state = turned_up("wild_draw4", start_card="any")
    assert (state.pending, state.namer, state.turn) == (0, 1, 1)


def test_r09_f12_applied_and_ignored() -> None:
    assert turned_up("red_skip").turn == 2
    assert (turned_up("red_draw2").turn, turned_up("red_draw2").pending) == (1, 2)
    turned = turned_up("red_reverse")
    assert (turned.direction, turned.turn) == (-1, 3)
    for label in ("red_skip", "red_draw2", "red_reverse"):
        plain = turned_up(label, start_action="ignored")
        assert (plain.turn, plain.pending, plain.direction, plain.colour) == (1, 0, 1, Colour.RED)


def test_r09_a_reverse_turns_play_but_the_dealer_still_leads() -> None:
    state = turned_up("red_reverse", first_seat="dealer")
    assert (state.turn, state.direction) == (0, -1)


def test_r09_a_start_skip_may_be_passed_on() -> None:
    state = turned_up("red_skip", skip_passing=True)
    assert (state.turn, state.skips) == (1, 1)


@pytest.mark.parametrize(("value", "namer"), [("first_seat", 1), ("before_dealer", 3)])
def test_r10_who_names_the_colour_of_a_start_wild(value: str, namer: int) -> None:
    state = turned_up("wild", start_wild_namer=value)
    assert (state.namer, state.turn) == (namer, 1)
    named, _ = apply(state, NameColour(Colour.GREEN))
    assert (named.colour, named.turn) == (Colour.GREEN, 1)


@pytest.mark.parametrize(("value", "allowed"), [("any_match", True), ("colour_only", False)])
def test_r11_first_play(value: str, allowed: bool) -> None:
    state = position("red_5", "blue_5 red_1 wild", "red_2 blue_5", rules=Rules(first_play=value), opening=True)
    reasons = [reason.id for reason in explain(state, Play(card("blue_5")))]
    assert reasons == ([] if allowed else [ReasonId.FIRST_BY_COLOUR])
    assert explain(state, Play(card("wild"))) == ()
    later = after(state, Play(card("red_1")))
    assert not later.opening


@pytest.mark.parametrize(("value", "direction", "turn"), [("clockwise", 1, 1), ("counter_clockwise", -1, 3)])
def test_r12_direction(value: str, direction: int, turn: int) -> None:
    state = turned_up("red_5", direction=value)
    assert (state.direction, state.turn) == (direction, turn)


def test_labels_of_the_camera_model_hold_no_own_cards() -> None:
    assert len(LABELS) == 55
    assert Card.parse("custom_blank").label == "custom_blank"
