"""What happens on the piles while hands are over them: nudged cards, covered cards, hands that may have drawn."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.table.test_who_laid import card_at
from vision.table.discard import NUDGED
from vision.table.draws import MAYBE, DrawWatch
from vision.table.glimpses import Glimpses
from vision.table.layout import Point
from vision.table.reaches import Reach
from vision.track.tracker import Track, Tracker

DRAW, DISCARD, SIZE = (200.0, 180.0), (320.0, 180.0), 50.0
QUAD = np.array([[183, 155], [217, 155], [217, 205], [183, 205]], np.float32)


def seen(tracker: Tracker, glimpses: Glimpses, places: list[tuple[float, float]], class_id: int) -> Iterator[Track]:
    for t, x in places:
        tracks = tracker.update(t, card_at(x, 180, class_id))
        glimpses.note(t, tracks, frozenset({1}))
        yield tracks[-1]


def test_a_card_nudged_by_the_next_hand_came_to_rest_when_it_was_laid() -> None:
    tracker, glimpses = Tracker(), Glimpses()
    places = [(step / 10, 320.0) for step in range(6)] + [(0.6 + step / 10, 328.0) for step in range(4)]
    *_, track = seen(tracker, glimpses, places, 5)
    assert track.still_since > 0.5
    assert glimpses.rest(track) == pytest.approx(0.0, abs=0.15)
    assert NUDGED < 1.0, "a play is told within a second of its time"


def test_a_card_carried_on_to_another_place_came_to_rest_there() -> None:
    tracker, glimpses = Tracker(), Glimpses()
    places = [(step / 10, 320.0) for step in range(4)] + [(0.4 + step / 10, 320.0 + 20 * step) for step in range(1, 4)]
    *_, track = seen(tracker, glimpses, [*places, (0.8, 380.0), (0.9, 380.0), (1.0, 380.0)], 5)
    rest = glimpses.rest(track)
    assert rest is not None
    assert rest > 0.5


@pytest.mark.parametrize(("coming", "expected"), [((0.35,), [5]), ((0.9,), []), ((), [])])
def test_a_card_lying_while_another_is_on_its_way_was_laid(coming: tuple[float, ...], expected: list[int]) -> None:
    tracker, glimpses = Tracker(), Glimpses()
    list(seen(tracker, glimpses, [(step / 10, 320.0) for step in range(5)], 5))
    for step in range(5, 9):
        tracks = tracker.update(step / 10, card_at(320, 180, 9))
        glimpses.note(step / 10, tracks, frozenset({1}))
    newest = next(track for track in tracker.tracks if track.class_id == 9)
    assert [glimpse.class_id for glimpse in glimpses.before(newest, 0.5, coming)] == expected


def reach(*tips: Point, seconds: float = 0.1) -> Reach:
    return Reach(
        1, 0.95, (0.0, 180.0), 0.0, seconds * (len(tips) - 1), [(seconds * i, tip) for i, tip in enumerate(tips)]
    )


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        (reach((60, 180), (150, 180), (195, 180), (195, 182), (120, 180)), MAYBE),
        (reach((60, 180), (120, 180), (145, 180), (120, 180), (60, 180)), 0.0),
        (reach((60, 180), (195, 180), (310, 180), (195, 180), (60, 180)), 0.0),
        (reach((60, 180), (195, 180), (60, 180), seconds=0.04), 0.0),
    ],
    ids=["at the pile", "not quite there", "on to the discard pile", "too short"],
)
def test_a_hand_at_the_draw_pile_may_have_drawn_whatever_else_was_seen(hand: Reach, sure: float) -> None:
    assert DrawWatch().drew(hand, DRAW, DISCARD, SIZE, None, QUAD) == sure
