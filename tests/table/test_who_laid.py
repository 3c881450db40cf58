"""Whose hand a card came from: thrown cards, a second hand over the table, cards covered at once by the next one."""

from dataclasses import replace

import numpy as np
import pytest

from engine.observations import CardOnDiscard
from tests.table.test_observer import MESSY, assert_told, plays
from tests.table.watching import watch
from vision.detect.detections import Detections
from vision.synth.game.steps import Step
from vision.table.arms import Arm
from vision.table.carried import Carried, Sight
from vision.table.glimpses import Glimpses
from vision.table.layout import onto_edge
from vision.table.reaches import ReachLog
from vision.track.tracker import Tracker

SIZE, PILE = 50.0, (320.0, 180.0)
FOUR = plays((1, "red_7"), (2, "red_1"), (3, "blue_1"), (0, "blue_9"))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_thrown_card_is_its_throwers_play_and_nobodys_draw(seed: int) -> None:
    assert_told(watch([*FOUR, Step("wait", seconds=1.0)], replace(MESSY, throws=1.0, seed=seed)))


@pytest.mark.parametrize("seed", [4, 5])
def test_a_second_hand_over_the_table_did_not_lay_the_card(seed: int) -> None:
    seen = watch([*FOUR, Step("wait", seconds=1.0)], replace(MESSY, throws=0.5, pairs=1.0, seed=seed))
    assert_told(seen)
    assert any(row["kind"] == "rest" for row in seen.source.noise), "there was a second hand"


def test_the_seats_that_stayed_away_from_the_piles_are_told() -> None:
    seen = watch([*plays((1, "red_7"), (2, "red_1")), Step("draw", 3), *plays((0, "red_2"))], MESSY)
    idle = [set(item.idle) for item in seen.found if isinstance(item, CardOnDiscard)]
    assert {0, 3} <= idle[1] | idle[2]
    assert 2 not in idle[2]
    assert idle[2] >= {0}
    assert {1, 3} <= idle[-1], "what seat 3 drew is told already"


def test_the_arm_that_brought_the_card_laid_it_though_another_is_nearer() -> None:
    log = ReachLog()
    for step in range(11):
        share = step / 10
        thrower = Arm(1, 0.95, (0.0, 180.0), (200.0 * share, 180.0), 40)
        waiting = Arm(2, 0.95, (320.0, 0.0), (320.0, 130.0 * share), 40)
        log.update(share, [thrower, waiting], 1.0)
    way = [Sight(t / 10, 3, 1, (20.0 * t, 182.0)) for t in range(2, 11)]
    (seat, share), *others = log.who(PILE, SIZE, 1.1, way)
    assert (seat, [other for other, _ in others]) == (1, [2])
    assert share > 0.6
    assert log.who(PILE, SIZE, 1.1)[0][0] == 2, "without the card's way the nearest counts"


def test_an_arm_that_came_before_the_last_card_lay_may_lay_the_next_one() -> None:
    log = ReachLog()
    for step in range(21):
        here = Arm(1, 0.95, (0.0, 180.0), (300.0, 180.0), 40)
        late = Arm(2, 0.95, (320.0, 0.0), (320.0, min(175.0, 9.0 * step)), 40)
        log.update(step / 10, [here, late] if step < 8 else [late], 1.0)
        if step == 6:
            assert log.who(PILE, SIZE, 0.6)[0][0] == 1
            log.use(0.6, 1)
    assert log.who(PILE, SIZE, 2.0)[0][0] == 2


def test_nobody_is_idle_for_certain_beside_an_arm_from_between_two_seats() -> None:
    log = ReachLog()
    log.update(0.0, [Arm(1, 0.55, (0.0, 180.0), (300.0, 180.0), 40)], 1.0)
    assert log.idle((0.0, 0.0), PILE, SIZE, -1.0, 4) is None
    clear = ReachLog()
    clear.update(0.0, [Arm(1, 0.95, (0.0, 180.0), (300.0, 180.0), 40)], 1.0)
    assert clear.idle((0.0, 0.0), PILE, SIZE, -1.0, 4) == (0, 2, 3)
    assert clear.idle((0.0, 0.0), PILE, SIZE, 0.5, 4) == (0, 1, 2, 3), "what was before counts no more"


