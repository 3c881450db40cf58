"""What the observer sees, as values that JSON can hold, for the page that shows it drawn into the picture."""

from typing import Any

from vision.table.arms import Arm
from vision.track.tracker import Track


def shown_track(track: Track) -> dict[str, Any]:
    """A track with its corners in pixels."""
    return {
        "id": track.id,
        "label": track.label,
        "share": round(track.votes.share, 3),
        "confidence": round(track.confidence, 3),
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in track.quad],
    }


def shown_arm(arm: Arm, cell: float) -> dict[str, Any]:
    """An arm with its tip in pixels; ``cell`` is the side of a cell in pixels."""
    return {"seat": arm.seat, "tip": [arm.tip[0] * cell, arm.tip[1] * cell], "sureness": round(arm.sureness, 3)}
