"""A second look at every card found: rectified at the photo's full resolution and read by a small network."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.calibration import Calibration
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.detect.found import Finder, Found
from vision.detect.index_look import IndexReader, hidden_cards, lone_ones_doubted
from vision.detect.kinds import BACK, FACE, INDEX, KINDS
from vision.detect.memory import Reader, RememberingReader
from vision.detect.nms import OTHER_FACE, SAME_FACE, quad_iou
from vision.detect.onnx import OnnxFinder
from vision.detect.scales import TwoScales
from vision.frames.frame import Image

KIND_WEIGHT = 0.8
"""How much a finder that is quite sure of a face speaks against a back, and the other way round."""

FAINT, CLEARLY_READ, TAKEN = 0.3, 0.5, 0.3
"""A box of less confidence than the first is not read where it overlaps, by the third, a card read with the second."""

TINY = 1 / 20
"""Area of a card beside the largest one in the picture under which it is none: no camera sees them so unlike."""

TWIN = 0.4
"""Overlap from which a doubtful whole card and one told by its index are the same, their labels being equal."""

PART_RATIO, LOOSE_RATIO = 3.0, 1.6
"""How much larger a box must be for one within it to be a part of its card, and for itself to be drawn too wide."""

_BACK_LABEL = LABELS.index("back")

VIDEO_LEAST = 0.15
"""How sure the finder must be of a box in a video, where the next frame gives another chance."""


class SecondLook:
    """A detector whose cards are found by one network and read one by one by another.

    The finder should report down to a low confidence: it only has to tell that a card lies there. A box that looks like
    nothing goes under `confidence`, and one that the finder gives less than `least_found` is not read. With `indices`,
    cards of which only an index shows are read by that.
    """

    def __init__(
        self,
        finder: Finder,
        reader: Reader,
        confidence: float,
        *,
        kinds: Sequence[str] = KINDS,
        least_found: float = 0.0,
        indices: IndexReader | None = None,
        calibration: Calibration | None = None,
    ) -> None:
        self._finder = finder
        self._reader = reader
        self._kinds = kinds_of(kinds)
        self._least_found = least_found
        self._indices = indices
        self._calibration = calibration or Calibration()
        self.confidence = confidence

    def remembering(self) -> SecondLook:
        """Return the same for the frames of one video: cards that lie still are not read again in every frame.

        Cards of which only an index shows are left out: on the piles they are old ones that others cover.
        """
        finder = self._finder
        twin = SecondLook(
            finder.for_video() if isinstance(finder, TwoScales | OnnxFinder) else finder,
            RememberingReader(self._reader),
            self.confidence,
            least_found=max(VIDEO_LEAST, self._least_found),
            calibration=self._calibration,
        )
        twin._kinds = self._kinds
        return twin

    def detect(self, image: Image) -> Detections:
        """Find the cards of `image` (H, W, 3) BGR, read each, and return those sure enough, surest first."""
        cards, hidden = self.look(image)
        both = cards + hidden
        return both[np.argsort(-both.confidences, kind="stable")]

    def look(self, image: Image) -> tuple[Detections, Detections]:
        """The same with the cards that show whole and those read by an index alone apart, each surest first."""
        found = self._finder.find(image)
        kinds = self._kinds[found.classes]
        likely = (kinds == INDEX) | (found.confidences >= self._least_found)
        found, kinds = found[likely], kinds[likely]
        cards = self._read(image, found[kinds != INDEX], kinds[kinds != INDEX])
        if self._indices is None:
            return cards, Detections.empty()
        clear = cards[cards.confidences >= CLEARLY_READ]
        hidden = hidden_cards(image, found[kinds == INDEX], clear, self._indices)
        hidden = Detections(hidden.quads, hidden.class_ids, self._calibration.hidden(hidden.confidences))
        hidden = lone_ones_doubted(hidden, cards)
        hidden = hidden[hidden.confidences >= self.confidence]
        return _without_twins(cards, hidden), hidden

    def _read(self, image: Image, found: Found, kinds: NDArray[np.int16]) -> Detections:
        """Read the boxes of whole cards and keep one for each card; faint ones only where no card is read already."""
        clear = found.confidences >= FAINT
        cards = self._read_boxes(image, found[clear], kinds[clear])
        free = np.flatnonzero(~clear)
        if len(cards):
            free = np.array([i for i in free if not _taken(found.quads[i], cards)], np.intp)
        return _of_like_size(_one_box_a_card(cards + self._read_boxes(image, found[free], kinds[free])))

    def _read_boxes(self, image: Image, found: Found, kinds: NDArray[np.int16]) -> Detections:
        """Read boxes and return those sure enough, surest first."""
        if not len(found):
            return Detections.empty()
        chances = self._reader.read(image, found.quads)
        doubt = (1 - KIND_WEIGHT * found.confidences)[:, None]
        is_back = np.arange(len(LABELS)) == _BACK_LABEL
        chances = np.where((kinds == BACK)[:, None] == is_back[None], chances, chances * doubt)
        labels = chances.argmax(axis=1).astype(np.int16)
        confidences = self._calibration.whole((chances.max(axis=1) * found.confidences**0.25).clip(0, 1))
        order = np.argsort(-confidences, kind="stable")
        kept = order[confidences[order] >= self.confidence]
        return Detections(found.quads, labels, confidences)[kept]


def _of_like_size(cards: Detections) -> Detections:
    """Return cards without those that are tiny beside the surely read ones: texture that looks like cards."""
    areas = np.array([abs(float(cv2.contourArea(quad))) for quad in cards.quads])
    clear = cards.confidences >= CLEARLY_READ
    if not clear.any():
        return cards
    return cards[areas >= TINY * areas[clear].max()]


def _without_twins(cards: Detections, hidden: Detections) -> Detections:
    """Return whole cards without those that an index tells more surely: one card, worn or half covered, told twice."""

    def twin(k: int) -> bool:
        area = abs(float(cv2.contourArea(cards.quads[k])))
        return any(
            label == cards.class_ids[k]
            and sure >= cards.confidences[k]
            and quad_iou(cards.quads[k], quad, area, abs(float(cv2.contourArea(quad)))) >= TWIN
            for quad, label, sure in zip(hidden.quads, hidden.class_ids, hidden.confidences, strict=True)
        )

    unsure = np.flatnonzero(cards.confidences < CLEARLY_READ)
    gone = [int(k) for k in unsure if twin(int(k))]
    return cards[np.setdiff1d(np.arange(len(cards)), gone)]


def kinds_of(classes: Sequence[str]) -> NDArray[np.int16]:
    """Return the kind of each of a finder's classes, which are KINDS or labels of cards."""
    if tuple(classes) == KINDS:
        return np.arange(len(KINDS), dtype=np.int16)
    return np.array([BACK if name == "back" else FACE for name in classes], np.int16)


