"""The table as a plane: where seats, piles and cards lie, and how the camera sees them.

Table units: x to the right, y downwards, the table is 720 units deep and as wide as the picture's shape makes it.
"""

import math
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.synth.game.spec import GameSpec

DEPTH = 720.0
CARD_ASPECT = 56 / 87
_DISTANCE = 2.4 * DEPTH
"""From the camera to the table's middle."""
Point = tuple[float, float]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pose:
    """A card's place: centre in table units, turn in radians clockwise, share of its width seen (1 flat, 0 on edge)."""

    x: float
    y: float
    angle: float
    squeeze: float = 1.0

    def moved(self, dx: float, dy: float, turn: float = 0.0) -> "Pose":
        """The pose shifted by (dx, dy) and turned on."""
        return replace(self, x=self.x + dx, y=self.y + dy, angle=self.angle + turn)


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: the point of the edge before the player, and the direction to the table's middle."""

    index: int
    anchor: Point
    inward: Point

    def out(self, distance: float, sideways: float = 0.0) -> Point:
        """The point ``distance`` outside the edge and ``sideways`` to the player's right."""
        dx, dy = self.inward
        return self.anchor[0] - dx * distance - dy * sideways, self.anchor[1] - dy * distance + dx * sideways


class Plane:
    """Geometry of one simulated table; ``matrix`` (3, 3) leads from table units to picture pixels."""

    def __init__(self, spec: GameSpec) -> None:
        self.size = spec.size
        self.width = DEPTH * spec.size[0] / spec.size[1]
        self.card = spec.card
        self.matrix = _camera(spec, self.width)

    def pushed(self, push: Matrix) -> "Plane":
        """The same table seen by a camera that was pushed: ``push`` (3, 3) moves its pixels."""
        other = copy(self)
        other.matrix = np.asarray(push @ self.matrix, np.float64)
        return other

    @property
    def middle(self) -> Point:
        """The table's middle in table units."""
        return self.width / 2, DEPTH / 2

    def seat(self, index: int, seats: int, jitter: float = 0.0) -> Seat:
        """The seat ``index`` of ``seats``: 0 at the bottom edge, then clockwise in the picture.

        ``jitter`` (radians) moves the player along the edge.
        """
        angle = 2 * math.pi * index / seats + jitter
        dx, dy = -math.sin(angle), math.cos(angle)
        reach = 1 / max(abs(dx), abs(dy))
        cx, cy = self.middle
        anchor = (cx + cx * dx * reach, cy + cy * dy * reach)
        length = math.hypot(anchor[0] - cx, anchor[1] - cy)
        return Seat(index, anchor, ((cx - anchor[0]) / length, (cy - anchor[1]) / length))

    def card_matrix(self, pose: Pose, width: int, height: int, span: float) -> Matrix:
        """(3, 3) from a card sprite of ``width`` x ``height`` pixels to the picture.

        ``span`` is the height of the sprite in table units.
        """
        unit = span / height
        cos, sin = math.cos(pose.angle) * unit, math.sin(pose.angle) * unit
        flat = pose.squeeze
        to_table = np.array(
            [
                [cos * flat, -sin, pose.x - cos * flat * width / 2 + sin * height / 2],
                [sin * flat, cos, pose.y - sin * flat * width / 2 - cos * height / 2],
                [0.0, 0.0, 1.0],
            ]
        )
        return np.asarray(self.matrix @ to_table, np.float64)

    def quad(self, pose: Pose) -> NDArray[np.float32]:
        """(4, 2) corners of a card in pixels, clockwise from its own top left."""
        half_w, half_h = self.card * CARD_ASPECT / 2 * pose.squeeze, self.card / 2
        corners = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
        cos, sin = math.cos(pose.angle), math.sin(pose.angle)
        turned = corners @ np.array([[cos, sin], [-sin, cos]]) + (pose.x, pose.y)
        return self.pixels(turned)

    def pixels(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """(N, 2) table points to (N, 2) pixels."""
        seen = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return (seen[:, :2] / seen[:, 2:]).astype(np.float32)


def _camera(spec: GameSpec, width: float) -> Matrix:
    """A camera that leans back by ``tilt`` degrees: the table's near edge fills the bottom, its far edge is farther."""
    w, h = spec.size
    table = np.array([[0, 0], [width, 0], [width, DEPTH], [0, DEPTH]], np.float64)
    if spec.tilt == 0:
        return _homography(table, np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64))
    lean, scale = math.radians(spec.tilt), h / DEPTH
    across, down = table[:, 0] - width / 2, table[:, 1] - DEPTH / 2
    size = scale * _DISTANCE / (_DISTANCE - down * math.sin(lean))
    picture = np.column_stack([w / 2 + across * size, down * math.cos(lean) * size])
    picture[:, 1] += h - picture[:, 1].max()
    return _homography(table, picture)


def _homography(source: NDArray[np.float64], target: NDArray[np.float64]) -> Matrix:
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solved = np.linalg.solve(np.array(rows), np.asarray(target, np.float64).reshape(-1))
    return np.asarray(np.append(solved, 1.0).reshape(3, 3), np.float64)
