"""Going out, scoring, leaving, and house rules beyond the documents (R35 to R40)."""

import random
from typing import Any

import pytest

from engine.cards import Card, Colour
from engine.custom import CustomCard, copies_of, deck_of
from engine.errors import CardError, RulesError, SeatError
from engine.events import MatchWon
from engine.game import apply, cards_in_play, explain, legal_moves, new_game, next_round
from engine.moves import Accuse, Draw, Keep, Leave, NameColour, Play, SumOut, Swap
from engine.reasons import ReasonId
from engine.rules import Rules
from engine.scoring import card_points, match_winner
from engine.state import State
from tests.engine.helpers import after, card, cards, position, told

OUT = Rules.preset("dealer-draw")


def ids(state: State, move: Any) -> set[ReasonId]:
    return {reason.id for reason in explain(state, move)}


def test_r35_w10_f11_a_last_draw_two_makes_the_next_seat_draw() -> None:
    state = after(position("red_5", "red_draw2", "red_2", rules=Rules.preset("pairs")), Play(card("red_draw2")))
    assert (state.winner, state.hands[1].count, state.scores) == (0, 3, (20, 0))


def test_r35_a_last_card_passes_the_whole_penalty_on() -> None:
    state = position(
        "blue_draw2", "red_draw2", "red_2", "red_3", rules=Rules(stacking="draw2"), pending=2,
        pending_card=card("blue_draw2"),
    )  # fmt: skip
    assert after(state, Play(card("red_draw2"))).hands[1].count == 5


@pytest.mark.parametrize(
    ("value", "label", "allowed"),
    [
        ("any", "red_skip", True),
        ("any", "wild", True),
        ("no_skip_reverse_wild", "red_skip", False),
        ("no_skip_reverse_wild", "red_reverse", False),
        ("no_skip_reverse_wild", "wild", False),
        ("no_skip_reverse_wild", "red_draw2", True),
        ("no_skip_reverse_wild", "wild_draw4", True),
        ("numbers", "red_draw2", False),
        ("numbers", "wild_draw4", False),
        ("numbers", "red_1", True),
    ],
)
def test_r36_last_card(value: str, label: str, allowed: bool) -> None:
    state = position("red_5", label, "red_2", rules=Rules(finish_on=value))
    assert (ids(state, Play(card(label))) == set()) is allowed
    assert Draw() in legal_moves(state)


def test_r36_a_set_of_skips_must_not_be_the_last_cards() -> None:
    rules = Rules(finish_on="no_skip_reverse_wild", cards_a_turn="set")
    state = position("red_5", "red_skip blue_skip", "red_2", rules=rules)
    assert ids(state, Play(card("red_skip"), more=cards("blue_skip"))) == {ReasonId.FINISH_NOT_ALLOWED}


def test_r37_a_hand_that_adds_up_wins() -> None:
    hands = ("red_4 red_9", "red_2 red_9", "red_0 blue_1 blue_3")
    off = after(position("red_5", *hands), Play(card("red_4")))
    assert off.winner is None
    state, events = apply(position("red_5", *hands, rules=Rules(sum_out=True)), Play(card("red_4")))
    assert (state.winner, state.scores[2]) == (2, 9 + 11)
    assert "summed_out" in [event.kind for event in events]


def test_r37_a_hidden_hand_is_claimed() -> None:
    rules = Rules(sum_out=True)
    state = position("red_5", "red_4 red_9", "red_2 red_9", "red_9 red_8", rules=rules)
    state = after(state.with_hand(2, state.hands[2].covered()), Play(card("red_4")))
    assert ids(state, SumOut(1)) == {ReasonId.SUM_DIFFERS}
    assert after(state, SumOut(2)).winner == 2
    assert ids(after(state, Draw()), SumOut(2)) == {ReasonId.SUM_OUT_CLOSED}
    assert ids(position("red_5", "red_4"), SumOut(0)) == {ReasonId.SUM_OUT_CLOSED}


def test_r37_of_several_the_next_in_turn_wins_and_the_player_last() -> None:
    state = position("red_5", "red_4 blue_4", "red_9", "blue_4", rules=Rules(sum_out=True))
    assert after(state, Play(card("red_4"))).winner == 2


