"""What happens on the piles while hands are over them: nudged cards, covered cards, hands that may have drawn."""

from collections.abc import Iterator
from functools import reduce
from operator import add

import cv2
import numpy as np
import pytest

from engine.cards import LABELS
from tests.table.test_who_laid import card_at
from vision.detect.detections import Detections
from vision.table.arms import Arm
from vision.table.carried import Carried
from vision.table.coming import KEPT, Coming
from vision.table.discard import DiscardPile
from vision.table.draws import MAYBE, MOST, SEEN, DrawWatch
from vision.table.glimpses import Glimpses
from vision.table.layout import Point
from vision.table.reaches import Reach, ReachLog
from vision.table.stills import Still
from vision.table.together import NUDGED
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


def backs(tracker: Tracker, carried: Carried, t: float, *places: Point) -> list[Track]:
    shown = [card_at(x, y, LABELS.index("back")) for x, y in places]
    tracks = tracker.update(t, reduce(add, shown))
    carried.note(t, tracks)
    return tracks


def test_hand_cards_that_move_at_the_edge_do_not_hide_a_draw() -> None:
    """A card that leaves the pile is none of those that the hand touched at its edge of the table on the way."""
    tracker, carried, watch, log = Tracker(), Carried(), DrawWatch(), ReachLog()
    way = [(40, 300), (120, 240), (195, 185), (195, 185), (170, 200), (110, 240), (60, 280)]
    for i, tip in enumerate(way):
        t = i / 10
        log.update(t, [Arm(1, 0.95, (0.0, 330.0), tip, 40)], 1.0)
        drawn = DRAW if i < 4 else (tip[0] + 5.0, tip[1] - 5.0)
        tracks = backs(tracker, carried, t, drawn, (70.0 + 12 * (i % 2), 330.0))
        watch.watch(t, tracks, log.going_on, DRAW, SIZE, carried)
    (hand,) = log.reaches
    assert watch.drew(hand, DRAW, DISCARD, SIZE, None, QUAD) == SEEN


def test_a_pile_that_looks_different_behind_a_hand_that_stays_is_a_draw() -> None:
    """The hand's cards at the edge may keep the reach from ending."""
    watch, before, after = DrawWatch(), np.zeros((360, 640, 3), np.uint8), np.zeros((360, 640, 3), np.uint8)
    after[160:200, 185:215] = 200
    for i in range(5):
        watch.keep(i / 10, Still(before, 1, 2.0))
    hand = reach((60, 180), (150, 180), (195, 180), (195, 182), (120, 180))
    there = Still(before, 1, 2.0)
    assert not watch.left_with_card(0.4, hand, DRAW, DISCARD, SIZE, there, QUAD)
    assert watch.left_with_card(0.5, hand, DRAW, DISCARD, SIZE, Still(after, 1, 2.0), QUAD)
    assert not watch.left_with_card(0.6, hand, DRAW, DISCARD, SIZE, Still(after, 1, 2.0), QUAD), "it is told once"


def test_a_hand_that_rests_at_the_draw_pile_has_not_drawn() -> None:
    stays = reach((60, 180), *[(195.0, 180.0)] * 20, (60, 180))
    assert DrawWatch().drew(stays, DRAW, DISCARD, SIZE, None, QUAD) == 0.0


def test_a_hand_whose_deed_is_told_has_done_nothing_unseen() -> None:
    log = ReachLog()
    log.reaches = [reach((60, 180), (195, 180), (60, 180))]
    assert log.idle(DRAW, DISCARD, SIZE, -1.0, 3) == (0, 2)
    log.reaches[0].told = 0.2
    assert log.idle(DRAW, DISCARD, SIZE, -1.0, 3) == (0, 1, 2)


def test_a_hand_at_a_discard_pile_that_is_as_before_has_laid_nothing() -> None:
    log = ReachLog()
    log.reaches = [reach((320, 20), (320, 120), (320, 170), (320, 20))]
    log.reaches[0].over = True
    assert log.idle(DRAW, DISCARD, SIZE, -1.0, 3) == (0, 2)
    log.clear()
    assert log.idle(DRAW, DISCARD, SIZE, -1.0, 3) == (0, 1, 2)
    log.reaches = [reach((60, 180), (195, 180), (60, 180))]
    log.reaches[0].over = True
    log.clear()
    assert log.idle(DRAW, DISCARD, SIZE, -1.0, 3) == (0, 2), "it may have drawn"


@pytest.mark.parametrize(("came", "expected"), [({5}, [5]), (set(), [])])
def test_a_thrown_card_that_lay_there_with_no_hand_near_was_laid(came: set[int], expected: list[int]) -> None:
    tracker, glimpses = Tracker(), Glimpses()
    for step in range(9):
        hands = frozenset({1}) if step >= 3 else frozenset()
        glimpses.note(step / 10, tracker.update(step / 10, card_at(320, 180, 5 if step < 5 else 9)), hands)
    newest = next(track for track in tracker.tracks if track.class_id == 9)
    assert [glimpse.class_id for glimpse in glimpses.before(newest, 0.5, (), came)] == expected


