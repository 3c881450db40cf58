"""What a track's detections say the card is, older ones counting less, and when they begin to say something else."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS

HALF_LIFE = 1.5
"""Seconds after which a vote counts half."""
CHANGE = 1.7
"""Confidence that one rival label has to gather, net of votes for the leader, to be taken for a new card."""

FADE = 0.05
"""What is left of the votes when a card moves."""


@dataclass(slots=True)
class Votes:
    """Weights of all labels, with a running tally of the strongest rival; ``count`` since the last fade or turn, and
    ``peaks``, how surely each label was read at best since the last fade."""

    weights: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(LABELS)))
    peaks: NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(LABELS)))
    count: int = 0
    _last: float | None = None
    _rival: int = -1
    _tally: float = 0.0

    def add(self, t: float, class_id: int, confidence: float) -> bool:
        """Count one detection; True when the votes have turned to another label, which then starts afresh."""
        if self._last is not None:
            self.weights *= 0.5 ** ((t - self._last) / HALF_LIFE)
        self._last = t
        self.peaks[class_id] = max(self.peaks[class_id], confidence)
        turned = self._turned(class_id, confidence)
        if turned:
            self.weights[:] = 0.0
            self.weights[class_id] = self._tally - confidence
            self.count, self._rival, self._tally = 0, -1, 0.0
        self.weights[class_id] += confidence
        self.count += 1
        return turned

    def fade(self) -> None:
        """The card has moved, or another one lies nearly where it lay: what was said before counts for little."""
        self.weights *= FADE
        self.peaks[:] = 0.0
        self.count = 0

    @property
    def leader(self) -> int:
        """The class with most votes."""
        return int(self.weights.argmax())

    @property
    def peak(self) -> float:
        """How surely the leader was read at best."""
        return float(self.peaks[self.leader])

    @property
    def share(self) -> float:
        """The leader's share of all votes, 0 to 1."""
        total = float(self.weights.sum())
        return float(self.weights.max()) / total if total > 0 else 0.0

    def ranked(self, most: int = 4) -> list[tuple[int, float]]:
        """Classes with their shares, likeliest first, at most ``most`` and none without votes."""
        total = float(self.weights.sum())
        order = np.argsort(-self.weights, kind="stable")[:most]
        return [(int(k), float(self.weights[k]) / total) for k in order if self.weights[k] > 0]

    def _turned(self, class_id: int, confidence: float) -> bool:
        if not self.weights.any():
            return False
        if class_id == self.leader:
            self._tally = max(0.0, self._tally - confidence)
            return False
        if class_id != self._rival:
            self._rival, self._tally = class_id, 0.0
        self._tally += confidence
        return self._tally >= CHANGE
