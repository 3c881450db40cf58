"""Draws, UNO, challenges and the end of a round with hidden hands."""

from engine import commands as cm
from engine.cards import Colour
from engine.events import ChallengeResult, Drew, IllegalDraw, MatchWon, PointsCounted, RoundStarted, UnoReached
from engine.observations import CardTakenBack, HandSeen
from engine.reasons import ReasonId
from engine.rules import Rules
from tests.engine.helpers import Table, card, cards, kinds


def test_r19_one_draw_and_the_turn_stays() -> None:
    table = Table()
    assert table.draw(1) == (Drew(2.0, 1, 1, "choice", 8),)
    assert (table.now()["turn"], table.now()["draw_pile"]) == (1, 78)
    assert kinds(table.do(cm.KeepCard(0.0))) == ["turn_passed"]
    assert table.now()["turn"] == 2


def test_f16_a_second_draw_is_counted_and_told() -> None:
    table = Table()
    table.draw(1)
    events = table.draw(1)
    assert kinds(events) == ["cards_drawn", "illegal_draw"]
    assert isinstance(events[1], IllegalDraw)
    assert events[1].reasons[0].id is ReasonId.ALREADY_DREW
    assert table.counts()[1] == 9
    unsure = Table()
    unsure.draw(1)
    assert kinds(unsure.draw(None)) == ["cards_drawn"]


def test_a_draw_of_the_next_seat_ends_a_turn_that_was_drawn_in() -> None:
    table = Table()
    table.draw(1)
    assert kinds(table.draw(2)) == ["turn_passed", "cards_drawn"]
    assert table.now()["turn"] == 2


def test_a_draw_before_the_turn_is_no_offence_and_proves_a_pass_later() -> None:
    table = Table()
    assert kinds(table.draw(2)) == ["cards_drawn"]
    assert table.now()["turn"] == 1
    events = table.lay("red_8", 3)
    assert kinds(events) == ["cards_drawn", "turn_passed", "turn_passed", "card_played"]
    assert table.counts() == [7, 8, 8, 6]


def test_draws_while_dealing_are_the_deal() -> None:
    table = Table(4, None)
    assert table.draw(1, 7) == ()
    table.lay("red_5", None)
    assert table.counts() == [7] * 4


def test_f05_more_draws_than_cards_is_out_of_step_not_a_crash() -> None:
    table = Table(10)
    for _ in range(12):
        table.draw(1, 5)
    assert table.now()["status"] == "out_of_step"
    assert table.counts()[1] == 67
    assert table.now()["draw_pile"] == 0


def test_r31_missed_uno_may_be_accused_until_the_next_player_acts() -> None:
    table = last_two()
    events = table.lay("red_1", 1)
    assert UnoReached(events[-1].t, 1) in events
    assert table.now()["uno_open"] == [1]
    assert kinds(table.do(cm.Accuse(0.0, 1, 3))) == ["uno_missed", "penalty", "cards_drawn"]
    assert (table.counts()[1], table.now()["uno_open"]) == (3, [])
    assert kinds(table.draw(1, 2)) == ["note"]
    late = last_two()
    late.lay("red_1", 1)
    late.lay("red_2", 2)
    assert late.now()["uno_open"] == []
    assert kinds(late.do(cm.Accuse(0.0, 1, 3))) == ["false_accusation", "penalty", "cards_drawn"]
    assert late.counts()[3] == 9


def last_two(start: str = "red_5") -> Table:
    table = Table(4, start)
    table.do(cm.SetCount(0.0, 1, 2))
    return table


def test_r31_calls_before_and_after_the_play() -> None:
    before = last_two()
    assert kinds(before.do(cm.CallUno(0.0, 1))) == ["uno_called"]
    before.lay("red_1", 1)
    assert (before.now()["uno_open"], before.now()["seats"][1]["uno_called"]) == ([], True)
    after = last_two()
    after.lay("red_1", 1)
    after.do(cm.CallUno(0.0, 1))
    assert after.now()["uno_open"] == []
    assert kinds(after.do(cm.CallUno(0.0, 1))) == ["command_refused"]


def test_r32_a_false_call_and_r33_an_accusation_by_nobody() -> None:
    table = Table()
    assert kinds(table.do(cm.CallUno(0.0, 1))) == ["false_uno", "penalty", "cards_drawn"]
    assert table.counts()[1] == 9
    assert kinds(table.do(cm.Accuse(0.0, 1))) == ["false_accusation"]


def test_f10_the_call_is_cleared_by_a_draw() -> None:
    table = last_two()
    table.do(cm.CallUno(0.0, 1))
    table.draw(1)
    assert table.now()["seats"][1]["uno_called"] is False


