"""The simulated pictures, and the detector that knows what is in them."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import LABELS
from vision.detect.rectify import rectify
from vision.errors import SourceError
from vision.frames.frame import Frame
from vision.frames.simulated import SimulatedSource
from vision.synth.faces import render_face
from vision.synth.game.oracle import SimulatedDetector
from vision.synth.game.script import Script
from vision.synth.game.spec import GROUNDS, PRESETS
from vision.synth.game.steps import Step

SPEC = replace(PRESETS["clean"], size=(640, 360), fps=6.0, turns=2)
STEPS = Script((Step("start", 0, "red_5"), Step("play", 1, "red_skip"), Step("draw", 2)))


@pytest.fixture(name="resting")
def _resting() -> Iterator[tuple[SimulatedSource, Frame]]:
    """A table with its last frame, when everybody's hands are gone."""
    source = SimulatedSource(SPEC, STEPS)
    last = None
    for frame in source:
        last = frame
    assert last is not None
    yield source, last
    source.close()


def test_frames_are_numbered_timed_and_of_the_size_asked_for() -> None:
    frames = list(SimulatedSource(SPEC, STEPS))
    assert [frame.seq for frame in frames] == list(range(len(frames)))
    assert [frame.t for frame in frames] == pytest.approx([seq / 6 for seq in range(len(frames))])
    assert {(frame.image.shape, frame.image.dtype.name) for frame in frames} == {((360, 640, 3), "uint8")}


def test_cards_look_like_their_faces_where_the_truth_says(resting: tuple[SimulatedSource, Frame]) -> None:
    source, frame = resting
    top = [card for card in source.seen_in(frame.image) if card.label == "red_skip"]
    assert len(top) == 1
    assert top[0].share > 0.95
    crop = rectify(frame.image, top[0].quad)
    face = cv2.resize(render_face("red_skip", "A")[..., :3], crop.shape[1::-1], interpolation=cv2.INTER_AREA)
    likeness = [float(np.corrcoef(part.ravel(), face.ravel())[0, 1]) for part in (crop, crop[::-1, ::-1])]
    assert max(likeness) > 0.85


def test_lower_cards_are_seen_less(resting: tuple[SimulatedSource, Frame]) -> None:
    source, frame = resting
    shares = {card.label: card.share for card in source.seen_in(frame.image) if card.label != "back"}
    assert shares["red_5"] < 0.5 < shares["red_skip"]


def test_nothing_moves_at_rest_but_the_grain() -> None:
    source = SimulatedSource(replace(SPEC, drift=0.0, noise=2.0), STEPS)
    last = [frame.image for frame in source][-2:]
    assert 0 < np.abs(last[0].astype(int) - last[1]).mean() < 6


@pytest.mark.parametrize("ground", GROUNDS)
def test_every_ground_is_drawn(ground: str) -> None:
    frame = next(iter(SimulatedSource(replace(SPEC, ground=ground), STEPS)))
    assert 20 < frame.image.mean() < 235
    assert frame.image.std() > 2


def test_it_plays_once_and_stops_when_closed() -> None:
    source = SimulatedSource(SPEC, STEPS)
    frames = iter(source)
    next(frames)
    source.close()
    assert list(frames) == []
    with pytest.raises(SourceError, match="was read already"):
        next(iter(source))


def test_only_its_own_pictures_are_known(resting: tuple[SimulatedSource, Frame]) -> None:
    source, frame = resting
    assert source.seen_in(frame.image.copy())
    with pytest.raises(SourceError, match="none of the last"):
        source.seen_in(np.zeros_like(frame.image))


def test_pictures_may_be_asked_about_while_others_are_drawn() -> None:
    """A live table is drawn in one thread and looked at in another."""
    source = SimulatedSource(replace(SPEC, size=(160, 120), fps=60.0), STEPS)
    kept: list[Frame] = []
    wrong: list[Exception] = []

    def look() -> None:
        while not done.is_set():
            for frame in kept[-3:]:
                try:
                    source.seen_in(frame.image)
                except SourceError:
                    continue  # forgotten by then, where this thread had to wait
                except RuntimeError as error:
                    wrong.append(error)

    done = threading.Event()
    looker = threading.Thread(target=look)
    looker.start()
    try:
        for frame in source:
            kept = [*kept[-3:], frame]
    finally:
        done.set()
        looker.join(10)
    assert wrong == []


def test_a_live_table_keeps_time() -> None:
    source = SimulatedSource(replace(SPEC, size=(160, 120), live=True, fps=10.0), STEPS)
    began = time.monotonic()
    for frame in source:
        if frame.seq == 4:
            break
    assert source.live
    assert time.monotonic() - began >= 0.4


def test_the_knowing_detector_reports_what_is_in_sight(resting: tuple[SimulatedSource, Frame]) -> None:
    source, frame = resting
    found = SimulatedDetector(source).detect(frame.image)
    assert "red_skip" in found.labels
    assert all(card.share >= 0.35 for card in source.seen_in(frame.image) if card.label in set(found.labels) - {"back"})
    assert ((found.confidences > 0.5) & (found.confidences <= 1)).all()


def test_its_mistakes_follow_chance_and_seed(resting: tuple[SimulatedSource, Frame]) -> None:
    source, frame = resting
    honest = SimulatedDetector(source).detect(frame.image)
    flipping = SimulatedDetector(source, flips=0.3, misses=0.2, jitter=1.0, seed=3)
    again = SimulatedDetector(source, flips=0.3, misses=0.2, jitter=1.0, seed=3)
    first = [flipping.detect(frame.image) for _ in range(40)]
    for one, other in zip(first, [again.detect(frame.image) for _ in range(40)], strict=True):
        assert one.labels == other.labels
        assert (one.quads == other.quads).all()
    seen = sum(map(len, first))
    assert 0.5 * 40 * len(honest) < seen < 0.95 * 40 * len(honest)
    right = sum(label in honest.labels for found in first for label in found.labels)
    assert 0.6 * seen < right < 0.9 * seen
    assert len({label for found in first for label in found.labels}) > 10
    assert set(honest.labels) <= set(LABELS)
