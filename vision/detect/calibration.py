"""Turns how sure the networks say they are into how often they are right when they say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Curve:
    """A rising line through points: `said` confidences and the share `right` among cards told with them, both (K,)."""

    said: tuple[float, ...] = (0.0, 1.0)
    right: tuple[float, ...] = (0.0, 1.0)

    def __post_init__(self) -> None:
        """Refuse what is no rising line within 0..1."""
        both = (self.said, self.right)
        rising = all(list(side) == sorted(side) and side and side[0] >= 0 and side[-1] <= 1 for side in both)
        if len(self.said) != len(self.right) or not rising:
            raise ValueError("a calibration needs as many confidences as shares, both rising between 0 and 1")

    def __call__(self, confidences: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the calibrated confidences, (N,)."""
        return np.asarray(np.interp(confidences, self.said, self.right), np.float32)

    def points(self) -> list[list[float]]:
        """The line as two lists for JSON."""
        return [list(self.said), list(self.right)]


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curves of cards that show whole and of those read by an index alone."""

    whole: Curve = Curve()
    hidden: Curve = Curve()

    @classmethod
    def parse(cls, raw: Mapping[str, Any]) -> Calibration:
        """Read what `as_json` gave; ValueError, KeyError or TypeError where it is something else."""
        return cls(*(Curve(*(tuple(float(v) for v in side) for side in raw[name])) for name in ("whole", "hidden")))

    def as_json(self) -> dict[str, list[list[float]]]:
        """The curves as plain values."""
        return {"whole": self.whole.points(), "hidden": self.hidden.points()}


def fit_curve(said: Sequence[float], right: Sequence[bool], points: int = 14) -> Curve:
    """Return the rising line that fits best: isotonic regression, thinned to a few points.

    Where there is little to learn from (fewer than 50 cards), confidences stay as they are.
    """
    if len(said) < 50:
        return Curve()
    order = np.argsort(np.asarray(said), kind="stable")
    x, y = np.asarray(said, np.float64)[order], np.asarray(right, np.float64)[order]
    blocks: list[list[float]] = []  # sum of x, sum of y, count
    for a, b in zip(x, y, strict=True):
        blocks.append([a, b, 1.0])
        while len(blocks) > 1 and blocks[-2][1] / blocks[-2][2] >= blocks[-1][1] / blocks[-1][2]:
            last = blocks.pop()
            blocks[-1] = [p + q for p, q in zip(blocks[-1], last, strict=True)]
    centres = [(sx / n, (sy + 0.5) / (n + 1)) for sx, sy, n in blocks]  # nothing is ever quite certain
    grid = np.quantile(x, np.linspace(0, 1, points))
    shares = np.interp(grid, [c for c, _ in centres], np.maximum.accumulate([s for _, s in centres]))
    said_points = [0.0, *(float(v) for v in grid), 1.0]
    right_points = [0.0, *(float(v) for v in shares), float(shares[-1])]
    return Curve(tuple(np.round(said_points, 4).tolist()), tuple(np.round(right_points, 4).tolist()))
