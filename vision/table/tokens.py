"""The token that lies before the player whose turn it is: a compact thing of one colour that is no card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import UsageError

Image = NDArray[np.uint8]
WORKING_SIDE = 1000
"""Long side in pixels to which a photo is shrunk to look for tokens."""

SMALLEST, LARGEST = 0.05, 0.7
"""Area of a token as a share of a card's."""

COMPACT = 0.55
"""Least share that a token fills of the outline round it: leaves and twigs fill less."""

FILLED = 0.3
"""Least share of a token that has its colour, worn and shining places being filled."""

SLIMMEST = 0.4
"""Least ratio of a token's sides."""

# Ranges of hue (0..180), saturation and value (0..255), as OpenCV counts them.
_COLOURS: dict[str, tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]] = {
    "black": (((0, 0, 0), (180, 110, 120)),),
    "white": (((0, 0, 215), (180, 40, 255)),),
    "red": (((0, 110, 80), (9, 255, 255)), ((170, 110, 80), (180, 255, 255))),
    "orange": (((9, 120, 100), (19, 255, 255)),),
    "yellow": (((19, 100, 110), (36, 255, 255)),),
    "green": (((37, 70, 50), (86, 255, 255)),),
    "blue": (((87, 80, 50), (132, 255, 255)),),
    "purple": (((133, 60, 50), (169, 255, 255)),),
}

TOKEN_COLOURS = tuple(_COLOURS)
DEFAULT_TOKENS = ("black", "yellow")


@dataclass(frozen=True, slots=True)
class Token:
    """One candidate: its colour, its middle (x, y) in pixels of the photo, and how compact it is (0..1)."""

    colour: str
    centre: tuple[float, float]
    compact: float


def check_colours(colours: tuple[str, ...]) -> None:
    """Raise UsageError unless each of `colours` is one a token can have."""
    for colour in colours:
        if colour not in _COLOURS:
            raise UsageError(f"{colour} is no colour of a token; give one of {', '.join(TOKEN_COLOURS)}.")


def find_tokens(
    image: Image, quads: NDArray[np.float32], card_area: float, colours: tuple[str, ...] = DEFAULT_TOKENS
) -> list[Token]:
    """Return what may be the token in a photo, most compact first.

    `image` (H, W, 3) BGR; `quads` (N, 4, 2) px are the cards, where no token is looked for; `card_area` in px².
    """
    check_colours(colours)
    scale = min(1.0, WORKING_SIDE / max(image.shape[:2]))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    hsv = cv2.cvtColor(small, cv2.COLOR_BGR2HSV)
    free = np.full(small.shape[:2], 255, np.uint8)
    for quad in quads:
        grown = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 1.12
        cv2.fillConvexPoly(free, np.round(grown * scale).astype(np.int32), 0)
    found = []
    for colour in colours:
        mask = np.zeros(small.shape[:2], np.uint8)
        for low, high in _COLOURS[colour]:
            mask |= np.asarray(cv2.inRange(hsv, np.array(low), np.array(high)), np.uint8)
        found += _compact_things(mask & free, colour, card_area * scale * scale, scale)
    return sorted(found, key=lambda token: -token.compact)


def _compact_things(mask: NDArray[np.uint8], colour: str, card_area: float, scale: float) -> list[Token]:
    specks, worn = (np.ones((max(1, round(card_area**0.5 * s)) | 1,) * 2, np.uint8) for s in (0.03, 0.2))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, specks), np.uint8)
    whole = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, worn), np.uint8)
    outlines, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    things = []
    for outline in outlines:
        area = cv2.contourArea(outline)
        if not SMALLEST * card_area <= area <= LARGEST * card_area:
            continue
        (x, y), sides, _ = cv2.minAreaRect(outline)
        compact = area / max(1.0, cv2.contourArea(cv2.convexHull(outline)))
        solid = compact >= COMPACT and _filled(mask, outline) >= FILLED
        if solid and min(sides) >= SLIMMEST * max(sides):
            things.append(Token(colour, (x / scale, y / scale), float(compact)))
    return things


def _filled(mask: NDArray[np.uint8], outline: Any) -> float:
    x, y, w, h = cv2.boundingRect(outline)
    inside = np.zeros((h, w), np.uint8)
    cv2.drawContours(inside, [outline - (x, y)], -1, 1, -1)
    return float((mask[y : y + h, x : x + w][inside > 0] > 0).mean())
