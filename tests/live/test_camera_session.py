"""A session whose camera is bumped, unplugged, slow or out of time: told with the remedy, and the game goes on."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import Card
from engine.commands import PlayCard
from engine.observations import CameraBack, CameraLost, CameraSight
from engine.referee import Referee
from engine.rules import Rules
from engine.sight import Blind, Sight
from tests.live.fakes import Table, frame, until
from tests.table.scenes import bumped
from vision.detect.detections import Detections
from vision.errors import SourceError
from vision.frames.frame import Frame, Image
from vision.frames.simulated import SimulatedSource
from vision.frames.turn import Turn
from vision.live import feed as feeds
from vision.live import rates as rating
from vision.live.eye import Eye
from vision.live.hub import Hub
from vision.live.rates import Rates
from vision.live.session import Session
from vision.live.table import TablePlan
from vision.live.timeline import Timeline
from vision.synth.game.oracle import SimulatedDetector
from vision.synth.game.spec import PRESETS
from vision.table.care import CameraCare
from vision.table.layout import TableLayout
from vision.table.observer import TableObserver

SPEC = replace(PRESETS["clean"], seed=4, seats=3, turns=6, size=(640, 360), fps=12.0, noise=2.0)


class Spoiled:
    """A simulated table seen through a camera to which something happens at ``at`` seconds."""

    name, live, fps = "sim:spoiled", False, 12.0

    def __init__(self, at: float, spoil: Any) -> None:
        self.inner = SimulatedSource(SPEC)
        self.last: Image | None = None
        self._at, self._spoil = at, spoil

    def __iter__(self) -> Iterator[Frame]:
        for one in self.inner:
            self.last = one.image
            spoiled = one if one.t < self._at else self._spoil(one, one.t - self._at)
            if spoiled is not None:
                yield spoiled

    def close(self) -> None:
        self.inner.close()


class KnowsTheTable:
    """Finds the cards where they lie on the table, whatever became of the picture on its way."""

    def __init__(self, source: Spoiled) -> None:
        self._source = source
        self._oracle = SimulatedDetector(source.inner, jitter=0.3)

    def detect(self, image: Image) -> Detections:
        assert self._source.last is not None
        return self._oracle.detect(self._source.last)


def followed(source: Spoiled) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The events told, as JSON, and the last state."""
    layout = TableLayout.automatic(SPEC.seats)
    told: list[dict[str, Any]] = []

    def report(event: Any, sentence: str) -> None:
        told.append({"kind": event.kind, "t": event.t, "said": sentence, "card": getattr(event, "card", None)})

    session = Session(
        source, KnowsTheTable(source), TableObserver(layout, frozen_after=None),
        Referee(Rules.preset("official"), layout.names), None, Hub(), names=layout.names, report=report,
        care=CameraCare(), plan=TablePlan(layout, Turn()), remake=lambda new: TableObserver(new, frozen_after=None),
    )  # fmt: skip
    session.run()
    return told, session.state()


def laid(told: list[dict[str, Any]]) -> list[str]:
    return [row["card"].label for row in told if row["kind"] in ("start_card", "card_played", "illegal_play")]


def truth(source: Spoiled) -> list[object]:
    return [row["card"] for row in source.inner.truth if row["kind"] in ("start", "play")]


def between_plays(source: Spoiled) -> float:
    """A moment after the third play at which nobody is moving a card."""
    plays = [float(str(row["t"])) for row in source.inner.truth if row["kind"] == "play"]
    return (plays[1] + 0.7 + plays[2]) / 2 if plays[2] - plays[1] > 2.5 else plays[1] + 0.8


BUMPS = {
    "bumped": lambda one, since: replace(one, image=bumped(one.image, 2, 30, -12)),
    "slowly": lambda one, since: replace(one, image=bumped(one.image, min(since, 0.5) * 6, min(since, 0.5) * 60, 0)),
    "upside down": lambda one, since: replace(one, image=np.ascontiguousarray(one.image[::-1, ::-1])),
}


@pytest.mark.parametrize("how", BUMPS)
def test_f25_a_game_goes_on_when_the_camera_is_bumped_and_nothing_is_lost_or_invented(how: str) -> None:
    at = between_plays(Spoiled(0.0, None))
    source = Spoiled(at, BUMPS[how])
    told, state = followed(source)
    (moved,) = [row for row in told if row["kind"] == "camera_sight"]
    assert moved["t"] - at <= 2.0
    assert "found again" in moved["said"]
    assert laid(told) == truth(source)
    assert [row["said"] for row in told if row["kind"] in ("illegal_play", "taken_back", "out_of_step")] == []
    assert state["camera"]["trouble"] is None


