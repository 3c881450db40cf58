"""Whole pictures with cards on a table: what lies where, how much of it shows, and its exact corners."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.kinds import index_quads
from vision.synth.camera import photograph
from vision.synth.clutter import draw_arm, draw_fingers, draw_object
from vision.synth.facebank import FaceBank
from vision.synth.grounds import Grounds
from vision.synth.layout import Layout, Placed, lay_out

Image = NDArray[np.uint8]
Quad = NDArray[np.float32]

# Parts of a face, in units of its width and height: the ink of both indices and the middle.
_INDICES = (
    ((0.06, 0.05), (0.26, 0.05), (0.26, 0.19), (0.06, 0.19)),
    ((0.94, 0.95), (0.74, 0.95), (0.74, 0.81), (0.94, 0.81)),
)
_MIDDLE = ((0.25, 0.3), (0.75, 0.3), (0.75, 0.7), (0.25, 0.7))
_WHOLE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class SceneCard:
    """One labelled card: quad (4, 2) px, clockwise from the card's own top left, and the share of it that shows."""

    label: str
    quad: Quad
    visible: float


@dataclass(frozen=True, slots=True)
class SceneIndex:
    """One index that shows: its card's label, and the quad (4, 2) px around it, clockwise from its own top left."""

    label: str
    quad: Quad


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawn picture, (H, W, 3) BGR, with the cards that show enough to be found as such, and every index that shows.

    A card of which little more than its index shows is there by that index alone.
    """

    image: Image
    cards: tuple[SceneCard, ...]
    indices: tuple[SceneIndex, ...] = ()


def paste_face(image: Image, face: NDArray[np.uint8], quad: Quad, rng: random.Random | None = None) -> None:
    """Lay `face` (BGRA) on `image`, its corners on `quad`; with `rng` it gets a shadow and light of its own."""
    height, width = image.shape[:2]
    size = float(np.linalg.norm(quad[0] - quad[3]))
    while face.shape[0] > 2.2 * size and face.shape[0] > 40:
        face = np.asarray(cv2.resize(face, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    margin = 3 + size * 0.04
    x0, y0 = np.floor(quad.min(axis=0) - margin).astype(int)
    x1, y1 = np.ceil(quad.max(axis=0) + margin).astype(int)
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    rows, cols = face.shape[:2]
    source = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (quad - np.array([x0, y0])).astype(np.float32))
    warped = cv2.warpPerspective(face, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:].astype(np.float32) / 255
    tone = warped[..., :3].astype(np.float32)
    part = image[y0:y1, x0:x1]
    ground = part.astype(np.float32)
    if rng is not None:
        tone = _gloss(tone * rng.uniform(0.82, 1.08), rng)
        shift = np.array(
            [[1, 0, rng.uniform(-1, 1) * size * 0.02], [0, 1, rng.uniform(0, 1) * size * 0.025]], np.float32
        )
        shadow = cv2.GaussianBlur(
            cv2.warpAffine(alpha, shift, (alpha.shape[1], alpha.shape[0])), (0, 0), max(0.6, size * 0.012)
        )
        ground = ground * (1 - rng.uniform(0.1, 0.5) * shadow[..., None])
    part[:] = np.clip(ground * (1 - alpha) + tone * alpha, 0, 255).astype(np.uint8)


def _gloss(tone: NDArray[np.float32], rng: random.Random) -> NDArray[np.float32]:
    if rng.random() > 0.22:
        return tone
    rows, cols = tone.shape[:2]
    ys, xs = np.mgrid[0:rows, 0:cols].astype(np.float32)
    cx, cy, spread = rng.uniform(0, cols), rng.uniform(0, rows), rng.uniform(0.1, 0.5) * max(rows, cols)
    glow = np.exp(-((xs - cx) ** 2 + ((ys - cy) * rng.uniform(0.4, 2.0)) ** 2) / (2 * spread**2))
    return np.asarray(tone + (rng.uniform(40, 190) * glow)[..., None], np.float32)


def map_points(quad: Quad, points: tuple[tuple[float, float], ...]) -> Quad:
    """Return points given in units of a face's width and height as pixels, for a face whose corners lie on `quad`."""
    unit = np.array(_WHOLE, np.float32)
    matrix = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(np.array([points], np.float32), matrix)[0], np.float32)


