"""Learns where the piles lie: face-up cards on top of each other, and a back that lies alone."""

import math
from collections.abc import Sequence

import numpy as np

from vision.table.layout import Point, TableLayout, Zone
from vision.table.lean import Lean
from vision.track.quads import Quad, middle, pose_distance
from vision.track.tracker import Track

MIDDLE = 0.66
"""Piles lie within this share of the way from the picture's middle to its edge."""
LONE = 0.8
"""Seconds a back has to lie still in the middle before it is taken for the draw pile."""
FAN = 0.9
"""Backs closer to each other than this, in card lengths, lie in somebody's hand."""
SAME_PILE = 0.4
"""A back this near to the draw pile, in card lengths, is its top card."""
HIDDEN = 6.0
"""Seconds for which the draw pile may be out of sight before another back is taken for it."""
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
        self._draw_seen = -math.inf
        self.lean = Lean()

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
        lying = [track for track in still if self.discard is None or self.on_discard(track)]
        if lying:  # others cover some of them, which look shorter
            self.size += 0.1 * (float(np.percentile([track.length for track in lying], 75)) - self.size)
        backs = [track for track in still if track.label == "back" and not self.on_discard(track)]
        pile = self._pile(t, backs)
        if pile is None:
            return
        self.draw_quad, self._draw_seen = pile.quad.copy(), t
        self.lean.pile(pile.quad)
        if self._layout.draw is None:
            self.draw = middle(pile.quad)

    def _pile(self, t: float, backs: Sequence[Track]) -> Track | None:
        """The back that is the draw pile; None where the pile is out of sight, under a hand perhaps."""
        alone = [back for back in backs if not self._in_a_hand(back, backs)]
        best = min(alone or backs, key=self._away, default=None)
        known = self.draw
        if best is None or known is None:
            return best
        there = min(backs, key=lambda back: math.dist(middle(back.quad), known))
        fixed = self._layout.draw is not None
        if math.dist(middle(there.quad), known) <= (1.0 if fixed else SAME_PILE) * self.size:
            better = self._away(best) < self._away(there) - SAME_PILE * self.size
            better |= bool(alone) and self._in_a_hand(there, backs)
            return best if better and not fixed else there
        return None if fixed or t - self._draw_seen < HIDDEN else best

    def _in_a_hand(self, back: Track, backs: Sequence[Track]) -> bool:
        """Whether other backs lie close beside: cards that somebody holds."""
        return any(
            other is not back
            and math.dist(middle(back.quad), middle(other.quad)) < FAN * self.size
            and pose_distance(back.quad, other.quad) > SAME_PILE * self.size
            for other in backs
        )

    def laid(self, track: Track) -> None:
        """A card came to rest on the discard pile: that is where the pile is, unless the layout says where."""
        spot = middle(track.quad)
        self.lean.laid(track.quad)
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
        return math.dist(middle(track.quad), self.discard) <= (self._discard_radius or REACH * self.size)

    def seat_at(self, point: Point, width: float, height: float) -> tuple[int, float]:
        """The seat whose arm comes in at a point of the edge of a picture of any size, and how sure that is."""
        piles = [pile[1] / self._shape[1] for pile in (self.discard, self.draw) if pile is not None and self._shape[1]]
        share = sum(piles) / len(piles) if piles else 0.5
        return self.lean.seat_at(self._layout, point, (width, height), share * height)

    def central(self, track: Track) -> bool:
        """Whether a card lies well away from the picture's edge."""
        width, height = self._shape
        x, y = middle(track.quad)
        return abs(2 * x / width - 1) <= MIDDLE and abs(2 * y / height - 1) <= MIDDLE

    def _away(self, track: Track) -> float:
        """Pixels from the discard pile, or from the picture's middle before that is known."""
        width, height = self._shape
        return math.dist(middle(track.quad), self.discard or (width / 2, height / 2))
