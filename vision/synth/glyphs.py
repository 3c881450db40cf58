"""Digits and symbols of the cards as SVG shapes.

Every shape is drawn about the origin in a box about 100 units high. `shape(name, paint, grow)` returns the same
outline grown by `grow` units on every side, which is how outlines and shadows are made.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.synth.fonts import Font

# Our own digits, as strokes in a box of -30..30 by -50..50 (stroke width 22 is taken off the outline by the drawing).
_STROKES: dict[str, str] = {
    "0": "M0,-39 C-26,-39 -26,39 0,39 C26,39 26,-39 0,-39 Z",
    "1": "M-16,-24 L4,-38 L4,40",
    "2": "M-22,-22 C-20,-46 22,-46 22,-18 C22,2 -12,14 -22,39 L24,39",
    "3": "M-21,-28 C-12,-46 21,-42 19,-20 C18,-4 2,-4 -6,-4 C4,-4 23,-2 22,18 C20,46 -18,44 -23,22",
    "4": "M10,40 L10,-38 L-25,18 L26,18",
    "5": "M20,-39 L-16,-39 L-19,-6 C-4,-18 23,-14 22,12 C20,44 -16,44 -23,22",
    "6": "M18,-30 C2,-48 -24,-34 -23,10 C-22,48 22,48 22,13 C22,-16 -20,-14 -22,14",
    "7": "M-23,-39 L23,-39 C4,-8 -4,14 -8,40",
    "8": "M0,-4 C-27,-6 -25,-40 0,-40 C25,-40 27,-6 0,-4 C-30,-2 -29,40 0,40 C29,40 30,-2 0,-4 Z",
    "9": "M-18,30 C-2,48 24,34 23,-10 C22,-48 -22,-48 -22,-13 C-22,16 20,14 22,-14",
    "+": "M-24,4 L24,4 M0,-20 L0,28",
}
_ARROW = "M-50,6 C-52,-14 -38,-25 -20,-25 L20,-25 L20,-40 L70,-12 L20,14 L20,-1 L-18,-1 C-32,-1 -42,0 -50,6 Z"


@dataclass(frozen=True, slots=True)
class Lettering:
    """How digits are cut: a font, or None for our own strokes; slant in degrees; width and stroke factors."""

    font: Font | None = None
    slant: float = 12.0
    width: float = 1.0
    stroke: float = 22.0


def _stroke_digit(text: str, lettering: Lettering, paint: str, grow: float) -> str:
    step = 58.0
    start = -step * (len(text) - 1) / 2
    parts = [
        f'<path transform="translate({start + i * step:.1f},0)" d="{_STROKES[char]}" fill="none" stroke="{paint}" '
        f'stroke-width="{lettering.stroke + 2 * grow:.1f}" stroke-linejoin="round" stroke-linecap="butt"/>'
        for i, char in enumerate(text)
    ]
    return "".join(parts)


def _font_digit(text: str, font: Font, paint: str, grow: float) -> str:
    style = "italic" if font.slanted else "normal"
    return (
        f'<text x="0" y="47" font-size="132" text-anchor="middle" font-family="{font.family}" '
        f'font-weight="{font.weight}" font-style="{style}" fill="{paint}" stroke="{paint}" '
        f'stroke-width="{2 * grow:.1f}" stroke-linejoin="round">{text}</text>'
    )


def text_shape(text: str, lettering: Lettering, paint: str, grow: float = 0.0, underline: bool = False) -> str:
    """Return digits (and `+`) as SVG, centred on the origin, 100 units high, slanted as the lettering says."""
    font = lettering.font
    body = _font_digit(text, font, paint, grow) if font else _stroke_digit(text, lettering, paint, grow)
    if underline:
        thick = 12 + 2 * grow
        x, y, wide = -32 - grow, 62 - grow, 64 + 2 * grow
        body += f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{thick:.1f}" fill="{paint}"/>'
    slant = 0.0 if font is not None and font.slanted else lettering.slant
    return f'<g transform="skewX({-slant:.1f}) scale({lettering.width:.3f},1)">{body}</g>'


def skip_shape(paint: str, grow: float = 0.0, stroke: float = 15.0) -> str:
    """Return the Skip sign: a ring with a bar from the lower left to the upper right."""
    width = stroke + 2 * grow
    reach = 27 + grow * 0.3
    return (
        f'<g fill="none" stroke="{paint}" stroke-width="{width:.1f}"><circle r="42"/>'
        f'<line x1="{-reach:.1f}" y1="{reach:.1f}" x2="{reach:.1f}" y2="{-reach:.1f}"/></g>'
    )


def reverse_shape(paint: str, grow: float = 0.0, turn: float = -48.0, apart: float = 0.0) -> str:
    """Return the Reverse sign: two arrows past each other, turned by `turn` degrees."""
    arrow = (
        f'<path d="{_ARROW}" fill="{paint}" stroke="{paint}" stroke-width="{2 * grow:.1f}" stroke-linejoin="round" '
        f'transform="translate(0,{-apart:.1f})"/>'
    )
    return f'<g transform="rotate({turn:.1f})">{arrow}<g transform="rotate(180)">{arrow}</g></g>'


def card_shape(x: float, y: float, paint: str, grow: float = 0.0, size: tuple[float, float] = (40.0, 58.0)) -> str:
    """Return one small card (a rounded rectangle) centred at (x, y), as on Draw Two and Wild Draw Four."""
    w, h = size[0] + 2 * grow, size[1] + 2 * grow
    return (
        f'<rect x="{x - w / 2:.1f}" y="{y - h / 2:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{6 + grow * 0.5:.1f}" '
        f'fill="{paint}"/>'
    )


def quadrants(rx: float, ry: float, paints: tuple[str, str, str, str], turn: float, ident: str) -> str:
    """Return an ellipse of radii rx, ry cut into four coloured quarters whose cuts are turned by `turn` degrees."""
    reach = 2 * max(rx, ry)
    corners = ((-reach, -reach), (0.0, -reach), (0.0, 0.0), (-reach, 0.0))
    rects = "".join(
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{reach:.1f}" height="{reach:.1f}" fill="{paint}"/>'
        for (x, y), paint in zip(corners, paints, strict=True)
    )
    return (
        f'<clipPath id="{ident}"><ellipse rx="{rx:.1f}" ry="{ry:.1f}"/></clipPath>'
        f'<g clip-path="url(#{ident})"><g transform="rotate({turn:.1f})">{rects}</g></g>'
    )
