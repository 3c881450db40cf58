"""Cards on the pile: who laid them, what they are, whether they may lie there."""

import pytest

from engine import commands as cm
from engine.cards import Colour
from engine.events import (
    CardPlayed,
    ColourNamed,
    Drew,
    IllegalPlay,
    LeftStanding,
    QuestionAsked,
    QuestionSettled,
    RoundStarted,
    StartCard,
    TurnPassed,
)
from engine.observations import CardTakenBack
from engine.reasons import ReasonId
from tests.engine.helpers import Table, card, kinds


def reasons(events: tuple[object, ...]) -> list[ReasonId]:
    (illegal,) = [event for event in events if isinstance(event, IllegalPlay)]
    return [reason.id for reason in illegal.reasons]


def test_the_first_card_starts_the_round() -> None:
    table = Table(4, None)
    assert (table.now()["status"], table.now()["turn"], table.now()["top"]) == ("waiting", None, None)
    assert table.lay("red_5", None) == (RoundStarted(1.0, 1, 0, 7, 4), StartCard(1.0, card("red_5"), 1))
    now = table.now()
    assert (now["status"], now["turn"], now["top"], now["colour"]) == ("committed", 1, "red_5", "red")
    assert (now["draw_pile"], now["discard_pile"], table.counts()) == (79, 1, [7] * 4)


def test_r08_a_wild_draw4_is_no_start_card() -> None:
    table = Table(4, None)
    assert kinds(table.lay("wild_draw4", None)) == ["round_started", "start_card"]
    assert table.now()["status"] == "waiting"
    assert kinds(table.do(CardTakenBack(0.0, card("wild_draw4")))) == ["taken_back"]
    assert kinds(table.lay("red_5", None)) == ["round_started", "start_card"]
    assert table.total() == 108


def test_r09_start_cards_take_effect() -> None:
    assert Table(4, "red_skip").now()["turn"] == 2
    reverse = Table(4, "red_reverse").now()
    assert (reverse["turn"], reverse["direction"]) == (3, -1)
    assert Table(4, "red_draw2").now()["pending"] == {"count": 2, "seat": 1}
    wild = Table(4, "wild").now()
    assert (wild["colour"], wild["question"]["kind"], wild["turn"]) == (None, "colour", 1)


def test_w6_turns_through_reverses_and_skips() -> None:
    table = Table()
    turns = []
    for label, seat in [("red_1", 1), ("red_reverse", 2), ("red_reverse", 1), ("red_skip", 2), ("red_draw2", 0)]:
        assert "illegal_play" not in kinds(table.lay(label, seat))
        turns.append(table.now()["turn"])
    assert turns == [2, 1, 2, 0, 1]
    table.draw(1, 2)
    assert (table.now()["turn"], table.counts()[1]) == (2, 7)


def test_f01_reverse_of_two_is_a_skip() -> None:
    table = Table(2)
    assert kinds(table.lay("red_reverse", 1)) == ["card_played", "turn_skipped"]
    assert table.now()["turn"] == 1


def test_f19_the_same_face_twice_is_two_plays() -> None:
    table = Table()
    first, second = table.lay("red_7", 1), table.lay("red_7", 2)
    assert (first[0], second[0]) == (CardPlayed(2.0, 1, card("red_7"), 6), CardPlayed(3.0, 2, card("red_7"), 6))
    assert table.now()["discard_pile"] == 3


def test_an_unseen_player_is_the_seat_on_turn() -> None:
    table = Table()
    assert table.lay("red_7", None) == (CardPlayed(2.0, 1, card("red_7"), 6, inferred=True),)
    assert table.now()["question"] is None


def test_weak_evidence_accuses_nobody() -> None:
    table = Table()
    events = table.lay("red_7", 3, seat_confidence=0.2)
    assert events == (CardPlayed(2.0, 1, card("red_7"), 6, inferred=True),)


def test_a_doubtful_seat_is_asked_about_without_holding_up_the_game() -> None:
    table = Table()
    events = table.lay("red_7", 3, seat_confidence=0.5)
    assert events[1] == QuestionAsked(2.0, "seat", ("1", "3"), 1, card("red_7"))
    assert (table.now()["status"], table.now()["question"]["options"]) == ("asking", ["1", "3"])
    assert table.lay("red_8", 2)[0] == QuestionSettled(3.0, "seat", "1", inferred=True)
    assert table.now()["question"] is None


def test_r30_out_of_turn_is_illegal_on_good_evidence() -> None:
    table = Table()
    events = table.lay("red_7", 3)
    assert reasons(events) == [ReasonId.OUT_OF_TURN]
    now = table.now()
    assert (now["status"], now["top"], now["question"]["kind"]) == ("asking", "red_7", "illegal")
    assert now["question"]["options"] == ["take_back", "let_stand"]


