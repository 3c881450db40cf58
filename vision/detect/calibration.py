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


LEAST_SAID = 0.05
"""What is said with less than this is hardly ever told, and there is far too much of it to learn from."""

BIN_LEAST, BIN_WIDTH = 20, 0.04
"""A point of the line rests on at least so many cards, and on more where many lie so near to each other."""


def fit_curve(said: Sequence[float], right: Sequence[bool]) -> Curve:
    """Return the rising line that fits best: isotonic regression over bins of cards.

    Where there is little to learn from (fewer than 50 cards), confidences stay as they are.
    """
    told = sorted((float(c), float(r)) for c, r in zip(said, right, strict=True) if c >= LEAST_SAID)
    if len(told) < 50:
        return Curve()
    blocks: list[list[float]] = []  # sum of what was said, sum of what was right, count
    for bin_ in _bins(told):
        blocks.append([sum(c for c, _ in bin_), sum(r for _, r in bin_), float(len(bin_))])
        while len(blocks) > 1 and blocks[-2][1] / blocks[-2][2] >= blocks[-1][1] / blocks[-1][2]:
            last = blocks.pop()
            blocks[-1] = [p + q for p, q in zip(blocks[-1], last, strict=True)]
    middles = [sx / n for sx, _, n in blocks]
    shares = np.maximum.accumulate([(sy + 0.5) / (n + 1) for _, sy, n in blocks])  # nothing is ever quite certain
    points = [(0.0, 0.0), *zip(middles, (float(v) for v in shares), strict=True), (1.0, float(shares[-1]))]
    return Curve(tuple(round(c, 4) for c, _ in points), tuple(round(r, 4) for _, r in points))


def _bins(told: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Return sorted cards in bins of enough of them; a rest joins the last."""
    bins: list[list[tuple[float, float]]] = [[]]
    for card in told:
        last = bins[-1]
        full = len(last) >= BIN_LEAST and (card[0] - last[0][0] >= BIN_WIDTH or len(last) >= len(told) / 12)
        if full:
            bins.append([card])
        else:
            last.append(card)
    if len(bins) > 1 and len(bins[-1]) < BIN_LEAST:
        rest = bins.pop()
        bins[-1] += rest
    return bins
