"""What is foreign to the settled table, what looks new, and when the camera counts as lost."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.table.camera import CameraWatch
from vision.table.motion import SETTLED, STUBBORN, Motion
from vision.table.stills import Still, shrink

Image = NDArray[np.uint8]
RNG = np.random.default_rng(5)
CLOTH: Image = RNG.integers(60, 140, (90, 160, 3)).astype(np.uint8).repeat(2, axis=0).repeat(2, axis=1)


def grainy(image: Image, light: float = 1.0) -> Image:
    return (image * light + RNG.normal(0, 1.5, image.shape)).clip(0, 255).astype(np.uint8)


def with_patch(x: int, y: int, size: int = 40) -> Image:
    image = CLOTH.copy()
    image[y : y + size, x : x + size] = (40, 60, 220)
    return image


def test_something_new_is_foreign_until_it_has_settled() -> None:
    motion, nothing = Motion(), np.zeros((90, 160), np.bool_)
    motion.look(grainy(CLOTH), 0.0)
    assert not motion.foreign.any()
    t = 0.1
    motion.look(grainy(with_patch(100, 60)), t)
    assert motion.moving[32:48, 52:68].all()
    assert motion.foreign[32:48, 52:68].all()
    assert motion.foreign.sum() < 700
    while t < 0.2 + SETTLED:
        t += 0.1
        motion.look(grainy(with_patch(100, 60)), t)
        motion.settle(nothing)
    motion.look(grainy(with_patch(100, 60)), t + 0.1)
    assert not motion.foreign.any()


def test_f20_an_arm_that_rests_stays_foreign_for_longer() -> None:
    motion, arm = Motion(), np.ones((90, 160), np.bool_)
    motion.look(grainy(CLOTH), 0.0)
    t = 0.0
    while t < STUBBORN - 0.2:
        t += 0.1
        motion.look(grainy(with_patch(100, 60)), t)
        motion.settle(arm)
        assert motion.foreign[32:48, 52:68].all()


@pytest.mark.parametrize("light", [0.75, 0.9, 1.1, 1.3])
def test_f20_a_lamp_that_changes_is_no_motion(light: float) -> None:
    motion = Motion()
    motion.look(grainy(CLOTH), 0.0)
    motion.look(grainy(CLOTH, light), 0.1)
    assert motion.moving.mean() < 0.01
    assert motion.foreign.mean() < 0.01


QUAD = np.array([[100, 60], [140, 60], [140, 120], [100, 120]], np.float32)


def still(image: Image) -> Still:
    small, step = shrink(image)
    return Still(small, step, float(np.median(small[..., 1])) + 8)


def test_f20_light_and_shadow_are_no_new_look() -> None:
    before = still(grainy(CLOTH))
    assert before.changed(still(grainy(CLOTH)), QUAD) < 0.01
    assert before.changed(still(grainy(CLOTH, 0.7)), QUAD) < 0.05


def test_another_card_is_a_new_look() -> None:
    after = CLOTH.copy()
    after[60:120, 100:140] = (30, 200, 220)
    before = still(grainy(CLOTH))
    assert before.changed(still(grainy(after)), QUAD) > 0.9
    half = QUAD + np.float32([20, 0])
    assert 0.3 < before.changed(still(grainy(after)), half) < 0.7
    assert before.changed(still(grainy(after)), half, within=QUAD) > 0.9
    assert before.changed(still(grainy(after)), half, without=QUAD) < 0.1
    assert np.isnan(before.changed(still(grainy(after)), half, within=QUAD + np.float32([900, 0])))


def test_f21_a_card_that_was_pushed_looks_the_same() -> None:
    card = RNG.integers(0, 255, (15, 10, 3)).astype(np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    before, after = CLOTH.copy(), CLOTH.copy()
    before[60:120, 100:140] = card
    after[66:126, 108:148] = card
    moved = QUAD + np.float32([8, 6])
    assert still(grainy(before)).changed(still(grainy(after)), moved, origin=QUAD) < 0.05
    assert still(grainy(before)).changed(still(grainy(after)), moved) > 0.3


def test_large_pictures_are_thinned_out() -> None:
    small, step = shrink(np.zeros((1080, 1920, 3), np.uint8))
    assert (small.shape, step) == ((360, 640, 3), 3)


def test_f26_a_frozen_picture_is_noticed_within_two_seconds() -> None:
    watch, last = CameraWatch(1.8), grainy(CLOTH)
    assert [watch.check(grainy(CLOTH), step / 10) for step in range(10)] == [None] * 10
    reasons = [watch.check(last, 1.0 + step / 10) for step in range(21)]
    assert reasons[:18] == [None] * 18
    assert reasons[-1] == "the picture is frozen"
    assert watch.check(grainy(CLOTH), 3.1) is None


def test_f26_a_source_without_noise_may_stand_still() -> None:
    watch = CameraWatch(None)
    assert [watch.check(CLOTH, float(t)) for t in range(9)] == [None] * 9


def test_f27_a_black_picture_is_said_with_its_cause() -> None:
    watch, dark = CameraWatch(1.8), np.full_like(CLOTH, 3)
    watch.check(grainy(CLOTH), 0.0)
    reasons = [watch.check(grainy(dark), 0.1 + step / 10) for step in range(15)]
    assert reasons[0] is None
    assert reasons[-1] == "the picture is black"
    assert watch.check(grainy(CLOTH), 2.0) is None
