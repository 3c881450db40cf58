"""People mend what the camera got wrong: corrections, undo, counts, stale and impossible commands, the camera."""

import json

import pytest

from engine import commands as cm
from engine.errors import SeatError
from engine.events import CameraGone, CameraReturned, CommandRefused, Corrected, Event, Mended, QuestionSettled, Undone
from engine.observations import (
    CameraBack,
    CameraLost,
    CameraSight,
    CardOnDiscard,
    CardTakenBack,
    HandInView,
    HandSeen,
    Settling,
)
from engine.reasons import ReasonId
from engine.referee import Referee
from engine.rules import Rules
from engine.sight import Sight
from tests.engine.helpers import Table, card, cards, kinds


def refusal(events: tuple[Event, ...]) -> list[ReasonId]:
    (event,) = events
    assert isinstance(event, CommandRefused)
    return [reason.id for reason in event.reasons]


def rest(table: Table) -> dict[str, object]:
    """The public state but for its number and what can be undone."""
    return {key: value for key, value in table.now().items() if key not in ("state_id", "can_undo")}


def test_f31_one_sentence_tells_a_correction() -> None:
    table = Table()
    table.lay("red_6", 1)
    assert table.do(cm.CorrectCard(0.0, card("red_9"))) == (Corrected(3.0, "card", "red_6", "red_9"),)
    assert table.now()["top"] == "red_9"
    assert table.now()["turn"] == 2


def test_f31_a_correction_tells_only_what_is_new() -> None:
    table = Table()
    table.lay("red_6", 1)
    assert kinds(table.do(cm.CorrectCard(0.0, card("red_skip")))) == ["corrected", "turn_skipped"]
    assert table.now()["turn"] == 3
    assert kinds(table.do(cm.CorrectCard(0.0, card("blue_skip")))) == ["corrected", "illegal_play"]
    assert table.now()["question"]["kind"] == "illegal"
    assert kinds(table.do(cm.CorrectCard(0.0, card("wild")))) == ["corrected", "colour_wanted"]


def test_what_followed_a_corrected_play_is_followed_again() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    table.draw(2, 2)
    table.draw(3)
    assert table.counts() == [7, 6, 9, 8]
    table.do(cm.CorrectCard(0.0, card("red_2")))
    assert table.now()["pending"]["count"] == 0
    assert table.counts() == [7, 6, 9, 8]
    assert table.now()["turn"] == 3


def test_the_start_card_can_be_corrected() -> None:
    table = Table()
    assert kinds(table.do(cm.CorrectCard(0.0, card("blue_reverse")))) == ["corrected", "direction_changed"]
    now = table.now()
    assert (now["top"], now["turn"], now["direction"]) == ("blue_reverse", 3, -1)


def test_an_illegal_play_that_was_misread_is_no_offence() -> None:
    table = Table()
    table.lay("blue_7", 1)
    table.do(cm.CorrectCard(0.0, card("red_7")))
    assert (table.now()["question"], table.now()["turn"], table.counts()[1]) == (None, 2, 6)


def test_the_player_can_be_corrected() -> None:
    table = Table()
    table.draw(1)
    table.lay("red_7", None)
    assert table.counts() == [7, 7, 7, 7]
    assert table.do(cm.CorrectSeat(0.0, 2)) == (Corrected(4.0, "seat", 1, 2),)
    assert (table.counts(), table.now()["turn"]) == ([7, 8, 6, 7], 3)


def test_the_seat_of_a_draw_can_be_corrected() -> None:
    table = Table()
    table.draw(2)
    assert table.do(cm.CorrectSeat(0.0, 1)) == (Corrected(3.0, "seat", 2, 1),)
    assert table.counts() == [7, 8, 7, 7]
    assert table.now()["turn"] == 1


