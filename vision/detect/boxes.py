"""Oriented boxes as the model gives them, and as corners."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


def quads_of(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Corners (N, 4, 2) of boxes (N, 5): middle x, y, width, height, angle in radians, clockwise as seen.

    The corners run clockwise as seen (y grows downwards) and start with a short side, the one that points up or, of
    two that lie level, left: a card's printed top cannot be told from its box alone, as both ends look the same.
    """
    x, y, width, height, angle = (boxes[:, i] for i in range(5))
    tall = height >= width
    short = np.where(tall, width, height) / 2
    long = np.where(tall, height, width) / 2
    turn = np.where(tall, angle, angle + np.pi / 2)
    turn = (turn + np.pi / 2 + 1e-4) % np.pi - np.pi / 2  # the end that points up leads
    across = np.stack([np.cos(turn), np.sin(turn)], axis=1) * short[:, None]
    along = np.stack([-np.sin(turn), np.cos(turn)], axis=1) * long[:, None]
    middle = np.stack([x, y], axis=1)
    corners = [middle - across - along, middle + across - along, middle + across + along, middle - across + along]
    return np.stack(corners, axis=1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Clouds:
    """Boxes taken for clouds of points, one row each: middle x, y, covariance xx, yy, xy and its determinant."""

    rows: NDArray[np.float64]

    @classmethod
    def of(cls, boxes: NDArray[np.float32]) -> "Clouds":
        """The clouds (6, N) that stand for boxes (N, 5)."""
        x, y, width, height, angle = boxes.astype(np.float64).T
        w, h = width * width / 12.0, height * height / 12.0
        cos, sin = np.cos(angle), np.sin(angle)
        xx, yy, xy = w * cos * cos + h * sin * sin, w * sin * sin + h * cos * cos, (w - h) * cos * sin
        return cls(np.stack([x, y, xx, yy, xy, xx * yy - xy * xy]))

    def overlap_guess(self, one: int, others: NDArray[np.intp]) -> NDArray[np.float64]:
        """ProbIoU (arXiv:2106.06072) of one box with others: cheap, and 1 only for the same box.

        It calls two crossed cards more alike than they are; it sorts out which pairs are worth an exact look.
        """
        x, y, xx, yy, xy, own = self.rows[:, one].tolist()
        bx, by, bxx, byy, bxy, dets = self.rows[:, others]
        a, b, c = bxx + xx, byy + yy, bxy + xy
        dx, dy = bx - x, by - y
        det = np.maximum(a * b - c * c, 1e-9)
        distance = 0.25 * (a * dy * dy + b * dx * dx - 2 * c * dx * dy) / det
        spread = 0.5 * np.log(np.maximum(det / (4.0 * np.sqrt(np.maximum(own * dets, 1e-12))), 1.0))
        hellinger = np.sqrt(np.maximum(1.0 - np.exp(-(distance + spread)), 0.0))
        return np.asarray(1.0 - hellinger, np.float64)