def _shown(ids: NDArray[np.int16], quad: Quad, points: tuple[tuple[float, float], ...], ident: int) -> float:
    """Return the share (0..1) of a part of card `ident` that shows; what lies outside the picture does not show."""
    region = map_points(quad, points)
    x, y, w, h = cv2.boundingRect(region)
    height, width = ids.shape
    mask = np.zeros((h + 1, w + 1), np.uint8)
    cv2.fillConvexPoly(mask, np.round(region - (x, y)).astype(np.int32), 1)
    total = int(mask.sum())
    x0, y0, x1, y1 = max(0, x), max(0, y), min(width, x + w + 1), min(height, y + h + 1)
    if x1 <= x0 or y1 <= y0 or total == 0:
        return 0.0
    seen = (ids[y0:y1, x0:x1] == ident) & (mask[y0 - y : y1 - y, x0 - x : x1 - x] > 0)
    return float(seen.sum()) / total


WHOLE_LEAST, MIDDLE_LEAST, BACK_LEAST, INDEX_LEAST = 0.5, 0.72, 0.3, 0.68
"""Shares of a card, its middle, a back and an index that must show for them to be labelled."""

INDEX_HEIGHT = 7.0
"""Height in px of the box around an index under which it cannot be told."""


def _readable(ids: NDArray[np.int16], card: Placed, ident: int, least: float) -> float | None:
    """Return the visible share of a card that can be found as one, or None."""
    share = _shown(ids, card.quad, _WHOLE, ident)
    if share < least:
        return None
    if card.label == "back":
        return share if share >= BACK_LEAST else None
    if share >= WHOLE_LEAST or _shown(ids, card.quad, _MIDDLE, ident) >= MIDDLE_LEAST:
        return share
    return None


def _indices(ids: NDArray[np.int16], card: Placed, ident: int) -> list[SceneIndex]:
    """Return the indices of a card that show."""
    if card.label == "back":
        return []
    found = []
    for quad, ink in zip(index_quads(card.quad), _INDICES, strict=True):
        large = float(np.linalg.norm(quad[3] - quad[0])) >= INDEX_HEIGHT
        if large and _shown(ids, card.quad, ink, ident) >= INDEX_LEAST:
            found.append(SceneIndex(card.label, quad))
    return found


def _mark(ids: NDArray[np.int16], quad: Quad, ident: int) -> None:
    cv2.fillConvexPoly(ids, np.round(quad).astype(np.int32), ident)


class SceneDrawer:
    """Draws scenes from a bank of faces and grounds."""

    def __init__(self, bank: FaceBank, grounds: Grounds, least_visible: float = 0.12) -> None:
        self._bank = bank
        self._grounds = grounds
        self._least = least_visible

    def draw(self, rng: random.Random, width: int, height: int) -> Scene:
        """Return one scene of `width` by `height` px; the same `rng` state gives the same scene."""
        layout = lay_out(rng, width, height)
        image = self._grounds.draw(rng, width, height)
        ids = np.zeros((height, width), np.int16)
        for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
            draw_object(image, rng, layout.unit, ids, over=False)
        self._place(image, ids, layout, rng)
        self._cover(image, ids, layout, rng)
        cards: list[SceneCard] = []
        indices: list[SceneIndex] = []
        for i, card in enumerate(layout.cards):
            share = _readable(ids, card, i + 1, self._least)
            if share is not None:
                cards.append(SceneCard(card.label, card.quad, share))
            indices += _indices(ids, card, i + 1)
        return Scene(photograph(image, rng), tuple(cards), tuple(indices))

    def _place(self, image: Image, ids: NDArray[np.int16], layout: Layout, rng: random.Random) -> None:
        deck = self._bank.style(rng)
        mixed = rng.random() < 0.3
        for i, card in enumerate(layout.cards):
            style = self._bank.style(rng) if mixed else deck
            paste_face(image, self._bank.take(card.label, style, rng), card.quad, rng)
            _mark(ids, card.quad, i + 1)

    def _cover(self, image: Image, ids: NDArray[np.int16], layout: Layout, rng: random.Random) -> None:
        if rng.random() < 0.12:
            draw_object(image, rng, layout.unit * 0.6, ids, over=True)
        if layout.held and layout.cards:
            draw_fingers(
                image, rng, layout.cards[-1].quad if rng.random() < 0.5 else rng.choice(layout.cards).quad, ids
            )
        if rng.random() < 0.22:
            width, height = image.shape[1], image.shape[0]
            near = rng.choice(layout.cards).quad[rng.randrange(4)] if layout.cards else (width / 2, height / 2)
            draw_arm(image, rng, (float(near[0]), float(near[1])), layout.unit * rng.uniform(0.8, 1.4), ids)
