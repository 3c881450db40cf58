"""Frames a second of the whole way from picture to state, on a simulated table."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from vision.bench.timing import Timing
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.detect.second_look import for_video
from vision.frames.frame import Frame, Image, Source


@dataclass(frozen=True, slots=True)
class PipelineSpeed:
    """``frames`` frames went through in ``seconds`` s, drawing them not counted; the model read ``read`` of them, each
    from pixels to labels as ``reading`` tells (None where it read none)."""

    frames: int
    read: int
    seconds: float
    reading: Timing | None = None

    @property
    def fps(self) -> float:
        """Frames a second."""
        return self.frames / self.seconds if self.seconds > 0 else 0.0


class Metered:
    """The first ``limit`` frames of a source; keeps count of how long the source itself took to make them."""

    live = False

    def __init__(self, source: Source, limit: int, clock: Callable[[], float] = time.perf_counter) -> None:
        self.name = source.name
        self.fps = source.fps
        self.frames = 0
        self.inside = 0.0
        self._source = source
        self._limit = limit
        self._clock = clock

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames."""
        frames = iter(self._source)
        while self.frames < self._limit:
            start = self._clock()
            frame = next(frames, None)
            self.inside += self._clock() - start
            if frame is None:
                return
            self.frames += 1
            yield frame

    def close(self) -> None:
        """Close the source."""
        self._source.close()


class Timed:
    """A detector that notes the seconds it takes for each picture."""

    def __init__(self, detector: Detector, clock: Callable[[], float] = time.perf_counter) -> None:
        self.seconds: list[float] = []
        self._detector = detector
        self._clock = clock

    def detect(self, image: Image) -> Detections:
        """Read ``image`` by the clock."""
        start = self._clock()
        found = self._detector.detect(image)
        self.seconds.append(self._clock() - start)
        return found


def measure_pipeline(
    source: Source,
    detector: Detector,
    run: Callable[[Source, Detector], Any],
    *,
    frames: int,
    clock: Callable[[], float] = time.perf_counter,
) -> PipelineSpeed:
    """Let ``run`` follow up to ``frames`` frames of ``source`` with ``detector`` and take its time."""
    metered, timed = Metered(source, frames, clock), Timed(for_video(detector), clock)
    start = clock()
    run(metered, timed)
    seconds = clock() - start - metered.inside
    reading = Timing.of(timed.seconds) if timed.seconds else None
    return PipelineSpeed(metered.frames, len(timed.seconds), seconds, reading)
