"""Geometry of card outlines: quads of four corners in pixels."""

import cv2
import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]
"""(4, 2) corners in pixels, clockwise."""


def centres(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4, 2) corners to (N, 2) middles."""
    return np.asarray(quads.mean(axis=1), np.float32)


def length(quad: Quad) -> float:
    """The longer side of a card in pixels, a mean of the two."""
    sides = np.hypot(*(quad - np.roll(quad, -1, axis=0)).T)
    return float(max(sides[0] + sides[2], sides[1] + sides[3]) / 2)


def pose_distances(ones: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4, 2) and (M, 4, 2) to (N, M): mean distance of corners in pixels, whichever corner comes first."""
    turned = np.stack([np.roll(others, shift, axis=1) for shift in range(4)])
    gaps = ones[None, :, None] - turned[:, None]
    return np.asarray(np.sqrt((gaps**2).sum(axis=-1)).mean(axis=-1).min(axis=0), np.float32)


def pose_distance(one: Quad, other: Quad) -> float:
    """Mean distance of corners in pixels, whichever corner comes first."""
    return float(pose_distances(one[None], other[None])[0, 0])


def aligned(quad: Quad, to: Quad) -> Quad:
    """``quad`` beginning with the corner that fits ``to`` best."""
    turned = [np.roll(quad, shift, axis=0) for shift in range(4)]
    gaps = [float(np.abs(turn - to).sum()) for turn in turned]
    return turned[int(np.argmin(gaps))]


def overlap(one: Quad, other: Quad) -> float:
    """Area shared by two cards as a share of the smaller one, 0 to 1."""
    shared = float(cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0])
    smaller = min(abs(float(cv2.contourArea(one))), abs(float(cv2.contourArea(other))))
    return shared / smaller if smaller > 0 else 0.0


def middle(quad: Quad) -> tuple[float, float]:
    """The middle (x, y) of a quad, in its own units."""
    centre = quad.mean(axis=0)
    return float(centre[0]), float(centre[1])
