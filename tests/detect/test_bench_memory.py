"""The benchmark measures what a session runs."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.bench.pipeline import measure_pipeline
from vision.detect.detector import Detector
from vision.detect.found import Found
from vision.detect.kinds import FACE
from vision.detect.second_look import SecondLook
from vision.frames.frame import Frame, Image, Source
from vision.synth.layout import card_quad


class Still:
    """Five frames of a table where nothing moves."""

    name, live, fps = "still", False, 10.0

    def __iter__(self) -> Iterator[Frame]:
        for i in range(5):
            yield Frame(i, i / 10, np.full((200, 200, 3), 90, np.uint8))

    def close(self) -> None:
        return


class Finder:
    """Finds one card."""

    def find(self, image: Image) -> Found:
        return Found.of([card_quad(100, 100, 90, 0.0)], [FACE], [0.9])


class Counting:
    """Counts the cards it is asked for."""

    asked = 0

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        self.asked += len(quads)
        return np.tile(np.eye(len(LABELS), dtype=np.float32)[3], (len(quads), 1))


def test_a_card_that_lies_still_is_read_once_in_the_benchmark_too() -> None:
    reader = Counting()

    def run(source: Source, detector: Detector) -> None:
        for frame in source:
            detector.detect(frame.image)

    speed = measure_pipeline(Still(), SecondLook(Finder(), reader, 0.3), run, frames=5)
    assert speed.read == 5
    assert reader.asked == 1
