"""Card faces of our own drawing, in the four styles that decks are printed in.

A: coloured card, thin white ring, white digit. B: solid white ellipse, coloured digit. C: white circle with rays,
coloured digit. D: as A with a slanted ring and a badge in the other corner. Backs are dark with a tilted ellipse.
"""

from __future__ import annotations

import math
import random

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from vision.synth import glyphs
from vision.synth.fonts import installed_fonts
from vision.synth.glyphs import Lettering
from vision.synth.look import COLOURS, STYLES, Look, make_look

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "STYLES", "face_svg", "render_face"]

CARD_WIDTH, CARD_HEIGHT = 560, 870
_CENTRE = (CARD_WIDTH / 2, CARD_HEIGHT / 2)
_LOWERED = {"6", "9"}


def _embossed(shape: object, look: Look, fill: str, edge: str, outline: float, depth: float) -> str:
    """Return a shape with its extruded shadow, its outline, and its fill. `shape(paint, grow)` draws it."""
    assert callable(shape)
    parts: list[str] = []
    dx, dy = look.shadow[0] * depth, look.shadow[1] * depth
    steps = max(1, math.ceil(max(abs(dx), abs(dy)) / 4))
    if dx or dy:
        for i in range(steps, 0, -1):
            body = shape(look.black, outline)
            parts.append(f'<g transform="translate({dx * i / steps:.2f},{dy * i / steps:.2f})">{body}</g>')
    if outline:
        parts.append(shape(edge, outline))
    parts.append(shape(fill, 0.0))
    return "".join(parts)


def _digits(text: str, lettering: Lettering, underline: bool) -> object:
    return lambda paint, grow: glyphs.text_shape(text, lettering, paint, grow, underline)


def _small_cards(look: Look, spots: list[tuple[float, float, str]], size: tuple[float, float], edge: str) -> str:
    parts = []
    for x, y, fill in spots:
        draw = lambda paint, grow, x=x, y=y: glyphs.card_shape(x, y, paint, grow, size)  # noqa: E731
        parts.append(_embossed(draw, look, fill, edge, 4.0, 0.45))
    slant = look.lettering.slant * 0.9 if look.style == "B" else 0.0
    return f'<g transform="skewX({-slant:.1f})">{"".join(parts)}</g>'


def _symbol(rank: str, look: Look, fill: str, edge: str) -> str:
    """Return the big centre sign of a coloured card."""
    if rank == "draw2":
        if look.style == "D":
            return _embossed(_digits("+2", look.lettering, False), look, fill, edge, look.outline * 0.5, 0.6)
        return _small_cards(look, [(18, -22, fill), (-18, 22, fill)], (44, 64), edge)
    if rank == "skip":
        return _embossed(lambda p, g: glyphs.skip_shape(p, g), look, fill, edge, 3.0, 0.5)
    if rank == "reverse":
        turn = -48 + look.symbol_turn
        return _embossed(lambda p, g: glyphs.reverse_shape(p, g, turn, 7.0), look, fill, edge, 3.5, 0.5)
    return _embossed(
        _digits(rank, look.lettering, look.underlined and rank in _LOWERED), look, fill, edge, look.outline * 0.6, 0.55
    )


def _index(rank: str, look: Look, ident: str) -> str:
    """Return the corner index, centred on the origin, about 100 units high before scaling."""
    white, grow = look.white, look.index_outline
    if rank == "wild":
        paints = [look.inks[name] for name in look.quadrant_order]
        small = glyphs.quadrants(
            34, 34 if look.style == "C" else 50, (paints[0], paints[1], paints[2], paints[3]), look.quadrant_turn, ident
        )
        tilt = 0 if look.style == "C" else look.ellipse[2]
        ring = f'<ellipse rx="39" ry="{39 if look.style == "C" else 55}" fill="{white}"/>'
        return f'<g transform="rotate({tilt:.1f})">{ring}{small}</g>'
    if rank == "skip":
        return _embossed(lambda p, g: glyphs.skip_shape(p, g), look, white, look.black, grow, 0.25)
    if rank == "reverse":
        turn = -48 + look.symbol_turn
        return _embossed(lambda p, g: glyphs.reverse_shape(p, g, turn, 7.0), look, white, look.black, grow, 0.25)
    text = {"draw2": "+2", "wild_draw4": "+4"}.get(rank, rank)
    narrow = 0.92 if len(text) == 2 else 1.0
    letters = look.index_lettering
    draw = _digits(text, letters, look.underlined and text in _LOWERED)
    halo = _halo(draw, look) if text == "+4" and look.index_halo else ""  # black on black needs a contour
    return f'<g transform="scale({narrow})">{halo}{_embossed(draw, look, white, look.black, grow, 0.3)}</g>'


