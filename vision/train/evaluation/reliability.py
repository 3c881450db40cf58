"""Whether a confidence means what it says: how often cards of one confidence are right, and what doubt marks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vision.detect.detections import DOUBT

BINS = 10


@dataclass(slots=True)
class Reliability:
    """Collects (confidence, whether the card was right) of every card told."""

    told: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, confidence: float, right: bool) -> None:
        """Note one card."""
        self.told.append((float(confidence), bool(right)))

    def curve(self) -> list[dict[str, float]]:
        """For each tenth of the scale that holds cards: how many, their mean confidence, the share that is right."""
        rows = []
        for k in range(BINS):
            chosen = [(c, r) for c, r in self.told if min(BINS - 1, int(c * BINS)) == k]
            if chosen:
                mean = float(np.mean([c for c, _ in chosen]))
                share = float(np.mean([r for _, r in chosen]))
                rows.append({"cards": len(chosen), "confidence": round(mean, 4), "right": round(share, 4)})
        return rows

    def expected_error(self) -> float:
        """Return the expected calibration error: the mean gap between confidence and the share that is right."""
        gaps = [row["cards"] * abs(row["confidence"] - row["right"]) for row in self.curve()]
        return sum(gaps) / max(1, len(self.told))

    def as_json(self) -> dict[str, Any]:
        """The figures: of all cards told, those wrong without a mark of doubt; of the right ones, those with it."""
        right = [c for c, r in self.told if r]
        unmarked = sum(c >= DOUBT for c, r in self.told if not r)
        return {
            "cards": len(self.told), "ece": round(self.expected_error(), 4),
            "wrong_unmarked": round(unmarked / max(1, len(self.told)), 5),
            "right_marked": round(sum(c < DOUBT for c in right) / max(1, len(right)), 4), "curve": self.curve(),
        }  # fmt: skip
