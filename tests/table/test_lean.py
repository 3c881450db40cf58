"""What a camera that leans does to cards and seats, and that one which looks straight down changes nothing."""

import math

import numpy as np
import pytest

from tests.table.test_calibration import lying
from vision.synth.game.plane import Plane, Pose
from vision.synth.game.spec import GameSpec
from vision.table.layout import TableLayout
from vision.table.lean import ASPECT, Lean, squash_of
from vision.table.zones import Zones
from vision.track.quads import Quad


def card(width: float, height: float, turn: float = 0.0) -> Quad:
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]], np.float32) / 2
    cos, sin = math.cos(turn), math.sin(turn)
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]], np.float32) + 300, np.float32)


@pytest.mark.parametrize("squash", [1.0, 0.8, 0.7])
def test_a_card_that_lies_along_the_picture_tells_how_squashed_it_is(squash: float) -> None:
    assert squash_of(card(100 * ASPECT, 100 * squash)) == pytest.approx(squash, abs=0.01)
    assert squash_of(card(100, 100 * ASPECT * squash)) == pytest.approx(squash, abs=0.01)


def test_a_card_that_lies_slantwise_tells_nothing() -> None:
    assert squash_of(card(64, 100, math.radians(45))) is None


def seats_of(tilt: float, seats: int, *, learns: bool) -> list[int]:
    """The seats that arms are taken for which come straight from each of a table's places."""
    plane, zones = Plane(GameSpec(tilt=tilt, seats=seats)), Zones(TableLayout.automatic(seats))
    width, height = plane.size
    zones.fit(width, height)
    x, y = (float(v) for v in plane.pixels(np.array([plane.middle]))[0])
    zones.discard = zones.draw = (x, y)
    for turn in (0.0, math.pi / 2, 0.1, 1.5) if learns else ():
        zones.lean.laid(plane.quad(Pose(*plane.middle, turn)))
    found = []
    for seat in range(seats):
        place = plane.seat(seat, seats)
        far = plane.pixels(np.array([place.out(0.0), plane.middle]))
        way = np.asarray(far[0] - far[1], np.float64)
        share = min(
            ((width if way[0] > 0 else 0) - x) / way[0] if abs(way[0]) > 1 else math.inf,
            ((height if way[1] > 0 else 0) - y) / way[1] if abs(way[1]) > 1 else math.inf,
        )
        found.append(zones.seat_at((x + share * way[0], y + share * way[1]), width, height)[0])
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("tilt", [0.0, 20.0, 40.0, 50.0])
def test_seats_keep_their_arms_however_the_camera_leans(tilt: float, seats: int) -> None:
    assert seats_of(tilt, seats, learns=True) == list(range(seats))


def test_seats_that_somebody_set_are_where_they_were_set() -> None:
    layout = TableLayout((0.0, 1.0, 3.0, 4.0))
    lean = Lean()
    lean.laid(card(70, 70))
    assert lean.squash < 0.8
    for point in ((1272.0, 300.0), (8.0, 300.0), (640.0, 8.0)):
        assert lean.seat_at(layout, point, (1280, 720), 450) == layout.seat_at(point, 1280, 720)


def test_the_draw_pile_is_no_card_of_a_hand_and_stays_while_a_hand_is_over_it() -> None:
    """A leaning camera shows the hand across the table close to the picture's middle."""
    zones = Zones(TableLayout.automatic(4))
    zones.fit(1280, 720)
    pile, fan = lying(560, 440, "back"), [lying(560 + 25 * i, 240, "back") for i in range(5)]
    zones.learn(5.0, [pile, *fan])
    assert zones.draw == (560, 440)
    zones.learn(6.0, fan)
    zones.learn(8.0, [lying(700, 300, "back")])
    assert zones.draw == (560, 440), "it is only out of sight"
    zones.learn(8.5, [pile, *fan])
    zones.learn(20.0, [lying(700, 330, "back")])
    assert zones.draw == (700, 330), "it was put elsewhere"


def test_cards_that_others_cover_do_not_make_cards_small() -> None:
    zones = Zones(TableLayout.automatic(4))
    zones.fit(1280, 720)
    for _ in range(60):
        zones.learn(5.0, [lying(640, 360), *(lying(500 + 20 * i, 250, "back") for i in range(2))])
    whole = zones.size
    zones.laid(lying(640, 360))
    for _ in range(60):
        half = lying(560, 240, "back")
        half.quad = np.asarray(half.quad * [1, 0.5] + [0, 120], np.float32)
        zones.learn(6.0, [lying(640, 360), half, half])
    assert zones.size == pytest.approx(whole, rel=0.05)
