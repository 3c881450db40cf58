"""Things on a table that are no cards, and hands and sleeves that lie over cards or hold them."""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.grounds import smooth_noise

Image = NDArray[np.uint8]
Mask = NDArray[np.uint8]

_SKIN = ((190, 215, 245), (150, 185, 225), (120, 155, 205), (80, 110, 165), (55, 80, 125), (35, 50, 85))
_LOUD = ((30, 30, 210), (20, 200, 240), (60, 160, 60), (190, 110, 20), (240, 240, 240), (20, 20, 20), (40, 120, 240))


def _paint(image: Image, mask: Mask, colour: tuple[float, ...], rng: random.Random, depth: float = 0.35) -> None:
    """Fill `mask` (0/255) with a colour shaded from its rim to its middle."""
    x, y, w, h = cv2.boundingRect(mask)
    if w < 2 or h < 2:
        return
    inside = mask[y : y + h, x : x + w]
    near = cv2.distanceTransform((inside > 127).astype(np.uint8), cv2.DIST_L2, 3)
    light = np.clip(near / (near.max() * 0.8 + 1e-6), 0, 1) * depth + (1 - depth)
    light = light * (0.9 + 0.2 * smooth_noise(rng, w, h, 4, 4))
    tone = np.clip(np.array(colour, np.float32) * light[..., None], 0, 255)
    alpha = cv2.GaussianBlur(inside, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    part = image[y : y + h, x : x + w]
    part[:] = (part * (1 - alpha) + tone * alpha).astype(np.uint8)


def _capsule(mask: Mask, start: tuple[float, float], end: tuple[float, float], width: float) -> None:
    a, b = (round(start[0]), round(start[1])), (round(end[0]), round(end[1]))
    cv2.line(mask, a, b, 255, max(2, round(width)), cv2.LINE_AA)
    cv2.circle(mask, b, max(1, round(width / 2)), 255, -1, cv2.LINE_AA)


def draw_arm(image: Image, rng: random.Random, tip: tuple[float, float], unit: float, ids: NDArray[np.int16]) -> None:
    """Draw an arm from the picture's edge to `tip`, its fingers about `unit`/4 px wide; `ids` becomes -1 under it."""
    height, width = image.shape[:2]
    angle = rng.uniform(0, 2 * math.pi)
    far = 2.0 * max(height, width)
    back = (math.cos(angle), math.sin(angle))
    wrist = (tip[0] + back[0] * unit * 1.1, tip[1] + back[1] * unit * 1.1)
    hand = np.zeros((height, width), np.uint8)
    for finger in range(rng.randint(2, 5)):
        spread = angle + math.pi + (finger - 2) * rng.uniform(0.12, 0.26)
        reach = unit * rng.uniform(0.75, 1.2)
        end = (wrist[0] + math.cos(spread) * reach, wrist[1] + math.sin(spread) * reach)
        _capsule(hand, wrist, end, unit * rng.uniform(0.19, 0.27))
    cv2.circle(hand, (round(wrist[0]), round(wrist[1])), max(2, round(unit * 0.42)), 255, -1, cv2.LINE_AA)
    edge = (wrist[0] + back[0] * far, wrist[1] + back[1] * far)
    skin = tuple(channel * rng.uniform(0.85, 1.1) for channel in rng.choice(_SKIN))
    _capsule(hand, edge, wrist, unit * rng.uniform(0.5, 0.7))
    _paint(image, hand, skin, rng)
    sleeve = np.zeros_like(hand)
    if rng.random() < 0.75:
        cuff = (wrist[0] + back[0] * unit * rng.uniform(0.5, 1.4), wrist[1] + back[1] * unit * rng.uniform(0.5, 1.4))
        cv2.line(
            sleeve,
            (round(edge[0]), round(edge[1])),
            (round(cuff[0]), round(cuff[1])),
            255,
            max(3, round(unit * rng.uniform(0.8, 1.2))),
        )
        _paint(image, sleeve, tuple(rng.uniform(10, 240) for _ in range(3)), rng)
    ids[(hand > 127) | (sleeve > 127)] = -1


def draw_fingers(image: Image, rng: random.Random, quad: NDArray[np.float32], ids: NDArray[np.int16]) -> None:
    """Draw fingers that hold a card by one of its edges: `quad` is (4, 2) px; covered pixels of `ids` become -1."""
    height, width = image.shape[:2]
    side = rng.randrange(4)
    a, b = quad[side], quad[(side + 1) % 4]
    centre = quad.mean(axis=0)
    short = float(min(np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[1] - quad[2])))
    mask = np.zeros((height, width), np.uint8)
    middle = rng.uniform(0.15, 0.85)
    for finger in range(rng.randint(1, 4)):
        along = min(0.97, max(0.03, middle + (finger - 1) * rng.uniform(0.16, 0.24)))
        edge = a + (b - a) * along
        inward = centre - edge
        inward = inward / (np.linalg.norm(inward) + 1e-6)
        start = edge - inward * short * rng.uniform(0.6, 2.0)
        end = edge + inward * short * rng.uniform(0.02, 0.2)
        _capsule(
            mask, (float(start[0]), float(start[1])), (float(end[0]), float(end[1])), short * rng.uniform(0.16, 0.3)
        )
    skin = tuple(channel * rng.uniform(0.85, 1.1) for channel in rng.choice(_SKIN))
    _paint(image, mask, skin, rng)
    ids[mask > 127] = -1