def _halo(shape: object, look: Look) -> str:
    """Return a light line around a shape, with a dark one within."""
    assert callable(shape)
    return str(shape(look.white, look.index_halo + 6.0)) + str(shape(look.black, look.index_halo))


def _both_indices(rank: str, look: Look) -> str:
    x, y = look.index_at
    scale = look.index_size * (0.75 if rank in ("skip", "reverse", "wild") else 1.0)
    wide = 16 if rank in ("draw2", "wild_draw4") else 0
    one = f'<g transform="translate({x + wide:.1f},{y:.1f}) scale({scale:.3f})">{_index(rank, look, "q1")}</g>'
    two = f'<g transform="translate({x + wide:.1f},{y:.1f}) scale({scale:.3f})">{_index(rank, look, "q2")}</g>'
    return f'{one}<g transform="rotate(180,{_CENTRE[0]},{_CENTRE[1]})">{two}</g>'


def _ornament(look: Look, fill: str) -> str:
    rx, ry, tilt = look.ellipse
    if look.style in ("A", "D"):
        return (
            f'<ellipse rx="{rx:.1f}" ry="{ry:.1f}" fill="none" stroke="{look.white}" stroke-width="{look.ring:.1f}" '
            f'transform="rotate({tilt:.1f})"/>'
        )
    body = f'<ellipse rx="{rx:.1f}" ry="{ry:.1f}" fill="{look.white}" transform="rotate({tilt:.1f})"/>'
    return body + (_rays(look, fill) if look.style == "C" else "")


def _rays(look: Look, fill: str) -> str:
    radius, lines = look.ellipse[0], []
    for i in range(look.rays):
        angle = 2 * math.pi * i / look.rays
        near, far = radius * 0.55, radius * 0.97
        c, s = math.cos(angle), math.sin(angle)
        lines.append(f"M{near * c:.1f},{near * s:.1f}L{far * c:.1f},{far * s:.1f}")
    return f'<path d="{"".join(lines)}" stroke="{fill}" stroke-opacity="0.45" stroke-width="3" fill="none"/>'


def _at_centre(body: str, scale: float = 1.0) -> str:
    return f'<g transform="translate({_CENTRE[0]},{_CENTRE[1]}) scale({scale:.3f})">{body}</g>'


def _frame(look: Look, fill: str, inner: str) -> str:
    b = look.border
    w, h = CARD_WIDTH - 2 * b, CARD_HEIGHT - 2 * b
    return (
        f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="{look.corner:.1f}" fill="{look.white}"/>'
        f'<clipPath id="panel"><rect x="{b:.1f}" y="{b:.1f}" width="{w:.1f}" height="{h:.1f}" '
        f'rx="{look.corner * 0.6:.1f}"/>'
        f'</clipPath><g clip-path="url(#panel)"><rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" fill="{fill}"/>'
        f"{inner}</g>"
    )


def _coloured(colour: str, rank: str, look: Look) -> str:
    ink = look.inks[colour]
    solid = look.style in ("B", "C")
    fill, edge = (ink, look.black) if solid else (look.white, look.black)
    scale = look.digit_size if rank.isdigit() or (rank == "draw2" and look.style == "D") else look.symbol_scale
    badge = _badge(look) if look.style == "D" else ""
    inner = _at_centre(_ornament(look, ink)) + _at_centre(_symbol(rank, look, fill, edge), scale)
    return _frame(look, ink, inner + _both_indices(rank, look) + badge)


def _badge(look: Look) -> str:
    letters = Lettering(None, 8.0, 1.0, 24.0)
    text = glyphs.text_shape("1", letters, look.inks["yellow"], 3)
    return (
        f'<g transform="translate(440,70)"><rect x="-70" y="-30" width="140" height="62" rx="14" fill="{look.black}"/>'
        f'<g transform="scale(0.5)">{text}</g></g>'
    )


