"""A card that is told late belongs before the draws that came after it."""

from engine.cards import Card
from engine.commands import CallUno, SetCount, Undo
from engine.events import CardPlayed, Event, IllegalPlay
from engine.observations import CardMoved, CardOnDiscard, CardsDrawn, observation_from_json, observation_to_json
from tests.engine.helpers import Table, kinds


def late(table: Table, label: str, seat: int, t: float, **more: object) -> tuple[Event, ...]:
    """A card that came to rest at ``t`` and is told only now."""
    return table.ref.handle(CardOnDiscard(t, Card.parse(label), seat, **more))  # type: ignore[arg-type]


def drawn(table: Table, seat: int, t: float) -> tuple[Event, ...]:
    return table.ref.handle(CardsDrawn(t, seat, confidence=0.8, idle=()))


def test_r16_a_draw_two_told_after_its_penalty_was_drawn_comes_before_it() -> None:
    """The player before was told to have drawn and passed, and the one with the penalty to have laid the card."""
    table = Table(4, "red_5")
    assert kinds(drawn(table, 2, 10.0)) == ["cards_drawn", "turn_passed", "cards_drawn"]
    events = late(table, "red_draw2", 1, 9.4, seat_confidence=0.6, other_seats=((2, 0.25),))
    assert kinds(events)[:2] == ["undone", "card_played"]
    assert events[1] == CardPlayed(9.4, 1, Card.parse("red_draw2"), 6)
    drawn(table, 2, 11.0)
    assert table.counts() == [7, 6, 9, 7]
    assert isinstance(table.lay("red_1", 3, seat_confidence=0.97)[-1], CardPlayed)


def test_a_card_laid_after_the_draw_comes_after_it() -> None:
    table = Table(4, "red_5")
    drawn(table, 1, 10.0)
    assert kinds(late(table, "red_7", 1, 12.0, seat_confidence=0.9)) == ["card_played"]
    assert table.counts()[1] == 7


def test_f24_no_order_excuses_a_card_against_the_rules() -> None:
    table = Table(4, "red_5")
    drawn(table, 1, 10.0)
    events = late(table, "blue_7", 2, 9.8, seat_confidence=0.97, idle=(0, 3))
    assert isinstance(events[-1], IllegalPlay)


def test_a_card_told_late_is_undone_like_any_other() -> None:
    table = Table(4, "red_5")
    drawn(table, 2, 10.0)
    before = table.counts()
    late(table, "red_draw2", 1, 9.4, seat_confidence=0.6, other_seats=((2, 0.25),))
    assert table.counts() != before
    table.do(Undo(0.0))
    assert table.counts() == before


def moved(table: Table, label: str, seat: int, t: float, share: float = 0.9) -> tuple[Event, ...]:
    return table.ref.handle(CardMoved(t, Card.parse(label), seat, share))


def test_f19_a_top_card_that_moved_was_covered_by_its_twin_where_the_next_play_needs_that() -> None:
    """The second Skip lay nearly where the first one did, and the seat after the skipped one was accused."""
    table = Table(4, "red_5")
    table.lay("red_skip", 1)
    assert moved(table, "red_skip", 3, 9.0) == ()
    events = late(table, "red_9", 1, 12.0, seat_confidence=0.93, idle=(0, 2))
    assert kinds(events) == ["card_played", "turn_skipped", "card_played"]
    assert events[0] == CardPlayed(9.0, 3, Card.parse("red_skip"), 6)
    assert table.counts() == [7, 5, 7, 6]


def test_f19_a_draw_that_had_to_be_assumed_was_a_twin_where_the_top_card_moved() -> None:
    table = Table(4, "red_5")
    moved(table, "red_5", 1, 9.0)
    events = late(table, "red_9", 2, 12.0, seat_confidence=0.93, idle=(0, 3))
    assert kinds(events) == ["card_played", "card_played"]
    assert table.counts() == [7, 6, 6, 7]


def test_a_top_card_that_was_pushed_changes_nothing_where_the_game_goes_on_as_it_should() -> None:
    table = Table(4, "red_5")
    moved(table, "red_5", 1, 9.0)
    assert kinds(late(table, "red_9", 1, 12.0, seat_confidence=0.93, idle=(0, 2, 3))) == ["card_played"]
    assert table.counts() == [7, 6, 7, 7]


def test_f24_a_card_pushed_by_nobody_excuses_nothing() -> None:
    table = Table(4, "red_5")
    moved(table, "red_5", 1, 9.0, share=0.1)
    assert isinstance(late(table, "red_9", 3, 12.0, seat_confidence=0.97, idle=(0, 1, 2))[-1], IllegalPlay)


def test_a_card_that_moved_survives_a_log() -> None:
    seen = CardMoved(1.0, Card.parse("red_7"), 2, 0.7, ((1, 0.2),))
    assert observation_from_json(observation_to_json(seen)) == seen


def test_f23_a_twin_that_people_called_uno_for_is_one() -> None:
    table = Table(4, "red_5")
    table.do(SetCount(0.0, 1, 2))
    moved(table, "red_5", 1, 9.0)
    table.do(CallUno(0.0, 1))
    events = late(table, "red_9", 2, 12.0, seat_confidence=0.93, idle=(0, 3))
    assert kinds(events)[0] == "card_played"
    assert table.counts() == [7, 1, 6, 7]
