"""Oriented boxes as the model gives them, and as corners."""

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


def overlap_guess(box: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """ProbIoU (arXiv:2106.06072) of one box (5,) with others (N, 5): cheap, and 1 only for the same box.

    It takes boxes for clouds and so calls two crossed cards more alike than they are; it sorts out which pairs are
    worth an exact look.
    """
    ax, ay, aw, ah, at = (float(v) for v in box)
    bx, by, bw, bh, bt = (others[:, i].astype(np.float64) for i in range(5))
    a1, b1, c1 = _covariance(np.array([aw]), np.array([ah]), np.array([at]))
    a2, b2, c2 = _covariance(bw, bh, bt)
    a, b, c = a1 + a2, b1 + b2, c1 + c2
    dx, dy = bx - ax, by - ay
    det = np.maximum(a * b - c * c, 1e-9)
    distance = 0.25 * (a * dy * dy + b * dx * dx - 2 * c * dx * dy) / det
    dets = np.maximum((a1 * b1 - c1 * c1) * (a2 * b2 - c2 * c2), 1e-12)
    spread = 0.5 * np.log(np.maximum(det / (4.0 * np.sqrt(dets)), 1.0))
    hellinger = np.sqrt(np.maximum(1.0 - np.exp(-(distance + spread)), 0.0))
    return (1.0 - hellinger).astype(np.float32)


def _covariance(
    width: NDArray[np.float64], height: NDArray[np.float64], angle: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The covariance (xx, yy, xy) of the cloud that stands for a box."""
    w, h = width * width / 12.0, height * height / 12.0
    cos, sin = np.cos(angle), np.sin(angle)
    return w * cos * cos + h * sin * sin, w * sin * sin + h * cos * cos, (w - h) * cos * sin