def test_f24_an_illegal_card_is_told_with_all_reasons_and_lies_on_top() -> None:
    table = Table(5)
    events = table.lay("blue_7", 4)
    assert reasons(events) == [ReasonId.OUT_OF_TURN, ReasonId.NO_MATCH]
    assert kinds(events) == ["illegal_play"]
    assert (table.now()["top"], table.counts()[4]) == ("blue_7", 6)


def test_r34_a_wrong_card_taken_back_costs_two() -> None:
    table = Table()
    table.lay("blue_7", 1)
    assert kinds(table.do(CardTakenBack(0.0, card("blue_7"), 1))) == ["taken_back", "penalty", "cards_drawn"]
    now = table.now()
    assert (now["top"], now["turn"], table.counts()[1], now["question"]) == ("red_5", 1, 9, None)
    assert table.total() == 108
    assert kinds(table.draw(1, 2)) == ["note"], "the two are counted already"
    assert table.counts()[1] == 9
    assert kinds(table.lay("red_8", 1)) == ["card_played"]


def test_r34_a_penalty_drawn_before_the_card_goes_back_counts_once() -> None:
    table = Table()
    table.lay("blue_7", 1)
    table.draw(1, 2)
    table.do(CardTakenBack(0.0, card("blue_7"), 1))
    assert table.counts()[1] == 9
    assert kinds(table.draw(1)) == ["cards_drawn"]
    assert table.total() == 108


def test_a_play_out_of_turn_taken_back_costs_nothing() -> None:
    table = Table()
    table.lay("red_7", 3)
    assert kinds(table.do(cm.TakeBack(0.0))) == ["taken_back"]
    assert (table.now()["turn"], table.counts()) == (1, [7] * 4)


def test_an_illegal_play_stands_by_command_with_its_effect() -> None:
    table = Table()
    table.lay("blue_skip", 1)
    assert table.now()["turn"] == 3
    assert kinds(table.do(cm.LetStand(0.0))) == ["let_stand", "turn_skipped"]
    assert (table.now()["question"], table.now()["turn"], table.now()["colour"]) == (None, 3, "blue")


def test_an_illegal_play_stands_when_the_game_goes_on_from_it() -> None:
    table = Table()
    table.lay("blue_7", 1)
    events = table.lay("blue_8", 2)
    assert events == (LeftStanding(3.0, 1, card("blue_7"), inferred=True), CardPlayed(3.0, 2, card("blue_8"), 6))
    table.lay("green_1", 3)
    assert kinds(table.draw(0)) == ["let_stand", "cards_drawn"]


def test_after_a_play_out_of_turn_the_seat_on_turn_may_go_on_too() -> None:
    table = Table()
    table.lay("red_7", 3)
    assert kinds(table.lay("red_8", 1)) == ["let_stand", "card_played"]
    assert table.now()["turn"] == 2
    again = Table()
    again.lay("red_7", 3)
    again.do(cm.LetStand(0.0))
    assert kinds(again.lay("red_8", 0)) == ["card_played"]


def test_a_legal_card_of_the_same_player_replaces_the_illegal_one() -> None:
    table = Table()
    table.lay("blue_7", 1)
    events = table.lay("red_7", 1)
    assert kinds(events) == ["taken_back", "penalty", "cards_drawn", "card_played"]
    assert (table.counts()[1], table.now()["turn"], table.now()["discard_pile"]) == (8, 2, 2)


def test_f04_the_colour_is_asked_and_named_by_command() -> None:
    table = Table()
    assert kinds(table.lay("wild", 1)) == ["card_played", "colour_wanted"]
    assert (table.now()["status"], table.now()["colour"]) == ("asking", None)
    assert table.now()["question"]["options"] == ["red", "yellow", "green", "blue"]
    assert table.do(cm.NameColour(0.0, Colour.GREEN)) == (ColourNamed(3.0, Colour.GREEN, 1),)
    assert (table.now()["status"], table.now()["colour"]) == ("committed", "green")
    assert reasons(table.lay("red_1", 2)) == [ReasonId.NO_MATCH]


def test_f04_the_next_coloured_card_shows_the_colour() -> None:
    table = Table()
    table.lay("wild", 1)
    events = table.lay("blue_3", 2)
    assert events == (ColourNamed(3.0, Colour.BLUE, 1, inferred=True), CardPlayed(3.0, 2, card("blue_3"), 6))
    assert table.now()["question"] is None


def test_f03_an_unnamed_colour_stays_open_while_others_draw_or_lay_wilds() -> None:
    table = Table()
    table.lay("wild", 1)
    table.draw(2)
    assert table.now()["question"]["kind"] == "colour"
    assert kinds(table.lay("wild", 3)) == ["turn_passed", "card_played", "colour_wanted"]
    assert kinds(table.lay("yellow_0", 0)) == ["colour_named", "card_played"]