def for_video(detector: Detector) -> Detector:
    """Return `detector` as it serves the frames of one video best."""
    return detector.remembering() if isinstance(detector, SecondLook) else detector


def _taken(quad: NDArray[np.float32], cards: Detections) -> bool:
    """Tell whether a box lies on one of the cards that are surely read."""
    area = abs(float(cv2.contourArea(quad)))
    return any(
        sure >= CLEARLY_READ and quad_iou(quad, other, area, abs(float(cv2.contourArea(other)))) >= TAKEN
        for other, sure in zip(cards.quads, cards.confidences, strict=True)
    )


def _one_box_a_card(cards: Detections) -> Detections:
    """Keep one box a card.

    A box goes that overlaps a surer one by half with the same label, or by more with another. Of a box within a much
    larger one the less sure goes: cards are all of one size, so the small one is a part of that card taken for a whole
    one, or the large one is a card taken with what lies around it.
    """
    cards = cards[np.argsort(-cards.confidences, kind="stable")]
    areas = [abs(float(cv2.contourArea(quad))) for quad in cards.quads]
    kept: list[int] = []
    for i in range(len(cards)):
        if not any(_one_card(cards, areas, k, i) for k in kept):
            kept.append(i)
    return cards[np.array([i for i in kept if not _same_thing(cards, areas, kept, i)], np.intp)]


def _one_card(cards: Detections, areas: list[float], surer: int, other: int) -> bool:
    overlap = quad_iou(cards.quads[surer], cards.quads[other], areas[surer], areas[other])
    return overlap >= (SAME_FACE if cards.class_ids[surer] == cards.class_ids[other] else OTHER_FACE)


def _same_thing(cards: Detections, areas: list[float], kept: list[int], box: int) -> bool:
    """Tell whether a box is a part of a card that is told, or holds one of its own face with what lies around it."""
    for other in kept:
        small, large = (box, other) if areas[box] < areas[other] else (other, box)
        if cards.confidences[other] < cards.confidences[box] * (0.7 if small == box else 1 / 0.7):
            continue
        alike = cards.class_ids[box] == cards.class_ids[other]
        if areas[large] > (PART_RATIO if small == box or not alike else LOOSE_RATIO) * areas[small]:
            shared = float(cv2.intersectConvexConvex(cards.quads[large], cards.quads[small])[0])
            if shared > 0.8 * areas[small] and (small == box or alike):
                return True
    return False
