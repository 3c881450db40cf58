"""Drawn cards of ordinary decks, kept as a learnt deck keeps its pictures: what it must not forget."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np

from vision.detect.decks_crops import KEPT_HEIGHT, KEPT_WIDTH, Kept, keep
from vision.detect.rectify import CROP_HEIGHT
from vision.synth.faces import render_face
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face

ORDINARY_STYLES = ("A", "B", "C")
"""One card of each label in each of these."""


def ordinary_cards(labels: Iterable[str], seed: int = 0) -> dict[str, tuple[Kept, ...]]:
    """Return a card of each label in each of the usual styles, on plain grounds; the same seed gives the same."""
    rng = random.Random(seed)
    return {label: tuple(_one(label, style, rng) for style in ORDINARY_STYLES) for label in labels}


def _one(label: str, style: str, rng: random.Random) -> Kept:
    ground = np.full((2 * KEPT_HEIGHT, 2 * KEPT_WIDTH, 3), [rng.randint(20, 235) for _ in range(3)], np.uint8)
    quad = card_quad(KEPT_WIDTH, KEPT_HEIGHT, float(CROP_HEIGHT), rng.uniform(-0.1, 0.1))
    paste_face(ground, render_face(label, style, rng), quad, rng)
    return keep(ground, quad)