def test_a_card_in_no_arms_reach_came_from_its_side() -> None:
    log = ReachLog()
    log.update(1.0, [Arm(1, 0.95, (0.0, 180.0), (250.0, 180.0), 40)], 1.0)
    way = [Sight(0.9, 3, 1, (330.0, 40.0)), Sight(1.0, 3, 1, (325.0, 100.0))]
    (seat, share), *_ = log.who(PILE, SIZE, 1.1, way, (2, 0.95))
    assert (seat, share > 0.5) == (2, True)
    held = [Sight(0.9, 3, 1, (200.0, 180.0)), Sight(1.0, 3, 1, (250.0, 180.0))]
    assert log.who(PILE, SIZE, 1.1, held, (2, 0.95))[0][0] == 1, "an arm that has the card is better evidence"


def test_the_side_of_a_way_is_where_its_line_meets_the_edge() -> None:
    assert onto_edge((320.0, 180.0), (320.0, 90.0), 640, 360) == (320.0, 0.0)
    assert onto_edge((320.0, 180.0), (480.0, 180.0), 640, 360) == (640.0, 180.0)
    assert onto_edge((320.0, 180.0), (160.0, 270.0), 640, 360) == (0.0, 360.0)


def card_at(x: float, y: float, class_id: int) -> Detections:
    quad = np.array([[x - 17, y - 25], [x + 17, y - 25], [x + 17, y + 25], [x - 17, y + 25]], np.float32)
    return Detections(quad[None], np.array([class_id], np.int16), np.array([0.9], np.float32))


@pytest.mark.parametrize(("second", "expected"), [(2, [5]), (1, [])])
def test_a_card_covered_at_once_by_another_seats_card_was_laid(second: int, expected: list[int]) -> None:
    tracker, glimpses = Tracker(), Glimpses()
    for step in range(4):
        glimpses.note(step / 10, tracker.update(step / 10, card_at(320, 180, 5)), frozenset({1}))
    for step in range(4, 9):
        moving = card_at(320, 180 - max(0, 6 - step) * 20, 9)
        glimpses.note(step / 10, tracker.update(step / 10, moving), frozenset({second}))
    newest = next(track for track in tracker.tracks if track.class_id == 9)
    found = glimpses.before(newest, max(newest.still_since, newest.epoch_since))
    assert [glimpse.class_id for glimpse in found] == expected, "the same hand may have changed its mind"


def test_the_way_of_a_card_that_turns_over_is_followed_by_its_track() -> None:
    tracker, carried = Tracker(), Carried()
    for step in range(6):
        seen = card_at(100 + 12 * step, 180, 3 if step > 3 else 54)
        carried.note(step / 10, tracker.update(step / 10, seen))
    (track,) = tracker.tracks
    assert len(carried.way(track, -1.0, 1.0)) == 6
    assert carried.way(track, 0.35, 1.0)[0].at[0] == pytest.approx(148, abs=1)


def test_a_hand_over_a_pile_just_drawn_from_draws_nothing() -> None:
    steps = [Step("draw", 1), *plays((2, "red_1")), Step("rest", 3), Step("draw", 0), Step("rest", 2), Step("rest", 1)]
    assert_told(watch([*steps, *plays((3, "red_2"))], replace(MESSY, overlap=0.9, seed=7)))


def test_f22_a_card_taken_back_bares_those_under_it_which_are_no_plays() -> None:
    steps = [*plays((1, "red_7"), (2, "red_1"), (3, "red_2"), (0, "blue_9")), Step("taken_back", 0, "blue_9")]
    again = [*plays((0, "red_9"), (1, "red_4")), Step("taken_back", 1, "red_4"), *plays((1, "red_8"))]
    assert_told(watch([*steps, *again, Step("wait", seconds=0.6)], replace(MESSY, mess=1.5, overlap=0.9, seed=9)))
