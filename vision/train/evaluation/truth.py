"""Labelled photos: whole scenes with quads, single cards, and fans of which one index each is boxed."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.errors import UsageError

Quad = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TrueCard:
    """A card known to lie in a photo: label, quad (4, 2) px; `ignore` where it counts neither as hit nor as miss."""

    label: str
    quad: Quad
    ignore: bool = False


@dataclass(frozen=True, slots=True)
class SceneTruth:
    """A photo with all its cards."""

    path: Path
    cards: tuple[TrueCard, ...]


@dataclass(frozen=True, slots=True)
class SingleTruth:
    """A photo with one card, with the deck's style and the source it came from."""

    path: Path
    label: str
    style: str
    source: str


@dataclass(frozen=True, slots=True)
class IndexTruth:
    """A photo of a fan: for each labelled index its face (without colour) and the centre (x, y) of its box in 0..1."""

    path: Path
    indices: tuple[tuple[str, float, float], ...]


def read_scenes(folder: Path) -> list[SceneTruth]:
    """Read `labels.json` of a folder of scenes: image -> objects with label, quad, ignore; UsageError if broken."""
    path = folder / "labels.json"
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return [
            SceneTruth(
                folder / name,
                tuple(
                    TrueCard(str(card["label"]), np.array(card["quad"], np.float32), bool(card.get("ignore")))
                    for card in cards
                ),
            )
            for name, cards in sorted(raw.items())
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} does not hold image -> objects with label and quad ({error}).") from error


def read_singles(folder: Path) -> list[SingleTruth]:
    """Read `labels.csv` of a folder of single cards: file, label, deck_style, source. UsageError where it is broken."""
    path = folder / "labels.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return [SingleTruth(folder / row["file"], row["label"], row["deck_style"], row["source"]) for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} does not hold the columns file, label, deck_style, source ({error}).") from error


def face_of(label: str) -> str:
    """Return a label without its colour: `7`, `skip`, `wild`, `back`."""
    return label.partition("_")[2] if label.partition("_")[0] in ("red", "yellow", "green", "blue") else label


def colour_of(label: str) -> str:
    """Return a label's colour, or `none` for wilds and backs."""
    first = label.partition("_")[0]
    return first if first in ("red", "yellow", "green", "blue") else "none"


_DECK_FACES = {
    "reverse": "reverse",
    "skip": "skip",
    "+2": "draw2",
    "draw2": "draw2",
    "+4": "wild_draw4",
    "wild": "wild",
}


def _deck_face(name: str) -> str:
    face = _DECK_FACES.get(name.strip().lower(), name.strip().lower())
    if face not in {face_of(label) for label in LABELS}:
        raise UsageError(f"classes.txt names {name!r}, which is no face of a card.")
    return face


def read_indices(folder: Path, split: str = "test") -> list[IndexTruth]:
    """Read a split of a folder with YOLO boxes around one index a card, whose classes are faces without colour."""
    names = [
        _deck_face(line) for line in (folder / "classes.txt").read_text(encoding="utf-8").split("\n") if line.strip()
    ]
    found = []
    for image in sorted((folder / split / "images").iterdir()):
        label = folder / split / "labels" / f"{image.stem}.txt"
        lines = [line.split() for line in label.read_text().splitlines()] if label.is_file() else []
        found.append(
            IndexTruth(image, tuple((names[int(p[0])], float(p[1]), float(p[2])) for p in lines if len(p) >= 5))
        )
    return found
