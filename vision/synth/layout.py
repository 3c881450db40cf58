"""Where cards lie in a drawn scene: scattered, single and close, fanned, piled, and seen at a slant."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS

Quad = NDArray[np.float32]
ASPECT = 56 / 87


@dataclass(frozen=True, slots=True)
class Placed:
    """A card to be drawn: label and quad (4, 2) px, clockwise from the card's own top left. Later ones lie on top."""

    label: str
    quad: Quad


@dataclass(frozen=True, slots=True)
class Layout:
    """All cards of a scene from the bottom up; `unit` is a typical card height in px; `held`: fingers hold a card."""

    cards: tuple[Placed, ...]
    unit: float
    held: bool


def card_quad(x: float, y: float, height: float, angle: float) -> Quad:
    """Return the corners of an upright card of `height` px about (x, y), turned by `angle` radians, (4, 2)."""
    w, h = height * ASPECT / 2, height / 2
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float32)
    c, s = math.cos(angle), math.sin(angle)
    turned = corners @ np.array([[c, s], [-s, c]], np.float32)
    return np.asarray(turned + np.array([x, y], np.float32), np.float32)


def tilt_matrix(rng: random.Random, width: int, height: int, most: float) -> NDArray[np.float64]:
    """Return a homography, (3, 3), that shows the picture plane as a camera tilted up to `most` degrees sees it."""
    pitch, yaw = (math.radians(rng.uniform(-most, most)) for _ in range(2))
    focal = max(width, height) * rng.uniform(0.9, 1.8)
    cp, sp, cy, sy = math.cos(pitch), math.sin(pitch), math.cos(yaw), math.sin(yaw)
    turn = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]]) @ np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
    centre = np.array([width / 2, height / 2])
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    points = np.column_stack([corners - centre, np.zeros(4)]) @ turn.T
    depth = points[:, 2] + focal
    seen = points[:, :2] * (focal / depth)[:, None] + centre
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32)), np.float64)


def _label(rng: random.Random) -> str:
    return "back" if rng.random() < 0.04 else rng.choice(LABELS[:-1])


def _scatter(rng: random.Random, width: int, height: int) -> tuple[list[Placed], float]:
    unit = max(width, height) * rng.uniform(0.085, 0.3)
    count = max(1, min(18, round(rng.uniform(0.1, 0.75) * width * height / (unit * unit * ASPECT))))
    tidy = rng.random() < 0.7
    spots: list[tuple[float, float]] = []
    base = rng.uniform(0, 2 * math.pi)
    cards: list[Placed] = []
    for _ in range(count):
        for _ in range(12):
            x, y = rng.uniform(-0.02, 1.02) * width, rng.uniform(-0.02, 1.02) * height
            if not tidy or all(math.hypot(x - a, y - b) > unit * 0.78 for a, b in spots):
                spots.append((x, y))
                angle = base + rng.gauss(0, 0.15) if rng.random() < 0.3 else rng.uniform(0, 2 * math.pi)
                cards.append(Placed(_label(rng), card_quad(x, y, unit * rng.uniform(0.97, 1.03), angle)))
                break
    return cards, unit


def _single(rng: random.Random, width: int, height: int) -> tuple[list[Placed], float]:
    unit = min(width, height) * rng.uniform(0.3, 1.2)
    x = width * rng.uniform(0.32, 0.68)
    y = height * rng.uniform(0.35, 0.65)
    angle = rng.choice((0, 0, 0, 0.5, 1, 1.5)) * math.pi + rng.gauss(0, 0.2)
    if rng.random() < 0.25:
        angle = rng.uniform(0, 2 * math.pi)
    return [Placed(_label(rng), card_quad(x, y, unit, angle))], unit


def _fan(rng: random.Random, width: int, height: int) -> tuple[list[Placed], float]:
    unit = max(width, height) * rng.uniform(0.12, 0.5)
    cards: list[Placed] = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        count = rng.choice((2, 3, 3, 3, 4, 5, 6, 7, 8))
        x, y = rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height
        facing = rng.uniform(0, 2 * math.pi)
        step = rng.uniform(0.07, 0.36) * rng.choice((1, 1, 1, 1, -1))
        pivot = unit * rng.uniform(0.45, 1.3)
        slide = unit * rng.choice((0.0, 0.0, rng.uniform(0.12, 0.5)))
        along = rng.choice((0.0, 0.0, math.pi / 2, rng.uniform(0, math.pi / 2), rng.uniform(0, 2 * math.pi)))
        for i in range(count):
            offset = (i - count / 2) + rng.gauss(0, 0.12)
            angle = facing + (step * offset if slide == 0 else rng.gauss(0, 0.05))
            px = x + math.sin(angle) * pivot + math.cos(facing + along) * slide * offset
            py = y - math.cos(angle) * pivot + math.sin(facing + along) * slide * offset
            cards.append(Placed(_label(rng), card_quad(px, py, unit, angle)))
    return cards, unit


def _pile(rng: random.Random, width: int, height: int) -> tuple[list[Placed], float]:
    unit = max(width, height) * rng.uniform(0.1, 0.42)
    x, y = rng.uniform(0.25, 0.75) * width, rng.uniform(0.25, 0.75) * height
    mess = unit * rng.uniform(0.03, 0.4)
    cards = [
        Placed(
            _label(rng), card_quad(x + rng.gauss(0, mess), y + rng.gauss(0, mess), unit, rng.uniform(0, 2 * math.pi))
        )
        for _ in range(rng.randint(2, 9))
    ]
    if rng.random() < 0.6:
        side = rng.choice((-1, 1)) * unit * rng.uniform(0.9, 1.6)
        cards.append(Placed("back", card_quad(x + side, y + rng.gauss(0, unit * 0.1), unit, rng.gauss(0, 0.3))))
    for _ in range(rng.randint(0, 4)):
        cards.append(
            Placed(_label(rng), card_quad(rng.uniform(0, width), rng.uniform(0, height), unit, rng.uniform(0, 6.28)))
        )
    return cards, unit


def lay_out(rng: random.Random, width: int, height: int) -> Layout:
    """Return a random layout for a picture of `width` by `height` px, seen from above or at a slant."""
    kinds = ((_scatter, 0.26, 32.0), (_single, 0.26, 50.0), (_fan, 0.36, 35.0), (_pile, 0.12, 40.0))
    if rng.random() < 0.02:
        return Layout((), max(width, height) * 0.2, False)
    kind, _, most = rng.choices(kinds, [weight for _, weight, _ in kinds])[0]
    cards, unit = kind(rng, width, height)
    matrix = tilt_matrix(rng, width, height, most if rng.random() < 0.6 else 8.0)
    seen = [
        Placed(card.label, np.asarray(cv2.perspectiveTransform(card.quad[None], matrix)[0], np.float32))
        for card in cards
    ]
    held = {_single: 0.4, _fan: 0.25}.get(kind, 0.0)
    return Layout(tuple(seen), unit, rng.random() < held)
