"""House rules at a real table: hands hidden, cards seen by a camera."""

from typing import Any

import pytest

from engine import commands as cm
from engine.cards import Colour
from engine.describe import LANGUAGES, describe
from engine.events import CommandRefused, IllegalPlay, OutOfStep, SeatOut
from engine.house import rules_of
from engine.moves import Power
from engine.observations import HandSeen
from engine.reasons import ReasonId
from engine.rules import PRESETS, Rules
from tests.engine.helpers import Table, card, cards, kinds


def table(seats: int = 4, start: str = "red_5", **options: Any) -> Table:
    return Table(seats, start, rules=Rules().changed(options))


def few(on: Table, seat: int, count: int) -> None:
    on.do(cm.SetCount(0.0, seat, count))


def refused(events: Any) -> list[ReasonId]:
    return [reason.id for event in events if isinstance(event, CommandRefused) for reason in event.reasons]


def test_r23_stacked_penalties_are_followed_from_plays_alone() -> None:
    on = Table(4, "red_5", rules=Rules.preset("stack300").changed({"first_seat": "dealers_left"}))
    on.lay("red_draw2", 1)
    events = on.lay("blue_draw2", 2)
    assert kinds(events) == ["card_played", "penalty_passed"]
    assert on.now()["pending"] == {"count": 4, "seat": 3}
    assert kinds(on.draw(3, 4)) == ["cards_drawn", "turn_skipped"]
    assert (on.now()["turn"], on.counts()[3]) == (0, 11)


def test_r23_a_stacked_penalty_that_nobody_saw_drawn_is_inferred() -> None:
    on = table(stacking="draw2")
    on.lay("red_draw2", 1)
    on.lay("blue_draw2", 2)
    events = on.lay("blue_1", 0)
    assert kinds(events) == ["cards_drawn", "turn_skipped", "card_played"]
    assert on.counts() == [6, 6, 6, 11]


def test_r23_a_draw_card_of_an_unseen_seat_answers_the_penalty() -> None:
    on = table(stacking="draw2")
    on.lay("red_draw2", 1)
    on.lay("blue_draw2", None)
    assert on.now()["pending"] == {"count": 4, "seat": 3}
    off = table()
    off.lay("red_draw2", 1)
    off.lay("red_1", None)
    assert off.counts() == [7, 6, 9, 6]


def test_r25_deflected_penalties_are_followed() -> None:
    on = table(deflecting=True)
    on.lay("red_draw2", 1)
    assert on.now()["pending"]["seat"] == 2
    on.lay("red_reverse", 2)
    assert on.now()["pending"] == {"count": 2, "seat": 1}
    assert on.now()["direction"] == -1


def test_r14_skip_passing_and_its_silent_acceptance() -> None:
    on = table(skip_passing=True)
    on.lay("red_skip", 1)
    assert on.now()["turn"] == 2
    events = on.lay("red_1", 3)
    assert kinds(events) == ["turn_skipped", "card_played"]
    on.lay("red_skip", 0)
    on.lay("blue_skip", 1)
    assert kinds(on.do(cm.KeepCard(0.0))) == ["turn_skipped"]
    assert on.now()["turn"] == 3
    assert on.counts() == [6, 5, 7, 6]


def test_r14_a_skipped_seat_that_plays_something_else_is_told() -> None:
    on = table(skip_passing=True)
    on.lay("red_skip", 1)
    events = on.lay("red_1", 2)
    illegal = next(event for event in events if isinstance(event, IllegalPlay))
    assert ReasonId.OUT_OF_TURN in {reason.id for reason in illegal.reasons} or ReasonId.SKIPPED in {
        reason.id for reason in illegal.reasons
    }


def test_r30_a_jump_in_seen_by_the_camera() -> None:
    on = table(jump_in="numbers")
    on.lay("red_6", 1)
    events = on.lay("red_6", 0)
    assert kinds(events) == ["jumped_in", "card_played"]
    assert on.now()["turn"] == 1
    assert on.counts() == [6, 6, 7, 7]


def test_r30_f13_without_the_option_or_too_late_it_is_an_illegal_play() -> None:
    off = table()
    off.lay("red_6", 1)
    assert "illegal_play" in kinds(off.lay("red_6", 0))
    late = table(jump_in="numbers")
    late.lay("red_6", 1)
    late.draw(2)
    assert "jumped_in" not in kinds(late.lay("red_6", 0))


