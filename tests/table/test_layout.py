"""Seats round the table, from two to ten."""

import math

import pytest

from vision.errors import UsageError
from vision.table.layout import TableLayout, Zone, edge_angle, seat_names


@pytest.mark.parametrize("seats", range(2, 11))
def test_arms_belong_to_the_seat_in_front_of_which_they_come_in(seats: int) -> None:
    layout = TableLayout.automatic(seats)
    for seat in range(seats):
        for off in (-0.3, 0.0, 0.3):
            angle = (seat + off) * math.tau / seats
            across, down = -math.sin(angle), math.cos(angle)
            reach = 1 / max(abs(across), abs(down))
            point = (640 * (1 + across * reach), 360 * (1 + down * reach))
            found, sureness = layout.seat_at(point, 1280, 720)
            assert found == seat
            assert sureness == pytest.approx(1 - abs(off))


def test_seats_go_clockwise_from_the_bottom() -> None:
    layout = TableLayout.automatic(4)
    edges = [(640, 719), (0, 360), (640, 0), (1279, 360)]
    assert [layout.seat_at(point, 1280, 720)[0] for point in edges] == [0, 1, 2, 3]
    assert layout.names == ("South", "West", "North", "East")


def test_corners_lie_half_way() -> None:
    assert edge_angle((0, 720), 1280, 720) == pytest.approx(math.tau / 8)
    assert TableLayout.automatic(4).seat_at((0, 720), 1280, 720)[1] == pytest.approx(0.5)


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_seat_has_a_name_of_its_own(seats: int) -> None:
    names = seat_names(seats)
    assert len(set(names)) == seats
    assert names[0] == "South"


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_too_few_and_too_many_seats_are_refused(seats: int) -> None:
    with pytest.raises(UsageError, match=f"2 to 10 seats, not {seats}"):
        TableLayout.automatic(seats)


def test_as_many_names_as_seats() -> None:
    with pytest.raises(UsageError, match="3 names were given for 2 seats"):
        TableLayout((0.0, math.pi), names=("A", "B", "C"))


def test_zones_are_shares_of_the_picture() -> None:
    assert Zone(0.5, 0.25, 0.1).pixels(1280, 720) == ((640.0, 180.0), 72.0)
