"""Measures on drawn pictures how often cards told with some confidence are right."""

from __future__ import annotations

import json
from collections.abc import Callable
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

Quad = NDArray[np.float32]
OVERLAP = 0.5


def _known(path: Path) -> tuple[list[tuple[str, Quad]], list[tuple[str, Quad]]]:
    """Return the cards of a drawn picture with where they lie, and its indices with where those do."""
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    indices = [(str(e["label"]), np.array(e["index"], np.float32)) for e in entries if "index" in e]
    cards = [(str(e["label"]), np.array(e["quad"], np.float32)) for e in entries if "quad" in e]
    return cards + [(label, card_of_index(quad)) for label, quad in indices], indices


def _holds(quad: Quad, index: Quad) -> bool:
    middle = index.mean(axis=0)
    return cv2.pointPolygonTest(quad, (float(middle[0]), float(middle[1])), False) >= 0


def calibrate(look: SecondLook, folder: Path, step: Callable[[], None] = lambda: None) -> Calibration:
    """Return the calibration of `look`, whose own must be none, on a folder that `lastcard synth` wrote.

    A card found whole is right where one of its label lies; one read by an index where that index lies. UsageError
    where the folder holds no pictures.
    """
    images = sorted((folder / "images").glob("*.jpg"))
    if not images:
        raise UsageError(f"{folder} holds no images: draw pictures first with lastcard synth.")
    whole: list[tuple[float, bool]] = []
    hidden: list[tuple[float, bool]] = []
    for path in images:
        cards, indices = _known(folder / "quads" / f"{path.stem}.json")
        found, by_index = look.look(read_image(path))
        for quad, label, sure in found:
            whole.append((sure, any(label == name and quad_overlap(quad, true) >= OVERLAP for name, true in cards)))
        for quad, label, sure in by_index:
            hidden.append((sure, any(label == name and _holds(quad, true) for name, true in indices)))
        step()
    return Calibration(*(fit_curve([c for c, _ in told], [r for _, r in told]) for told in (whole, hidden)))
