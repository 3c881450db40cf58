"""Reads the indices of cards that are all but hidden by others: in a fan, a stack or a hand.

An index says what its card is and, by standing upright, where the rest of the card lies.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.chances import COLOURS, FACES, label_chances, softmax
from vision.detect.detections import Detections
from vision.detect.found import Found
from vision.detect.kinds import card_of_index, index_quads
from vision.detect.nms import quad_iou
from vision.detect.rectify import one_sense, rectify
from vision.errors import ModelError
from vision.frames.frame import Image

INDEX_WIDTH, INDEX_HEIGHT = 64, 96
"""Size in pixels of a rectified index."""

INDEX_SPREAD = 1.35
"""How much larger than the box the rectified part is: the card's corner and what lies beside tell which end is up."""

BATCH = 32
TURNS = (0.0, -0.22, 0.22)
"""Turns in radians in which each index is read."""

LONE = 0.5
"""What is left of the confidence in a card told by its index that no other card covers."""

AT_ITS_PLACE = 0.25
"""How far an index found may lie from where a card has one, as a share of the index' height, to be that card's."""


SLACK, OPPOSITE = 0.02, -0.8
"""How far outside a card's box, as a share of its height, its index may lie; cosine of two signs head to foot."""


def spread(quads: NDArray[np.float32], factor: float = INDEX_SPREAD) -> NDArray[np.float32]:
    """Return quads (..., 4, 2) grown about their middles."""
    middle = quads.mean(axis=-2, keepdims=True)
    return np.asarray(middle + (quads - middle) * factor, np.float32)


def rotated(quads: NDArray[np.float32], turn: float) -> NDArray[np.float32]:
    """Return quads (..., 4, 2) turned about their middles by `turn` radians."""
    middle = quads.mean(axis=-2, keepdims=True)
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(middle + (quads - middle) @ np.array([[c, s], [-s, c]], np.float32), np.float32)


