from hypothesis import given
from hypothesis import strategies as st

from vision.bench.compare import compare, in_common

TRUTH = [
    {"t": 1.0, "kind": "start", "seat": 0, "card": "red_5"},
    {"t": 3.0, "kind": "play", "seat": 1, "card": "red_7"},
    {"t": 5.0, "kind": "draw", "seat": 2, "card": None},
    {"t": 5.5, "kind": "draw", "seat": 2, "card": None},
    {"t": 8.0, "kind": "play", "seat": 3, "card": "wild"},
    {"t": 8.1, "kind": "colour", "seat": 3, "card": None, "colour": "blue"},
]
EVENTS = [
    {"kind": "start_card", "card": "red_5", "seat": 1},
    {"kind": "card_played", "card": "red_7", "seat": 1},
    {"kind": "cards_drawn", "seat": 2, "count": 2},
    {"kind": "card_played", "card": "wild", "seat": 3},
    {"kind": "colour_named", "seat": 3, "colour": "blue"},
]


def test_a_game_followed_rightly_is_perfect() -> None:
    result = compare(TRUTH, EVENTS)
    assert result.perfect
    assert (result.laid, result.right, result.drawn, result.drawn_right) == (3, 3, 2, 2)
    assert result.as_text() == ("3 of 3 cards laid were told with the right face and player; 2 of 2 cards drawn.")


def test_a_wrong_face_a_wrong_seat_and_an_invented_play_all_count() -> None:
    for change in ({"card": "red_1"}, {"seat": 0}):
        result = compare(TRUTH, [EVENTS[0], {**EVENTS[1], **change}, *EVENTS[2:]])
        assert (result.right, result.told, result.perfect) == (2, 3, False)
        assert "1 told wrongly" in result.as_text()
    invented = compare(TRUTH, [*EVENTS, EVENTS[3]])
    assert (invented.right, invented.told, invented.perfect) == (3, 4, False)


def test_a_missed_draw_and_one_by_the_wrong_seat_count() -> None:
    assert compare(TRUTH, [*EVENTS[:2], *EVENTS[3:]]).drawn_right == 0
    assert compare(TRUTH, [*EVENTS[:2], {"kind": "cards_drawn", "seat": 1, "count": 2}]).drawn_right == 0
    assert compare(TRUTH, [*EVENTS[:2], {"kind": "cards_drawn", "seat": 2, "count": 1}]).drawn_right == 1


deeds = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["red_1", "red_2"])), max_size=8)


@given(deeds, deeds)
def test_what_is_in_common_is_the_same_both_ways_and_no_longer_than_either(first: list, second: list) -> None:
    common = in_common(first, second)
    assert common == in_common(second, first)
    assert common <= min(len(first), len(second))
    assert in_common(first, first) == len(first)


@given(deeds, deeds)
def test_adding_the_same_deed_to_both_adds_one(first: list, second: list) -> None:
    assert in_common([*first, (9, "wild")], [*second, (9, "wild")]) == in_common(first, second) + 1
