"""Training pictures on disk: JPEGs, oriented labels, and the exact quads of everything drawn."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.kinds import BACK, FACE, INDEX
from vision.synth.facebank import FaceBank, photographed_faces
from vision.synth.grounds import Grounds
from vision.synth.scene import Scene, SceneDrawer

_drawer: SceneDrawer | None = None


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """What to draw. `faces` is a folder of licensed photographed faces to mix in; `size` the long side in px."""

    out: Path
    count: int
    seed: int = 1
    size: int = 448
    faces: Path | None = None
    least_visible: float = 0.12
    faces_per_label: int = 60


def _start(plan: DatasetPlan) -> None:
    global _drawer
    cv2.setNumThreads(1)
    photographed = photographed_faces(plan.faces) if plan.faces else {}
    _drawer = SceneDrawer(FaceBank(photographed, plan.faces_per_label), Grounds(), plan.least_visible)


def clip_to_picture(quad: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    """Return the part of a convex quad inside the picture as a polygon (n, 2) px; empty where nothing is inside."""
    frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    area, polygon = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    if area < 4 or polygon is None:
        return np.zeros((0, 2), np.float32)
    inside = np.clip(polygon.reshape(-1, 2), 0, (width - 1, height - 1))
    return np.asarray(inside, np.float32)


def label_lines(scene: Scene) -> list[str]:
    """Return one line a card and index in the oriented-box format of YOLO: its kind and a polygon in 0..1."""
    height, width = scene.image.shape[:2]
    things = [(BACK if card.label == "back" else FACE, card.quad) for card in scene.cards]
    things += [(INDEX, index.quad) for index in scene.indices]
    lines = []
    for kind, quad in things:
        polygon = clip_to_picture(quad, width, height)
        if len(polygon) < 3:
            continue
        points = cv2.boxPoints(cv2.minAreaRect(polygon)) if len(polygon) != 4 else polygon
        unit = np.clip(np.asarray(points) / (width, height), 0, 1)
        lines.append(f"{kind} " + " ".join(f"{value:.5f}" for value in unit.reshape(-1)))
    return lines


def quad_notes(scene: Scene) -> list[dict[str, object]]:
    """Return what is known of every labelled card and index: its label, exact quad, and the share that shows."""
    cards: list[dict[str, object]] = [
        {"label": c.label, "quad": np.round(c.quad, 2).tolist(), "visible": round(c.visible, 3)} for c in scene.cards
    ]
    return cards + [{"label": i.label, "index": np.round(i.quad, 2).tolist()} for i in scene.indices]


def _write_one(plan: DatasetPlan, index: int) -> int:
    if _drawer is None:
        _start(plan)
    assert _drawer is not None
    rng = random.Random(f"{plan.seed}/{index}")
    long, short = plan.size, round(plan.size * rng.choice((0.5625, 0.75, 1.0, 1.0, 1.0, 1.0)))
    width, height = (long, short) if rng.random() < 0.75 else (short, long)
    scene = _drawer.draw(rng, width, height)
    name = f"{plan.seed:03d}_{index:06d}"
    cv2.imwrite(str(plan.out / "images" / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    (plan.out / "labels" / f"{name}.txt").write_text("\n".join(label_lines(scene)))
    (plan.out / "quads" / f"{name}.json").write_text(json.dumps(quad_notes(scene)))
    return len(scene.cards)


def _counts(plan: DatasetPlan, workers: int) -> Iterator[int]:
    if workers <= 1:
        _start(plan)
        yield from (_write_one(plan, index) for index in range(plan.count))
        return
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(plan,)) as pool:
        yield from pool.map(_write_one, repeat(plan), range(plan.count), chunksize=16)


def write_dataset(plan: DatasetPlan, workers: int | None = None, progress: Callable[[], None] | None = None) -> int:
    """Draw `plan.count` pictures into `plan.out` (images/, labels/, quads/) and return how many cards they hold.

    Picture i depends on the seed and i alone but for the store of faces, which each worker fills in its own order.
    """
    for folder in ("images", "labels", "quads"):
        (plan.out / folder).mkdir(parents=True, exist_ok=True)
    total = 0
    for count in _counts(plan, workers or os.cpu_count() or 1):
        total += count
        if progress is not None:
            progress()
    return total
