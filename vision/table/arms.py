"""Arms: what is foreign to the settled table, comes in over the edge and reaches towards its middle."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.layout import Point

Mask = NDArray[np.bool_]
Cells = NDArray[np.float32]
SeatAt = Callable[[Point, float, float], tuple[int, float]]
EDGE = 2
"""Outer cells that count as the picture's edge."""
DEEP = 0.17
"""How far from the edge, in picture heights, tips have to be for an arm to be reaching."""
ROOT = 0.125
"""From how far from the edge on, in picture heights, an arm has no cards of a hand beside it."""
LEAST = 14
"""Fewest cells of an arm."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm in one frame: its seat (and how sure), where it comes in and where its tip is, in cells (x, y)."""

    seat: int
    sureness: float
    entry: Point
    tip: Point
    size: int


class ArmFinder:
    """Finds the arms in each frame; remembers tips, to tell arms apart that touch."""

    def __init__(self, seat_at: SeatAt) -> None:
        """``seat_at`` tells the seat at a point of the edge of a picture of some width and height, and how surely."""
        self._seat_at = seat_at
        self._tips: dict[int, Point] = {}
        self.mask: Mask = np.zeros((1, 1), np.bool_)

    def find(self, foreign: Mask) -> list[Arm]:
        """The reaching arms of a frame, one a seat; afterwards ``mask`` marks every cell of theirs."""
        closed = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, owner, stats, _ = cv2.connectedComponentsWithStats(np.asarray(closed, np.uint8), connectivity=8)
        self.mask = np.zeros(foreign.shape, np.bool_)
        found: dict[int, Arm] = {}
        for index in range(1, count):
            if int(stats[index, cv2.CC_STAT_AREA]) < LEAST:
                continue
            part = np.asarray(owner) == index
            arms = self._arms_of(part)
            if arms:
                self.mask |= part
            for arm in arms:
                if arm.seat not in found or arm.size > found[arm.seat].size:
                    found[arm.seat] = arm
        self._tips = {seat: arm.tip for seat, arm in found.items()}
        return list(found.values())

    def _arms_of(self, part: Mask) -> list[Arm]:
        entries = self._entries(part)
        if not entries:
            return []
        rows, columns = np.nonzero(part)
        cells = np.column_stack([columns, rows]).astype(np.float32)
        nearest = self._nearest(cells, entries)
        arms = []
        for number, (_, _, crossing) in enumerate(entries):
            own = cells[nearest == number]
            if len(own) < LEAST:
                continue
            tip = _tip(own, crossing)
            if _depth(tip, part.shape) >= DEEP * part.shape[0]:
                entry = _entry(own, crossing, part.shape)
                seat, sureness = self._seat_at((entry[0] + 0.5, entry[1] + 0.5), part.shape[1], part.shape[0])
                arms.append(Arm(seat, sureness, entry, tip, len(own)))
        return arms

    def _entries(self, part: Mask) -> list[tuple[int, float, Point]]:
        """Where a blob crosses the edge: seat, sureness and middle of each crossing, one a seat."""
        rows, columns = part.shape
        found: dict[int, tuple[int, tuple[int, float, Point]]] = {}
        for run in _runs(part):
            middle = (float(run[:, 0].mean()), float(run[:, 1].mean()))
            seat, sureness = self._seat_at((middle[0] + 0.5, middle[1] + 0.5), columns, rows)
            if seat not in found or len(run) > found[seat][0]:
                found[seat] = (len(run), (seat, sureness, middle))
        return [entry for _, entry in found.values()]

    def _nearest(self, cells: Cells, entries: list[tuple[int, float, Point]]) -> NDArray[np.intp]:
        """For each cell, which crossing's arm it belongs to: the one whose last known line is nearest."""
        if len(entries) == 1:
            return np.zeros(len(cells), np.intp)
        gaps = [_from_line(cells, entry, self._tips.get(seat, entry)) for seat, _, entry in entries]
        return np.asarray(np.argmin(np.stack(gaps), axis=0), np.intp)


