"""Rectified cards and indices cut from drawn pictures, with the faults that found quads have."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.chances import FACES, parts_of
from vision.detect.index_look import index_crop, rotated
from vision.detect.rectify import one_sense, rectify
from vision.errors import UsageError
from vision.synth.dataset import clip_to_picture

Quad = NDArray[np.float32]
INDEX_FAULTS, INDEX_TURN = 2.0, 0.1
"""How much further off, in its own size, the box of an index is than that of a card; and its turn, in radians."""

READABLE = 13.0
"""Height in pixels of the box of an index under which nobody could read it."""

SPARE_LEAST, SPARE_MOST = 30.0, 220.0
"""Height in pixels of boxes put where no card is, to learn what is nothing."""


@dataclass(frozen=True, slots=True)
class Crop:
    """One rectified card or index, (H, W, 3) BGR, with its colour and face as indices of the networks' heads.

    `upright` is 1, of an index that stands on its head 0, and -1 where nothing is that could stand.
    """

    image: NDArray[np.uint8]
    colour: int
    face: int
    upright: int = 1


def found_like(quad: Quad, rng: random.Random, faults: float = 1.0) -> Quad:
    """Return a quad (4, 2) as a detector gives it for a polygon (n, 2): a rectangle, moved, scaled and turned a bit.

    `faults` makes all of that larger; it starts at either of the short sides.
    """
    if len(quad) != 4 or rng.random() < 0.7:
        quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(quad)), np.float32)
    corners = one_sense(quad)
    centre = corners.mean(axis=0)
    height = float(np.linalg.norm(corners[3] - corners[0]))
    angle = rng.gauss(0, 0.035 * faults)
    c, s = np.cos(angle), np.sin(angle)
    turned = (corners - centre) @ np.array([[c, s], [-s, c]], np.float32)
    scale = np.array([rng.gauss(1.01, 0.035 * faults), rng.gauss(1.01, 0.035 * faults)], np.float32)
    shift = np.array([rng.gauss(0, 0.018), rng.gauss(0, 0.018)], np.float32) * height * faults
    noise = np.array([[rng.gauss(0, 0.012), rng.gauss(0, 0.012)] for _ in range(4)], np.float32) * height * faults
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
    cards = [card for card in known if "quad" in card]
    quads = [np.array(card["quad"], np.float32) for card in cards]
    for card, quad in zip(cards, quads, strict=True):
        inside = clip_to_picture(quad, width, height)
        colour, face = parts_of(str(card["label"]))
        if len(inside) >= 3:
            yield Crop(rectify(image, found_like(inside, rng)), colour, face)
    if rng.random() < 0.25 and (box := _spare_box(rng, width, height, quads)) is not None:
        yield Crop(rectify(image, box), 4, FACES.index("nothing"))


def _head_first(found: Quad, true: Quad) -> bool:
    """Tell whether `found` (4, 2) starts at the lower end of the index that lies on `true` (4, 2)."""
    up = true[:2].mean(axis=0) - true[2:].mean(axis=0)
    return float(np.dot(found[:2].mean(axis=0) - found[2:].mean(axis=0), up)) < 0


def _no_index(rng: random.Random, known: list[dict[str, object]], taken: list[Quad]) -> Quad | None:
    """Return a box as large as an index on a card, or beside one, that holds none; None where none was found."""
    cards = [np.array(card["quad"], np.float32) for card in known if "quad" in card]
    if not cards:
        return None
    for _ in range(6):
        card = rng.choice(cards)
        at = card[0] + (card[1] - card[0]) * rng.uniform(-0.2, 1.2) + (card[3] - card[0]) * rng.uniform(-0.2, 1.2)
        size = float(np.linalg.norm(card[3] - card[0])) * rng.uniform(0.2, 0.4)
        if all(np.linalg.norm(at - quad.mean(axis=0)) > 0.75 * size for quad in taken):
            box = cv2.boxPoints(((float(at[0]), float(at[1])), (size * 0.7, size), rng.uniform(0, 360)))
            return np.asarray(box, np.float32)
    return None


def _index_crops_of(image: NDArray[np.uint8], known: list[dict[str, object]], rng: random.Random) -> Iterator[Crop]:
    entries = [entry for entry in known if "index" in entry]
    quads = [np.array(entry["index"], np.float32) for entry in entries]
    for entry, quad in zip(entries, quads, strict=True):
        if np.linalg.norm(quad[3] - quad[0]) < READABLE:
            continue
        found = one_sense(found_like(rotated(quad, rng.gauss(0, INDEX_TURN)), rng, INDEX_FAULTS))
        colour, face = parts_of(str(entry["label"]))
        yield Crop(index_crop(image, found), colour, face, int(not _head_first(found, quad)))
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        if (box := _no_index(rng, known, quads)) is not None:
            yield Crop(index_crop(image, one_sense(box)), 4, FACES.index("nothing"), -1)


def _each(
    folder: Path, rng: random.Random, cut: Callable[[NDArray[np.uint8], list[dict[str, object]], random.Random], Any]
) -> Iterator[Crop]:
    images = sorted((folder / "images").glob("*.jpg"))
    if not images:
        raise UsageError(f"{folder} holds no images: draw pictures first with lastcard synth.")
    rng.shuffle(images)
    for path in images:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        known = json.loads((folder / "quads" / f"{path.stem}.json").read_text(encoding="utf-8"))
        if picture is not None:
            yield from cut(np.asarray(picture, np.uint8), known, rng)


def card_crops(folder: Path, rng: random.Random) -> Iterator[Crop]:
    """Yield the cards of every picture of a folder that `lastcard synth` wrote, in random order of pictures.

    Raises UsageError where the folder holds no images/ with quads/ beside.
    """
    return _each(folder, rng, _crops_of)


def index_crops(folder: Path, rng: random.Random) -> Iterator[Crop]:
    """The same for indices, half of which stand on their heads, and boxes that hold none."""
    return _each(folder, rng, _index_crops_of)
