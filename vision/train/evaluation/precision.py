"""Average precision of oriented boxes at an overlap of one half, and card counts at the working threshold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import Detections
from vision.train.evaluation.truth import TrueCard

OVERLAP = 0.5


def quad_overlap(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Return intersection over union of two convex quads (4, 2)."""
    shared, _ = cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))
    union = cv2.contourArea(cv2.convexHull(a)) + cv2.contourArea(cv2.convexHull(b)) - shared
    return float(shared / union) if union > 0 else 0.0


def _ignored(quad: NDArray[np.float32], cards: Sequence[TrueCard]) -> bool:
    centre = tuple(float(value) for value in quad.mean(axis=0))
    return any(card.ignore and cv2.pointPolygonTest(cv2.convexHull(card.quad), centre, False) >= 0 for card in cards)


@dataclass(frozen=True, slots=True)
class Found:
    """One detection beside the truth: its label, confidence, and whether it is a hit, a miss or ignored."""

    label: str
    confidence: float
    hit: bool
    ignored: bool


def judge(detections: Detections, cards: Sequence[TrueCard]) -> list[Found]:
    """Pair detections with true cards of the same label, surest first, each card once."""
    taken: set[int] = set()
    found = []
    for i in np.argsort(-detections.confidences, kind="stable"):
        label, quad = detections.labels[i], detections.quads[i]
        best, best_overlap = None, OVERLAP
        for k, card in enumerate(cards):
            if k in taken or card.ignore or card.label != label:
                continue
            overlap = quad_overlap(quad, card.quad)
            if overlap >= best_overlap:
                best, best_overlap = k, overlap
        if best is not None:
            taken.add(best)
        found.append(
            Found(label, float(detections.confidences[i]), best is not None, best is None and _ignored(quad, cards))
        )
    return found


def average_precision(found: Sequence[Found], positives: int) -> float:
    """Return the area under the interpolated precision-recall curve of one class (101 points, as COCO does)."""
    ranked = sorted((f for f in found if not f.ignored), key=lambda f: -f.confidence)
    hits = np.cumsum([f.hit for f in ranked]) if ranked else np.zeros(0)
    if positives == 0 or len(hits) == 0:
        return 0.0
    recall = hits / positives
    precision = hits / np.arange(1, len(hits) + 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    points = np.linspace(0, 1, 101)
    where = np.searchsorted(recall, points, side="left")
    return float(np.mean([envelope[i] if i < len(envelope) else 0.0 for i in where]))


def mean_average_precision(pictures: Sequence[tuple[Detections, Sequence[TrueCard]]]) -> float:
    """Return mAP50 over the classes that the truth holds; detections should reach down to a low confidence."""
    by_label: dict[str, list[Found]] = {}
    positives: dict[str, int] = {}
    for detections, cards in pictures:
        for found in judge(detections, cards):
            by_label.setdefault(found.label, []).append(found)
        for card in cards:
            if not card.ignore:
                positives[card.label] = positives.get(card.label, 0) + 1
    if not positives:
        return 0.0
    return float(np.mean([average_precision(by_label.get(label, []), n) for label, n in positives.items()]))
