"""Who laid a card: the camera's evidence for several seats, weighed against what the rules make likely."""

from engine.events import CardPlayed, Drew, IllegalPlay, QuestionAsked
from engine.observations import CardOnDiscard, CardTakenBack, observation_from_json, observation_to_json
from engine.reasons import ReasonId
from tests.engine.helpers import Table, card, kinds


def reasons(events: tuple[object, ...]) -> list[ReasonId]:
    return [reason.id for event in events if isinstance(event, IllegalPlay) for reason in event.reasons]


def test_of_two_hands_at_the_pile_the_one_on_turn_laid_the_card() -> None:
    table = Table()
    events = table.lay("red_7", 3, seat_confidence=0.7, other_seats=((1, 0.25),))
    assert events[0] == CardPlayed(2.0, 1, card("red_7"), 6, inferred=True)
    assert events[1] == QuestionAsked(2.0, "seat", ("1", "3"), 1, card("red_7"))


def test_f24_a_clear_reach_of_another_seat_is_out_of_turn() -> None:
    events = Table().lay("red_7", 3, seat_confidence=0.97, other_seats=((1, 0.005),))
    assert reasons(events) == [ReasonId.OUT_OF_TURN]


def test_f24_a_wrong_card_is_illegal_whoever_of_two_laid_it() -> None:
    events = Table().lay("blue_7", 1, seat_confidence=0.6, other_seats=((3, 0.35),))
    assert [event.seat for event in events if isinstance(event, IllegalPlay)] == [1]
    assert reasons(events) == [ReasonId.NO_MATCH]


def test_evidence_for_a_seat_on_turn_needs_no_certainty() -> None:
    events = Table().lay("red_7", 1, seat_confidence=0.65, other_seats=((2, 0.3),))
    assert events == (CardPlayed(2.0, 1, card("red_7"), 6),)


def test_a_draw_that_may_have_been_missed_explains_the_next_seats_play() -> None:
    events = Table().lay("red_7", 2, seat_confidence=0.97)
    assert [event.seat for event in events if isinstance(event, Drew) and event.inferred] == [1]
    assert "illegal_play" not in kinds(events)


def test_f24_a_seat_that_was_away_from_the_piles_has_not_drawn_and_so_the_next_is_out_of_turn() -> None:
    table = Table()
    events = table.lay("red_7", 2, seat_confidence=0.97, idle=(0, 1, 3))
    assert reasons(events) == [ReasonId.OUT_OF_TURN]
    assert table.counts() == [7, 7, 6, 7]


def test_a_seat_that_was_seen_to_draw_may_be_passed_though_it_is_idle_now() -> None:
    table = Table()
    table.draw(1)
    assert "illegal_play" not in kinds(table.lay("red_7", 2, seat_confidence=0.97, idle=(0, 1, 3)))


def test_other_seats_and_idle_ones_survive_a_log() -> None:
    seen = CardOnDiscard(1.0, card("red_7"), 2, 0.9, 0.7, (), ((1, 0.2), (0, 0.05)), (3,))
    assert observation_from_json(observation_to_json(seen)) == seen
    old = {key: value for key, value in observation_to_json(seen).items() if key not in ("other_seats", "idle")}
    assert observation_from_json(old) == CardOnDiscard(1.0, card("red_7"), 2, 0.9, 0.7)


def test_a_seat_that_this_table_does_not_have_is_no_candidate() -> None:
    events = Table().lay("red_7", 1, seat_confidence=0.7, other_seats=((9, 0.3),))
    assert events == (CardPlayed(2.0, 1, card("red_7"), 6),)


SURE = {"seat_confidence": 0.97, "idle": (0, 1, 2, 3)}


def test_plays_that_go_on_the_other_way_round_are_one_accusation_and_a_turned_direction() -> None:
    table = Table()
    table.lay("red_7", 1)
    said = [kinds(table.lay(f"red_{number}", seat, **SURE)) for number, seat in enumerate((0, 3, 2, 1, 0))]
    assert ["illegal_play" in each for each in said] == [True, False, False, False, False]
    assert (table.now()["direction"], table.now()["turn"]) == (-1, 3)


def test_a_play_out_of_turn_that_is_taken_back_leaves_the_next_one_to_be_accused() -> None:
    table = Table()
    assert reasons(table.lay("red_7", 3, **SURE)) == [ReasonId.OUT_OF_TURN]
    table.do(CardTakenBack(0.0, card("red_7"), 3))
    assert reasons(table.lay("red_8", 2, **SURE)) == [ReasonId.OUT_OF_TURN]


def test_one_play_out_of_turn_that_stands_is_not_followed_by_another_accusation() -> None:
    table = Table()
    assert reasons(table.lay("red_7", 3, **SURE)) == [ReasonId.OUT_OF_TURN]
    assert "illegal_play" not in kinds(table.lay("red_8", 0, **SURE))
    assert table.now()["turn"] == 1
