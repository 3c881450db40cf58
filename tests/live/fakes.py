"""Small stand-ins for camera, detector and observer, and a table that puts them together with the real referee."""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from engine.cards import LABELS, Card
from engine.observations import CardOnDiscard, Observation
from engine.referee import Referee
from engine.rules import Rules
from vision.detect.detections import Detections
from vision.frames.frame import Frame, Image
from vision.live.hub import Hub
from vision.live.seams import Log
from vision.live.session import Session

SIZE = (48, 64, 3)


def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until ``condition`` holds; fail where it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass in time"
        time.sleep(0.005)


def picture(shade: int = 90) -> Image:
    return np.full(SIZE, shade, dtype=np.uint8)


def frame(seq: int, t: float | None = None) -> Frame:
    return Frame(seq, seq / 10 if t is None else t, picture(seq % 256))


class ListSource:
    """A file of ``frames``; ``broken`` is raised at its end."""

    name = "list"
    live = False
    fps: float | None = 10.0

    def __init__(self, frames: Sequence[Frame], broken: Exception | None = None) -> None:
        self._frames = list(frames)
        self._broken = broken
        self.closed = False

    def __iter__(self) -> Iterator[Frame]:
        yield from self._frames
        if self._broken is not None:
            raise self._broken

    def close(self) -> None:
        self.closed = True


class PushSource:
    """A live source into which a test pushes frames; an exception pushed is raised once, None ends it.

    After ``idle`` seconds without a push it gives a frame of itself, as cameras do; None: it keeps silent.
    """

    name = "push"
    live = True
    fps: float | None = None

    def __init__(self, idle: float | None = None) -> None:
        self._idle = idle
        self._queue: queue.SimpleQueue[Frame | Exception | None] = queue.SimpleQueue()
        self._count = 0
        self.closed = False

    def push(self, thing: Frame | Exception | None = None, *, end: bool = False) -> None:
        if thing is None and not end:
            thing = frame(self._count)
            self._count += 1
        self._queue.put(thing)

    def __iter__(self) -> Iterator[Frame]:
        while not self.closed:
            try:
                thing = self._queue.get(timeout=self._idle)
            except queue.Empty:
                self.push()
                continue
            if thing is None:
                return
            if isinstance(thing, Exception):
                raise thing
            yield thing

    def close(self) -> None:
        self.closed = True
        self._queue.put(None)


class ScriptedDetector:
    """Sees the cards that it is told to see."""

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.calls = 0

    def detect(self, image: Image) -> Detections:
        self.calls += 1
        count = len(self.labels)
        quads = np.array([[[4, 4], [20, 4], [20, 30], [4, 30]]] * count, dtype=np.float32).reshape(count, 4, 2)
        ids = np.array([LABELS.index(label) for label in self.labels], dtype=np.int16)
        return Detections(quads, ids, np.full(count, 0.9, dtype=np.float32))


class ScriptedObserver:
    """Gives with each frame what it was told since the last, so that no dropped frame loses anything."""

    def __init__(self) -> None:
        self._told: deque[Observation] = deque()

    def tell(self, *observations: Observation) -> None:
        self._told.extend(observations)

    def update(self, frame: Frame, detections: Detections) -> list[Observation]:
        return [self._told.popleft() for _ in range(len(self._told))]


class Table:
    """A live session of the real referee, into which cards are laid by hand."""

    names = ("South", "West", "North", "East")

    def __init__(
        self, store: Log | None = None, hub: Hub | None = None, idle: float | None = 0.5, **options: Any
    ) -> None:
        self.source = PushSource(idle)
        self.detector = ScriptedDetector()
        self.observer = ScriptedObserver()
        self.hub = hub or Hub()
        self.referee = Referee(Rules.preset("official"), self.names)
        self.session = Session(
            self.source, self.detector, self.observer, self.referee, store, self.hub, names=self.names, **options
        )
        self._t = 0.0
        self._thread = threading.Thread(target=self.session.run, kwargs={"stay": True})

    def start(self) -> None:
        self._thread.start()

    def tell(self, *observations: Observation) -> None:
        self.observer.tell(*observations)
        self.source.push()

    def lay(self, label: str, seat: int | None = None) -> None:
        self._t += 1.0
        self.detector.labels = [label]
        self.tell(CardOnDiscard(self._t, Card.parse(label), seat))

    def stop(self) -> None:
        self.session.stop()
        self.source.push(end=True)
        self._thread.join(timeout=10)
        self.session.preview.close()
        self.hub.close()
        assert not self._thread.is_alive()
