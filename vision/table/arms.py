"""Arms: what is foreign to the settled table, comes in over the edge and reaches towards its middle."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.layout import Point, TableLayout

Mask = NDArray[np.bool_]
Cells = NDArray[np.float32]
EDGE = 2
"""Outer cells that count as the picture's edge."""
DEEP = 0.17
"""How far from the edge, in picture heights, tips have to be for an arm to be reaching."""
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

    def __init__(self, layout: TableLayout) -> None:
        self._layout = layout
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
        for number, (seat, sureness, entry) in enumerate(entries):
            own = cells[nearest == number]
            if len(own) >= LEAST:
                tip = _tip(own, entry)
                if _depth(tip, part.shape) >= DEEP * part.shape[0]:
                    arms.append(Arm(seat, sureness, entry, tip, len(own)))
        return arms

    def _entries(self, part: Mask) -> list[tuple[int, float, Point]]:
        """Where a blob crosses the edge: seat, sureness and middle of each crossing, one a seat."""
        rows, columns = part.shape
        found: dict[int, tuple[int, tuple[int, float, Point]]] = {}
        for run in _runs(part):
            middle = (float(run[:, 0].mean()), float(run[:, 1].mean()))
            seat, sureness = self._layout.seat_at((middle[0] + 0.5, middle[1] + 0.5), columns, rows)
            if seat not in found or len(run) > found[seat][0]:
                found[seat] = (len(run), (seat, sureness, middle))
        return [entry for _, entry in found.values()]

    def _nearest(self, cells: Cells, entries: list[tuple[int, float, Point]]) -> NDArray[np.intp]:
        """For each cell, which crossing's arm it belongs to: the one whose last known line is nearest."""
        if len(entries) == 1:
            return np.zeros(len(cells), np.intp)
        gaps = [_from_line(cells, entry, self._tips.get(seat, entry)) for seat, _, entry in entries]
        return np.asarray(np.argmin(np.stack(gaps), axis=0), np.intp)


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