def test_a_colour_named_wrongly_is_mended_while_the_wild_is_on_top() -> None:
    table = Table()
    table.lay("wild", 1)
    table.do(cm.NameColour(0.0, Colour.GREEN))
    assert kinds(table.do(cm.NameColour(0.0, Colour.RED))) == ["colour_named"]
    assert table.now()["colour"] == "red"
    assert table.do(cm.NameColour(0.0, Colour.RED)) == ()


def test_an_unclear_picture_is_the_likeliest_legal_card_and_asked_about() -> None:
    table = Table()
    events = table.lay("blue_9", 1, confidence=0.4, alternatives=((card("red_6"), 0.35), (card("red_9"), 0.2)))
    assert events[0] == CardPlayed(2.0, 1, card("red_6"), 6)
    assert events[1] == QuestionAsked(2.0, "card", ("red_6", "blue_9", "red_9"), 1, card("red_6"))
    assert kinds(table.lay("red_1", 2)) == ["question_settled", "card_played"]


def test_a_clear_picture_is_never_made_legal() -> None:
    table = Table()
    assert reasons(table.lay("blue_9", 1, confidence=0.9, alternatives=((card("red_9"), 0.1),))) == [ReasonId.NO_MATCH]
    other = Table()
    none_fits = other.lay("blue_9", 1, confidence=0.4, alternatives=((card("green_9"), 0.3),))
    assert reasons(none_fits) == [ReasonId.NO_MATCH]


def test_a_pass_after_a_seen_draw_is_inferred() -> None:
    table = Table()
    table.draw(1)
    assert table.now()["turn"] == 1
    assert kinds(table.lay("red_8", 2)) == ["turn_passed", "card_played"]
    assert table.now()["turn"] == 3
    drawn = Table()
    drawn.draw(1)
    assert kinds(drawn.lay("red_8", 1)) == ["card_played"]


def test_a_draw_and_pass_missed_by_the_camera_are_proved_by_the_next_play() -> None:
    table = Table()
    events = table.lay("red_8", 2)
    assert events == (
        Drew(2.0, 1, 1, "choice", 8, inferred=True),
        TurnPassed(2.0, 1, inferred=True),
        CardPlayed(2.0, 2, card("red_8"), 6),
    )


def test_a_missed_draw_is_not_inferred_for_a_card_that_does_not_fit() -> None:
    table = Table()
    assert reasons(table.lay("blue_8", 2)) == [ReasonId.OUT_OF_TURN, ReasonId.NO_MATCH]
    assert table.counts() == [7, 7, 6, 7]


@pytest.mark.parametrize(("label", "count"), [("red_draw2", 2), ("wild_draw4", 4)])
def test_r16_r18_an_unseen_penalty_is_served_by_the_next_play(label: str, count: int) -> None:
    table = Table()
    table.lay(label, 1)
    assert table.now()["pending"] == {"count": count, "seat": 2}
    events = table.lay("red_1", 3)
    assert Drew(3.0, 2, count, label.removeprefix("red_"), 7 + count, inferred=True) in events
    assert (table.now()["turn"], table.counts()[2]) == (0, 7 + count)


def test_r16_a_penalty_half_seen_is_completed() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    table.draw(2)
    assert table.now()["pending"] == {"count": 1, "seat": 2}
    table.lay("red_1", 3)
    assert table.counts()[2] == 9


def test_r16_laying_a_card_under_a_penalty_is_illegal() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    assert reasons(table.lay("red_1", 2)) == [ReasonId.PENALTY_PENDING]


def test_an_unseen_player_after_a_draw_two_is_the_seat_after() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    events = table.lay("red_1", None)
    assert events[-1] == CardPlayed(3.0, 3, card("red_1"), 6, inferred=True)


def test_f22_a_legal_card_taken_back_never_lay_there() -> None:
    table = Table()
    before = table.now()
    table.lay("red_7", 1)
    assert kinds(table.do(CardTakenBack(0.0, card("red_7"), 1))) == ["taken_back"]
    assert {**table.now(), "state_id": 0, "can_undo": 0} == {**before, "state_id": 0, "can_undo": 0}
    table.lay("red_8", 1)
    assert table.now()["turn"] == 2


def test_f22_two_cards_taken_back_one_after_the_other() -> None:
    table = Table()
    table.lay("red_7", 1)
    table.lay("blue_2", 2)
    table.do(CardTakenBack(0.0, card("blue_2"), 2))
    table.do(CardTakenBack(0.0, card("red_7"), 1))
    now = table.now()
    assert (now["top"], now["turn"], now["discard_pile"]) == ("red_5", 1, 1)


def test_f22_the_start_card_can_be_taken_back_and_nothing_else_after_that() -> None:
    table = Table()
    assert kinds(table.do(CardTakenBack(0.0, card("red_5")))) == ["taken_back"]
    assert table.now()["status"] == "waiting"
    assert table.do(CardTakenBack(0.0, card("red_5"))) == ()