def test_r38_round_ends_or_play_goes_on_to_the_last() -> None:
    hands = ("red_1", "red_2 red_3", "red_4 red_6")
    assert after(position("red_5", *hands), Play(card("red_1"))).winner == 0
    state, events = apply(position("red_5", *hands, rules=OUT), Play(card("red_1")))
    assert (state.winner, state.places, state.turn) == (None, (0,), 1)
    assert [event.kind for event in events] == ["card_played", "seat_out"]
    assert ids(state, Play(card("red_1"), seat=0)) == {ReasonId.NOT_PLAYING}
    state = after(state, Play(card("red_2")), Play(card("red_4")))
    end, events = apply(state, Play(card("red_3")))
    assert (end.winner, end.places) == (0, (0, 1))
    assert [event.kind for event in events][1:] == ["seat_out", "round_lost", "round_won"]
    assert end.scores == (0, 0, 0)


def test_r38_a_penalty_of_someone_who_is_out_waits_for_the_next_seat() -> None:
    rules = OUT.changed({"stacking": "draw2"})
    state = position("red_5", "red_draw2", "blue_draw2 red_1", "red_4 red_6", rules=rules)
    state = after(state, Play(card("red_draw2")))
    assert (state.turn, state.pending, state.winner) == (1, 2, None)
    state = after(state, Play(card("blue_draw2")))
    assert (state.turn, state.pending) == (2, 4)
    assert after(state, Draw()).turn == 1


def test_r38_a_last_wild_is_named_by_its_player_and_cannot_be_a_bluff() -> None:
    state = after(position("red_5", "wild_draw4", "red_2", "red_3", rules=OUT), Play(card("wild_draw4")))
    assert (state.namer, state.case, state.pending) == (0, None, 4)
    assert after(state, NameColour(Colour.BLUE)).colour is Colour.BLUE


@pytest.mark.parametrize(("label", "points"), [("red_7", 7), ("red_skip", 20), ("red_draw2", 20), ("wild", 50)])
def test_r39_points(label: str, points: int) -> None:
    assert card_points(card(label)) == points


def test_r40_f15_scoring() -> None:
    hands = ("red_1", "red_2 wild", "red_skip")
    scores = {
        value: after(position("red_5", *hands, rules=Rules(scoring=value)), Play(card("red_1"))).scores
        for value in ("winner_takes", "own_minus", "lowest_total", "unscored")
    }
    assert scores == {
        "winner_takes": (72, 0, 0),
        "own_minus": (0, -52, -20),
        "lowest_total": (0, 52, 20),
        "unscored": (0, 0, 0),
    }


@pytest.mark.parametrize(
    ("scoring", "scores", "winner"),
    [
        ("winner_takes", (500, 0, 0), 0),
        ("winner_takes", (499, 0, 0), None),
        ("own_minus", (-10, -500, -20), 0),
        ("own_minus", (-10, -499, -20), None),
        ("own_minus", (-20, -510, -20), None),
        ("lowest_total", (90, 500, 20), 2),
        ("lowest_total", (20, 500, 20), None),
        ("unscored", (0, 0, 0), None),
    ],
)
def test_r40_end_of_the_match(scoring: str, scores: tuple[int, ...], winner: int | None) -> None:
    assert match_winner(scores, Rules(scoring=scoring), 0) == winner


@pytest.mark.parametrize("goal", [300, 500])
def test_r40_goal(goal: int) -> None:
    state = position("red_5", "red_1", "red_2", rules=Rules(goal=goal))
    won, events = apply(State(**{**fields(state), "scores": (goal - 2, 0)}), Play(card("red_1")))
    assert events[-1] == MatchWon(0.0, 0, goal)
    assert won.match_winner == 0


def fields(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in State.__dataclass_fields__}


def test_f14_a_seat_that_leaves_hands_on_turn_penalty_and_order() -> None:
    hands = ("red_1 red_2", "red_2 red_3", "red_4 red_6", "red_7 red_8")
    for direction, following in ((1, 2), (-1, 0)):
        state = position("red_5", *hands, turn=1, direction=direction)
        gone = after(state, Leave(1))
        assert (gone.turn, gone.playing, gone.hands[1].count) == (following, (0, 2, 3), 0)
        assert cards_in_play(gone) == cards_in_play(state)
    faced = position("red_draw2", *hands, turn=1, pending=2, pending_card=card("red_draw2"))
    left = after(faced, Leave(1))
    assert (left.turn, left.pending) == (2, 2)
    assert after(left, Draw()).turn == 3
    wild = after(position("red_5", "wild red_1", *hands[1:]), Play(card("wild")), Leave(0))
    assert wild.namer == 1