def _wild(rank: str, look: Look) -> str:
    rx, ry, tilt = look.ellipse
    inks = [look.inks[name] for name in look.quadrant_order]
    paints = (inks[0], inks[1], inks[2], inks[3])
    quarters = glyphs.quadrants(rx, ry, paints, look.quadrant_turn - (0 if look.style == "C" else tilt), "wild")
    ring = f'<ellipse rx="{rx + 13:.1f}" ry="{ry + 13:.1f}" fill="{look.white}"/>'
    wheel = f'<g transform="rotate({tilt:.1f})">{ring}{quarters}</g>'
    if look.style == "C":
        wheel += _rays(look, look.white)
    if rank == "wild":
        centre = _at_centre(wheel)
    elif look.wheel_draw4:
        text = _embossed(_digits("+4", look.lettering, False), look, look.white, look.black, look.outline, 0.5)
        centre = _at_centre(wheel) + _at_centre(text, look.digit_size * 0.85)
    else:
        oval = f'<ellipse rx="{rx:.1f}" ry="{ry:.1f}" fill="{look.white}" transform="rotate({tilt:.1f})"/>'
        spots = [(34.0, -34.0, inks[0]), (-8.0, -16.0, inks[1]), (10.0, 16.0, inks[2]), (-34.0, 36.0, inks[3])]
        cards = _small_cards(look, spots, (38, 54), look.white if look.style == "B" else look.black)
        rays = _rays(look, look.black) if look.style == "C" else ""
        centre = _at_centre(oval + rays) + _at_centre(cards, look.symbol_scale)
    return _frame(look, look.black, centre + _both_indices(rank, look))


def _back(look: Look) -> str:
    rx, ry, tilt = look.ellipse if look.style != "C" else (190.0, 350.0, 27.0)
    letters = (
        f'<text text-anchor="middle" y="45" font-size="150" font-weight="900" font-family="{{family}}" '
        f'fill="{{paint}}" '
        f'stroke="{{edge}}" stroke-width="{{width}}">{look.word}</text>'
    )
    font = look.lettering.font
    if font is None:
        ring = f'<circle r="58" fill="none" stroke="{look.inks["yellow"]}" stroke-width="30"/>'
        word = ring + f'<path d="M-120,84 L120,-84" stroke="{look.inks["yellow"]}" stroke-width="26"/>'
    else:
        word = letters.format(family=font.family, paint=look.black, edge=look.black, width=26)
        word += letters.format(family=font.family, paint=look.inks["yellow"], edge=look.white, width=5)
    oval = f'<ellipse rx="{rx:.1f}" ry="{ry:.1f}" fill="{look.inks["red"]}" transform="rotate({tilt:.1f})"/>'
    return _frame(look, look.black, _at_centre(oval) + _at_centre(f'<g transform="rotate(-14)">{word}</g>'))


def face_svg(label: str, look: Look) -> str:
    """Return one card face as an SVG document of 560 by 870 units; ValueError for a label that is not a card's."""
    if label == "back":
        body = _back(look)
    elif label in ("wild", "wild_draw4"):
        body = _wild(label, look)
    else:
        colour, _, rank = label.partition("_")
        if colour not in COLOURS or rank not in {*"0123456789", "skip", "reverse", "draw2"}:
            raise ValueError(f"unknown card label {label!r}: expected one such as red_5, blue_skip, wild or back")
        body = _coloured(colour, rank, look)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" width="{CARD_WIDTH}" '
        f'height="{CARD_HEIGHT}">{body}</svg>'
    )


def render_look(label: str, look: Look, height: int = 320) -> NDArray[np.uint8]:
    """Return a face drawn in a given look as (H, W, 4) BGRA with straight alpha."""
    width = round(height * CARD_WIDTH / CARD_HEIGHT)
    fonts = sorted({font.path for font in (look.lettering.font, look.index_lettering.font) if font is not None})
    png = resvg_py.svg_to_bytes(
        svg_string=face_svg(label, look), width=width, height=height, skip_system_fonts=True, font_files=fonts or None
    )
    pixels = np.asarray(cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)
    if pixels.shape[:2] != (height, width):  # resvg keeps the exact aspect, so one side may round differently
        pixels = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return np.ascontiguousarray(pixels, dtype=np.uint8)


def render_face(label: str, style: str = "A", rng: random.Random | None = None, height: int = 320) -> NDArray[np.uint8]:
    """Return one upright face, (H, W, 4) BGRA, transparent outside its rounded corners.

    Without `rng` the face is plain and needs no installed font; with it, ink, lettering and proportions vary as they
    do between decks. Raises ValueError for an unknown label or style.
    """
    return render_look(label, make_look(style, rng), height)


def fonts_available() -> bool:
    """Tell whether any of the listed free fonts is installed (jittered faces then use them)."""
    return bool(installed_fonts())