def wild4() -> Table:
    table = Table()
    table.lay("wild_draw4", 1)
    table.do(cm.NameColour(0.0, Colour.BLUE))
    return table


def test_r27_a_challenge_of_a_hidden_hand_asks_for_the_verdict() -> None:
    table = wild4()
    assert table.now()["challenge_open"]
    assert kinds(table.do(cm.Challenge(0.0))) == ["challenged", "question_asked"]
    assert table.now()["question"]["kind"] == "challenge"
    assert table.now()["question"]["options"] == ["guilty", "innocent"]
    assert not table.now()["challenge_open"]
    assert table.do(cm.Challenge(0.0)) == ()


def test_w4_r28_guilty_and_innocent_by_verdict() -> None:
    guilty = wild4()
    guilty.do(cm.Challenge(0.0))
    assert kinds(guilty.do(cm.JudgeChallenge(0.0, True))) == ["challenge_result", "cards_drawn"]
    assert (guilty.counts(), guilty.now()["turn"]) == ([7, 10, 7, 7], 2)
    assert kinds(guilty.draw(1, 4)) == ["note"]
    innocent = wild4()
    innocent.do(cm.JudgeChallenge(0.0, False))
    assert (innocent.counts(), innocent.now()["turn"]) == ([7, 6, 13, 7], 3)


def test_f09_r27_a_hand_that_is_shown_judges_itself() -> None:
    table = wild4()
    table.do(cm.Challenge(0.0))
    assert kinds(table.do(HandSeen(0.0, 1, cards("red_1 blue_2"), 4))) == [
        "hand_shown",
        "challenge_result",
        "cards_drawn",
    ]
    innocent = wild4()
    innocent.do(HandSeen(0.0, 1, cards("blue_1 blue_2 wild green_5 green_5 blue_9"), 0))
    assert kinds(innocent.do(cm.Challenge(0.0)))[-3:] == ["challenge_result", "cards_drawn", "turn_skipped"]
    unsure = wild4()
    unsure.do(cm.Challenge(0.0))
    assert kinds(unsure.do(HandSeen(0.0, 1, cards("blue_2"), 5))) == ["hand_shown"]


def test_r28_a_verdict_is_inferred_from_who_goes_on() -> None:
    right = wild4()
    right.do(cm.Challenge(0.0))
    events = right.lay("blue_3", 2)
    assert ChallengeResult(events[0].t, 2, 1, True, 4, inferred=True) in events
    wrong = wild4()
    wrong.do(cm.Challenge(0.0))
    events = wrong.lay("blue_3", 3)
    assert ChallengeResult(events[0].t, 2, 1, False, 6, inferred=True) in events
    drawing = wild4()
    drawing.do(cm.Challenge(0.0))
    assert "challenge_result" in kinds(drawing.draw(2))
    drawing.draw(2, 5)
    assert (drawing.counts()[2], drawing.now()["turn"]) == (13, 3)


def test_r28_the_accused_drawing_proves_a_challenge_that_nobody_announced() -> None:
    table = wild4()
    assert "challenge_result" in kinds(table.draw(1, 4))
    assert (table.counts(), table.now()["turn"]) == ([7, 10, 7, 7], 2)
    assert kinds(table.lay("blue_3", 2)) == ["card_played"]


def test_r28_six_drawn_cards_are_a_lost_challenge_and_no_offence() -> None:
    table = wild4()
    table.draw(2, 4)
    assert kinds(table.draw(2, 2)) == ["cards_drawn"]
    assert (table.counts()[2], table.now()["turn"]) == (13, 3)
    assert kinds(table.lay("blue_3", 3)) == ["card_played"]


def last_one(label: str = "red_1", seats: int = 4) -> Table:
    table = Table(seats)
    table.do(cm.SetCount(0.0, 1, 1))
    table.lay(label, 1)
    return table


def test_r35_the_round_is_won_and_points_are_asked_for() -> None:
    table = last_one()
    now = table.now()
    assert (now["winner"], now["turn"], now["question"]["kind"]) == (1, None, "points")
    events = table.do(cm.SetPoints(0.0, 73))
    assert events == (PointsCounted(events[0].t, 1, 73, 73),)
    assert (table.now()["status"], table.now()["seats"][1]["score"]) == ("committed", 73)
    assert kinds(table.do(cm.SetPoints(0.0, 73))) == ["command_refused"]


def test_f11_w10_the_last_draw_two_is_drawn_before_the_end() -> None:
    table = last_one("red_draw2")
    assert table.counts() == [7, 0, 9, 7]
    assert kinds(table.draw(2, 2)) == ["note"]
    assert table.counts() == [7, 0, 9, 7]


