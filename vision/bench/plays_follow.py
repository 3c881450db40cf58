"""Has the real session follow a game with truth, and keeps what it told and when."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.cards import Card, Colour
from engine.commands import Accuse, CallUno, Command, NameColour
from engine.describe import describe
from engine.events import Event, event_to_json
from engine.observations import CardOnDiscard, CardsDrawn, CardTakenBack, Observation
from engine.referee import Referee
from vision.bench.plays_recording import Recording, Row
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.frames.frame import Frame, Image, Source
from vision.live.hub import Hub
from vision.live.session import Session
from vision.synth.game.oracle import KnowsCards, SimulatedDetector
from vision.synth.game.script import rules_of
from vision.table.care import CameraCare
from vision.table.layout import TableLayout
from vision.table.observer import TableObserver

JITTER = 0.5
"""Deviation of the oracle's corners in pixels."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of following ``recording``.

    ``events`` are the referee's as JSON objects, each with ``told_at``: the time in seconds of the picture with which
    it was told. ``final`` is its last public state. ``seconds`` is the time spent on ``frames`` frames, without making
    them.
    """

    recording: Recording
    events: Sequence[Mapping[str, Any]]
    final: Mapping[str, Any]
    frames: int
    seconds: float


@dataclass(slots=True)
class Pacemaker:
    """A source that notes the time of the frame it hands out and how long it took to make, and has people speak."""

    source: Source
    words: Sequence[tuple[float, Command]] = ()
    say: Callable[[Command], object] | None = None
    live: bool = False
    name: str = ""
    fps: float | None = None
    now: float = 0.0
    drawn: Image | None = None
    frames: int = 0
    inside: float = 0.0
    clock: Callable[[], float] = field(default=time.perf_counter)

    def __post_init__(self) -> None:
        self.name, self.fps = self.source.name, self.source.fps

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames."""
        frames, waiting = iter(self.source), list(self.words)
        while True:
            start = self.clock()
            frame = next(frames, None)
            self.inside += self.clock() - start
            if frame is None:
                return
            self.now, self.drawn = frame.t, frame.image
            self.frames += 1
            while waiting and waiting[0][0] <= frame.t and self.say is not None:
                self.say(waiting.pop(0)[1])
            yield frame

    def close(self) -> None:
        """Close the source."""
        self.source.close()


class _Placed:
    """An oracle, which knows pictures as drawn, asked about those that the care of the camera has put back."""

    def __init__(self, oracle: SimulatedDetector, source: Pacemaker, care: CameraCare) -> None:
        self._oracle, self._source, self._care = oracle, source, care

    def detect(self, image: Image) -> Detections:
        """The cards of the picture in hand, where they lie in `image`."""
        cards = self._oracle.detect(image if self._source.drawn is None else self._source.drawn)
        if not len(cards):
            return cards
        quads = self._care.placed(cards.quads.reshape(-1, 2)).reshape(-1, 4, 2)
        return Detections(np.asarray(quads, np.float32), cards.class_ids, cards.confidences)


def follow(recording: Recording, detector_for: Callable[[KnowsCards], Detector], *, words: bool = True) -> Followed:
    """Follow the game to its end as ``lastcard watch`` does, with nobody watching.

    With ``words`` the referee is told what people say: colours, UNO calls and accusations. Raises what breaks the
    source.
    """
    spec = recording.spec
    source = recording.open()
    paced = Pacemaker(source, spoken(recording.truth) if words else ())
    layout = TableLayout.automatic(spec.seats)
    referee = Referee(rules_of(spec), layout.names, auto_rounds=spec.rounds > 1)
    events: list[dict[str, Any]] = []

    def report(event: Event, sentence: str) -> None:
        events.append({**event_to_json(event), "told_at": round(paced.now, 3), "sentence": sentence})

    observer = TableObserver(layout, frozen_after=None)
    care, detector = CameraCare(frozen_after=None), detector_for(source)
    if isinstance(detector, SimulatedDetector):
        detector = _Placed(detector, paced, care)
    session = Session(paced, detector, observer, referee, None, Hub(), names=layout.names, report=report, care=care)
    paced.say = session.submit
    start = time.perf_counter()
    session.run()
    seconds = time.perf_counter() - start - paced.inside
    session.preview.close()
    if session.broken is not None:
        raise session.broken
    return Followed(recording, events, referee.snapshot(), paced.frames, seconds)


def follow_truth(recording: Recording, *, words: bool = True) -> Followed:
    """Have the referee alone follow the game, told of everything by perfect eyes: what is wrong then is its doing."""
    spec, start = recording.spec, time.perf_counter()
    layout = TableLayout.automatic(spec.seats)
    referee = Referee(rules_of(spec), layout.names, auto_rounds=spec.rounds > 1)
    items = [(float(row["t"]), item) for row in recording.truth if (item := _observed(row)) is not None]
    if words:
        items = sorted([*items, *spoken(recording.truth)], key=lambda entry: entry[0])
    events = [
        {**event_to_json(event), "told_at": t, "sentence": describe(event, layout.names)}
        for t, item in items
        for event in referee.handle(item)
    ]
    return Followed(recording, events, referee.snapshot(), len(items), time.perf_counter() - start)


def _observed(row: Row) -> Observation | Command | None:
    t, seat = float(row["t"]), row["seat"]
    if row["kind"] in ("start", "play"):
        return CardOnDiscard(t, Card.parse(str(row["card"])), seat)
    if row["kind"] == "taken_back":
        return CardTakenBack(t, Card.parse(str(row["card"])), seat)
    return CardsDrawn(t, seat) if row["kind"] == "draw" else None


def oracle(table: KnowsCards) -> Detector:
    """A detector that knows the cards and errs by half a pixel."""
    return SimulatedDetector(table, jitter=JITTER)


def spoken(truth: Sequence[Row]) -> list[tuple[float, Command]]:
    """What people say, each with its time, as commands: colours named, UNO called, somebody caught without."""
    said: list[tuple[float, Command]] = []
    for row in truth:
        t = float(row["t"])
        if row["kind"] == "colour":
            said.append((t, NameColour(t, Colour(str(row["colour"])))))
        elif row["kind"] == "uno":
            said.append((t, CallUno(t, int(row["seat"]))))
        elif row["kind"] == "uno_missed":
            said.append((t, Accuse(t, int(row["seat"]), row["accuser"])))
    return said
