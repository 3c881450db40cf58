"""Finding the cards of a deck that is not known yet: boxes for every card, each with what it might be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.decks_crops import Kept, keep
from vision.detect.detector import Parts
from vision.detect.found import Found
from vision.detect.kinds import INDEX
from vision.detect.memory import Reader
from vision.detect.nms import quad_iou
from vision.detect.rectify import one_sense
from vision.detect.second_look import kinds_of
from vision.frames.frame import Image

LEAST: Final = 0.15
"""How sure the finder must be of a card among many."""

FAINT: Final = 0.05
"""The same where one card is known to be there."""

SAME_CARD: Final = 0.3
"""Overlap from which two boxes are on one card."""

ROW: Final = 0.6
"""How far cards of one row may lie apart downwards, as a share of a card's height."""

SCAN: Final = 0.025
"""How far the proportions of a picture may be off those of a card to be a scan of one; photos are 3:2 or 16:10."""

_PROPORTION: Final = 87 / 56


@dataclass(frozen=True, slots=True)
class Spotted:
    """A card that was found: where (4, 2) px, how sure, what it might be and with what chance, and its picture."""

    quad: NDArray[np.float32]
    confidence: float
    label: str
    chance: float
    kept: Kept

    @property
    def centre(self) -> tuple[float, float]:
        """The middle in pixels, (x, y)."""
        x, y = self.quad.mean(axis=0)
        return float(x), float(y)


class Spotter:
    """Finds cards of any deck with the finder of a detector; `reader` guesses what they are."""

    def __init__(self, parts: Parts, reader: Reader) -> None:
        self._finder = parts.finder
        self._kinds = kinds_of(parts.classes)
        self._reader = reader

    def cards(self, image: Image) -> list[Spotted]:
        """Return the cards that lie in a picture (H, W, 3) BGR, in the order in which one reads: rows, then columns."""
        found = self._whole_cards(image)
        return in_reading_order(self._spotted(image, found[found.confidences >= LEAST]))

    def one(self, image: Image) -> Spotted | None:
        """Return the card of a picture that shows one: the surest and largest box, else the picture or the outline
        of a card's proportions in it; None where there is nothing like a card."""
        found = self._whole_cards(image)
        if len(found):
            areas = np.array([abs(float(cv2.contourArea(quad))) for quad in found.quads])
            best = int(np.argmax(found.confidences * np.sqrt(areas)))
            return self._spotted(image, found[best : best + 1])[0]
        quad = _fills(image)
        if quad is None:
            quad = _outline(image)
        return None if quad is None else self._spotted(image, Found.of([quad], [0], [FAINT]))[0]

    def _whole_cards(self, image: Image) -> Found:
        """Return one box for each card, surest first; parts of cards and boxes around indices are left out."""
        found = self._finder.find(image)
        found = found[(found.confidences >= FAINT) & (self._kinds[found.classes] != INDEX)]
        order = np.argsort(-found.confidences, kind="stable")
        kept: list[int] = []
        for i in order:
            if not any(_on_one_card(found.quads[k], found.quads[i]) for k in kept):
                kept.append(int(i))
        return found[np.array(kept, np.intp)]

    def _spotted(self, image: Image, found: Found) -> list[Spotted]:
        if not len(found):
            return []
        chances = self._reader.read(image, found.quads)
        return [
            Spotted(quad, float(sure), LABELS[int(row.argmax())], float(row.max()), keep(image, quad))
            for quad, sure, row in zip(found.quads, found.confidences, chances, strict=True)
        ]


def _on_one_card(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    areas = [abs(float(cv2.contourArea(quad))) for quad in (one, other)]
    if quad_iou(one, other, *areas) >= SAME_CARD:
        return True
    shared = float(cv2.intersectConvexConvex(one, other)[0])
    return shared >= 0.7 * min(areas)


def in_reading_order(cards: list[Spotted]) -> list[Spotted]:
    """Return cards in rows from the top, each from the left."""
    if not cards:
        return []
    heights = [np.linalg.norm(one_sense(card.quad)[3] - one_sense(card.quad)[0]) for card in cards]
    apart = ROW * float(np.median(heights))
    rows: list[list[Spotted]] = []
    for card in sorted(cards, key=lambda card: card.centre[1]):
        if rows and card.centre[1] - np.mean([other.centre[1] for other in rows[-1]]) < apart:
            rows[-1].append(card)
        else:
            rows.append([card])
    return [card for row in rows for card in sorted(row, key=lambda card: card.centre[0])]


def _fills(image: Image) -> NDArray[np.float32] | None:
    """Return the picture's own corners where it has the proportions of a card, as a scan has; else None."""
    height, width = image.shape[:2]
    long, short = max(height, width), min(height, width)
    if abs(long / short / _PROPORTION - 1) > SCAN:
        return None
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def _outline(image: Image) -> NDArray[np.float32] | None:
    """Return the largest outline with four corners and a card's proportions, (4, 2), or None."""
    scale = 640 / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    edges = cv2.dilate(cv2.Canny(cv2.GaussianBlur(small, (5, 5), 0), 40, 120), np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    least = 0.03 * small.shape[0] * small.shape[1]
    best, largest = None, least
    for outline in outlines:
        box = cv2.minAreaRect(outline)
        short, long = sorted(box[1])
        area = float(cv2.contourArea(cv2.convexHull(outline)))
        if short > 0 and area > largest and area > 0.85 * short * long and abs(long / short / _PROPORTION - 1) < 0.2:
            best, largest = np.asarray(cv2.boxPoints(box), np.float32), area
    return None if best is None else np.asarray(best / min(scale, 1.0), np.float32)