def _box(rng: random.Random, centre: tuple[float, float], unit: float) -> NDArray[np.int32]:
    size = (unit * rng.uniform(0.3, 1.4), unit * rng.uniform(0.3, 1.4))
    return cv2.boxPoints((centre, size, rng.uniform(0, 180))).astype(np.int32)


def draw_object(image: Image, rng: random.Random, unit: float, ids: NDArray[np.int16], over: bool) -> None:
    """Draw one thing that is no card: a box, disc, leaf, sheet with lines, or a card of another game."""
    height, width = image.shape[:2]
    centre = (rng.uniform(0, width), rng.uniform(0, height))
    mask = np.zeros((height, width), np.uint8)
    kind = rng.choice(("box", "disc", "leaf", "sheet", "other"))
    loud = rng.random() < 0.6
    colour: tuple[float, ...] = rng.choice(_LOUD) if loud else tuple(rng.uniform(0, 255) for _ in range(3))
    if kind == "disc":
        cv2.circle(
            mask,
            (round(centre[0]), round(centre[1])),
            max(3, round(unit * rng.uniform(0.15, 0.6))),
            255,
            -1,
            cv2.LINE_AA,
        )
    elif kind == "leaf":
        axes = (max(3, round(unit * rng.uniform(0.3, 0.9))), max(2, round(unit * rng.uniform(0.1, 0.35))))
        cv2.ellipse(mask, (round(centre[0]), round(centre[1])), axes, rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
        colour = (rng.uniform(20, 90), rng.uniform(90, 190), rng.uniform(30, 200))
    else:
        cv2.fillConvexPoly(mask, _box(rng, centre, unit), 255, cv2.LINE_AA)
        if kind in ("sheet", "other"):
            level = rng.uniform(200, 255)
            colour = (level, level, level)
    _paint(image, mask, colour, rng, rng.uniform(0.0, 0.3))
    if kind == "sheet":
        for _ in range(rng.randint(2, 7)):
            at = (round(centre[0] + rng.uniform(-0.3, 0.3) * unit), round(centre[1] + rng.uniform(-0.3, 0.3) * unit))
            cv2.line(image, at, (at[0] + round(unit * 0.3), at[1]), (90, 80, 80), 1, cv2.LINE_AA)
    elif kind == "other":
        ink = rng.choice(((20, 20, 200), (20, 20, 20)))
        at = (round(centre[0] - unit * 0.12), round(centre[1] + unit * 0.12))
        cv2.putText(image, rng.choice("AKQJ"), at, cv2.FONT_HERSHEY_COMPLEX, unit / 90, ink, 2, cv2.LINE_AA)
    if over:
        ids[mask > 127] = -1
