"""Measures on pictures not trained on how often cards told with some confidence are right."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.calibration import Calibration, fit_curve
from vision.detect.kinds import card_of_index
from vision.detect.second_look import SecondLook
from vision.errors import UsageError
from vision.frames.images import read_image
from vision.train.evaluation.precision import quad_overlap
from vision.train.evaluation.truth import IndexTruth, face_of, read_indices

Quad = NDArray[np.float32]
OVERLAP = 0.5
Told = tuple[float, bool]
"""How sure a card was told, and whether it was right."""


def _known(path: Path) -> tuple[list[tuple[str, Quad]], list[tuple[str, Quad]]]:
    """Return the cards of a drawn picture with where they lie, and its indices with where those do."""
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    indices = [(str(e["label"]), np.array(e["index"], np.float32)) for e in entries if "index" in e]
    cards = [(str(e["label"]), np.array(e["quad"], np.float32)) for e in entries if "quad" in e]
    return cards + [(label, card_of_index(quad)) for label, quad in indices], indices


def _holds(quad: Quad, index: Quad) -> bool:
    middle = index.mean(axis=0)
    return cv2.pointPolygonTest(quad, (float(middle[0]), float(middle[1])), False) >= 0


def _fan(look: SecondLook, fan: IndexTruth) -> tuple[list[Told], list[Told]]:
    """Judge one photo of a fan: a card is right where an index of its face lies on it; the colour is not known."""
    image = read_image(fan.path)
    height, width = image.shape[:2]

    def right(quad: Quad, label: str) -> bool:
        held = [f for f, x, y in fan.indices if cv2.pointPolygonTest(quad, (x * width, y * height), False) >= 0]
        return face_of(label) in held

    whole, hidden = look.look(image)
    return (
        [(sure, right(q, label)) for q, label, sure in whole],
        [(sure, right(q, label)) for q, label, sure in hidden],
    )


def _drawn(look: SecondLook, path: Path) -> tuple[list[Told], list[Told]]:
    """Judge one drawn picture: a card is right where one of its label, or an index of it, lies."""
    cards, indices = _known(path.parent.parent / "quads" / f"{path.stem}.json")
    whole, hidden = look.look(read_image(path))
    return (
        [(s, any(label == n and quad_overlap(q, true) >= OVERLAP for n, true in cards)) for q, label, s in whole],
        [(s, any(label == n and _holds(q, true) for n, true in indices)) for q, label, s in hidden],
    )


def calibrate(look: SecondLook, folders: Sequence[Path], step: Callable[[], None] = lambda: None) -> Calibration:
    """Return the calibration of `look`, whose own must be none.

    A folder is one that `lastcard synth` wrote, or one of fans with `classes.txt`, whose split `train` is taken.
    UsageError where one holds no pictures.
    """
    whole: list[Told] = []
    hidden: list[Told] = []
    for folder in folders:
        if (folder / "classes.txt").is_file():
            told = (_fan(look, fan) for fan in read_indices(folder, "train"))
        else:
            images = sorted((folder / "images").glob("*.jpg"))
            if not images:
                raise UsageError(f"{folder} holds no images: draw pictures first with lastcard synth.")
            told = (_drawn(look, path) for path in images)
        for cards, by_index in told:
            whole += cards
            hidden += by_index
            step()
    return Calibration(*(fit_curve([c for c, _ in both], [r for _, r in both]) for both in (whole, hidden)))
