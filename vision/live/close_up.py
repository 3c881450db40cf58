"""A second camera that looks at the discard pile from near: it helps where the first one cannot read a card well."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from engine.cards import BACK, Card
from engine.describe import blind_text, words_of
from engine.observations import CardOnDiscard, Observation
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.detect.second_look import for_video
from vision.errors import UsageError
from vision.frames.frame import Frame, Source
from vision.live.feed import SourceOver, open_feed

SURE: Final = 0.9
"""A card that the first camera reads so well is not looked at again."""
FRESH_S: Final = 0.4
"""A picture this old, in seconds, may show the pile as it was before."""
LEAST: Final = 0.5
"""Confidence below which the second reading counts for nothing."""
_MIDDLE: Final = 0.7
_WHOLE: Final = 0.6


class CloseUp:
    """Reads the pile's top card in the pictures of ``source``; used in the session's thread.

    The two sources' clocks need not agree: a live one is taken as it comes, a file is read on to the same time.
    ``warn`` hears once when the source breaks off; the game goes on with the first camera alone.
    """

    def __init__(self, source: Source, detector: Detector, warn: Callable[[str], None]) -> None:
        self._source = source
        self._detector = for_video(detector)
        self._warn = warn
        self._feed = open_feed(source)
        self._frame: Frame | None = None
        self._taken = -math.inf
        self._over = self._told = False

    def follow(self, t: float) -> None:
        """The first camera is at ``t`` seconds; take in what this one saw until then."""
        try:
            while not self._over and (self._source.live or self._frame is None or self._frame.t < t):
                frame = self._feed.take(0.0)
                if frame is None:
                    break
                self._frame, self._taken = frame, t
        except SourceOver as over:
            self._over = True
            if over.__cause__ is not None:
                self._tell(str(over.__cause__).rstrip("."))
        else:
            if not self._over and (trouble := self._feed.trouble()) is not None:
                self._tell(blind_text(trouble, words_of("en")))

    def sharpened(self, observations: Sequence[Observation], t: float) -> list[Observation]:
        """The observations, those of cards read with doubt held against what this camera reads."""
        return [self._sharper(item, t) if isinstance(item, CardOnDiscard) else item for item in observations]

    def close(self) -> None:
        """Let go of the source."""
        self._feed.close()

    def _tell(self, why: str) -> None:
        if self._told:
            return
        self._told = True
        self._warn(f"The close-up camera is lost: {why}. The game goes on with the other camera alone.")

    def _sharper(self, item: CardOnDiscard, t: float) -> CardOnDiscard:
        if item.confidence >= SURE or self._frame is None or t - self._taken > FRESH_S:
            return item
        read = top_card(self._detector.detect(self._frame.image), self._frame)
        return item if read is None or read[1] < LEAST else agreed(item, *read)


def agreed(item: CardOnDiscard, card: Card, confidence: float) -> CardOnDiscard:
    """What two readings of one card make together: the surer one, and the other as what it may be else."""
    if card == item.card:
        return replace(item, confidence=1 - (1 - item.confidence) * (1 - confidence))
    others = tuple((one, share) for one, share in item.alternatives if one != card)
    if confidence > item.confidence:
        return replace(item, card=card, confidence=confidence, alternatives=((item.card, item.confidence), *others))
    ranked = sorted([*others, (card, confidence)], key=lambda other: -other[1])
    return replace(item, alternatives=tuple(ranked))


def top_card(found: Detections, frame: Frame) -> tuple[Card, float] | None:
    """The face-up card that lies whole in the middle of a picture, and how sure its face is; None without one."""
    height, width = frame.image.shape[:2]
    if not len(found):
        return None
    areas = np.array([_area(quad) for quad in found.quads])
    best: tuple[Card, float] | None = None
    for label, quad, sure, area in zip(found.labels, found.quads, found.confidences, areas, strict=True):
        x, y = quad.mean(axis=0)
        central = abs(2 * x / width - 1) <= _MIDDLE and abs(2 * y / height - 1) <= _MIDDLE
        if label == BACK or not central or area < _WHOLE * areas.max():
            continue
        if best is None or float(sure) > best[1]:
            best = (Card.parse(label), float(sure))
    return best


def check_apart(first: Source, second: Source) -> None:
    """Raises ``UsageError`` where both are the same source."""
    if first.name == second.name:
        raise UsageError(
            f"Both cameras are {first.name}; give --close-up another source, such as the number of the other camera."
        )


def _area(quad: np.ndarray) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)
