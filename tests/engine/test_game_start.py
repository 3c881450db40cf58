"""The deal and the start card."""

import random

import pytest

from engine.cards import Card
from engine.desk import Desk
from engine.errors import RulesError, SeatError
from engine.events import StartCard
from engine.game import begin, cards_in_play, explain, legal_moves, may_start, new_game, next_round, start
from engine.hand import Hand
from engine.moves import Draw, NameColour
from engine.reasons import ReasonId
from engine.rules import Rules
from engine.state import State
from tests.engine.helpers import after, card, kinds, position


def started(label: str, seats: int = 4, **more: object) -> State:
    state = State(Rules(**more), (Hand((), 7),) * seats, (0,) * seats, 0, 0, draw_hidden=50)  # type: ignore[arg-type]  # options of any kind
    desk = Desk(state)
    start(desk, card(label))
    return desk.state


@pytest.mark.parametrize("seats", range(2, 11))
def test_r06_each_seat_is_dealt_seven(seats: int) -> None:
    state = new_game(Rules(), seats, random.Random(seats))
    assert [hand.count for hand in state.hands] == [7] * seats
    assert cards_in_play(state) == 108


def test_w9_three_seats_with_ten_cards_leave_78() -> None:
    state = new_game(Rules(hand_size=10), 3, random.Random(1))
    assert [hand.count for hand in state.hands] == [10] * 3
    assert state.draw_count + len(state.discard) == 78


def test_r07_dealers_left_begins() -> None:
    assert started("red_5").turn == 1


def test_r08_a_wild_draw4_is_put_back_and_another_turned_up() -> None:
    assert not may_start(Rules(), card("wild_draw4"))
    refused = 0
    for seed in range(200):
        state, events = begin(Rules(), 4, random.Random(seed))
        turned = [event for event in events if isinstance(event, StartCard)]
        assert state.top != card("wild_draw4")
        assert turned[-1].accepted
        assert all(not event.accepted and event.card == card("wild_draw4") for event in turned[:-1])
        assert cards_in_play(state) == 108
        refused += len(turned) - 1
    assert refused > 0


def test_r08_option_numbers_only() -> None:
    rules = Rules(start_card="numbers")
    for seed in range(60):
        top = new_game(rules, 4, random.Random(seed)).top
        assert top is not None
        assert top.rank.is_number


def test_r09_skip_skips_the_first_player() -> None:
    assert started("red_skip").turn == 2


def test_r09_reverse_lets_dealers_right_begin() -> None:
    state = started("red_reverse")
    assert (state.turn, state.direction) == (3, -1)


def test_f01_reverse_as_start_card_of_two_skips() -> None:
    assert started("red_reverse", 2).turn == 0


def test_f12_draw_two_makes_the_first_player_draw_and_lose_the_turn() -> None:
    state = started("red_draw2")
    assert (state.turn, state.pending) == (1, 2)
    served = after(state, Draw())
    assert (served.hands[1].count, served.turn, served.pending) == (9, 2, 0)


def test_r09_option_ignored_leaves_the_colour_only() -> None:
    for label in ("red_skip", "red_reverse", "red_draw2"):
        state = started(label, start_action="ignored")
        assert (state.turn, state.direction, state.pending, state.colour) == (1, 1, 0, card(label).colour)


def test_r10_wild_lets_the_first_player_name_the_colour() -> None:
    state = started("wild")
    assert (state.turn, state.namer, state.colour) == (1, 1, None)
    assert {type(move) for move in legal_moves(state)} == {NameColour}
    assert [reason.id for reason in explain(state, Draw())] == [ReasonId.COLOUR_WANTED]
    named = after(state, NameColour(card("blue_1").colour or pytest.fail("blue")))
    assert (named.turn, named.colour) == (1, card("blue_1").colour)


def test_start_card_is_told_before_its_effect() -> None:
    state = State(Rules(), (Hand((), 7),) * 4, (0,) * 4, 0, 0, draw_hidden=50)
    desk = Desk(state)
    start(desk, card("red_reverse"))
    assert kinds(tuple(desk.events)) == ["start_card", "direction_changed"]
    assert desk.events[0] == StartCard(0.0, card("red_reverse"), 3)


def test_r05_next_seat_deals_the_next_round() -> None:
    won = position("red_5", "", "red_1", "red_2", winner=0, dealer=2)
    state, events = next_round(won, random.Random(3))
    assert (state.dealer, state.round, state.scores) == (0, 2, won.scores)
    assert kinds(events)[0] == "round_started"
    winner_deals = position("red_5", "", "red_1", "red_2", winner=1, dealer=2, rules=Rules(next_dealer="winner"))
    assert next_round(winner_deals, random.Random(3))[0].dealer == 1


def test_next_round_while_one_is_running_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(RulesError, match="still running"):
        next_round(position("red_5", "red_1", "red_2"), random.Random(1))
    with pytest.raises(RulesError, match="match is won"):
        next_round(position("red_5", "", "red_2", winner=0, match_winner=0), random.Random(1))


def test_bad_seats_are_refused() -> None:
    with pytest.raises(SeatError, match="2 to 10"):
        new_game(Rules(), 1, random.Random(1))
    with pytest.raises(SeatError, match="name one from 0 to 3"):
        new_game(Rules(), 4, random.Random(1), dealer=4)


def test_the_same_seed_deals_the_same() -> None:
    assert new_game(Rules(), 5, random.Random(9)) == new_game(Rules(), 5, random.Random(9))
    assert isinstance(new_game(Rules(), 5, random.Random(9)).top, Card)


def test_r04_r12_the_first_dealer_is_chosen_and_play_begins_clockwise() -> None:
    rng = random.Random(8)
    state = new_game(Rules(start_action="ignored"), 5, rng, dealer=2)
    assert (state.dealer, state.turn, state.direction) == (2, 3, 1)
