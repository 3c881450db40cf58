"""Remembers what the second look read, so that a card lying still is read once and not in every frame."""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

KEPT = 96
"""How many readings are remembered; a full table shows some forty cards."""

GRID = (26, 40)
"""Crops are compared after averaging them down to this many columns and rows."""

ALIKE = 40
"""Largest difference of any cell (0..255) at which two crops are one card: above noise, far below another digit."""


class Reader(Protocol):
    """Reads rectified cards."""

    def read(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the chance of each label, (N, labels), for crops (N, H, W, 3) BGR."""
        ...


class RememberingReader:
    """A reader that reads anew only what does not look like a crop of the frames before. Not for several threads."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._seen: NDArray[np.int16] = np.zeros((0, GRID[1] * GRID[0] * 3), np.int16)
        self._chances: NDArray[np.float32] = np.zeros((0, 0), np.float32)

    def read(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the chance of each label, (N, labels); the memory keeps what was asked for last."""
        cells = np.stack([_cells(crop) for crop in crops])
        known = np.array([self._find(cell) for cell in cells], np.intp)
        fresh = known < 0
        read = self._reader.read(crops[fresh]) if fresh.any() else self._chances[:0]
        chances = np.zeros((len(crops), read.shape[1]), np.float32)
        chances[fresh] = read
        if not fresh.all():
            chances[~fresh] = self._chances[known[~fresh]]
        self._keep(cells, chances, known[~fresh])
        return chances

    def _find(self, cell: NDArray[np.int16]) -> int:
        """Return the place of the most similar crop in memory, or -1 where none is alike."""
        if not len(self._seen):
            return -1
        apart = np.abs(self._seen - cell).max(axis=1)
        best = int(apart.argmin())
        return best if apart[best] < ALIKE else -1

    def _keep(self, cells: NDArray[np.int16], chances: NDArray[np.float32], renewed: NDArray[np.intp]) -> None:
        stays = np.ones(len(self._seen), bool)
        stays[renewed] = False
        old = self._chances[stays] if len(self._seen) else np.zeros((0, chances.shape[1]), np.float32)
        self._seen = np.concatenate([cells, self._seen[stays]])[:KEPT]
        self._chances = np.concatenate([chances, old])[:KEPT]


def _cells(crop: NDArray[np.uint8]) -> NDArray[np.int16]:
    return np.asarray(cv2.resize(crop, GRID, interpolation=cv2.INTER_AREA), np.int16).reshape(-1)
