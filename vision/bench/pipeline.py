"""Frames a second of the whole way from picture to state, on a simulated table."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.detect.second_look import for_video
from vision.frames.frame import Frame, Image, Source


@dataclass(frozen=True, slots=True)
class PipelineSpeed:
    """``frames`` frames went through in ``seconds`` s, drawing them not counted; the model read ``read`` of them."""

    frames: int
    read: int
    seconds: float

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


class Counted:
    """A detector that counts its pictures."""

    def __init__(self, detector: Detector) -> None:
        self.pictures = 0
        self._detector = detector

    def detect(self, image: Image) -> Detections:
        """Read ``image`` and count it."""
        self.pictures += 1
        return self._detector.detect(image)


def measure_pipeline(
    source: Source,
    detector: Detector,
    run: Callable[[Source, Detector], Any],
    *,
    frames: int,
    clock: Callable[[], float] = time.perf_counter,
) -> PipelineSpeed:
    """Let ``run`` follow up to ``frames`` frames of ``source`` with ``detector`` and take its time."""
    metered, counted = Metered(source, frames, clock), Counted(for_video(detector))
    start = clock()
    run(metered, counted)
    return PipelineSpeed(metered.frames, counted.pictures, clock() - start - metered.inside)
