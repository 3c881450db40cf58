"""How one printed card looks: ink, border, lettering and the proportions of its ornament, plain or jittered."""

from __future__ import annotations

import colorsys
import random
from dataclasses import dataclass

from vision.synth.fonts import Font, installed_fonts
from vision.synth.glyphs import Lettering

STYLES = ("A", "B", "C", "D")
COLOURS = ("red", "yellow", "green", "blue")

# Hue in degrees, saturation, value: the plain ink, and the ranges seen on printed decks.
_PLAIN = {
    "red": (356.0, 0.88, 0.87),
    "yellow": (49.0, 0.95, 0.98),
    "green": (130.0, 0.72, 0.62),
    "blue": (210.0, 0.95, 0.74),
}
_RANGE = {
    "red": ((-9.0, 17.0), (0.68, 1.0), (0.62, 0.98)),
    "yellow": ((38.0, 58.0), (0.62, 1.0), (0.8, 1.0)),
    "green": ((92.0, 164.0), (0.5, 1.0), (0.36, 0.78)),
    "blue": ((196.0, 226.0), (0.6, 1.0), (0.45, 0.9)),
}


def _hex(hue: float, saturation: float, value: float) -> str:
    rgb = colorsys.hsv_to_rgb((hue % 360) / 360, saturation, value)
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in rgb)


def _inks(rng: random.Random | None) -> dict[str, str]:
    if rng is None:
        return {name: _hex(*hsv) for name, hsv in _PLAIN.items()}
    return {name: _hex(*(rng.uniform(*span) for span in _RANGE[name])) for name in COLOURS}


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that varies between two printed decks of one style. Lengths are units of a 560 by 870 card."""

    style: str
    inks: dict[str, str]
    white: str
    black: str
    border: float
    corner: float
    lettering: Lettering
    index_lettering: Lettering
    digit_size: float
    index_size: float
    index_at: tuple[float, float]
    ellipse: tuple[float, float, float]
    ring: float
    shadow: tuple[float, float]
    outline: float
    underlined: bool
    symbol_scale: float
    symbol_turn: float
    rays: int
    quadrant_turn: float
    quadrant_order: tuple[str, str, str, str]
    index_outline: float
    index_halo: float
    wheel_draw4: bool
    word: str


def _plain(style: str) -> Look:
    ring = {"A": 14.0, "B": 0.0, "C": 0.0, "D": 10.0}[style]
    slant = {"A": 4.0, "B": 12.0, "C": 14.0, "D": 12.0}[style]
    ellipse = (222.0, 222.0, 0.0) if style == "C" else (188.0, 352.0, 27.0)
    letters = Lettering(None, slant, 1.0, 24.0)
    return Look(
        style, _inks(None), "#f8f6f0", "#16130f", 36.0, 44.0, letters, Lettering(None, slant, 1.0, 22.0), 2.3, 0.86,
        (92.0, 104.0), ellipse, ring, (-11.0, 11.0), 5.0, True, 2.6, 0.0, 60, 0.0 if style == "C" else 24.0,
        ("red", "blue", "green", "yellow"), 0.0, 0.0, style == "D", "LAST",
    )  # fmt: skip


def _lettering(rng: random.Random, font: Font | None, slant: float) -> Lettering:
    if font is not None and font.weight < 800:
        return Lettering(font, slant, rng.uniform(0.85, 1.15), 22.0)
    return Lettering(font, slant, rng.uniform(0.82, 1.12), rng.uniform(17.0, 27.0))


def _jittered(style: str, rng: random.Random) -> Look:
    fonts = installed_fonts()
    font = rng.choice(fonts) if fonts and rng.random() < 0.75 else None
    slant = rng.choice((0.0, rng.uniform(0, 20)))
    centre = rng.uniform(0.92, 1.06)
    if style == "C":
        radius = rng.uniform(195, 238)
        ellipse = (radius, radius * rng.uniform(0.97, 1.03), 0.0)
    else:
        ellipse = (rng.uniform(165, 212), rng.uniform(325, 385), rng.uniform(17, 36))
    order = list(COLOURS)
    rng.shuffle(order)
    ring = {"A": rng.uniform(8, 20), "B": 0.0, "C": 0.0, "D": rng.uniform(5, 14)}[style]
    white = _hex(rng.uniform(20, 60), rng.uniform(0.0, 0.1), rng.uniform(0.88, 1.0))
    lean = rng.choice((-1, -1, -1, 1))
    depth = rng.uniform(4, 17) if rng.random() < 0.9 else 0.0
    return Look(
        style, _inks(rng), white, _hex(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.04, 0.17)),
        rng.uniform(24, 46), rng.uniform(28, 58), _lettering(rng, font, slant), _lettering(rng, font, slant),
        rng.uniform(1.9, 2.9) * centre, rng.uniform(0.7, 1.08), (rng.uniform(84, 104), rng.uniform(94, 122)), ellipse,
        ring, (lean * depth, depth * rng.uniform(0.5, 1.1)), rng.uniform(2.5, 7.5), rng.random() < 0.85,
        rng.uniform(2.0, 3.1), rng.uniform(-10, 10), rng.choice((40, 48, 60, 72)),
        rng.choice((0.0, 24.0, rng.uniform(-15, 40))),
        (order[0], order[1], order[2], order[3]), rng.choice((0.0, 0.0, rng.uniform(2, 6))),
        rng.choice((0.0, rng.uniform(7, 14))),
        style == "D" or rng.random() < 0.15,
        rng.choice(("LAST", "CARD", "ONE", "UNO", "PLAY")),
    )  # fmt: skip


def make_look(style: str, rng: random.Random | None = None) -> Look:
    """Return the plain look of a style ("A", "B", "C", "D"), or one jittered by `rng`; ValueError for another style."""
    if style not in STYLES:
        raise ValueError(f"unknown deck style {style!r}: expected one of {', '.join(STYLES)}")
    return _plain(style) if rng is None else _jittered(style, rng)