def test_what_one_hand_carried_is_never_taken_for_anothers() -> None:
    """Evidence was kept under a key that a later reach could get again, so that the same game was told otherwise."""
    log = ReachLog()
    for i in range(40):
        log.update(20.0 * i, [Arm(1, 0.95, (0.0, 180.0), (100.0, 180.0), 40)], 1.0)
        log.update(20.0 * i + 1, [], 1.0)
        assert [hand.number for hand in log.reaches] == [i + 1]


def test_a_card_that_came_long_ago_is_not_on_its_way() -> None:
    """A pile pushed seconds after its top card came was told as a second card of that face."""
    coming = Coming()
    coming.note(1.0, 5, 1.2)
    assert coming.since(0.5) == {5}
    assert coming.twin(5, 0.5) == 1.0
    coming.pass_on(1.0 + KEPT)
    assert coming.since(0.5) == set()
    assert coming.twin(5, 0.5) is None


@pytest.mark.parametrize(("confidence", "found"), [(0.3, 0), (0.9, 1)])
def test_a_thing_that_looks_a_little_like_a_card_is_no_start_card(confidence: float, found: int) -> None:
    """The pile was sought for the rest of the game where a thing had been taken for the start card."""
    pile, tracker, picture = DiscardPile(), Tracker(), Still(np.zeros((360, 640, 3), np.uint8), 1, 2.0)
    laid = []
    for step in range(12):
        seen = card_at(320, 180, 5)
        tracks = tracker.update(step / 10, Detections(seen.quads, seen.class_ids, np.float32([confidence])))
        laid += pile.judge(step / 10, tracks, picture, lambda _: False, quiet=True)
    assert len(laid) == found


def painted(*cards: tuple[float, float, int]) -> Still:
    """A picture with cards (x, y, class) of different patterns."""
    picture = np.full((360, 640, 3), 40, np.uint8)
    for x, y, class_id in cards:
        (left, top), (right, low) = card_at(x, y, class_id).quads[0][[0, 2]].astype(int)
        tiles = np.random.default_rng(class_id).integers(0, 256, (6, 4, 3), np.uint8)
        picture[top:low, left:right] = cv2.resize(tiles, (right - left, low - top), interpolation=cv2.INTER_NEAREST)
    return Still(picture, 1, 2.0)


def shown(*cards: tuple[float, float, int]) -> Detections:
    return reduce(add, [card_at(*card) for card in cards])


def test_a_card_laid_while_the_one_before_it_settles_is_a_play_too() -> None:
    """Two players laid within a third of a second; the second card was in the picture kept with the first one."""
    start, first, second = (320.0, 180.0, 1), (308.0, 165.0, 5), (330.0, 192.0, 9)
    pile, tracker, laid = DiscardPile(), Tracker(), []
    for step in range(40):
        cards = (start, *((first,) if step >= 20 else ()), *((second,) if step >= 22 else ()))
        tracks = tracker.update(step / 10, shown(*cards))
        fresh = [track for track in tracks if track.seen == step / 10]
        laid += pile.judge(step / 10, fresh, painted(*cards), lambda _: False, quiet=step < 18 or step > 30)
    assert [event.track.class_id for event in laid] == [1, 5, 9]
    assert laid[1].t < laid[2].t


@pytest.mark.parametrize(("spent", "sure"), [(False, SEEN), (True, 0.0)])
def test_a_hand_that_laid_its_card_has_not_drawn_because_a_shadow_fell_on_the_pile(spent: bool, sure: float) -> None:
    watch, before, after = DrawWatch(), np.zeros((360, 640, 3), np.uint8), np.zeros((360, 640, 3), np.uint8)
    after[160:200, 185:215] = 200
    for i in range(5):
        watch.keep(i / 10, Still(before, 1, 2.0))
    hand = reach((640, 180), (320, 180), (255, 180), (320, 180), (640, 180))
    hand.entry, hand.spent = (640.0, 180.0), spent
    assert watch.drew(hand, DRAW, (300.0, 180.0), SIZE, Still(after, 1, 2.0), QUAD) == sure


@pytest.mark.parametrize(("seconds", "more"), [(0.5, 0), (0.8, 0), (1.2, 1), (1.8, 2), (20.0, MOST)])
def test_a_hand_that_stays_at_the_draw_pile_may_have_taken_more_cards(seconds: float, more: int) -> None:
    """Of a penalty taken card by card in one reach one was counted, and its player accused of playing too early."""
    stays = [(0.1 * k, (195.0, 180.0)) for k in range(round(seconds * 10) + 1)]
    hand = Reach(1, 0.95, (0.0, 180.0), 0.0, seconds + 0.1, [*stays, (seconds + 0.1, (60.0, 180.0))])
    assert DrawWatch().more(hand, DRAW, SIZE) == more
