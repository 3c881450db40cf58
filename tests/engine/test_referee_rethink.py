"""Before the referee accuses, it asks whether it read the card before rightly: of the likeliest histories one stays."""

from engine import commands as cm
from engine.events import CardPlayed, Corrected
from tests.engine.helpers import Table, card, kinds

SURE = {"seat_confidence": 0.97}
AWAY = (0, 1, 2)


def test_f24_a_doubtful_seat_is_mended_by_the_next_play_and_nobody_is_accused() -> None:
    table = Table()
    table.lay("red_7", 1, seat_confidence=0.5, other_seats=((2, 0.45),))
    assert table.now()["turn"] == 2
    events = table.lay("red_8", 3, idle=AWAY, **SURE)
    assert kinds(events) == ["corrected", "card_played"]
    assert events[0] == Corrected(events[0].t, "seat", 1, 2)
    assert (table.now()["turn"], table.counts()) == (0, [7, 8, 6, 6])


def test_f24_a_doubtful_face_is_mended_by_the_next_play() -> None:
    table = Table()
    table.lay("red_0", 1, confidence=0.65, alternatives=((card("red_skip"), 0.3),), **SURE)
    events = table.lay("red_2", 3, idle=AWAY, **SURE)
    assert events[0] == Corrected(events[0].t, "card", "red_0", "red_skip")
    assert "illegal_play" not in kinds(events)
    assert [event.seat for event in events if isinstance(event, CardPlayed)] == [3]
    assert (table.now()["turn"], table.counts()) == (0, [7, 6, 7, 6])


def test_f24_where_the_card_before_was_clear_the_play_out_of_turn_is_told() -> None:
    table = Table()
    table.lay("red_7", 1, **SURE)
    assert kinds(table.lay("red_8", 3, idle=AWAY, **SURE)) == ["illegal_play"]


def test_f24_a_history_less_likely_than_an_offence_saves_nobody() -> None:
    table = Table()
    table.lay("red_7", 1, seat_confidence=0.95, other_seats=((2, 0.04),))
    assert kinds(table.lay("red_8", 3, idle=AWAY, **SURE)) == ["illegal_play"]


def test_f33_undo_takes_the_card_and_the_second_thought_back() -> None:
    table = Table()
    table.lay("red_7", 1, seat_confidence=0.5, other_seats=((2, 0.45),))
    before = table.now()
    table.lay("red_8", 3, idle=AWAY, **SURE)
    assert kinds(table.do(cm.Undo(0.0))) == ["undone"]
    now = table.now()
    assert (now["turn"], now["top"], table.counts()) == (before["turn"], "red_7", [7, 6, 7, 7])
