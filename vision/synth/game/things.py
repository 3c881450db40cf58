"""Glasses, mugs, phones, scorepads and bowls that stand on the table, drawn by our own code."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.game.spec import GameSpec
from vision.synth.game.sprites import Sprite, premultiplied

Canvas = NDArray[np.float32]
Colour = tuple[float, float, float]
_DRINKS: tuple[Colour, ...] = ((30, 120, 225), (40, 40, 120), (60, 170, 210), (210, 200, 190), (20, 25, 45))
_CHINA: tuple[Colour, ...] = ((60, 60, 200), (235, 235, 230), (150, 110, 40), (80, 170, 90), (40, 190, 235))


def draw_thing(number: int, spec: GameSpec) -> Sprite:
    """The thing of that number at this table, in table units, with its shadow."""
    rng = np.random.default_rng([spec.seed, 53, number])
    kinds: tuple[Callable[[float, np.random.Generator], Canvas], ...] = (_glass, _phone, _pad, _mug, _bowl)
    return _shaded(kinds[(number + spec.seed) % len(kinds)](spec.card, rng), spec.card)


def _blank(width: float, height: float) -> Canvas:
    """(H, W, 4) blue, green, red 0 to 255 and alpha 0 to 1."""
    return np.zeros((round(height), round(width), 4), np.float32)


def _disc(canvas: Canvas, at: tuple[float, float], radius: float, colour: Colour, alpha: float = 1.0) -> None:
    _over(canvas, colour, alpha, lambda mask: cv2.circle(mask, _whole(at), round(radius), 255, -1, cv2.LINE_AA))


def _box(canvas: Canvas, low: tuple[float, float], high: tuple[float, float], colour: Colour) -> None:
    _over(canvas, colour, 1.0, lambda mask: cv2.rectangle(mask, _whole(low), _whole(high), 255, -1))


def _over(canvas: Canvas, colour: Colour, alpha: float, shape: Callable[[NDArray[np.uint8]], object]) -> None:
    mask = np.zeros(canvas.shape[:2], np.uint8)
    shape(mask)
    cover = alpha * mask.astype(np.float32)[..., None] / 255
    below = canvas[..., 3:] * (1 - cover)
    whole = cover + below
    mixed = np.asarray(colour, np.float32) * cover + canvas[..., :3] * below
    canvas[..., :3] = np.divide(mixed, whole, out=np.zeros_like(mixed), where=whole > 0)
    canvas[..., 3:] = whole


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _glass(card: float, rng: np.random.Generator) -> Canvas:
    """A glass from above: rim, drink and a glint."""
    radius = card * float(rng.uniform(0.34, 0.42))
    canvas = _blank(2.4 * radius, 2.4 * radius)
    middle = (1.2 * radius, 1.2 * radius)
    _disc(canvas, middle, radius, (225, 225, 220), 0.55)
    _disc(canvas, middle, 0.86 * radius, _DRINKS[rng.integers(len(_DRINKS))], 0.9)
    glint = (middle[0] - 0.4 * radius, middle[1] - 0.45 * radius)
    _disc(canvas, glint, 0.13 * radius, (255, 255, 255), 0.85)
    return canvas


def _mug(card: float, rng: np.random.Generator) -> Canvas:
    """A mug with its handle."""
    radius = card * float(rng.uniform(0.36, 0.44))
    canvas = _blank(3.2 * radius, 2.4 * radius)
    china, middle = _CHINA[rng.integers(len(_CHINA))], (1.2 * radius, 1.2 * radius)
    _box(canvas, (2.0 * radius, 1.05 * radius), (2.9 * radius, 1.35 * radius), china)
    _disc(canvas, middle, radius, china)
    _disc(canvas, middle, 0.84 * radius, (25, 40, 70))
    return canvas


def _bowl(card: float, rng: np.random.Generator) -> Canvas:
    """A bowl of loud sweets."""
    radius = card * float(rng.uniform(0.5, 0.62))
    canvas = _blank(2.3 * radius, 2.3 * radius)
    middle = (1.15 * radius, 1.15 * radius)
    _disc(canvas, middle, radius, (200, 205, 210))
    _disc(canvas, middle, 0.88 * radius, (120, 125, 135))
    for _ in range(26):
        way, far = rng.uniform(0, 2 * np.pi), 0.75 * radius * np.sqrt(rng.random())
        spot = (middle[0] + far * np.cos(way), middle[1] + far * np.sin(way))
        _disc(canvas, (float(spot[0]), float(spot[1])), 0.12 * radius, _CHINA[rng.integers(len(_CHINA))])
    return canvas


def _phone(card: float, rng: np.random.Generator) -> Canvas:
    """A phone: dark, or with its screen lit."""
    width, height = 0.78 * card, 1.6 * card
    canvas = _blank(width + 8, height + 8)
    _box(canvas, (4, 4), (width + 4, height + 4), (22, 20, 20))
    if rng.random() < 0.5:
        _box(canvas, (9, 14), (width - 1, height - 6), tuple(rng.uniform(60, 235, 3)))
        for row in range(int(rng.integers(2, 7))):
            top = 26 + row * 0.2 * card
            _box(canvas, (16, top), (width - 8, top + 0.12 * card), tuple(rng.uniform(150, 250, 3)))
    return canvas


def _pad(card: float, rng: np.random.Generator) -> Canvas:
    """A scorepad with lines and figures."""
    width, height = 1.1 * card, 1.5 * card
    canvas = _blank(width + 8, height + 8)
    _box(canvas, (4, 4), (width + 4, height + 4), (232, 240, 244))
    for row in range(1, 9):
        y = 4 + row * height / 9
        _box(canvas, (8, y), (width, y + 1), (190, 170, 150))
        if rng.random() < 0.8:
            x = float(rng.uniform(0.1, 0.6)) * width
            _write(canvas, (x, y - 3), str(int(rng.integers(0, 500))), card / 260)
    return canvas


def _write(canvas: Canvas, at: tuple[float, float], text: str, size: float) -> None:
    font = cv2.FONT_HERSHEY_SIMPLEX
    _over(canvas, (90, 50, 40), 0.9, lambda mask: cv2.putText(mask, text, _whole(at), font, size, 255, 1, cv2.LINE_AA))


def _shaded(canvas: Canvas, card: float) -> Sprite:
    """With a soft shadow to its lower right."""
    pad = max(4, round(0.12 * card))
    framed = np.asarray(cv2.copyMakeBorder(canvas, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)))
    alpha = framed[..., 3]
    soft = np.asarray(cv2.GaussianBlur(alpha, (0, 0), pad * 0.4), np.float32)
    shift = np.array([[1.0, 0, pad * 0.5], [0, 1.0, pad * 0.5]])
    under = 0.45 * np.asarray(cv2.warpAffine(soft, shift, alpha.shape[::-1]), np.float32) * (1 - alpha)
    whole = alpha + under
    share = np.divide(alpha, whole, out=np.zeros_like(alpha), where=whole > 0)
    return premultiplied(np.dstack([framed[..., :3] * share[..., None], whole]))