def index_crop(image: Image, quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the index in `quad` (4, 2) px with what lies around it, (INDEX_HEIGHT, INDEX_WIDTH, 3) BGR."""
    return rectify(image, spread(quad), INDEX_WIDTH, INDEX_HEIGHT)


class IndexReader:
    """The network that reads indices. Input (N, 3, 96, 64) BGR in 0..1; outputs colour, face and upright scores."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name

    @classmethod
    def load(cls, path: Path, threads: int = 2) -> IndexReader:
        """Load the network; ModelError where the file is missing or is no such network."""
        from vision.detect.runtime import open_network

        if not path.is_file():
            raise ModelError(f"{path} is missing, which the manifest names to read indices; export the model again.")
        reader = cls(open_network(path, threads))
        shapes = [out.shape for out in reader._session.get_outputs()]
        if [shape[-1] for shape in shapes] != [len(COLOURS), len(FACES), 2]:
            raise ModelError(f"{path} does not read indices; export the model again.")
        return reader

    def read(self, image: Image, quads: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return chances of each label, (N, 55), and the quads (N, 4, 2) starting at the index' own top left.

        Each is read as found and turned a little both ways, since a box as small as this seldom lies quite straight;
        the surest reading counts.
        """
        straight = np.stack([one_sense(quad) for quad in quads])
        turned = np.concatenate([rotated(straight, turn) for turn in TURNS])
        chances, upright = self.read_crops(np.stack([index_crop(image, quad) for quad in turned]), turned)
        best = chances.max(axis=1).reshape(len(TURNS), -1).argmax(axis=0) * len(quads) + np.arange(len(quads))
        return chances[best], upright[best]

    def read_crops(
        self, crops: NDArray[np.uint8], quads: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The same for crops (N, 96, 64, 3) BGR of `quads`; each is looked at both ways up."""
        chances = np.zeros((len(crops), len(LABELS)), np.float32)
        turned = quads.copy()
        for start in range(0, len(crops), BATCH):
            part = crops[start : start + BATCH]
            both = np.concatenate([part, part[:, ::-1, ::-1]]).transpose(0, 3, 1, 2)
            colour, face, upright = self._session.run(None, {self._input: np.ascontiguousarray(both, np.float32) / 255})
            half = len(part)
            stands = softmax(upright)[:, 1]
            as_found = stands[:half] >= stands[half:]
            rows = np.where(as_found, np.arange(half), np.arange(half) + half)
            chances[start : start + half] = label_chances(softmax(colour)[rows], softmax(face)[rows])
            turned[start : start + half][~as_found] = np.roll(quads[start : start + half][~as_found], 2, axis=1)
        return chances, turned


def unexplained(indices: Found, cards: Detections) -> Found:
    """Return the indices that do not lie where one of the whole `cards` has its own."""
    if not len(indices) or not len(cards):
        return indices
    places = np.concatenate([index_quads(one_sense(quad)) for quad in cards.quads]).mean(axis=1)
    middles = indices.quads.mean(axis=1)
    heights = np.linalg.norm(indices.quads[:, 3] - indices.quads[:, 0], axis=1)
    apart = np.linalg.norm(middles[:, None] - places[None], axis=2).min(axis=1)
    return indices[apart > AT_ITS_PLACE * heights]


def hidden_cards(image: Image, indices: Found, cards: Detections, reader: IndexReader) -> Detections:
    """Return the cards of which only an index shows, surest first: their label, and where they must lie.

    `cards` are those found whole; their indices, and both indices of one card, give no card of their own.
    """
    rest = unexplained(indices, cards)
    if not len(rest):
        return Detections.empty()
    chances, quads = reader.read(image, rest.quads)
    labels = chances.argmax(axis=1).astype(np.int16)
    sure = chances.max(axis=1) * rest.confidences**0.25
    whole = np.stack([card_of_index(quad) for quad in quads])
    kept: list[int] = []
    for i in np.argsort(-sure, kind="stable"):
        middle = quads[i].mean(axis=0)
        if not _inside_same(middle, int(labels[i]), cards) and not any(
            labels[k] == labels[i] and _same_card(whole[k], whole[i], quads[k], quads[i]) for k in kept
        ):
            kept.append(int(i))
    return Detections.of(whole[kept], labels[kept], sure[kept].clip(0, 1))


def lone_ones_doubted(hidden: Detections, cards: Detections) -> Detections:
    """Return cards told by an index, half as sure of those that touch no other card: what would hide the rest?"""
    everything = np.concatenate([cards.quads, hidden.quads])
    sure = hidden.confidences.copy()
    for i, quad in enumerate(hidden.quads):
        others = (other for k, other in enumerate(everything) if k != len(cards) + i)
        if not any(cv2.intersectConvexConvex(quad, other)[0] > 0 for other in others):
            sure[i] *= LONE
    return Detections(hidden.quads, hidden.class_ids, sure)


def _inside_same(point: NDArray[np.float32], label: int, cards: Detections) -> bool:
    """Tell whether an index lies on a whole card of its label, or so near that the card's box is a little off."""
    at = (float(point[0]), float(point[1]))
    for quad, known in zip(cards.quads, cards.class_ids, strict=True):
        slack = SLACK * float(np.linalg.norm(one_sense(quad)[3] - one_sense(quad)[0]))
        if known == label and cv2.pointPolygonTest(quad, at, True) >= -slack:
            return True
    return False


def _same_card(
    card: NDArray[np.float32], other: NDArray[np.float32], index: NDArray[np.float32], other_index: NDArray[np.float32]
) -> bool:
    """Tell whether two indices of one label are the two of one card: opposite corners of nearly the same place."""
    apart = float(np.linalg.norm(index.mean(axis=0) - other_index.mean(axis=0)))
    height = float(np.linalg.norm(card[3] - card[0]))
    if apart < 0.1 * height:
        return True
    up, other_up = card[0] - card[3], other[0] - other[3]
    opposite = float(up @ other_up) < OPPOSITE * float(np.linalg.norm(up) * np.linalg.norm(other_up))
    areas = [abs(float(cv2.contourArea(quad))) for quad in (card, other)]
    return opposite and apart > 0.5 * height and quad_iou(card, other, areas[0], areas[1]) > 0.25
