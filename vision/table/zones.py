"""Learns where the piles lie: face-up cards on top of each other, and a back that lies alone."""

import math
from collections.abc import Sequence

import numpy as np

from vision.table.layout import Point, TableLayout, Zone
from vision.track.quads import Quad
from vision.track.tracker import Track

MIDDLE = 0.66
"""Piles lie within this share of the way from the picture's middle to its edge."""
LONE = 0.8
"""Seconds a back has to lie still in the middle before it is taken for the draw pile."""
REACH = 1.15
"""A card this near to the discard zone's middle, in card lengths, belongs to it."""


class Zones:
    """Middles of the two piles in pixels, learnt unless the layout names them; ``size`` is a card's length."""

    def __init__(self, layout: TableLayout) -> None:
        self._layout = layout
        self.discard: Point | None = None
        self.draw: Point | None = None
        self.draw_quad: Quad | None = None
        self.size = 0.0
        self._shape = (0, 0)
        self._discard_radius: float | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return self._shape

    def fit(self, width: int, height: int) -> None:
        """Place the layout's own zones in a picture of this size."""
        if self._shape == (width, height):
            return
        self._shape = (width, height)
        self.size = self.size or 0.18 * height
        for name in ("discard", "draw"):
            zone: Zone | None = getattr(self._layout, name)
            if zone is not None:
                middle, radius = zone.pixels(width, height)
                setattr(self, name, middle)
                self._discard_radius = radius if name == "discard" else self._discard_radius

    def learn(self, t: float, tracks: Sequence[Track]) -> None:
        """Find the draw pile among still backs, and a card's size among all still cards."""
        still = [track for track in tracks if track.still_for(t) >= LONE and self.central(track)]
        if still:
            self.size += 0.1 * (float(np.median([track.length for track in still])) - self.size)
        backs = [track for track in still if track.label == "back" and not self.on_discard(track)]
        if not backs:
            return
        best = min(backs, key=self._from_middle)
        fixed = self._layout.draw is not None and self.draw is not None
        if fixed and math.dist(_middle(best), self.draw or (0.0, 0.0)) > self.size:
            return
        self.draw_quad = best.quad.copy()
        if not fixed:
            self.draw = _middle(best)

    def laid(self, track: Track) -> None:
        """A card came to rest on the discard pile: that is where the pile is, unless the layout says where."""
        spot = _middle(track)
        if self._layout.discard is not None:
            pass
        elif self.discard is None:
            self.discard = spot
        else:
            self.discard = (0.8 * self.discard[0] + 0.2 * spot[0], 0.8 * self.discard[1] + 0.2 * spot[1])
        self.size += 0.3 * (track.length - self.size)

    def on_discard(self, track: Track) -> bool:
        """Whether a card lies in the discard zone; before that is known, in the middle of the picture."""
        if self.discard is None:
            return track.label != "back" and self.central(track)
        return math.dist(_middle(track), self.discard) <= (self._discard_radius or REACH * self.size)

    def central(self, track: Track) -> bool:
        """Whether a card lies well away from the picture's edge."""
        width, height = self._shape
        x, y = _middle(track)
        return abs(2 * x / width - 1) <= MIDDLE and abs(2 * y / height - 1) <= MIDDLE

    def _from_middle(self, track: Track) -> float:
        width, height = self._shape
        return math.dist(_middle(track), (width / 2, height / 2))


def _middle(track: Track) -> Point:
    centre = track.centre
    return float(centre[0]), float(centre[1])
