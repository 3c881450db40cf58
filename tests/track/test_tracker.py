"""The same card in one frame after another."""

import numpy as np
import pytest

from engine.cards import LABELS
from vision.detect.detections import Detections
from vision.track.quads import Quad, aligned, length, overlap, pose_distance
from vision.track.tracker import FORGET, Tracker


def quad(x: float, y: float, turn: float = 0.0, high: float = 90.0) -> Quad:
    wide = high * 56 / 87
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]], np.float64) / 2
    cos, sin = np.cos(turn), np.sin(turn)
    return (corners @ np.array([[cos, sin], [-sin, cos]]) + (x, y)).astype(np.float32)


def seen(*cards: tuple[str, Quad]) -> Detections:
    return Detections(
        quads=np.stack([place for _, place in cards]),
        class_ids=np.array([LABELS.index(label) for label, _ in cards], np.int16),
        confidences=np.full(len(cards), 0.9, np.float32),
    )


def test_a_card_keeps_its_track_and_comes_to_rest() -> None:
    tracker, rng = Tracker(), np.random.default_rng(1)
    for step in range(30):
        x = 100 + 20 * min(step, 10)
        (track,) = tracker.update(step / 15, seen(("red_5", quad(x, 100) + rng.normal(0, 0.8, (4, 2)).astype("f4"))))
    assert track.id == 1
    assert track.label == "red_5"
    assert track.hits == 30
    assert track.still_for(29 / 15) == pytest.approx(19 / 15, abs=0.1)
    assert pose_distance(track.quad, quad(300, 100)) < 1.5


def test_two_cards_that_pass_each_other_stay_apart() -> None:
    tracker = Tracker()
    for step in range(21):
        left, right = quad(100 + 10 * step, 100), quad(300 - 10 * step, 130)
        tracks = tracker.update(step / 15, seen(("red_5", left), ("blue_7", right)))
    assert [(track.id, track.label) for track in tracks] == [(1, "red_5"), (2, "blue_7")]


def test_f18_flicker_of_the_label_starts_no_new_track() -> None:
    tracker = Tracker()
    for step in range(40):
        label = "green_9" if step % 5 == 3 else "red_5"
        tracks = tracker.update(step / 15, seen((label, quad(200, 100))))
    (track,) = tracks
    assert (track.id, track.label, track.epoch) == (1, "red_5", 0)
    assert track.still_for(39 / 15) > 1.5


def test_missing_for_a_moment_is_no_end() -> None:
    tracker = Tracker()
    tracker.update(0.0, seen(("red_5", quad(200, 100))))
    assert len(tracker.update(FORGET * 0.9, Detections.empty())) == 1
    (track,) = tracker.update(FORGET, seen(("red_5", quad(201, 100))))
    assert track.id == 1
    assert tracker.update(2 * FORGET + 0.1, Detections.empty()) == []


def test_another_card_laid_on_top_is_another_card() -> None:
    tracker = Tracker()
    for step in range(15):
        tracker.update(step / 15, seen(("red_5", quad(200, 100))))
    for step in range(15, 25):
        tracks = tracker.update(step / 15, seen(("blue_5", quad(206, 104, 0.2))))
    newest = max(tracks, key=lambda track: max(track.still_since, track.epoch_since))
    assert newest.label == "blue_5"
    assert newest.still_for(24 / 15) < 10 / 15


def test_f19_a_second_card_of_the_same_face_is_a_second_track() -> None:
    tracker = Tracker()
    for step in range(10):
        tracker.update(step / 15, seen(("red_5", quad(200, 100))))
    tracks = tracker.update(10 / 15, seen(("red_5", quad(200, 100)), ("red_5", quad(230, 160, 0.5))))
    assert [track.label for track in tracks] == ["red_5", "red_5"]
    assert len({track.id for track in tracks}) == 2


def test_quads_compare_whichever_corner_comes_first() -> None:
    one = quad(200, 100, 0.3)
    turned = np.roll(one, 2, axis=0)
    assert pose_distance(one, turned) == pytest.approx(0.0, abs=1e-4)
    assert np.allclose(aligned(turned, one), one)
    assert length(one) == pytest.approx(90.0, rel=1e-4)


def test_overlap_is_the_share_of_the_smaller_card() -> None:
    assert overlap(quad(200, 100), quad(200, 100)) == pytest.approx(1.0, abs=1e-3)
    assert overlap(quad(200, 100), quad(200, 145)) == pytest.approx(0.5, abs=1e-3)
    assert overlap(quad(200, 100), quad(400, 100)) == 0.0
    assert overlap(quad(200, 100), quad(200, 100, high=45)) == pytest.approx(1.0, abs=1e-3)