def test_r20_several_cards_of_one_turn() -> None:
    on = table(5, cards_a_turn="set")
    on.lay("red_skip", 1)
    assert on.now()["turn"] == 3
    events = on.lay("blue_skip", 1)
    assert kinds(events) == ["card_played", "turn_skipped"]
    assert (on.now()["turn"], on.now()["colour"]) == (4, "blue")
    assert on.counts()[1] == 5
    on.do(cm.Undo(0.0))
    assert (on.now()["turn"], on.counts()[1]) == (3, 6)


def test_r20_draw_twos_of_one_turn_add_up() -> None:
    on = table(cards_a_turn="set")
    on.lay("red_draw2", 1)
    on.lay("blue_draw2", 1)
    assert on.now()["pending"] == {"count": 4, "seat": 2}


def test_r20_a_first_card_that_fits_only_with_the_next_is_mended() -> None:
    on = table(cards_a_turn="set")
    assert "illegal_play" in kinds(on.lay("blue_7", 1))
    events = on.lay("red_7", 1)
    assert "illegal_play" not in kinds(events)
    assert (on.now()["status"], on.now()["turn"], on.counts()[1]) == ("committed", 2, 5)


def test_r20_a_set_ends_when_somebody_else_acts() -> None:
    on = table(cards_a_turn="set")
    on.lay("red_7", 1)
    on.draw(2)
    assert "illegal_play" in kinds(on.lay("blue_7", 1))
    one = table()
    one.lay("red_7", 1)
    assert "illegal_play" in kinds(one.lay("blue_7", 1))


def test_r20_r31_a_set_down_to_one_card() -> None:
    on = table(cards_a_turn="set")
    few(on, 1, 3)
    on.lay("red_7", 1)
    assert "uno_reached" in kinds(on.lay("blue_7", 1))
    assert on.now()["uno_open"] == [1]


def test_r38_elimination_goes_on_past_those_who_are_out() -> None:
    on = table(3, after_winner="elimination", scoring="unscored")
    few(on, 1, 1)
    events = on.lay("red_1", 1)
    assert SeatOut(events[0].t, 1, 1) in events
    on.lay("red_2", 2)
    assert on.now()["turn"] == 0
    on.lay("red_3", 0)
    assert on.now()["turn"] == 2
    few(on, 2, 1)
    ended = on.lay("red_4", 2)
    assert kinds(ended)[-2:] == ["round_lost", "round_won"]
    assert (on.now()["winner"], on.now()["question"]) == (1, None)


def test_r19_drawing_until_playable_is_no_offence() -> None:
    on = table(draw="until_playable")
    for _ in range(3):
        assert kinds(on.draw(1)) == ["cards_drawn"]
    assert on.now()["turn"] == 1
    assert kinds(on.lay("red_1", 1)) == ["card_played"]


def test_r22_time_up_by_command() -> None:
    on = table(turn_seconds=5)
    assert kinds(on.do(cm.TimeUp(0.0))) == ["time_ran_out", "cards_drawn", "turn_passed"]
    assert (on.now()["turn"], on.counts()[1]) == (2, 9)
    assert refused(table().do(cm.TimeUp(0.0))) == [ReasonId.NO_TIME_LIMIT]


def test_r17_a_power_instead_of_a_colour() -> None:
    on = table(wild_powers=True)
    on.lay("wild", 1)
    assert kinds(on.do(cm.UsePower(0.0, Power.LOOK, 2))) == ["hand_looked_at"]
    assert (on.now()["colour"], on.now()["question"]) == ("red", None)
    assert refused(on.do(cm.UsePower(0.0, Power.LOOK, 2))) == [ReasonId.POWER_NOT_ALLOWED]
    other = table(wild_powers=True)
    other.lay("wild", 1)
    assert refused(other.do(cm.UsePower(0.0, Power.SWAP_THREE, 1))) == [ReasonId.BAD_TARGET]
    assert kinds(other.do(cm.UsePower(0.0, Power.SWAP_THREE, 0))) == ["cards_swapped"]


def test_r37_a_hand_that_adds_up_is_claimed() -> None:
    on = table(sum_out=True)
    on.lay("red_4", 1)
    assert kinds(on.do(cm.SumOut(0.0, 3))) == ["summed_out", "round_won"]
    assert on.now()["winner"] == 3
    assert refused(table().do(cm.SumOut(0.0, 3))) == [ReasonId.SUM_OUT_CLOSED]