def test_r39_hands_laid_open_give_the_points() -> None:
    table = last_one()
    for seat in (0, 2):
        table.do(HandSeen(0.0, seat, cards("red_1 wild")))
    events = table.do(HandSeen(0.0, 3, cards("blue_skip blue_3")))
    assert events[1] == PointsCounted(events[1].t, 1, 125, 125)
    assert table.now()["seats"][3]["known"] == ["blue_3", "blue_skip"]


def test_r40_match_won_and_a_new_match_begins_at_nought() -> None:
    table = last_one()
    assert table.do(cm.SetPoints(0.0, 600))[-1] == MatchWon(4.0, 1, 600)
    assert table.now()["match_winner"] == 1
    assert table.now()["message"] == "P1 has won the match."
    table.do(cm.NewRound(0.0))
    now = table.now()
    assert (now["round"], now["match_winner"], [seat["score"] for seat in now["seats"]]) == (1, None, [0] * 4)


def test_r05_the_next_round_is_dealt_by_the_next_seat() -> None:
    table = last_one()
    events = table.do(cm.NewRound(0.0))
    assert events == (RoundStarted(events[0].t, 2, 1, 7, 4),)
    assert kinds(table.lay("blue_4", None)) == ["start_card"]
    assert (table.now()["turn"], table.counts()) == (2, [7] * 4)
    winner_deals = Table(4, rules=Rules(next_dealer="winner"))
    winner_deals.do(cm.SetCount(0.0, 1, 1))
    winner_deals.lay("red_1", 1)
    assert kinds(winner_deals.do(cm.NewRound(0.0, dealer=3))) == ["round_started"]
    assert winner_deals.ref.memory.game.dealer == 3


def test_f23_a_play_after_the_end_shows_that_the_round_goes_on() -> None:
    table = last_one()
    events = table.lay("red_2", 2)
    assert kinds(events) == ["out_of_step", "card_played"]
    now = table.now()
    assert (now["winner"], now["turn"], table.counts()) == (None, 3, [7, 1, 6, 7])
    assert table.lay("red_3", 3)[-1].kind == "card_played"
    assert table.now()["status"] == "committed"


def test_f23_a_play_after_a_last_skip_goes_on_past_the_skipped_seat() -> None:
    table = last_one("red_skip")
    assert kinds(table.lay("red_2", 3)) == ["out_of_step", "card_played"]
    drew = last_one("red_draw2")
    assert kinds(drew.lay("red_2", 3)) == ["out_of_step", "card_played"]
    assert drew.counts() == [7, 1, 9, 6]


def test_cards_thrown_in_after_the_end_change_nothing() -> None:
    table = last_one()
    assert kinds(table.lay("green_2", 2)) == ["note"]
    assert kinds(table.lay("red_2", None)) == ["note"]
    assert table.now()["winner"] == 1
    assert table.draw(2) == ()


def test_a_start_card_laid_before_the_new_round_is_announced_is_kept() -> None:
    table = last_one()
    table.t += 30.0
    table.lay("green_2", 2)
    assert kinds(table.do(cm.NewRound(0.0))) == ["round_started", "start_card"]
    assert (table.now()["top"], table.now()["round"], table.now()["draw_pile"]) == ("green_2", 2, 79)


def test_rounds_may_start_by_themselves() -> None:
    table = Table(4, "red_5", auto_rounds=True)
    table.do(cm.SetCount(0.0, 1, 1))
    table.lay("red_1", 1)
    assert kinds(table.lay("green_2", None)) == ["round_started", "start_card"]
    assert table.now()["round"] == 2


def test_f22_the_last_card_taken_back_reopens_the_round_and_clearing_up_does_not() -> None:
    table = last_one()
    assert kinds(table.do(CardTakenBack(0.0, card("red_1"), 1))) == ["taken_back"]
    assert table.now()["winner"] is None
    cleared = last_one()
    cleared.t += 60.0
    assert cleared.do(CardTakenBack(cleared.t, card("red_1"), 1)) == ()
    assert cleared.now()["winner"] == 1


def test_r34_an_illegal_last_card_wins_only_if_it_stands() -> None:
    table = Table()
    table.do(cm.SetCount(0.0, 1, 1))
    assert kinds(table.lay("blue_9", 1)) == ["illegal_play"]
    assert kinds(table.do(cm.LetStand(0.0))) == ["let_stand", "round_won"]
    back = Table()
    back.do(cm.SetCount(0.0, 1, 1))
    back.lay("blue_9", 1)
    back.do(cm.TakeBack(0.0))
    assert (back.now()["winner"], back.counts()[1]) == (None, 3)
