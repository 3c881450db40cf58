"""How much what a camera did not see clearly weighs: arms beside others, hands that drew, cards put down again."""

import pytest

from engine.cards import Colour
from engine.commands import NameColour
from engine.describe import describe
from engine.events import CardPlayed, IllegalPlay, OutOfStep
from engine.observations import CardsDrawn, CardTakenBack
from tests.engine.helpers import Table, kinds


@pytest.mark.parametrize(("seat", "accused"), [(3, True), (2, False)])
def test_f24_an_arm_is_taken_for_a_neighbours_and_not_for_one_across_the_table(seat: int, accused: bool) -> None:
    """The seat on turn, 1, sits beside seat 2 and across from seat 3."""
    sure = {"seat_confidence": 0.91, "other_seats": ((0, 0.02),)}
    events = Table().lay("red_2", seat, idle=(), **sure)
    assert isinstance(events[-1], IllegalPlay) is accused
    assert events[-1].seat == seat  # type: ignore[union-attr]


def test_f31_a_turn_that_led_up_to_a_card_taken_back_is_still_over() -> None:
    """The card laid again was covered at once: the next one was told as against the rules."""
    table = Table(2, "blue_7")
    table.do(CardsDrawn(0.0, 1))
    assert kinds(table.lay("blue_6", 0)) == ["turn_passed", "card_played"]
    table.do(CardTakenBack(0.0, table.ref.memory.game.discard[-1], 0))
    events = table.lay("yellow_6", 1, seat_confidence=0.7, other_seats=((0, 0.28),))
    assert isinstance(events[-1], CardPlayed)
    assert OutOfStep(table.t, "unseen_play", "set_count", seat=0) in events


def test_r16_who_drew_a_part_and_plays_is_next_again_where_the_hand_between_was_at_the_pile() -> None:
    """Of a penalty drawn in one grab not all cards are seen, and a Reverse may be covered at once."""
    table = Table(3, "blue_7")
    table.lay("blue_draw2", 1)
    table.do(CardsDrawn(0.0, 2))
    events = table.lay("blue_1", 2, seat_confidence=0.95)
    assert isinstance(events[-1], CardPlayed)
    assert OutOfStep(table.t, "unseen_play", "set_count", seat=0) in events
    assert table.now()["direction"] == -1


def test_r16_who_plays_with_a_part_drawn_is_accused_where_nobody_else_can_have_played() -> None:
    table = Table(3, "blue_7")
    table.lay("blue_draw2", 1)
    table.do(CardsDrawn(0.0, 2))
    (event,) = table.lay("blue_1", 2, seat_confidence=0.95, idle=(0, 1))
    assert isinstance(event, IllegalPlay)


def test_r30_a_draw_that_was_not_certain_is_let_go_before_anybody_is_accused() -> None:
    """A hand at the draw pile was taken for the next player's draw, and who had drawn was accused of playing."""
    table = Table(3, "blue_7")
    table.do(CardsDrawn(0.0, 1, confidence=0.8))
    assert kinds(table.do(CardsDrawn(0.0, 2, confidence=0.3))) == ["turn_passed", "cards_drawn"]
    events = table.lay("blue_6", 1, seat_confidence=0.97, idle=(0,))
    assert kinds(events) == ["undone", "card_played"]
    assert describe(events[0], ("Ann", "Bob", "Cem")) == "Corrected: Cem drew no card."
    assert table.now()["turn"] == 2
    assert table.counts()[2] == 7


def test_f24_a_draw_seen_for_certain_stays_and_the_play_is_out_of_turn() -> None:
    table = Table(3, "blue_7")
    table.do(CardsDrawn(0.0, 1, confidence=0.8))
    table.do(CardsDrawn(0.0, 2, confidence=0.85))
    (event,) = table.lay("blue_6", 1, seat_confidence=0.97, idle=(0,))
    assert isinstance(event, IllegalPlay)


@pytest.mark.parametrize(("later", "kind"), [(0.4, IllegalPlay), (3.0, CardPlayed)])
def test_f24_nobody_lays_unseen_what_was_drawn_a_moment_ago(later: float, kind: type) -> None:
    """A card that does not go on was excused by one that the player before had laid within half a second of drawing."""
    table = Table(3, "blue_7")
    table.do(CardsDrawn(0.0, 1, confidence=0.8))
    table.t += later - 1.0
    events = table.lay("red_6", 2, seat_confidence=0.97, idle=(0,))
    assert isinstance(events[-1], kind)


def test_f22_all_that_led_up_to_a_card_taken_back_is_over_when_it_is_laid_again() -> None:
    """A penalty and a pass told before it were wanted anew, of hands that had stayed away since, and it was called a
    play out of turn."""
    table = Table(4, "blue_7")
    table.lay("blue_draw2", 1)
    table.draw(2)
    first = table.lay("blue_1", 0, seat_confidence=0.96, idle=())
    assert kinds(first) == ["cards_drawn", "turn_skipped", "cards_drawn", "turn_passed", "card_played"]
    table.do(CardTakenBack(0.0, table.ref.memory.game.discard[-1], 0))
    again = table.lay("blue_1", 0, seat_confidence=0.96, idle=(1, 2, 3))
    assert isinstance(again[-1], CardPlayed)
    assert again[-1].seat == 0


def test_r09_a_colour_named_before_the_wild_start_card_is_seen_is_taken() -> None:
    """It was refused, and then any first card was right."""
    table = Table(4, start=None)
    assert kinds(table.do(NameColour(0.0, Colour.BLUE))) == ["note"]
    assert kinds(table.lay("wild", 0))[-1] == "colour_named"
    assert isinstance(table.lay("yellow_8", 1)[-1], IllegalPlay)


def test_r09_a_colour_named_before_another_start_card_is_forgotten() -> None:
    table = Table(4, start=None)
    table.do(NameColour(0.0, Colour.BLUE))
    table.lay("red_5", 0)
    assert isinstance(table.lay("red_8", 1)[-1], CardPlayed)
    assert kinds(table.lay("wild", 2))[-1] == "colour_wanted"


def test_f24_nobody_is_accused_with_a_card_of_which_the_box_holds_no_more() -> None:
    """A card taken back unseen and laid again: what is known is wrong, so the accusation was as well."""
    table = Table(4, "red_5")
    table.lay("red_7", 1)
    table.lay("red_7", 2)
    events = table.lay("red_7", 2, seat_confidence=0.97, idle=(0, 1, 3))
    assert {"card_played", "out_of_step"} <= set(kinds(events))
    assert "illegal_play" not in kinds(events)
    assert table.now()["turn"] == 3
    assert isinstance(table.lay("blue_9", 3, seat_confidence=0.97)[-1], IllegalPlay)
