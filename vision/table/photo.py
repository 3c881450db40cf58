"""Reads one photo of a whole table: the card in the middle, the hands around it, and whose turn a token says it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import Detections
from vision.detect.scales import long_sides
from vision.errors import UsageError
from vision.table.tokens import DEFAULT_TOKENS, check_colours, find_tokens

Image = NDArray[np.uint8]
SEATS = ("bottom", "right", "top", "left")
"""Names of the seats of a table of four, against the clock from the picture's lower edge."""

SMALLEST_CARD = 0.55
"""Least area of a card as a share of the middle one's: what is smaller is something else."""

MIDDLE = 0.42
"""How far from the photo's middle the card in the middle may lie, as a share of the way to its edge."""

GAP = 0.45
"""Cards of one hand lie nearer to each other than this share of a card's height."""


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """What a photo of a table shows.

    `center`: label of the card in the middle, None where there is none. `active_seat`: whose turn a token says it is.
    `hands`: for each seat the labels of its cards, from that player's left to right.
    """

    center: str | None
    active_seat: str | None
    hands: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PhotoPlan:
    """How a table is read. `seats` name the sides evenly from the lower edge on, against the clock.

    `tokens` are the colours a token may have, none for a table without; `turn` is by how many degrees, clockwise, the
    table was turned in the picture.
    """

    seats: tuple[str, ...] = SEATS
    tokens: tuple[str, ...] = DEFAULT_TOKENS
    turn: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what is no table."""
        if not 2 <= len(self.seats) <= 10 or len(set(self.seats)) != len(self.seats):
            raise UsageError(f"A table has two to ten seats of different names, not {', '.join(self.seats) or 'none'}.")
        check_colours(self.tokens)

    def seat_at(self, point: NDArray[np.float32], width: int, height: int) -> str:
        """The seat on whose side of the table a point (x, y) px lies."""
        x, y = (float(point[0]) / width - 0.5), (float(point[1]) / height - 0.5)
        angle = math.atan2(x, y) + math.radians(self.turn)
        return self.seats[round(angle / math.tau * len(self.seats)) % len(self.seats)]


def read_table(image: Image, cards: Detections, plan: PhotoPlan | None = None) -> TablePhoto:
    """Return what the table in `image` (H, W, 3) BGR shows, where `cards` were read in it."""
    plan = plan or PhotoPlan()
    height, width = image.shape[:2]
    cards, area = _of_one_size(cards)
    pile = _pile(cards, width, height)
    hands: dict[str, list[int]] = {seat: [] for seat in plan.seats}
    for group in _groups(cards, pile):
        hands[plan.seat_at(cards.centres[group].mean(axis=0), width, height)] += group
    owner = {i: seat for seat, held in hands.items() for i in held}
    active = _active(image, cards, owner, area, plan) if plan.tokens else None
    told = {seat: tuple(cards.labels[i] for i in _in_order(held, cards, width, height)) for seat, held in hands.items()}
    return TablePhoto(cards.labels[pile[0]] if pile else None, active, told)


def _areas(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.array([abs(float(cv2.contourArea(quad))) for quad in quads], np.float64)


def _of_one_size(cards: Detections) -> tuple[Detections, float]:
    """Return the cards without what is far too small to be one beside the others, and a card's area in px²."""
    if not len(cards):
        return cards, 0.0
    areas = _areas(cards.quads)
    usual = float(np.median(areas))
    return cards[areas >= SMALLEST_CARD * usual], usual


def _groups(cards: Detections, pile: list[int]) -> list[list[int]]:
    """Return the cards but those of the pile by heaps and rows: what lies near each other belongs together."""
    groups: list[list[int]] = []
    sides = long_sides(cards.quads) if len(cards) else np.zeros(0)
    for i in (k for k in range(len(cards)) if k not in pile):
        near = [g for g in groups if any(_gap(cards.quads[i], cards.quads[k]) < GAP * sides[i] for k in g)]
        groups = [g for g in groups if g not in near] + [[*(k for g in near for k in g), i]]
    return groups


def _gap(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """Return the distance in px between two quads, 0 where they overlap."""
    if cv2.intersectConvexConvex(first, second)[0] > 0:
        return 0.0
    gaps = [
        -cv2.pointPolygonTest(quad, (float(x), float(y)), True)
        for quad, other in ((first, second), (second, first))
        for x, y in other
    ]
    return float(min(gaps))


def _pile(cards: Detections, width: int, height: int) -> list[int]:
    """Return the cards in the middle of the table, the one on top first: the one nearest to it and what it touches."""
    if not len(cards):
        return []
    apart = np.linalg.norm((cards.centres - (width / 2, height / 2)) / (width / 2, height / 2), axis=1)
    nearest = int(np.argmin(apart))
    if apart[nearest] > MIDDLE:
        return []
    pile = [i for i in range(len(cards)) if _gap(cards.quads[nearest], cards.quads[i]) == 0.0]
    return sorted(pile, key=lambda i: -float(cards.confidences[i]))


def _in_order(held: list[int], cards: Detections, width: int, height: int) -> list[int]:
    """Return a hand from its player's left to right."""
    if not held:
        return []
    x, y = cards.centres[held].mean(axis=0) - (width / 2, height / 2)
    angle = math.atan2(float(x) / width, float(y) / height)
    right = (math.cos(angle), -math.sin(angle))
    return sorted(held, key=lambda i: float(cards.centres[i] @ right))


def _active(image: Image, cards: Detections, owner: dict[int, str], area: float, plan: PhotoPlan) -> str | None:
    """Return the seat whose hand the token lies by; where the player holds nothing, on whose side it lies."""
    if area <= 0:
        return None
    tokens = find_tokens(image, cards.quads, area, plan.tokens)
    if not tokens:
        return None
    height, width = image.shape[:2]
    unit = float(np.median(long_sides(cards.quads)))
    best = min(tokens, key=lambda token: _far(token.centre, cards, owner) - 0.5 * unit * token.compact)
    nearest = min(owner, key=lambda i: _far(best.centre, cards, {i: ""}), default=None)
    if nearest is not None and _far(best.centre, cards, {nearest: ""}) < 1.2 * unit:
        return owner[nearest]
    return plan.seat_at(np.array(best.centre, np.float32), width, height)


def _far(point: tuple[float, float], cards: Detections, owner: dict[int, str]) -> float:
    """Return the distance in px from a point to the nearest card of a hand."""
    return min((max(0.0, -cv2.pointPolygonTest(cards.quads[i], point, True)) for i in owner), default=0.0)