def test_confirming_a_doubtful_reading_settles_it() -> None:
    table = Table()
    table.lay("red_6", 1, confidence=0.4, alternatives=((card("red_9"), 0.4),))
    assert table.do(cm.CorrectCard(0.0, card("red_6"))) == (QuestionSettled(3.0, "card", "red_6"),)
    assert table.now()["question"] is None
    assert refusal(table.do(cm.CorrectCard(0.0, card("red_6")))) == [ReasonId.NOTHING_TO_CORRECT]
    seat = Table()
    seat.lay("red_7", 3, seat_confidence=0.5)
    assert seat.do(cm.CorrectSeat(0.0, 1)) == (QuestionSettled(3.0, "seat", "1"),)


def test_a_correction_reaches_past_an_illegal_play_that_went_back() -> None:
    table = Table()
    table.lay("red_6", 1)
    table.lay("blue_2", 2)
    table.do(CardTakenBack(0.0, card("blue_2"), 2))
    assert table.do(cm.CorrectCard(0.0, card("red_9")))[0] == Corrected(5.0, "card", "red_6", "red_9")
    assert table.now()["top"] == "red_9"


def test_undo_is_exact_and_says_what() -> None:
    table = Table()
    seen = [rest(table)]
    for label, seat in [("red_6", 1), ("red_reverse", 2), ("wild", 1)]:
        table.lay(label, seat)
        seen.append(rest(table))
    table.do(cm.NameColour(0.0, card("red_1").colour or pytest.fail("red")))
    assert table.do(cm.Undo(0.0)) == (Undone(6.0, "name_colour", None, None),)
    assert rest(table) == seen.pop()
    assert table.do(cm.Undo(0.0)) == (Undone(7.0, "card_on_discard", 1, card("wild")),)
    assert rest(table) == seen.pop()
    table.do(cm.Undo(0.0))
    assert rest(table) == seen.pop()
    table.do(cm.Undo(0.0))
    assert rest(table) == seen.pop()
    table.do(cm.Undo(0.0))
    assert table.now()["status"] == "waiting"
    assert not table.now()["can_undo"]
    assert refusal(table.do(cm.Undo(0.0))) == [ReasonId.NOTHING_TO_UNDO]


def test_undo_of_a_correction_and_of_a_take_back() -> None:
    table = Table()
    table.lay("red_6", 1)
    before = rest(table)
    table.do(cm.CorrectCard(0.0, card("red_skip")))
    assert kinds(table.do(cm.Undo(0.0))) == ["undone"]
    assert rest(table) == before
    table.do(CardTakenBack(0.0, card("red_6"), 1))
    table.do(cm.Undo(0.0))
    assert rest(table) == before


def test_f33_undo_crosses_the_end_of_a_round() -> None:
    table = Table()
    table.do(cm.SetCount(0.0, 1, 1))
    before = rest(table)
    table.lay("red_1", 1)
    table.do(cm.SetPoints(0.0, 40))
    table.do(cm.NewRound(0.0))
    table.lay("blue_1", None)
    for _ in range(4):
        table.do(cm.Undo(0.0))
    assert rest(table) == before


def test_f33_a_correction_does_not_reach_into_the_last_round() -> None:
    table = Table()
    table.lay("red_6", 1)
    table.do(cm.NewRound(0.0))
    assert refusal(table.do(cm.CorrectCard(0.0, card("red_9")))) == [ReasonId.NOTHING_TO_CORRECT]
    assert refusal(table.do(cm.CorrectSeat(0.0, 2))) == [ReasonId.NOTHING_TO_CORRECT]


def test_a_stale_command_is_refused_and_changes_nothing() -> None:
    table = Table()
    old = table.now()["state_id"]
    table.lay("wild", 1)
    colour = card("red_1").colour or pytest.fail("red")
    assert refusal(table.do(cm.NameColour(0.0, colour, based_on=old))) == [ReasonId.STALE]
    assert table.now()["colour"] is None
    assert kinds(table.do(cm.NameColour(0.0, colour, based_on=table.now()["state_id"]))) == ["colour_named"]