def test_f14_a_player_leaves() -> None:
    on = table()
    assert kinds(on.do(cm.Leave(0.0, 1))) == ["seat_left"]
    assert (on.now()["turn"], on.counts(), on.total()) == (2, [7, 0, 7, 7], 108)
    on.do(cm.NewRound(0.0))
    assert on.counts() == [7, 0, 7, 7]
    assert refused(on.do(cm.Leave(0.0, 1))) == [ReasonId.NOT_PLAYING]
    on.lay("red_5", None)
    on.do(cm.Leave(0.0, 2))
    assert kinds(on.do(cm.Leave(0.0, 3)))[-2:] == ["points_counted", "match_won"]
    on.do(cm.NewRound(0.0))
    assert on.counts() == [7] * 4


def test_seven_asks_whose_hand_and_swaps_it() -> None:
    on = table(seven_zero=True)
    few(on, 3, 2)
    on.lay("red_7", 1)
    question = on.now()["question"]
    assert (question["kind"], question["options"]) == ("swap", ["0", "2", "3"])
    assert on.now()["status"] == "asking"
    assert kinds(on.do(cm.SwapHands(0.0, 3))) == ["hands_swapped"]
    assert on.counts() == [7, 2, 7, 6]
    assert refused(on.do(cm.SwapHands(0.0, 3))) == [ReasonId.SWAP_NOT_WANTED]


def test_a_swap_that_nobody_told_is_asked_for_or_plain() -> None:
    on = table(seven_zero=True)
    on.lay("red_7", 1)
    events = on.lay("red_1", 2)
    assert [event.cause for event in events if isinstance(event, OutOfStep)] == ["swap"]
    two = table(2, seven_zero=True)
    few(two, 0, 3)
    two.lay("red_7", 1)
    two.lay("red_1", 0)
    assert two.counts() == [5, 3]


def test_zero_passes_all_hands_on() -> None:
    on = table(3, seven_zero=True)
    few(on, 2, 3)
    on.lay("red_0", 1)
    assert on.counts() == [3, 7, 6]


@pytest.mark.parametrize(("scoring", "scores"), [("own_minus", [-60, 0, -5]), ("lowest_total", [60, 0, 5])])
def test_r40_points_of_each_hand_are_asked_for(scoring: str, scores: list[int]) -> None:
    on = table(3, scoring=scoring)
    few(on, 1, 1)
    on.lay("red_1", 1)
    assert on.now()["question"]["kind"] == "points"
    assert kinds(on.do(cm.SetPoints(0.0, 60, 0))) == ["mended"]
    assert on.now()["question"]["text"].endswith("P2 get?")
    assert kinds(on.do(cm.SetPoints(0.0, 5))) == ["mended", "points_counted", "points_counted"]
    assert [seat["score"] for seat in on.now()["seats"]] == scores
    assert on.now()["question"] is None


def test_r40_hands_that_are_shown_are_counted() -> None:
    on = table(2, scoring="lowest_total")
    few(on, 1, 1)
    on.lay("red_1", 1)
    assert "points_counted" in kinds(on.do(HandSeen(0.0, 0, cards("red_9 wild"))))
    assert [seat["score"] for seat in on.now()["seats"]] == [59, 0]


def test_r31_uno_at_the_last_card_reopens_the_round() -> None:
    on = table(uno_at_last_card=True)
    few(on, 1, 1)
    on.lay("red_1", 1)
    assert on.now()["winner"] == 1
    events = on.do(cm.Accuse(0.0, 1, 2))
    assert kinds(events) == ["uno_missed", "round_reopened", "penalty", "cards_drawn"]
    assert (on.now()["winner"], on.now()["turn"], on.counts()[1]) == (None, 2, 2)


def test_own_cards_are_seen_by_people() -> None:
    on = Table(3, "red_5", rules=rules_of({"cards": [{"name": "mix", "effect": "shuffle_hands"}]}))
    assert on.total() == 109
    few(on, 1, 3)
    assert "hands_shuffled" in kinds(on.do(cm.PlayCard(0.0, card("custom_mix"), 1)))
    assert sorted(on.counts()) == [5, 5, 6]
    on.do(cm.NameColour(0.0, Colour.BLUE))
    assert on.now()["colour"] == "blue"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_tells_its_game_in_every_language(name: str) -> None:
    on = Table(4, "red_1", rules=PRESETS[name])
    turn = on.now()["turn"]
    events = [*on.lay("red_skip", turn), *on.lay("wild_draw4", on.now()["turn"])]
    assert all(describe(event, on.ref.names, lang) for event in events for lang in LANGUAGES)