def test_f14_who_is_left_alone_wins_and_the_seat_stays_empty() -> None:
    state = after(position("red_5", "red_1", "red_2", "red_3"), Leave(0), Leave(1))
    assert (state.winner, state.match_winner) == (2, 2)
    between = after(after(position("red_5", "red_1", "red_2", "red_3"), Play(card("red_1"))), Leave(1))
    assert (between.hands[1].count, between.match_winner) == (1, None)
    assert ids(after(between, Leave(2)), Leave(0)) == {ReasonId.ROUND_OVER}
    fresh, _ = next_round(
        after(position("red_5", "red_1", "red_2", "red_3", "red_4"), Leave(0), Play(card("red_2"))), random.Random(1)
    )
    assert [hand.count for hand in fresh.hands] == [0, 7, 7, 7]
    assert fresh.turn != 0


def test_partners_share_the_score() -> None:
    rules = Rules(partners=True)
    state = after(position("red_5", "red_1", "red_2", "red_9 red_8", "red_4", rules=rules), Play(card("red_1")))
    assert state.scores == (6, 0, 6, 0)
    with pytest.raises(SeatError, match="even number of seats"):
        rules.check_seats(5)
    assert after(position("red_5", "red_1", "red_2", "red_9", "red_4"), Play(card("red_1"))).scores == (15, 0, 0, 0)


def test_seven_swaps_hands_and_zero_passes_them_on() -> None:
    rules = Rules(seven_zero=True)
    state = position("red_5", "red_7 red_0 red_1", "red_2", "red_3 red_4 red_6", rules=rules)
    seven = after(state, Play(card("red_7")))
    assert ids(seven, Draw()) == {ReasonId.SWAP_WANTED}
    assert ids(seven, Swap(0)) == {ReasonId.BAD_TARGET}
    swapped = after(seven, Swap(1))
    assert [hand.count for hand in swapped.hands] == [1, 2, 3]
    assert swapped.uno_open == (0,)
    zero = after(state, Play(card("red_0")))
    assert [hand.count for hand in zero.hands] == [3, 2, 1]
    assert zero.uno_open == (2,)
    assert after(zero, Accuse(2, 0)).hands[2].count == 3
    plain = after(position("red_5", "red_7 red_1", "red_2"), Play(card("red_7")))
    assert plain.swapper is None


def test_a_last_seven_or_zero_moves_no_hands() -> None:
    rules = Rules(seven_zero=True)
    for label in ("red_7", "red_0"):
        state = after(position("red_5", label, "red_2", rules=rules), Play(card(label)))
        assert (state.winner, state.hands[1].count) == (0, 1)


OWN = (CustomCard("blank", 3), CustomCard("mix", 1, "shuffle_hands"), CustomCard("trade", 1, "swap_hands"))


def test_r01_own_cards_of_a_112_card_box() -> None:
    rules = Rules(name="box", custom=(CustomCard("shuffle_hands", 1, "shuffle_hands"), CustomCard("blank", 3)))
    assert len(deck_of(rules.custom)) == 112
    state = new_game(rules, 4, random.Random(2))
    assert cards_in_play(state) == 112
    assert copies_of(card("custom_blank"), rules.custom) == 3
    assert card_points(card("custom_blank"), rules.custom) == 40
    assert ids(position("red_5", "custom_blank", "red_1"), Play(card("custom_blank"))) == {ReasonId.NOT_IN_BOX}


def test_own_cards_do_what_they_say() -> None:
    rules = Rules(custom=OWN)
    hands = ("custom_blank custom_mix custom_trade", "red_2 red_3", "red_4")
    state = position("red_5", *hands, rules=rules)
    blank = after(state, Play(card("custom_blank"), Colour.BLUE))
    assert (blank.colour, blank.turn) == (Colour.BLUE, 1)
    mixed = after(state, Play(card("custom_mix"), Colour.BLUE))
    assert sorted(hand.count for hand in mixed.hands) == [1, 2, 2]
    assert cards_in_play(mixed) == cards_in_play(state)
    trade = after(state, Play(card("custom_trade"), Colour.BLUE), Swap(2))
    assert [hand.count for hand in trade.hands] == [1, 2, 2]
    assert Keep() not in legal_moves(trade)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "My card"}, "small letters"),
        ({"name": "blank", "copies": 0}, "1 to 12"),
        ({"name": "blank", "effect": "win"}, "choose wild"),
        ({"name": "blank", "points": -1}, "0 to 100"),
    ],
)
def test_bad_own_cards_are_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        CustomCard(**fields)
    with pytest.raises(CardError):
        Card.parse("custom_My")


def test_the_draw_until_playable_and_skip_tell_each_card() -> None:
    rules = Rules(draw="until_playable")
    state = position("red_5", "blue_9", "red_2", draw=cards("red_2 blue_1 green_1"), rules=rules)
    assert told(state, Draw()) == ["cards_drawn"] * 3
