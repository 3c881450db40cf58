"""A deck that no printer makes: pips in place of digits, signs of its own, inks of its own; drawn, laid and shot."""

import functools
import math
import random

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from vision.frames.frame import Image
from vision.synth.camera import photograph
from vision.synth.faces import CARD_HEIGHT, CARD_WIDTH
from vision.synth.grounds import Grounds
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face

INKS = {"red": "#8d2f8f", "yellow": "#c9803a", "green": "#2f6f74", "blue": "#4a4f7c"}
_PLACES = {
    "0": [],
    "1": [(0, 0)],
    "2": [(-1, -1), (1, 1)],
    "3": [(-1, -1), (0, 0), (1, 1)],
    "4": [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    "5": [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    "6": [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    "7": [(-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)],
    "8": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    "9": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)],
}


def _star(x: float, y: float, r: float, fill: str) -> str:
    points = [
        (x + d * math.sin(math.pi * i / 5), y - d * math.cos(math.pi * i / 5)) for i, d in enumerate([r, 0.45 * r] * 5)
    ]
    return f'<polygon fill="{fill}" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}"/>'


def _sign(rank: str, paint: str) -> str:
    """A rank's sign about the origin, 100 units high."""
    if rank == "skip":
        return f'<path d="M-40,-40 L40,40 M40,-40 L-40,40" stroke="{paint}" stroke-width="26"/>'
    if rank == "reverse":
        return f'<path d="M-40,-45 L40,-45 L-40,45 L40,45 Z" fill="{paint}"/>'
    if rank == "draw2":
        return f'<path d="M-45,40 L-22,-10 L0,40 Z M0,10 L22,-40 L45,10 Z" fill="{paint}"/>'
    if rank == "wild":
        return _star(0, 0, 55, paint)
    if rank == "wild_draw4":
        return "".join(_star(x, y, 27, paint) for x in (-27, 27) for y in (-27, 27))
    if rank == "0":
        return f'<rect x="-38" y="-38" width="76" height="76" fill="none" stroke="{paint}" stroke-width="18"/>'
    return "".join(f'<circle cx="{33 * x}" cy="{33 * y}" r="14" fill="{paint}"/>' for x, y in _PLACES[rank])


@functools.cache
def face(label: str) -> NDArray[np.uint8]:
    """One face of the deck, (320, 206, 4) BGRA."""
    colour, _, rank = label.partition("_")
    if colour not in INKS:
        colour, rank = "", label
    ink, paper = (INKS[colour], "#efe6d2") if colour else ("#3b3b3b", "#e9d9b0")
    if rank == "back":
        body = "".join(f'<rect x="{40 + 80 * i}" y="40" width="40" height="790" fill="#a08c5b"/>' for i in range(6))
    else:
        at = lambda x, y, s: f'<g transform="translate({x},{y}) scale({s})">{_sign(rank, paper)}</g>'  # noqa: E731
        half = at(120, 130, 1.1)
        middle = f'<rect x="110" y="265" width="340" height="340" fill="none" stroke="{paper}" stroke-width="8"/>'
        body = middle + at(280, 435, 2.4) + half + f'<g transform="rotate(180,280,435)">{half}</g>'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}">'
        f'<rect width="560" height="870" rx="40" fill="{paper}"/><rect x="26" y="26" width="508" height="818" rx="24" '
        f'fill="{ink}"/>{body}</svg>'
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, width=206, height=320, skip_system_fonts=True)
    return np.asarray(cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)


def shot(label: str, seed: int, height: float = 150.0) -> tuple[Image, NDArray[np.float32]]:
    """A picture (300, 400, 3) BGR of one card of the deck on a table, and its corners; `seed` decides all else."""
    rng = random.Random(f"{label} {seed}")
    image = Grounds(()).draw(rng, 400, 300)
    quad = card_quad(rng.uniform(170, 230), rng.uniform(130, 170), height * rng.uniform(0.8, 1.2), rng.uniform(0, 6.28))
    paste_face(image, face(label), quad, rng)
    return photograph(image, rng), quad