@pytest.mark.parametrize("size", [(960, 540), (320, 180), (640, 480)])
def test_a_video_whose_resolution_changes_loses_no_event(size: tuple[int, int]) -> None:
    at = between_plays(Spoiled(0.0, None))

    def resized(one: Frame, since: float) -> Frame:
        scale = size[0] / one.image.shape[1]
        image = cv2.resize(one.image, (size[0], round(one.image.shape[0] * scale)), interpolation=cv2.INTER_AREA)
        edge = (size[1] - image.shape[0]) // 2
        return replace(one, image=cv2.copyMakeBorder(image, edge, edge, 0, 0, cv2.BORDER_REPLICATE))

    source = Spoiled(at, resized)
    told, state = followed(source)
    assert [row["said"] for row in told if "another size now" in row["said"]] != []
    assert laid(told) == truth(source)
    assert state["camera"]["size"] == [640, 360]


def test_f25_a_covered_camera_is_told_with_the_remedy_and_the_game_goes_on_when_it_is_free() -> None:
    at = between_plays(Spoiled(0.0, None))
    other = cv2.resize(
        np.random.default_rng(2).integers(0, 255, (18, 32, 3)).astype(np.uint8),
        (640, 360),
        interpolation=cv2.INTER_NEAREST,
    )

    def covered(one: Frame, since: float) -> Frame:
        return replace(one, image=other) if since < 2.2 else one

    source = Spoiled(at, covered)
    told, _ = followed(source)
    lost, back = [row for row in told if row["kind"] in ("camera_lost", "camera_back")]
    assert lost["t"] - at <= 2.0
    assert "put it back, uncover it, or set up the table anew" in lost["said"]
    assert (lost["kind"], back["kind"]) == ("camera_lost", "camera_back")
    assert back["t"] - at <= 3.0
    assert len(laid(told)) >= len(truth(source)) - 1


def test_f26_an_unplugged_camera_is_told_with_the_remedy_and_the_game_goes_on_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = feeds.LiveFeed
    monkeypatch.setattr(feeds, "LiveFeed", lambda source, clock: made(source, clock, retry_s=0.02))
    table = Table(idle=0.2)
    table.start()
    try:
        table.lay("red_5")
        until(lambda: table.session.state()["top"] == "red_5")
        table.source.push(SourceError("camera 0 gives no more pictures; check its cable.", Blind.UNPLUGGED))
        until(lambda: "camera_back" in [line["kind"] for line in table.session.state()["log"]])
        table.lay("red_7", 1)
        until(lambda: table.session.state()["top"] == "red_7")
        lost = [line["text"] for line in table.session.state()["log"] if line["kind"] == "camera_lost"]
        assert lost == ["The camera is lost: it gives no more pictures; check its cable, or plug it in again."]
    finally:
        table.stop()


def test_f26_a_source_that_falls_silent_is_told_within_two_seconds() -> None:
    table = Table(idle=None)
    table.start()
    try:
        table.source.push()
        until(lambda: table.session.state()["camera"]["status"] == "running")
        until(lambda: table.session.state()["status"] == "camera_lost", seconds=2.0)
    finally:
        table.stop()


def test_a_source_that_never_delivers_is_told_and_commands_are_still_taken() -> None:
    table = Table(idle=None)
    table.start()
    try:
        until(lambda: table.session.state()["status"] == "camera_lost", seconds=feeds.FIRST_S + 2.0)
        assert table.session.state()["log"][-1]["t"] == 0.0
        assert table.session.state()["camera"]["reason"] == "silent"
        assert "no picture comes; check its cable" in table.session.state()["camera"]["message"]
        outcome = table.session.submit(PlayCard(0.0, Card.parse("red_5"))).result(timeout=5)
        assert not outcome.refused
    finally:
        table.stop()


def test_f34_no_turn_moves_on_while_the_camera_is_away() -> None:
    table = Table(idle=0.2)
    table.start()
    try:
        table.lay("red_5")
        until(lambda: table.session.state()["top"] == "red_5")
        before = table.session.state()
        table.tell(CameraLost(100.0, "unplugged"))
        until(lambda: table.session.state()["status"] == "camera_lost")
        table.tell(CameraBack(4000.0))
        until(lambda: table.session.state()["status"] != "camera_lost")
        after = table.session.state()
        assert {key: after[key] for key in ("turn", "state_id", "top", "seats", "pending")} == {
            key: before[key] for key in ("turn", "state_id", "top", "seats", "pending")
        }
    finally:
        table.stop()


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def rated(clock: Clock, rates: Rates, came: int, seconds: float, coming: int, taken: int) -> tuple[int, list[Any]]:
    """Let so many pictures a second come and be taken."""
    found = []
    for step in range(1, round(seconds * taken) + 1):
        clock.now += 1 / taken
        found.append(rates.took(came + round(step * coming / taken)))
    return came + round(seconds * coming), found