def test_what_the_camera_notices_in_passing_does_not_make_commands_stale() -> None:
    table = Table()
    based = table.now()["state_id"]
    table.do(HandInView(0.0, True))
    table.do(HandInView(0.0, False))
    assert kinds(table.do(cm.DrawCards(0.0, based_on=based))) == ["cards_drawn"]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (cm.Challenge(0.0), ReasonId.CHALLENGE_CLOSED),
        (cm.JudgeChallenge(0.0, True), ReasonId.CHALLENGE_CLOSED),
        (cm.LetStand(0.0), ReasonId.NOT_ASKED),
        (cm.TakeBack(0.0), ReasonId.NOT_ASKED),
        (cm.SetPoints(0.0, 10), ReasonId.NOT_ASKED),
        (cm.KeepCard(0.0, 3), ReasonId.OUT_OF_TURN),
        (cm.DrawCards(0.0, 1, 0), ReasonId.BAD_COUNT),
        (cm.SetCount(0.0, 1, 0), ReasonId.BAD_COUNT),
        (cm.SetCount(0.0, 1, 99), ReasonId.BAD_COUNT),
        (cm.CallUno(0.0, 4), ReasonId.NO_SUCH_SEAT),
        (cm.Accuse(0.0, 1, -1), ReasonId.NO_SUCH_SEAT),
        (cm.NewRound(0.0, 7), ReasonId.NO_SUCH_SEAT),
    ],
)
def test_commands_that_cannot_be_followed_are_refused(command: cm.Command, reason: ReasonId) -> None:
    table = Table()
    before = table.now()
    assert refusal(table.do(command)) == [reason]
    assert table.now() == before


def test_commands_before_the_start_and_after_the_end_are_refused() -> None:
    waiting = Table(4, None)
    assert refusal(waiting.do(cm.DrawCards(0.0))) == [ReasonId.NO_START_CARD]
    over = Table()
    over.do(cm.SetCount(0.0, 1, 1))
    over.lay("red_1", 1)
    assert refusal(over.do(cm.KeepCard(0.0))) == [ReasonId.ROUND_OVER]
    assert refusal(over.do(cm.SetPoints(0.0, -1))) == [ReasonId.BAD_COUNT]


def test_a_person_can_say_what_was_played_drawn_and_passed() -> None:
    table = Table()
    assert kinds(table.do(cm.PlayCard(0.0, card("red_7")))) == ["card_played"]
    assert kinds(table.do(cm.DrawCards(0.0))) == ["cards_drawn"]
    assert kinds(table.do(cm.KeepCard(0.0))) == ["turn_passed"]
    assert kinds(table.do(cm.KeepCard(0.0))) == ["cards_drawn", "turn_passed"], "a draw that nobody saw"
    table.lay("red_draw2", 0)
    assert refusal(table.do(cm.KeepCard(0.0))) == [ReasonId.PENALTY_PENDING]
    assert table.counts() == [6, 6, 8, 8]


def test_counts_and_turns_are_set_right() -> None:
    table = Table()
    assert table.do(cm.SetCount(0.0, 2, 4)) == (Mended(2.0, "count", 2, 4),)
    assert table.do(cm.SetTurn(0.0, 3)) == (Mended(3.0, "turn", 3),)
    assert (table.counts(), table.now()["turn"], table.total()) == ([7, 7, 4, 7], 3, 108)


def test_f23_setting_a_count_mends_what_is_out_of_step() -> None:
    table = Table()
    table.do(cm.SetCount(0.0, 1, 1))
    table.lay("red_1", 1)
    table.do(cm.SetCount(0.0, 1, 2))
    assert (table.now()["winner"], table.counts()[1], table.now()["status"]) == (None, 2, "committed")
    assert table.now()["turn"] == 2


def test_f23_a_card_that_was_not_in_the_hand_is_out_of_step_and_the_game_goes_on() -> None:
    table = Table()
    table.do(HandSeen(0.0, 1, cards("red_1 blue_2 blue_3 blue_4 blue_5 blue_6 wild")))
    assert kinds(table.lay("red_9", 1)) == ["out_of_step", "card_played"]
    assert table.now()["status"] == "out_of_step"
    assert "count the cards" in table.now()["message"]
    assert kinds(table.lay("red_8", 2)) == ["card_played"]
    assert table.now()["status"] == "committed"


