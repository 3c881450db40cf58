"""From pixels to observations at simulated tables whose script a test writes."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.observations import CameraBack, CameraLost, CardOnDiscard, HandInView, Observation, Settling
from tests.table.watching import SPEC, Watched, watch
from vision.detect.detections import Detections
from vision.frames.frame import Frame
from vision.synth.game.steps import Step
from vision.table.layout import TableLayout
from vision.table.observer import TableObserver

MESSY = replace(SPEC, mess=0.9, overlap=0.0)


def plays(*cards: tuple[int, str]) -> list[Step]:
    return [Step("play", seat, card) for seat, card in cards]


def assert_told(seen: Watched) -> None:
    """Everything was told once, rightly, in order, and nothing besides."""
    assert seen.deeds == seen.truth


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_every_seats_play_is_its_own(seats: int) -> None:
    chosen = range(seats) if seats < 6 else range(1, seats, 2)
    assert_told(watch(plays(*((seat, f"green_{seat}") for seat in chosen)), replace(MESSY, seats=seats)))


def test_f18_flickering_and_missing_labels_make_no_events() -> None:
    steps = [*plays((1, "red_7"), (2, "red_2")), Step("wait", seconds=3.0), *plays((3, "blue_2"))]
    assert_told(watch(steps, replace(MESSY, seed=3), flips=0.12, misses=0.15, jitter=0.6))


def test_f19_the_same_face_twice_is_two_plays() -> None:
    assert_told(watch(plays((1, "red_7"), (2, "red_7"), (3, "blue_7"), (0, "blue_7")), replace(MESSY, seed=1)))


def test_f19_alike_faces_in_the_very_same_place_are_two_plays() -> None:
    assert_told(watch(plays((0, "red_0"), (2, "red_8"), (0, "red_9"), (0, "red_6")), replace(SPEC, mess=0.1)))


def test_f20_resting_hands_and_shadows_are_no_plays() -> None:
    noise = [Step("rest", 2), Step("shadow"), Step("wait", seconds=2.0), Step("shadow"), Step("wait", seconds=1.5)]
    seen = watch([*plays((1, "red_7")), *noise, *plays((2, "red_1"))], MESSY)
    assert_told(seen)
    hands = [item.active for item in seen.found if isinstance(item, HandInView)]
    assert hands[0] is True
    assert hands[1::2] == [False] * len(hands[1::2])
    rest = next(float(str(row["t"])) for row in seen.source.noise if row["kind"] == "rest")
    before = [item.active for item in seen.found if isinstance(item, HandInView) and item.t < rest + 0.4]
    assert before[-1] is True, "a hand over the pile is told as a hand in view"


def test_f21_nudges_and_fidgets_are_no_plays() -> None:
    noise = [Step("nudge", 3), Step("fidget", 1), Step("nudge", 1), Step("fidget", 2), Step("nudge", 2)]
    assert_told(watch([*plays((1, "red_7"), (2, "red_1")), *noise, *plays((3, "blue_1"))], MESSY))


def test_f22_a_card_taken_back_is_told_as_such_and_may_be_another_next() -> None:
    steps = [*plays((1, "red_7"), (2, "green_2")), Step("taken_back", 2, "green_2"), *plays((2, "red_9"))]
    assert_told(watch([*steps, Step("wait", seconds=0.5)], replace(MESSY, seed=2)))


def test_f24_cards_that_the_rules_forbid_are_told_all_the_same() -> None:
    assert_told(watch(plays((1, "blue_7"), (3, "green_2"), (3, "yellow_skip")), MESSY))


def test_draws_are_told_with_their_seat() -> None:
    steps = [Step("draw", 1), *plays((2, "red_1")), Step("draw", 3), Step("draw", 3), Step("draw", 0)]
    assert_told(watch(steps, replace(MESSY, seed=4)))


def test_times_are_those_at_which_cards_came_to_rest() -> None:
    seen = watch(plays((1, "red_7"), (2, "red_1")), MESSY)
    true = [float(str(row["t"])) for row in seen.source.truth]
    told = [item.t for item in seen.found if isinstance(item, CardOnDiscard)]
    assert told == pytest.approx(true, abs=0.35)


def test_readings_come_with_confidence_and_alternatives() -> None:
    seen = watch(plays((1, "red_7")), MESSY, flips=0.25)
    for item in seen.found:
        if isinstance(item, CardOnDiscard):
            assert 0.3 < item.confidence <= 1
            assert 0.5 < item.seat_confidence <= 1
            assert sum(share for _, share in item.alternatives) < 0.5
            assert item.card not in [card for card, _ in item.alternatives]


GRAIN = np.random.default_rng(7)
CLOTH = GRAIN.integers(60, 140, (18, 32, 3)).astype(np.uint8).repeat(10, axis=0).repeat(10, axis=1)


def see(observer: TableObserver, images: Sequence[np.ndarray], start: int = 0) -> list[Observation]:
    found: list[Observation] = []
    for number, image in enumerate(images, start):
        frame = Frame(number, number / 10, image)
        observer.needs_detection(frame)
        found += observer.update(frame, Detections.empty())
    return found


def alive(count: int) -> list[np.ndarray]:
    return [(CLOTH + GRAIN.normal(0, 2, CLOTH.shape)).clip(0, 255).astype(np.uint8) for _ in range(count)]


def test_f26_a_frozen_camera_is_told_once_and_its_return() -> None:
    pictures = [*alive(10), *alive(1) * 40, *alive(5)]
    found = [item for item in see(TableObserver(TableLayout.automatic(4)), pictures) if not isinstance(item, Settling)]
    assert [type(item) for item in found] == [CameraLost, CameraBack]
    assert isinstance(found[0], CameraLost)
    assert found[0].reason == "the picture is frozen"
    assert found[0].t - 1.0 <= 2.0


def test_f27_a_black_camera_is_told_with_its_cause() -> None:
    dark = [(image * 0.02).astype(np.uint8) for image in alive(30)]
    found = see(TableObserver(TableLayout.automatic(4), frozen_after=None), [*alive(5), *dark])
    assert [item.reason for item in found if isinstance(item, CameraLost)] == ["the picture is black"]
    assert not any(isinstance(item, CardOnDiscard) for item in found)


def test_nothing_is_looked_for_while_nothing_moves() -> None:
    observer = TableObserver(TableLayout.automatic(4))
    looked = 0
    for number, image in enumerate(alive(60)):
        frame = Frame(number, number / 10, image)
        looked += observer.needs_detection(frame)
        observer.update(frame, Detections.empty())
    assert 5 < looked < 25


def test_debug_view_is_of_plain_values() -> None:
    observer = TableObserver(TableLayout.automatic(4))
    see(observer, alive(2))
    assert observer.debug == {
        "tracks": [], "arms": [], "discard": None, "draw": None, "top": None, "hand_in_view": False, "settling": False,
    }  # fmt: skip
