"""Draws what was read onto the picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import DOUBT, Detections
from vision.frames.frame import Image

COLOURS = {
    "red": (60, 60, 235),
    "yellow": (0, 200, 245),
    "green": (70, 180, 60),
    "blue": (230, 120, 30),
    "wild": (200, 60, 200),
    "back": (150, 150, 150),
}
"""Blue, green, red of each kind of card's outline."""


def draw_detections(image: Image, detections: Detections) -> Image:
    """A copy of ``image`` with every card's quad, its top edge thicker, and its label with confidence."""
    canvas = image.copy()
    unit = max(1, round(max(image.shape[:2]) / 900))
    for quad, label, _ in detections:
        colour = colour_of(label)
        points = np.rint(quad).astype(np.int32)
        cv2.polylines(canvas, [points], True, (0, 0, 0), 3 * unit, cv2.LINE_AA)
        cv2.polylines(canvas, [points], True, colour, 2 * unit, cv2.LINE_AA)
        cv2.line(canvas, points[0].tolist(), points[1].tolist(), colour, 4 * unit, cv2.LINE_AA)
    for quad, label, confidence in detections:
        _draw_label(
            canvas, quad, f"{label} {confidence:.2f}{'?' if confidence < DOUBT else ''}", colour_of(label), unit
        )
    return canvas


def colour_of(label: str) -> tuple[int, int, int]:
    """The colour (blue, green, red) in which a card is outlined."""
    return COLOURS[label.partition("_")[0]]


def _draw_label(canvas: Image, quad: NDArray[np.float32], text: str, colour: tuple[int, int, int], unit: int) -> None:
    """Write ``text`` on a plate over the card's middle, moved inside the picture where it would stick out."""
    scale, font = 0.45 * unit, cv2.FONT_HERSHEY_SIMPLEX
    (width, height), below = cv2.getTextSize(text, font, scale, unit)
    rows, columns = canvas.shape[:2]
    middle = quad.mean(axis=0)
    left = int(np.clip(middle[0] - width / 2, 0, max(0, columns - width - 2 * unit)))
    base = int(np.clip(middle[1] + height / 2, height + 2 * unit, max(height + 2 * unit, rows - below)))
    corner = (left - 2 * unit, base - height - 3 * unit)
    cv2.rectangle(canvas, corner, (left + width + 2 * unit, base + below), (20, 20, 20), cv2.FILLED)
    cv2.rectangle(canvas, corner, (left + width + 2 * unit, base + below), colour, unit)
    cv2.putText(canvas, text, (left, base), font, scale, (255, 255, 255), unit, cv2.LINE_AA)
