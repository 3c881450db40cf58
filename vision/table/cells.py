"""Cells of the picture in which something is the matter, and the places on the table that they touch."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.layout import Point
from vision.track.quads import Quad

FEW = 3
"""Fewest cells that count as something."""
UNDER = 0.06
"""Share of a card's place from which on what lies over it covers it."""
WITHIN, BEYOND = 1.25, 1.6
"""How much larger than a card its own outline may seem, and how far around it is looked for what lies over it."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A mask (rows, columns) of cells, each ``size`` pixels wide and high."""

    mask: NDArray[np.bool_]
    size: float

    def around(self, middle: Point, span: float) -> bool:
        """Whether some lie within ``span`` pixels, across and down, of a point in pixels."""
        x0, y0 = (max(0, round((way - span) / self.size)) for way in middle)
        x1, y1 = (max(0, round((way + span) / self.size)) for way in middle)
        return bool(self.mask[y0:y1, x0:x1].sum() >= FEW)

    def cover(self, quad: Quad) -> bool:
        """Whether they lie over a card."""
        cells = self._place(quad)
        return bool((self.mask & cells).sum() > UNDER * cells.sum())

    def reach_beyond(self, quad: Quad) -> bool:
        """Whether some lie around a card: what is over it is more than the card's own new look."""
        around = self._place(quad, BEYOND) & ~self._place(quad, WITHIN)
        return bool((self.mask & around).sum() >= FEW)

    def _place(self, quad: Quad, grown: float = 1.0) -> NDArray[np.bool_]:
        """The cells of a card's place, grown about its middle."""
        middle = quad.mean(axis=0)
        place = np.round((middle + (quad - middle) * grown) / self.size).astype(np.int32)
        filled = np.zeros(self.mask.shape, np.uint8)
        cv2.fillConvexPoly(filled, place, 1)
        return np.asarray(filled > 0)