def test_f27_a_slow_camera_is_noticed_within_two_seconds_and_a_quick_one_never() -> None:
    clock = Clock()
    rates = Rates(clock)
    came, found = rated(clock, rates, 0, 10, coming=30, taken=15)
    assert set(found) == {frozenset()}
    came, found = rated(clock, rates, came, 2, coming=4, taken=4)
    assert found[-1] == {Sight.SLOW}
    came, found = rated(clock, rates, came, 4, coming=30, taken=30)
    assert found[-1] == {Sight.SLOW}
    came, found = rated(clock, rates, came, 6, coming=30, taken=30)
    assert found[-1] == frozenset()


def test_f27_a_rate_that_goes_up_and_down_is_told_once() -> None:
    clock = Clock()
    rates = Rates(clock)
    came, _ = rated(clock, rates, 0, 5, coming=30, taken=30)
    told = []
    for coming, taken in ((4, 4), (30, 3), (30, 30), (4, 4), (30, 30), (30, 4)):
        came, found = rated(clock, rates, came, 3, coming=coming, taken=taken)
        told += found
    changes = [after for before, after in zip([frozenset(), *told], told, strict=False) if after != before]
    assert changes == [{Sight.SLOW}]


def test_f27_a_computer_that_cannot_keep_up_is_told_as_what_it_is() -> None:
    clock = Clock()
    rates = Rates(clock)
    came, _ = rated(clock, rates, 0, 5, coming=30, taken=30)
    _, found = rated(clock, rates, came, 3, coming=30, taken=3)
    assert found[-1] == {Sight.BUSY}


def test_a_camera_that_starts_is_given_time_to_reach_its_rate() -> None:
    clock = Clock()
    rates = Rates(clock)
    _, found = rated(clock, rates, 0, rating.SETTLE_S - 0.5, coming=3, taken=3)
    assert set(found) == {frozenset()}


def test_what_ails_a_camera_is_told_once_the_worst_first_and_its_end() -> None:
    eye = Eye()
    assert eye.see(1.0, None, {Sight.SLOW, Sight.DARK}) == [CameraSight(1.0, Sight.DARK)]
    assert eye.see(2.0, None, {Sight.DARK}) == []
    assert eye.see(3.0, None, {Sight.SLOW}) == [CameraSight(3.0, Sight.SLOW)]
    assert eye.see(4.0, Blind.FROZEN, {Sight.SLOW}) == [CameraLost(4.0, "frozen")]
    assert eye.see(5.0, Blind.FROZEN) == []
    assert eye.see(6.0, None) == [CameraBack(6.0), CameraSight(6.0, Sight.CLEAR)]


def test_a_clock_that_jumps_back_is_followed_and_told() -> None:
    timeline = Timeline(live=True)
    times = [0.0, 0.1, 0.2, -50.0, -49.9, -49.8]
    followed = [timeline.follow(Frame(seq, t, frame(0).image)) for seq, t in enumerate(times)]
    told = [round(one.t, 2) for one, _ in followed]
    assert told == sorted(told)
    assert told[-1] - told[3] == pytest.approx(0.2, abs=0.01)
    assert [jumped for _, jumped in followed] == [False, False, False, True, False, False]


def test_a_computer_that_slept_is_told_but_not_a_camera_that_was_away() -> None:
    timeline = Timeline(live=True)
    timeline.follow(frame(0, 1.0))
    assert timeline.follow(frame(1, 300.0))[1]
    assert not timeline.follow(frame(2, 600.0), expected=True)[1]
    still = Timeline(live=False)
    still.follow(frame(0, 1.0))
    assert not still.follow(frame(1, 300.0))[1]


def test_a_source_whose_clock_jumps_loses_no_event() -> None:
    table = Table(idle=None)
    table.start()
    try:
        table.lay("red_5")
        until(lambda: table.session.state()["top"] == "red_5")
        table.source.push(Frame(1, 500.0, frame(1).image))
        until(lambda: "camera_sight" in [line["kind"] for line in table.session.state()["log"]])
        table.lay("red_7", 1)
        until(lambda: table.session.state()["top"] == "red_7")
    finally:
        table.stop()
