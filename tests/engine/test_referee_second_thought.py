"""What nobody saw explains what was seen, before anybody is accused: unseen plays and turns, and uncertain draws."""

import pytest

from engine import commands as cm
from engine.cards import Colour
from engine.events import CardPlayed, ColourNamed, IllegalPlay, OutOfStep
from engine.observations import CardsDrawn, CardTakenBack, observation_from_json, observation_to_json
from tests.engine.helpers import Table, card, kinds

SURE = {"seat_confidence": 0.97}


def test_a_card_that_fits_nothing_after_an_unseen_play_accuses_nobody_and_asks_for_the_count() -> None:
    table = Table()
    events = table.lay("blue_2", 2, idle=(0, 3), **SURE)
    assert kinds(events) == ["out_of_step", "card_played"]
    assert events[0] == OutOfStep(events[0].t, "unseen_play", "set_count", seat=1)
    assert table.counts() == [7, 6, 6, 7]
    assert (table.now()["turn"], table.now()["status"]) == (3, "out_of_step")
    assert kinds(table.lay("blue_3", 3, idle=(0, 1), **SURE)) == ["card_played"]
    assert table.now()["status"] == "committed"


def test_f24_the_same_card_is_out_of_turn_where_the_hand_before_it_was_away() -> None:
    events = Table().lay("blue_2", 2, idle=(0, 1, 3), **SURE)
    assert kinds(events) == ["illegal_play"]


def test_f04_a_colour_named_before_its_wild_is_seen_counts_for_it() -> None:
    table = Table()
    assert kinds(table.do(cm.NameColour(0.0, Colour.GREEN))) == ["note"]
    events = table.lay("wild", 1)
    assert [event.colour for event in events if isinstance(event, ColourNamed)] == [Colour.GREEN]
    assert table.now()["colour"] == "green"


def test_f04_a_colour_named_long_before_a_wild_is_not_its_colour() -> None:
    table = Table()
    table.do(cm.NameColour(0.0, Colour.GREEN))
    table.t += 10.0
    assert "colour_named" not in kinds(table.lay("wild", 1))
    assert table.now()["question"]["kind"] == "colour"


def test_f04_a_named_colour_and_a_card_of_it_show_a_wild_that_nobody_saw() -> None:
    table = Table()
    table.do(cm.NameColour(0.0, Colour.BLUE))
    events = table.lay("blue_2", 2, idle=(0, 3), **SURE)
    assert events[0] == CardPlayed(events[0].t, 1, card("wild"), 6, inferred=True)
    assert [event.card.label for event in events if isinstance(event, CardPlayed)] == ["wild", "blue_2"]
    assert table.counts() == [7, 6, 6, 7]


def test_f04_a_named_colour_explains_no_card_of_another() -> None:
    table = Table()
    table.do(cm.NameColour(0.0, Colour.GREEN))
    events = table.lay("blue_2", 2, idle=(0, 3), **SURE)
    assert kinds(events) == ["out_of_step", "card_played"]


def test_a_hand_at_the_pile_has_drawn_only_where_the_turn_asks_for_it() -> None:
    table = Table()
    assert table.do(CardsDrawn(2.0, 3, confidence=0.3)) == ()
    assert kinds(table.do(CardsDrawn(3.0, 1, confidence=0.3))) == ["cards_drawn"]
    assert table.do(CardsDrawn(4.0, 1, confidence=0.3)) == (), "it has drawn already"
    assert kinds(table.do(CardsDrawn(5.0, 2, confidence=0.3)))[-1] == "cards_drawn", "the turn before may be over"
    assert table.counts() == [7, 8, 8, 7]


def test_a_hand_at_the_pile_may_have_drawn_a_penalty_and_nothing_beyond() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    for _ in range(2):
        assert "cards_drawn" in kinds(table.do(CardsDrawn(3.0, 2, confidence=0.3)))
    table.do(CardsDrawn(4.0, 2, confidence=0.3))
    assert table.counts() == [7, 6, 9, 7]


@pytest.mark.parametrize(("confidence", "accused"), [(1.0, True), (0.8, False)])
def test_f24_a_draw_too_many_is_held_against_somebody_only_if_it_is_certain(confidence: float, accused: bool) -> None:
    table = Table()
    table.draw(1)
    events = table.do(CardsDrawn(3.0, 1, confidence=confidence))
    assert kinds(events) == ["cards_drawn", "illegal_draw"][: 1 + accused]
    assert table.counts() == [7, 9, 7, 7]


def test_of_two_players_one_who_draws_again_shows_that_the_other_has_drawn_and_passed() -> None:
    table = Table(2)
    table.draw(1)
    events = table.do(CardsDrawn(5.0, 1, confidence=0.8, idle=()))
    assert [(event.kind, event.seat) for event in events if event.kind == "cards_drawn"] == [
        ("cards_drawn", 0),
        ("cards_drawn", 1),
    ]
    assert table.counts() == [8, 9]
    away = Table(2)
    away.draw(1)
    away.do(CardsDrawn(5.0, 1, confidence=0.8, idle=(0,)))
    assert away.counts() == [7, 9]


def test_a_draw_of_the_next_seat_shows_that_a_hand_at_the_piles_has_drawn_and_passed() -> None:
    table = Table()
    table.do(CardsDrawn(3.0, 2, confidence=0.8, idle=(0, 3)))
    assert (table.counts(), table.now()["turn"]) == ([7, 8, 8, 7], 2)
    early = Table()
    early.do(CardsDrawn(3.0, 2, confidence=0.8, idle=(0, 1, 3)))
    assert (early.counts(), early.now()["turn"]) == ([7, 7, 8, 7], 1)


