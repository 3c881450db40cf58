"""A detector that knows what lies on the simulated table, with honest or made-up mistakes."""

import random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.detections import Detections
from vision.synth.game.scene import Seen

Image = NDArray[np.uint8]
_INDEX = {label: index for index, label in enumerate(LABELS)}


class KnowsCards(Protocol):
    """Something that can tell the cards of a picture it drew."""

    def seen_in(self, image: Image) -> list[Seen]:
        """The cards in ``image``, lowest first."""
        ...


class SimulatedDetector:
    """Reports the cards of a simulated table's pictures by knowing them.

    A card counts as visible from ``least`` of its area on. ``flips`` and ``misses`` are the chances, per card and
    picture, of a wrong label and of no detection (misses grow as less of a card is seen); ``jitter`` is the deviation
    of corners in pixels. Everything follows from ``seed`` and the order of the calls.
    """

    def __init__(
        self, source: KnowsCards, *, least: float = 0.35, flips: float = 0.0, misses: float = 0.0,
        jitter: float = 0.0, seed: int = 0,
    ) -> None:  # fmt: skip
        self._source, self._least = source, least
        self._flips, self._misses, self._jitter = flips, misses, jitter
        self._rng = random.Random(seed)
        self._noise = np.random.default_rng(seed)

    def detect(self, image: Image) -> Detections:
        """The visible cards of a picture that the source has drawn lately."""
        height, width = image.shape[:2]
        found = [card for card in self._source.seen_in(image) if self._reported(card, width, height)]
        if not found:
            return Detections.empty()
        quads = np.stack([card.quad for card in found])
        if self._jitter:
            quads += self._noise.normal(0, self._jitter, quads.shape).astype(np.float32)
        classes = [self._read(card) for card in found]
        confidences = [min(0.98, 0.55 + 0.45 * card.share - 0.1 * self._rng.random()) for card in found]
        return Detections(
            quads=quads,
            class_ids=np.array(classes, np.int16),
            confidences=np.array(confidences, np.float32),
        )

    def _reported(self, card: Seen, width: int, height: int) -> bool:
        middle = card.quad.mean(axis=0)
        inside = 0 <= middle[0] < width and 0 <= middle[1] < height
        hidden = max(0.0, 1 - card.share)
        missed = self._misses > 0 and self._rng.random() < self._misses * (1 + 4 * hidden)
        return inside and card.share >= self._least and not missed

    def _read(self, card: Seen) -> int:
        if self._flips and self._rng.random() < self._flips:
            return self._rng.randrange(len(LABELS))
        return _INDEX[card.label]