def test_f38_a_hand_that_the_camera_saw_is_not_told() -> None:
    table = Table()
    (event,) = table.do(HandSeen(0.0, 1, cards("red_1 wild"), 5))
    assert "wild" not in repr(event)
    assert "wild" not in json.dumps(table.now())
    assert table.now()["seats"][1]["known"] == []
    assert table.do(HandSeen(0.0, 1, cards("red_1 wild"), 5)) == ()


def test_a_round_can_be_broken_off() -> None:
    table = Table()
    table.lay("red_6", 1)
    assert kinds(table.do(cm.NewRound(0.0, 2))) == ["note", "round_started"]
    assert (table.now()["round"], table.counts(), table.now()["top"]) == (1, [7] * 4, None)


def test_f26_a_lost_camera_is_told_once_and_what_it_means_for_the_status() -> None:
    table = Table()
    assert table.do(CameraLost(0.0, "unplugged")) == (CameraGone(2.0, "unplugged"),)
    assert table.do(CameraLost(0.0, "unplugged")) == ()
    assert table.now()["status"] == "camera_lost"
    assert table.now()["message"].startswith("The camera is lost: it gives no more pictures; check its cable")
    assert table.do(CameraBack(0.0)) == (CameraReturned(4.0),)
    assert table.do(CameraBack(0.0)) == ()
    assert table.now()["status"] == "committed"


def test_f34_no_turn_moves_on_while_the_camera_is_lost_however_long_that_is() -> None:
    table = Table()
    table.lay("red_6", 1)
    before = {**table.now(), "message": None}
    table.do(CameraLost(0.0, "unplugged"))
    for _ in range(600):
        table.do(HandInView(0.0, False))
    table.do(CameraBack(0.0))
    assert {**table.now(), "message": None} == before


@pytest.mark.parametrize("sight", Sight)
def test_f27_how_well_the_camera_sees_is_told_and_changes_nothing_in_the_game(sight: Sight) -> None:
    table = Table()
    table.lay("red_6", 1)
    before = table.now()
    (event,) = table.do(CameraSight(0.0, sight))
    assert event.kind == "camera_sight"
    assert table.now() == before


def test_f20_a_hand_in_view_is_a_status_and_no_event() -> None:
    table = Table()
    before = rest(table)
    assert table.do(HandInView(0.0, True)) == ()
    assert table.now()["status"] == "hand_in_view"
    assert table.do(Settling(0.0, True)) == ()
    table.do(HandInView(0.0, False))
    assert table.now()["status"] == "settling"
    table.do(Settling(0.0, False))
    assert rest(table) == before


def test_snapshot_has_the_agreed_fields() -> None:
    now = Table().now()
    assert set(now) == {
        "state_id", "status", "message", "rules", "seats", "turn", "direction", "top", "colour", "pending", "question",
        "draw_pile", "discard_pile", "round", "winner", "match_winner", "can_undo", "challenge_open", "uno_open",
    }  # fmt: skip
    assert now["seats"][0] == {"index": 0, "name": "P0", "cards": 7, "known": [], "score": 0, "uno_called": False}
    assert now["message"] == "P1 is to play."


def test_messages_in_chinese() -> None:
    assert Table(4, "wild", lang="zh").now()["message"] == "P1选了什么颜色？"


def test_a_table_that_cannot_be_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(SeatError, match="2 to 10 can play"):
        Referee(Rules(), ["alone"])
    with pytest.raises(SeatError, match="Dealer 2 was given for 2 seats"):
        Referee(Rules(), ["a", "b"], dealer=2)
    with pytest.raises(SeatError, match="Seat 4 was observed at a table of 4"):
        Table().do(CardOnDiscard(0.0, card("red_1"), 4))