def seats_at(arms: Iterable[Arm], cell: float, point: Point | None, within: float) -> frozenset[int]:
    """Seats whose arms' tips, in cells of ``cell`` pixels, are as near to a point in pixels as that; none at None."""
    if point is None:
        return frozenset()
    tips = [(arm.seat, ((arm.tip[0] + 0.5) * cell, (arm.tip[1] + 0.5) * cell)) for arm in arms]
    return frozenset(seat for seat, tip in tips if math.dist(tip, point) < within)


def _runs(part: Mask) -> list[NDArray[np.int64]]:
    """Stretches of the picture's edge that a blob covers, each as (N, 2) cells (x, y), at least two cells long."""
    rim = _rim(*part.shape)
    along = np.flatnonzero(part[rim[:, 1], rim[:, 0]])
    if not len(along):
        return []
    pieces = np.split(along, np.flatnonzero(np.diff(along) > 3) + 1)
    if len(pieces) > 1 and along[0] + len(rim) - along[-1] <= 3:
        pieces[0] = np.concatenate([pieces.pop(), pieces[0]])
    return [rim[piece] for piece in pieces if len(piece) >= 2]


def _rim(rows: int, columns: int) -> NDArray[np.int64]:
    """(N, 2) cells (x, y) just inside the edge, clockwise from the top left."""
    left, top, right, bottom = EDGE - 1, EDGE - 1, columns - EDGE, rows - EDGE
    xs, ys = np.arange(left, right), np.arange(top, bottom)
    sides = [
        np.column_stack([xs, np.full(len(xs), top)]),
        np.column_stack([np.full(len(ys), right), ys]),
        np.column_stack([xs[::-1] + 1, np.full(len(xs), bottom)]),
        np.column_stack([np.full(len(ys), left), ys[::-1] + 1]),
    ]
    return np.concatenate(sides)


def _tip(cells: Cells, entry: Point) -> Point:
    """The far end of an arm: the mean of its five cells farthest from where it comes in."""
    far = np.hypot(cells[:, 0] - entry[0], cells[:, 1] - entry[1])
    end = cells[np.argsort(-far, kind="stable")[:5]].mean(axis=0)
    return float(end[0]), float(end[1])


def _entry(cells: Cells, crossing: Point, shape: tuple[int, ...]) -> Point:
    """Where an arm comes in: its inner part, which no cards at the edge belong to, drawn on to the edge.

    ``crossing`` where there is too little of an inner part.
    """
    depths = np.minimum(np.minimum(cells[:, 0], shape[1] - 1 - cells[:, 0]), _vertical(cells, shape))
    inner = depths >= ROOT * shape[0]
    root = inner & (depths < (ROOT + 0.05) * shape[0])
    if inner.sum() < 2 * LEAST or root.sum() < 3:
        return crossing
    start, foot = cells[inner].mean(axis=0), cells[root].mean(axis=0)
    way = foot - start
    if np.hypot(*way) < 3:
        return crossing
    ends = np.where(way > 0, (shape[1] - 1, shape[0] - 1), 0.0)
    share = min((end - at) / step for end, at, step in zip(ends, foot, way, strict=True) if abs(step) > 1e-3)
    return float(foot[0] + share * way[0]), float(foot[1] + share * way[1])


def _vertical(cells: Cells, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Cells from each cell to the top or bottom edge, whichever is nearer."""
    return np.asarray(np.minimum(cells[:, 1], shape[0] - 1 - cells[:, 1]), np.float32)


def _depth(tip: Point, shape: tuple[int, ...]) -> float:
    """Cells from a point to the nearest edge."""
    return min(tip[0], tip[1], shape[1] - 1 - tip[0], shape[0] - 1 - tip[1])


def _from_line(cells: Cells, start: Point, end: Point) -> NDArray[np.float32]:
    """Distance of each cell from the stretch between two points."""
    way = np.subtract(end, start)
    square = float(way @ way)
    share = ((cells - start) @ way / square).clip(0, 1) if square > 0 else np.zeros(len(cells))
    gaps = cells - (np.asarray(start) + share[:, None] * way)
    return np.asarray(np.hypot(gaps[:, 0], gaps[:, 1]), np.float32)
