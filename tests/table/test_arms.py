"""Arms over the edge, and whose reach put something somewhere."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.table.arms import Arm, ArmFinder
from vision.table.layout import TableLayout
from vision.table.reaches import PAUSE, ReachLog

SHAPE = (90, 160)


def foreign(*boxes: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    mask = np.zeros(SHAPE, np.bool_)
    for x0, y0, x1, y1 in boxes:
        mask[y0:y1, x0:x1] = True
    return mask


BOTTOM, LEFT, TOP, RIGHT = (74, 40, 86, 90), (0, 40, 60, 50), (74, 0, 86, 40), (100, 40, 160, 50)


@pytest.mark.parametrize(("box", "seat"), [(BOTTOM, 0), (LEFT, 1), (TOP, 2), (RIGHT, 3)])
def test_an_arm_is_its_seats(box: tuple[int, int, int, int], seat: int) -> None:
    finder = ArmFinder(TableLayout.automatic(4).seat_at)
    (arm,) = finder.find(foreign(box))
    assert arm.seat == seat
    assert arm.sureness > 0.9
    x0, y0, x1, y1 = box
    assert (finder.mask[y0 : min(y1, 88), x0 : min(x1, 158)]).all()
    assert 40 <= arm.tip[0] <= 120


def test_what_lies_in_the_middle_or_only_at_the_edge_is_no_arm() -> None:
    finder = ArmFinder(TableLayout.automatic(4).seat_at)
    assert finder.find(foreign((60, 40, 80, 60))) == []
    assert finder.find(foreign((60, 80, 100, 90))) == []
    assert not finder.mask.any()


def test_arms_that_meet_over_the_pile_are_two() -> None:
    finder = ArmFinder(TableLayout.automatic(4).seat_at)
    finder.find(foreign(BOTTOM))
    arms = finder.find(foreign(BOTTOM, (0, 40, 75, 50)))
    assert sorted(arm.seat for arm in arms) == [0, 1]


def arm(seat: int, x: float, y: float, sureness: float = 1.0) -> Arm:
    return Arm(seat, sureness, (80.0, 89.0), (x, y), 200)


def test_a_reach_lasts_until_the_arm_has_gone() -> None:
    log = ReachLog()
    for step in range(10):
        assert log.update(step * 0.1, [arm(0, 80, 80 - 4 * step)], 4.0) == []
    assert [reach.seat for reach in log.going_on] == [0]
    (ended,) = log.update(0.9 + PAUSE + 0.01, [], 4.0)
    assert (ended.seat, ended.start, ended.last) == (0, 0.0, pytest.approx(0.9))
    assert log.going_on == []
    assert log.update(1.5, [], 4.0) == []


def test_the_nearest_latest_unused_reach_did_it() -> None:
    log = ReachLog()
    log.update(0.0, [arm(0, 80, 45)], 4.0)
    log.use(0.1)
    log.update(0.2, [arm(1, 80, 45), arm(2, 120, 45)], 4.0)
    seat, sureness = log.who((322.0, 182.0), 150.0, 0.3)[0]
    assert seat == 1
    assert sureness > 0.6


def test_an_arm_between_two_seats_counts_less_than_one_before_its_own() -> None:
    """One sleeve may cross the edge in two places."""
    log = ReachLog()
    log.update(0.0, [arm(9, 80, 45, 0.51), arm(0, 78, 44, 0.98)], 4.0)
    assert log.who((322.0, 182.0), 75.0, 0.1)[0][0] == 0


def test_nobody_did_what_happens_far_from_every_hand() -> None:
    log = ReachLog()
    log.update(0.0, [arm(0, 20, 20)], 4.0)
    assert log.who((600.0, 300.0), 75.0, 0.1) == []