def test_how_sure_a_draw_is_survives_a_log_and_old_logs_are_certain() -> None:
    seen = CardsDrawn(1.0, 2, 1, 0.3, (0,))
    assert observation_from_json(observation_to_json(seen)) == seen
    old = {key: value for key, value in observation_to_json(seen).items() if key not in ("confidence", "idle")}
    assert observation_from_json(old) == CardsDrawn(1.0, 2)


def test_f23_a_play_past_a_seat_that_may_have_drawn_shows_that_the_round_goes_on() -> None:
    table = Table()
    table.do(cm.SetCount(0.0, 1, 1))
    table.lay("red_1", 1)
    assert table.now()["winner"] == 1
    events = table.lay("red_2", 3, idle=(0, 1), **SURE)
    assert not any(isinstance(event, IllegalPlay) for event in events)
    assert (table.now()["winner"], table.now()["turn"], table.counts()) == (None, 0, [7, 1, 8, 6])


def test_f31_the_way_to_a_card_that_was_taken_back_is_told_once() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    first = kinds(table.lay("red_7", 3))
    assert first == ["cards_drawn", "turn_skipped", "card_played"]
    assert kinds(table.do(CardTakenBack(0.0, card("red_7"), 3))) == ["taken_back"]
    assert table.counts() == [7, 6, 7, 7]
    assert kinds(table.lay("red_8", 3)) == ["card_played"]
    assert table.counts() == [7, 6, 9, 6]
    assert kinds(table.lay("red_9", 1)) == ["cards_drawn", "turn_passed", "card_played"], "a new turn is told"


def test_f31_another_way_than_the_one_told_is_told() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    table.lay("red_7", 3)
    table.do(CardTakenBack(0.0, card("red_7"), 3))
    assert kinds(table.draw(2)) == ["cards_drawn"]
    assert kinds(table.lay("red_8", 3)) == ["cards_drawn", "card_played"]


def test_a_draw_that_is_seen_after_a_hand_may_have_drawn_is_the_same_one() -> None:
    table = Table()
    table.do(CardsDrawn(2.0, 1, confidence=0.3))
    assert kinds(table.do(CardsDrawn(3.0, 1, confidence=0.8))) == ["note"]
    assert table.counts() == [7, 8, 7, 7]
    assert "cards_drawn" in kinds(table.do(CardsDrawn(4.0, 1, confidence=0.8))), "the next one is another"
    assert table.counts() == [7, 9, 7, 7]


def test_a_penalty_that_a_hand_may_have_begun_to_draw_goes_on() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    table.do(CardsDrawn(3.0, 2, confidence=0.3))
    assert "cards_drawn" in kinds(table.do(CardsDrawn(4.0, 2, confidence=0.8)))
    assert table.counts() == [7, 6, 9, 7]


def test_f23_uno_said_where_the_count_rests_on_unseen_draws_mends_the_count() -> None:
    table = Table()
    table.lay("red_7", 2, seat_confidence=0.97)
    assert table.counts() == [7, 8, 6, 7], "seat 1 is thought to have drawn"
    assert kinds(table.do(cm.CallUno(0.0, 1))) == ["out_of_step", "uno_called"]
    assert table.counts() == [7, 2, 6, 7]
    total = table.total()
    table.lay("red_8", 3)
    table.lay("red_9", 0)
    assert kinds(table.lay("red_1", 1)) == ["card_played", "uno_reached"]
    assert table.total() == total


def test_f23_uno_said_after_the_play_leaves_one_card() -> None:
    table = Table()
    table.lay("red_7", 2, seat_confidence=0.97)
    table.lay("red_8", 3)
    table.lay("red_9", 0)
    table.lay("red_1", 1)
    assert "uno_called" in kinds(table.do(cm.CallUno(0.0, 1)))
    assert table.counts()[1] == 1


def test_r32_uno_said_where_every_card_was_seen_is_a_false_call() -> None:
    table = Table()
    table.lay("red_7", 1)
    assert kinds(table.do(cm.CallUno(0.0, 1)))[0] == "false_uno"
    table.do(cm.SetCount(0.0, 1, 5))
    assert kinds(table.do(cm.CallUno(0.0, 1)))[0] == "false_uno"


def test_r32_a_count_that_a_person_has_set_is_known() -> None:
    table = Table()
    table.lay("red_7", 2, seat_confidence=0.97)
    table.do(cm.SetCount(0.0, 1, 8))
    assert kinds(table.do(cm.CallUno(0.0, 1)))[0] == "false_uno"


def test_f23_an_accusation_where_the_count_rests_on_unseen_draws_is_believed() -> None:
    table = Table()
    table.do(cm.SetCount(0.0, 1, 2))
    table.lay("red_7", 2, seat_confidence=0.97)
    table.lay("red_8", 3)
    table.lay("red_9", 0)
    table.lay("red_1", 1)
    assert table.counts()[1] == 2
    events = table.do(cm.Accuse(0.0, 1, 3))
    assert kinds(events)[:2] == ["out_of_step", "uno_missed"]
    assert table.counts()[1] == 3


def test_r33_an_accusation_where_every_card_was_seen_is_a_false_one() -> None:
    table = Table()
    table.lay("red_7", 1)
    assert kinds(table.do(cm.Accuse(0.0, 1, 3)))[0] == "false_accusation"


def test_a_hand_at_the_pile_draws_nothing_while_another_owes_cards() -> None:
    table = Table()
    table.lay("red_draw2", 1)
    assert table.do(CardsDrawn(3.0, 3, confidence=0.3)) == ()
