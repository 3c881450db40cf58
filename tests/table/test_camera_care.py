"""A camera that is moved, turned, covered, dimmed, blurred or frozen: noticed within two seconds, and only then."""

import cv2
import numpy as np
import pytest

from engine.sight import Blind, Sight
from tests.table.scenes import HEIGHT, WIDTH, Film, after, bumped, table
from vision.errors import UsageError
from vision.frames.frame import Image
from vision.frames.turn import Turn
from vision.table.care import CameraCare, Look
from vision.table.sight import outline_width
from vision.table.view import View, shift_of

SCENE = table()


def in_place(look: Look, scene: Image = SCENE) -> float:
    """How far the middle of the picture differs from the scene, of 255; 20 is another place."""
    inner = (slice(HEIGHT // 4, 3 * HEIGHT // 4), slice(WIDTH // 4, 3 * WIDTH // 4))
    return float(np.abs(look.frame.image[inner].astype(float) - scene[inner]).mean())


@pytest.mark.parametrize(
    ("degrees", "right", "down", "size"),
    [(0, 30, 12, 1), (3, -20, 8, 1), (0, 9, 0, 1), (-8, 0, 0, 1), (1, 10, 0, 1.06), (0, -60, 30, 0.97)],
)
def test_f25_a_bumped_camera_is_noticed_and_the_table_found_again(
    degrees: float, right: float, down: float, size: float
) -> None:
    film = Film()
    assert all(look.sure for look in film.show(SCENE, 3))
    moved = film.show(bumped(SCENE, degrees, right, down, size), 5)
    assert after(moved, lambda look: Sight.REFOUND in look.news) <= 1.0
    assert not any(look.lost for look in moved)
    assert all(look.sure for look in moved[-30:])
    assert in_place(moved[-1]) < 9
    assert [look.news for look in moved if look.news] == [(Sight.REFOUND,)]


def test_f25_while_the_view_is_another_nothing_is_judged_by_it() -> None:
    film = Film()
    film.show(SCENE, 3)
    first = film.show(bumped(SCENE, 0, 50, 20), 0.2)
    assert not any(look.sure for look in first)


def test_f25_a_camera_that_sways_is_followed_to_where_it_comes_to_rest() -> None:
    film = Film()
    film.show(SCENE, 3)
    for step in range(8):
        film.show(bumped(SCENE, 0.4 * step, 6 * step, 3 * step), 0.1)
    rest = film.show(bumped(SCENE, 3, 50, 25), 4)
    assert all(look.sure for look in rest[-20:])
    assert in_place(rest[-1]) < 9


def test_f25_points_of_the_camera_are_told_where_they_lie_on_the_steadied_table() -> None:
    film = Film()
    film.show(SCENE, 3)
    points = np.array([[100, 100], [500, 300]], np.float32)
    assert np.array_equal(film.care.placed(points), points)
    film.show(bumped(SCENE, 0, 40, -10), 4)
    assert np.allclose(film.care.placed(points + np.float32([40, -10])), points, atol=1.5)


def test_f25_a_camera_put_back_is_in_place_again() -> None:
    film = Film()
    film.show(SCENE, 3)
    film.show(bumped(SCENE, 0, 60, 0), 4)
    back = film.show(SCENE, 4)
    assert after(back, lambda look: Sight.REFOUND in look.news) <= 1.0
    assert in_place(back[-1]) < 5


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_f28_a_camera_turned_in_the_game_is_found_again(degrees: float) -> None:
    scene = cv2.copyMakeBorder(SCENE[:, 140:500], 0, 0, 140, 140, cv2.BORDER_CONSTANT, value=(70, 90, 60))
    film = Film()
    film.show(scene, 3)
    turned = film.show(bumped(scene, degrees), 4)
    assert after(turned, lambda look: Sight.TURNED in look.news) <= 2.0
    assert in_place(turned[-1], scene) < 9


def test_f25_another_view_is_told_within_two_seconds_and_forgotten_when_the_table_is_back() -> None:
    film = Film()
    film.show(SCENE, 3)
    away = film.show(table(99), 3)
    assert after(away, lambda look: look.lost is Blind.MOVED) <= 2.0
    assert not any(look.sure for look in away[1:])
    back = film.show(SCENE, 1)
    assert back[-1].lost is None
    assert back[-1].sure


def test_f25_a_view_that_stays_another_one_is_stale_and_can_be_accepted() -> None:
    film = Film()
    film.show(SCENE, 3)
    other = table(99)
    away = film.show(other, 9)
    assert 5 <= after(away, lambda look: look.stale) <= 8
    film.care.accept()
    again = film.show(other, 2)
    assert all(look.sure and look.lost is None for look in again)


def arm(image: Image, reach: int) -> Image:
    """A broad arm from the lower edge."""
    reached = image.copy()
    cv2.rectangle(reached, (250, HEIGHT - reach), (370, HEIGHT), (60, 80, 160), -1)
    cv2.circle(reached, (310, HEIGHT - reach), 60, (120, 150, 200), -1)
    return reached


def test_f20_arms_cards_and_lamps_are_no_bump() -> None:
    film = Film()
    film.show(SCENE, 2)
    for reach in (60, 120, 180, 240, 180, 120, 60):
        film.show(arm(SCENE, reach), 0.3)
    scene = SCENE.copy()
    for step in range(6):  # cards are laid here and there
        cv2.rectangle(scene, (60 + 90 * step, 120), (100 + 90 * step, 180), (240, 240, 240), -1)
        cv2.rectangle(scene, (66 + 90 * step, 126), (94 + 90 * step, 174), (30, 30, 200), -1)
        film.show(scene, 0.6)
    for gain in (0.6, 0.45, 1.0, 1.2):  # a lamp is switched
        film.show(np.clip(scene * gain, 0, 255).astype(np.uint8), 1)
    assert all(look.sure for look in film.looks)
    assert [look.news for look in film.looks if look.news] == []


def test_f25_a_table_that_is_cleared_is_no_bump() -> None:
    film = Film()
    film.show(SCENE, 3)
    scene = SCENE.copy()
    for column in range(0, WIDTH, 80):  # everything is gathered up, from the left to the right
        scene[:, : column + 80] = (70, 90, 60)
        film.show(scene, 0.5)
    film.show(scene, 3)
    assert [look.lost for look in film.looks if look.lost] == []


def test_f28_pictures_are_put_upright_as_the_setting_says() -> None:
    for turn, image in (
        (Turn(180), SCENE[::-1, ::-1]),
        (Turn(90), np.rot90(SCENE, 1)),
        (Turn(270), np.rot90(SCENE, 3)),
        (Turn(0, True), SCENE[:, ::-1]),
        (Turn(180, True), SCENE[::-1, :]),
    ):
        looks = Film(CameraCare(turn)).show(np.ascontiguousarray(image), 1)
        assert in_place(looks[-1]) < 4
    with pytest.raises(UsageError, match="cannot be turned by 45 degrees; give 0, 90, 180 or 270"):
        Turn(45)


def test_f28_a_camera_that_stands_otherwise_than_when_the_table_was_saved_is_found_again() -> None:
    film = Film(CameraCare(start=SCENE))
    looks = film.show(bumped(SCENE, 180, 20, 6), 3)
    assert after(looks, lambda look: Sight.TURNED in look.news) <= 2.0
    assert in_place(looks[-1]) < 9


@pytest.mark.parametrize(
    ("picture", "sight"),
    [
        ((SCENE * 0.2).astype(np.uint8), Sight.DARK),
        (np.clip(SCENE + np.linspace(420, 0, WIDTH)[None, :, None], 0, 255).astype(np.uint8), Sight.BRIGHT),
        (cv2.GaussianBlur(SCENE, (0, 0), 4), Sight.BLURRED),
    ],
)
def test_f27_bad_light_and_blur_are_told_with_their_cause_and_their_end(picture: Image, sight: Sight) -> None:
    film = Film()
    assert not any(look.poor for look in film.show(SCENE, 3))
    bad = film.show(picture, 4)
    assert after(bad, lambda look: sight in look.poor) <= 2.0
    assert {one for look in bad for one in look.poor} == {sight}
    assert all(look.lost is None for look in bad)
    good = film.show(SCENE, 3)
    assert after(good, lambda look: not look.poor) <= 1.0
    assert all(look.sure for look in good[-10:])


def test_f27_a_lens_that_focuses_for_a_moment_is_not_told() -> None:
    film = Film()
    film.show(SCENE, 3)
    film.show(cv2.GaussianBlur(SCENE, (0, 0), 4), 0.6)
    film.show(SCENE, 2)
    assert not any(look.poor for look in film.looks)


@pytest.mark.parametrize(("shade", "blind"), [(2, Blind.BLACK), (254, Blind.WHITE)])
def test_f27_a_black_and_a_white_picture_are_a_lost_camera(shade: int, blind: Blind) -> None:
    film = Film()
    film.show(SCENE, 3)
    gone = film.show(np.full_like(SCENE, shade), 3, noise=1.0)
    assert after(gone, lambda look: look.lost is blind) <= 2.0
    assert {look.lost for look in gone} == {None, blind}
    back = film.show(SCENE, 2)
    assert back[0].lost is None
    assert back[-1].sure


def test_f26_a_frozen_picture_is_told_within_two_seconds() -> None:
    film = Film(CameraCare(frozen_after=1.8))
    film.show(SCENE, 3)
    frozen = film.show(SCENE, 4, noise=0)
    assert after(frozen, lambda look: look.lost is Blind.FROZEN) <= 2.0
    assert film.show(SCENE, 1)[0].lost is None


def test_pictures_of_another_size_are_fitted_to_the_first_and_told_once() -> None:
    film = Film()
    film.show(SCENE, 3)
    large = cv2.resize(SCENE, (1280, 720), interpolation=cv2.INTER_LINEAR)
    looks = film.show(large, 2)
    assert [look.news for look in looks if look.news] == [(Sight.RESIZED,)]
    assert looks[-1].frame.image.shape == SCENE.shape
    assert in_place(looks[-1]) < 9
    assert all(look.sure for look in looks)


def test_pictures_of_another_shape_keep_theirs_and_the_table_is_found_in_them() -> None:
    film = Film()
    film.show(SCENE, 3)
    tall = cv2.copyMakeBorder(SCENE, 60, 60, 0, 0, cv2.BORDER_CONSTANT, value=(70, 90, 60))
    looks = film.show(tall, 4)
    assert Sight.RESIZED in looks[0].news
    assert after(looks, lambda look: Sight.REFOUND in look.news) <= 2.0
    assert in_place(looks[-1]) < 12


def test_a_movement_is_measured_to_a_pixel_or_two() -> None:
    matrix = View.of(SCENE).moved_to(View.of(bumped(SCENE, 2, 14, -7)))
    assert matrix is not None
    truth = np.vstack([cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 2, 1), [0, 0, 1]])
    truth[:2, 2] += (14, -7)
    assert shift_of(np.linalg.inv(truth) @ matrix, WIDTH, HEIGHT) * HEIGHT < 2


def test_outlines_grow_wider_with_blur_and_say_nothing_where_there_are_none() -> None:
    widths = [outline_width(cv2.GaussianBlur(SCENE, (0, 0), sigma)) for sigma in (0.5, 1.5, 3, 5)]
    assert all(width is not None for width in widths)
    assert widths == sorted(widths)  # type: ignore[type-var]  # none of them is None
    assert outline_width(np.full_like(SCENE, 90)) is None
