"""A second look at every card found: rectified at the photo's full resolution and read by a small network.

The network has a head for the colour and one for the face. A card looks the same from both ends but for its turn, so
each crop is read both ways up and the two readings are averaged.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.detect.memory import Reader, RememberingReader
from vision.detect.nms import OTHER_FACE, SAME_FACE, quad_iou
from vision.detect.rectify import rectify
from vision.errors import ModelError
from vision.frames.frame import Image

COLOURS = ("red", "yellow", "green", "blue", "none")
FACES = (*"0123456789", "skip", "reverse", "draw2", "wild", "wild_draw4", "back", "nothing")
"""What the two heads tell apart; a card without colour has `none`, a box without a card shows `nothing`."""

BATCH = 16
FINDER_WEIGHT = 0.35
"""How much the finder's own reading counts beside the second look's, at a confidence of one."""

PART_RATIO = 3.0
"""How much larger a box must be for one within it to be a part of the same card."""

VIDEO_LEAST = 0.15
"""How sure the finder must be of a box in a video, where the next frame gives another chance."""


def parts_of(label: str) -> tuple[int, int]:
    """Return (colour index, face index) of a label in COLOURS and FACES."""
    colour, _, face = label.partition("_")
    if colour in COLOURS[:4]:
        return COLOURS.index(colour), FACES.index(face)
    return COLOURS.index("none"), FACES.index(label)


def _label_table() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    pairs = [parts_of(label) for label in LABELS]
    return np.array([p[0] for p in pairs], np.intp), np.array([p[1] for p in pairs], np.intp)


_COLOUR_OF, _FACE_OF = _label_table()


def label_chances(colour: NDArray[np.float32], face: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (N, 55) chances of each label from chances of colour (N, 5) and face (N, 17).

    A coloured face shares its chance among the four colours; what no label can be (a red back, nothing) is left out,
    so a row may sum to less than one.
    """
    named = colour[:, :4] / np.maximum(colour[:, :4].sum(axis=1, keepdims=True), 1e-6)
    shares = np.concatenate([named, np.ones((len(colour), 1), np.float32)], axis=1)
    return np.asarray(shares[:, _COLOUR_OF] * face[:, _FACE_OF], np.float32)


def _mean_of_halves(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return chances (N, K) from scores (2N, K) whose second half are the same crops upside down."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances = raised / raised.sum(axis=1, keepdims=True)
    half = len(chances) // 2
    return np.asarray((chances[:half] + chances[half:]) / 2, np.float32)


class CardReader:
    """The network that reads rectified cards. Input (N, 3, 160, 104) BGR in 0..1; outputs colour and face scores."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name

    @classmethod
    def load(cls, path: Path, threads: int = 2) -> CardReader:
        """Load the network; ModelError where the file is missing or is no such network."""
        from vision.detect.onnx import open_session

        if not path.is_file():
            raise ModelError(f"{path} is missing, which the manifest names as the second look; export the model again.")
        reader = cls(open_session(path, threads))
        shapes = [out.shape for out in reader._session.get_outputs()]
        if [shape[-1] for shape in shapes] != [len(COLOURS), len(FACES)]:
            raise ModelError(f"{path} does not tell {len(COLOURS)} colours and {len(FACES)} faces; export it again.")
        return reader

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (N, 55) chances of each label for the cards on `quads` (N, 4, 2) px of a picture."""
        return self.read_crops(np.stack([rectify(image, quad) for quad in quads]))

    def read_crops(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return (N, 55) chances of each label for rectified cards (N, 160, 104, 3) BGR, both ways up averaged."""
        chances = np.zeros((len(crops), len(LABELS)), np.float32)
        for start in range(0, len(crops), BATCH):
            part = crops[start : start + BATCH]
            both = np.concatenate([part, part[:, ::-1, ::-1]]).transpose(0, 3, 1, 2)
            colour, face = self._session.run(None, {self._input: np.ascontiguousarray(both, np.float32) / 255})
            chances[start : start + len(part)] = label_chances(_mean_of_halves(colour), _mean_of_halves(face))
        return chances


class SecondLook:
    """A detector whose cards are read again, one by one.

    The finder should report down to a low confidence: it only has to tell that a card lies there. Both readings are
    blended, the finder's weighing `FINDER_WEIGHT` times its confidence; a box that looks like nothing loses its
    confidence and goes under `confidence`.
    """

    def __init__(self, finder: Detector, reader: Reader, confidence: float, least_found: float = 0.0) -> None:
        self._finder = finder
        self._reader = reader
        self._least_found = least_found
        self.confidence = confidence

    def remembering(self) -> SecondLook:
        """Return the same for the frames of one video: cards that lie still are not read again in every frame."""
        return SecondLook(self._finder, RememberingReader(self._reader), self.confidence, VIDEO_LEAST)

    def detect(self, image: Image) -> Detections:
        """Find the cards of `image` (H, W, 3) BGR, read each, and return those sure enough, surest first."""
        found = self._finder.detect(image)
        found = found[found.confidences >= self._least_found]
        if not len(found):
            return found
        blend = self._reader.read(image, found.quads)
        rows = np.arange(len(found))
        weight = FINDER_WEIGHT * found.confidences
        blend[rows, found.class_ids] += weight
        labels = blend.argmax(axis=1).astype(np.int16)
        chance = blend[rows, labels] / (1 + weight)
        confidences = (chance * found.confidences**0.25).clip(0, 1).astype(np.float32)
        order = np.argsort(-confidences, kind="stable")
        kept = order[confidences[order] >= self.confidence]
        return _one_box_a_card(Detections(found.quads, labels, confidences)[kept])


def for_video(detector: Detector) -> Detector:
    """Return `detector` as it serves the frames of one video best."""
    return detector.remembering() if isinstance(detector, SecondLook) else detector


def _one_box_a_card(cards: Detections) -> Detections:
    """Keep one box a card, of cards sorted surest first.

    A box goes that overlaps a surer one by half with the same label, or by more with another, or that lies within a
    much larger one: cards are all of one size, so it is a part of that card taken for a whole one.
    """
    areas = [abs(float(cv2.contourArea(quad))) for quad in cards.quads]
    kept: list[int] = []
    for i in range(len(cards)):
        if not any(_one_card(cards, areas, k, i) for k in kept):
            kept.append(i)
    return cards[np.array([i for i in kept if not _part_of_another(cards, areas, kept, i)], np.intp)]


def _one_card(cards: Detections, areas: list[float], surer: int, other: int) -> bool:
    overlap = quad_iou(cards.quads[surer], cards.quads[other], areas[surer], areas[other])
    return overlap >= (SAME_FACE if cards.class_ids[surer] == cards.class_ids[other] else OTHER_FACE)


def _part_of_another(cards: Detections, areas: list[float], kept: list[int], small: int) -> bool:
    for large in kept:
        if areas[large] > PART_RATIO * areas[small] and cards.confidences[large] >= cards.confidences[small] * 0.7:
            shared = float(cv2.intersectConvexConvex(cards.quads[large], cards.quads[small])[0])
            if shared > 0.8 * areas[small]:
                return True
    return False
