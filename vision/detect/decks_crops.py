"""Pictures of single cards as a deck keeps them, and the many crops that are made of each to learn from."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.rectify import CROP_HEIGHT, CROP_WIDTH, one_sense
from vision.frames.frame import Image

MARGIN: Final = 16
"""Pixels kept around a rectified card, so that crops with corners a little off can be made of it."""

KEPT_WIDTH, KEPT_HEIGHT = CROP_WIDTH + 2 * MARGIN, CROP_HEIGHT + 2 * MARGIN

Kept = NDArray[np.uint8]
"""A card with its margin, (KEPT_HEIGHT, KEPT_WIDTH, 3) BGR; which end is up is not known."""

_CARD: Final = np.array(
    [
        [MARGIN, MARGIN],
        [MARGIN + CROP_WIDTH, MARGIN],
        [MARGIN + CROP_WIDTH, MARGIN + CROP_HEIGHT],
        [MARGIN, MARGIN + CROP_HEIGHT],
    ],
    np.float32,
)
_GOAL: Final = _CARD - np.float32(MARGIN)


def keep(image: Image, quad: NDArray[np.float32]) -> Kept:
    """Cut the card on `quad` (4, 2) px out of a picture with a margin around it; the picture's edge is drawn on."""
    corners = one_sense(np.asarray(quad, np.float32))
    ratio = CROP_HEIGHT / max(1.0, float(np.linalg.norm(corners[3] - corners[0])))
    reach = 0.2 * (np.ptp(corners, axis=0) + 10)
    x0, y0 = np.floor(corners.min(axis=0) - reach).astype(int)
    x1, y1 = np.ceil(corners.max(axis=0) + reach).astype(int)
    height, width = image.shape[:2]
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    part = image[y0:y1, x0:x1]
    if min(part.shape[:2]) < 2:
        return np.zeros((KEPT_HEIGHT, KEPT_WIDTH, 3), np.uint8)
    corners = corners - np.array([x0, y0], np.float32)
    if ratio < 0.67:
        part = np.asarray(cv2.resize(part, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA), np.uint8)
        corners = corners * ratio
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), _CARD)
    flat = cv2.warpPerspective(
        part, matrix, (KEPT_WIDTH, KEPT_HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def plain_crop(kept: Kept) -> NDArray[np.uint8]:
    """Return the card without its margin, (160, 104, 3) BGR, as the second look reads it."""
    return np.ascontiguousarray(kept[MARGIN : MARGIN + CROP_HEIGHT, MARGIN : MARGIN + CROP_WIDTH])


def varied(kept: Kept, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return `count` crops (count, 160, 104, 3) BGR of one card: the plain one, then ones in other light and focus.

    Every second is the other way up; none is mirrored.
    """
    crops = [plain_crop(kept)] + [_one(kept, rng) for _ in range(count - 1)]
    return np.stack([crop if i % 2 == 0 else crop[::-1, ::-1] for i, crop in enumerate(crops)])


def _one(kept: Kept, rng: np.random.Generator) -> NDArray[np.uint8]:
    crop = cv2.warpPerspective(
        kept,
        cv2.getPerspectiveTransform(_moved(rng), _GOAL),
        (CROP_WIDTH, CROP_HEIGHT),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return _noisy(_lit(_soft(np.asarray(crop, np.uint8), rng), rng), rng)


def _moved(rng: np.random.Generator) -> NDArray[np.float32]:
    """Return corners (4, 2) as a detector finds them: a little turned, scaled, moved, and each off by itself."""
    centre = _CARD.mean(axis=0)
    angle = rng.normal(0, 0.03)
    c, s = np.cos(angle), np.sin(angle)
    turned = (_CARD - centre) @ np.array([[c, s], [-s, c]])
    scaled = turned * rng.normal(1.005, 0.025, 2) + centre
    return np.asarray(scaled + rng.normal(0, 2.0, 2) + rng.normal(0, 1.6, (4, 2)), np.float32)


def _soft(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Blur as a lens, a hand or a small card in a large picture does."""
    choice = rng.random()
    if choice < 0.35:
        return crop
    if choice < 0.6:
        return np.asarray(cv2.GaussianBlur(crop, (0, 0), rng.uniform(0.5, 2.6)), np.uint8)
    if choice < 0.75:
        length = int(rng.integers(3, 10))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        middle = (length / 2 - 0.5, length / 2 - 0.5)
        kernel = np.asarray(
            cv2.warpAffine(kernel, cv2.getRotationMatrix2D(middle, rng.uniform(0, 180), 1), (length, length))
        )
        return np.asarray(cv2.filter2D(crop, -1, kernel / max(float(kernel.sum()), 1e-3)), np.uint8)
    share = rng.uniform(0.22, 0.7)
    small = cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8)


def _lit(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Change exposure, contrast, colour cast and the fall of light over the card."""
    image = crop.astype(np.float32)
    warm = rng.normal(0, 0.06)
    gains = np.array([1 - warm + rng.normal(0, 0.03), 1 + rng.normal(0, 0.03), 1 + warm + rng.normal(0, 0.03)])
    gain = float(np.exp(rng.uniform(np.log(0.12), 0))) if rng.random() < 0.7 else rng.uniform(1.0, 1.4)
    image = image * (np.clip(gains, 0.7, 1.3) * gain).astype(np.float32)
    grey = image.mean(axis=2, keepdims=True)
    image = grey + (image - grey) * np.float32(rng.uniform(0.65, 1.2))
    if rng.random() < 0.5:
        slope = rng.uniform(-0.35, 0.35, 2)
        ys = np.linspace(-1, 1, CROP_HEIGHT, dtype=np.float32)[:, None]
        xs = np.linspace(-1, 1, CROP_WIDTH, dtype=np.float32)
        image = image * (1 + np.float32(slope[0]) * ys + np.float32(slope[1]) * xs)[..., None]
    curve = 255 * (np.arange(256) / 255) ** rng.uniform(0.75, 1.25)
    return np.asarray(cv2.LUT(np.clip(image, 0, 255).astype(np.uint8), curve.astype(np.float32)), np.float32)


def _noisy(image: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    strength = rng.uniform(0, 8) if rng.random() < 0.7 else 0.0
    noise = rng.standard_normal(image.shape, np.float32) * np.float32(strength)
    return np.clip(image + rng.uniform(0, 12) + noise, 0, 255).astype(np.uint8)


def no_card(kept: Kept, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a crop (160, 104, 3) BGR as a box gives it that lies beside the card, or on a small part of it."""
    if rng.random() < 0.3:
        share = rng.uniform(0.3, 0.45)
        corner = _CARD[0] + rng.uniform(0, 1 - share, 2) * (CROP_WIDTH, CROP_HEIGHT)
        box = (_CARD - _CARD[0]) * share + corner
    else:
        away = rng.uniform(0.6, 0.95, 2) * rng.choice((-1, 1), 2) * (CROP_WIDTH, CROP_HEIGHT)
        away[int(rng.integers(2))] *= rng.uniform(0, 1)
        box = _CARD + away
    matrix = cv2.getPerspectiveTransform(box.astype(np.float32), _GOAL)
    crop = cv2.warpPerspective(
        kept, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return _noisy(_lit(_soft(np.asarray(crop, np.uint8), rng), rng), rng)


def bare_ground(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a crop (160, 104, 3) BGR of a table without any card: clouds, stripes or an edge in any two tones."""
    low, high = rng.uniform(0, 255, (2, 3))
    kind = rng.integers(3)
    if kind == 0:
        cells = rng.random((int(rng.integers(2, 9)), int(rng.integers(2, 9)))).astype(np.float32)
        share = np.asarray(cv2.resize(cells, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_CUBIC))
    else:
        angle = rng.uniform(0, np.pi)
        ys, xs = np.mgrid[0:CROP_HEIGHT, 0:CROP_WIDTH].astype(np.float32)
        along = np.cos(angle) * (xs - CROP_WIDTH / 2) + np.sin(angle) * (ys - CROP_HEIGHT / 2)
        along += rng.uniform(-40, 40)
        share = (along > 0) if kind == 1 else 0.5 + 0.5 * np.sin(along / rng.uniform(2, 20))
    tone = low + np.clip(share, 0, 1)[..., None] * (high - low)
    return _noisy(_lit(_soft(tone.astype(np.uint8), rng), rng), rng)
