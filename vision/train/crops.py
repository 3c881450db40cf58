"""Rectified cards cut from drawn pictures, with the faults that found quads have."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.rectify import one_sense, rectify
from vision.detect.second_look import FACES, parts_of
from vision.errors import UsageError
from vision.synth.dataset import clip_to_picture

Quad = NDArray[np.float32]
SPARE_LEAST, SPARE_MOST = 30.0, 220.0
"""Height in pixels of boxes put where no card is, to learn what is nothing."""


@dataclass(frozen=True, slots=True)
class Crop:
    """One rectified card (160, 104, 3) BGR with its colour and face as indices of the second look's heads."""

    image: NDArray[np.uint8]
    colour: int
    face: int


def found_like(quad: Quad, rng: random.Random) -> Quad:
    """Return a quad (4, 2) as a detector gives it for a polygon (n, 2): a rectangle, moved, scaled and turned a bit."""
    if len(quad) != 4 or rng.random() < 0.7:
        quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(quad)), np.float32)
    corners = one_sense(quad)
    centre = corners.mean(axis=0)
    height = float(np.linalg.norm(corners[3] - corners[0]))
    angle = rng.gauss(0, 0.035)
    c, s = np.cos(angle), np.sin(angle)
    turned = (corners - centre) @ np.array([[c, s], [-s, c]], np.float32)
    scale = np.array([rng.gauss(1.01, 0.035), rng.gauss(1.01, 0.035)], np.float32)
    shift = np.array([rng.gauss(0, 0.018), rng.gauss(0, 0.018)], np.float32) * height
    noise = np.array([[rng.gauss(0, 0.012), rng.gauss(0, 0.012)] for _ in range(4)], np.float32) * height
    moved = turned * scale + centre + shift + noise
    return np.asarray(np.roll(moved, 2 * rng.randrange(2), axis=0), np.float32)


def _spare_box(rng: random.Random, width: int, height: int, taken: list[Quad]) -> Quad | None:
    """Return a card-shaped box whose centre lies on no card, or None where none was found."""
    for _ in range(6):
        size = rng.uniform(SPARE_LEAST, SPARE_MOST)
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        box = cv2.boxPoints(((x, y), (size * 56 / 87, size), rng.uniform(0, 360))).astype(np.float32)
        if all(cv2.pointPolygonTest(cv2.convexHull(quad), (x, y), True) < -0.35 * size for quad in taken):
            return np.asarray(box, np.float32)
    return None


def _crops_of(image: NDArray[np.uint8], known: list[dict[str, object]], rng: random.Random) -> Iterator[Crop]:
    height, width = image.shape[:2]
    quads = [np.array(card["quad"], np.float32) for card in known]
    for card, quad in zip(known, quads, strict=True):
        inside = clip_to_picture(quad, width, height)
        colour, face = parts_of(str(card["label"]))
        if len(inside) >= 3:
            yield Crop(rectify(image, found_like(inside, rng)), colour, face)
    if rng.random() < 0.25 and (box := _spare_box(rng, width, height, quads)) is not None:
        yield Crop(rectify(image, box), 4, FACES.index("nothing"))


def read_crops(folder: Path, rng: random.Random) -> Iterator[Crop]:
    """Yield the crops of every picture of a folder that `lastcard synth` wrote, in random order of pictures.

    Raises UsageError where the folder holds no images/ with quads/ beside.
    """
    images = sorted((folder / "images").glob("*.jpg"))
    if not images:
        raise UsageError(f"{folder} holds no images: draw pictures first with lastcard synth.")
    rng.shuffle(images)
    for path in images:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        known = json.loads((folder / "quads" / f"{path.stem}.json").read_text(encoding="utf-8"))
        if picture is not None:
            yield from _crops_of(np.asarray(picture, np.uint8), known, rng)
