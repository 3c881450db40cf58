"""A bank of faces to lay in scenes: drawn ones of every style and, where given, photographed ones."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.synth.faces import STYLES, render_face

Face = NDArray[np.uint8]
FACE_HEIGHT = 300
STYLE_WEIGHTS = {"A": 0.3, "B": 0.28, "C": 0.32, "D": 0.1}
_RANKS = {"reverse": "reverse", "skip": "skip", "taketwo": "draw2", "a": "reverse", "n": "skip", "d": "draw2"}


def _label(colour: str, rank: str) -> str | None:
    name = f"{colour.lower()}_{_RANKS.get(rank.lower(), rank.lower())}"
    return name if name in LABELS else None


def _label_of(path: Path) -> str | None:
    """Return the label that a licensed folder's file name states (`Blue_011_card_Skip`, `gd`), or None."""
    parts = path.stem.split("_")
    if len(parts) == 4 and parts[2] == "card":
        special = {"Wild": "wild", "TakeFour": "wild_draw4"}.get(parts[3])
        return special or _label(parts[0], parts[3])
    colour = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}.get(path.stem[:1])
    return _label(colour, path.stem[1:]) if colour and len(path.stem) == 2 else None


def _corners(image: Face) -> NDArray[np.float32] | None:
    """Return the corners of the one upright card in a photo on a grey ground, clockwise from its top left, or None.

    The coloured panel is what stands out; the white border is taken to be a fixed share of it.
    """
    saturation = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 2), cv2.COLOR_BGR2HSV)[..., 1]
    _, mask = cv2.threshold(saturation, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return None
    x, y, w, h = cv2.boundingRect(np.concatenate([o for o in outlines if cv2.contourArea(o) > 200]))
    if not 0.5 < w / h < 0.8:
        return None
    x0, x1 = x - 0.06 * w, x + 1.06 * w
    y0, y1 = y - 0.04 * h, min(y + 1.04 * h, image.shape[0] - 1.0)
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def rounded_alpha(width: int, height: int, radius: float) -> NDArray[np.uint8]:
    """Return an alpha mask, (height, width), of a rounded rectangle that fills it."""
    mask = np.zeros((height, width), np.uint8)
    r = round(radius)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x, y in ((r, r), (width - 1 - r, r), (r, height - 1 - r), (width - 1 - r, height - 1 - r)):
        cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _cut(image: Face, corners: NDArray[np.float32] | None) -> Face:
    width = round(FACE_HEIGHT * 56 / 87)
    if corners is None:
        rows, cols = image.shape[:2]
        corners = np.array([[1, 1], [cols - 2, 1], [cols - 2, rows - 2], [1, rows - 2]], np.float32)
    goal = np.array([[0, 0], [width, 0], [width, FACE_HEIGHT], [0, FACE_HEIGHT]], np.float32)
    flat = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(corners, goal), (width, FACE_HEIGHT), flags=cv2.INTER_AREA
    )
    return np.dstack([flat, rounded_alpha(width, FACE_HEIGHT, FACE_HEIGHT * 0.045)]).astype(np.uint8)


def photographed_faces(folder: Path) -> dict[str, list[Face]]:
    """Read the flat or plainly photographed faces under `folder` whose file names state the card, by label."""
    found: dict[str, list[Face]] = {}
    for path in sorted(folder.rglob("*.jpg")):
        label = _label_of(path)
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if label is None or image is None:
            continue
        rows, cols = image.shape[:2]
        filled = abs(cols / rows - 56 / 87) < 0.12
        corners = None if filled else _corners(np.asarray(image, np.uint8))
        if filled or corners is not None:
            found.setdefault(label, []).append(_cut(np.asarray(image, np.uint8), corners))
    return found


class FaceBank:
    """Faces by label. Drawn faces are made as asked for, up to `per_label` a label, and then taken from store."""

    def __init__(
        self, photographed: dict[str, list[Face]] | None = None, per_label: int = 40, photo_share: float = 0.25
    ) -> None:
        self._photographed = photographed or {}
        self._drawn: dict[tuple[str, str], list[Face]] = {}
        self._per_label = per_label
        self._photo_share = photo_share

    def take(self, label: str, style: str, rng: random.Random) -> Face:
        """Return one face, (FACE_HEIGHT, W, 4) BGRA; a photographed one only where `style` is "A"."""
        photos = self._photographed.get(label)
        if photos and style == "A" and rng.random() < self._photo_share:
            return rng.choice(photos)
        store = self._drawn.setdefault((label, style), [])
        if len(store) < self._per_label * STYLE_WEIGHTS[style] or not store:
            store.append(render_face(label, style, rng, FACE_HEIGHT))
            return store[-1]
        return rng.choice(store)

    def style(self, rng: random.Random) -> str:
        """Return a style name by its weight."""
        return rng.choices(STYLES, [STYLE_WEIGHTS[name] for name in STYLES])[0]
