"""Tracks: the same card in one frame after another."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.detections import Detections
from vision.track.quads import Quad, aligned, length, pose_distance, pose_distances
from vision.track.votes import Votes

GATE = 0.6
"""Farthest a card may move from one frame to the next, in card lengths; with the same label, half as far again."""
STRANGER = 0.25
"""What another label adds to a distance, in card lengths."""
STEADY = 0.05
"""How far corners may wander while a card counts as still, in card lengths."""
FORGET = 0.7
"""Seconds without a detection after which a track ends."""


@dataclass(slots=True)
class Track:
    """One card followed through time.

    ``quad`` is smoothed; ``still_since`` is when the card last came to rest (or moved); ``epoch`` counts how often the
    votes turned to another label, ``epoch_since`` is when they last did; ``read`` is the class of the last detection.
    """

    id: int
    quad: Quad
    born: float
    seen: float
    still_since: float
    epoch_since: float
    votes: Votes = field(default_factory=Votes)
    epoch: int = 0
    rest: Quad | None = None
    hits: int = 1
    confidence: float = 0.0
    read: int = -1

    @property
    def class_id(self) -> int:
        """Index of the label with most votes."""
        return self.votes.leader

    @property
    def label(self) -> str:
        """The label with most votes."""
        return LABELS[self.votes.leader]

    @property
    def centre(self) -> NDArray[np.float32]:
        """(2,) the card's middle in pixels."""
        return np.asarray(self.quad.mean(axis=0), np.float32)

    @property
    def length(self) -> float:
        """The card's longer side in pixels."""
        return length(self.quad)

    def still_for(self, t: float) -> float:
        """Seconds this card, as this label, has lain still at ``t``."""
        return t - max(self.still_since, self.epoch_since)


class Tracker:
    """Matches each frame's detections to the tracks by distance, nearest pairs first."""

    def __init__(self) -> None:
        self._tracks: list[Track] = []
        self._next = 1

    @property
    def tracks(self) -> list[Track]:
        """The live tracks, oldest first."""
        return self._tracks

    def update(self, t: float, detections: Detections) -> list[Track]:
        """Take in the detections of the frame at ``t`` seconds; the live tracks, oldest first."""
        free = set(range(len(detections)))
        for index, chosen in self._pairs(detections):
            free.discard(chosen)
            self._extend(self._tracks[index], t, detections, chosen)
        for chosen in sorted(free):
            self._begin(t, detections, chosen)
        self._tracks = [track for track in self._tracks if t - track.seen <= FORGET]
        return self._tracks

    def _pairs(self, detections: Detections) -> list[tuple[int, int]]:
        if not self._tracks or not len(detections):
            return []
        costs, gates = self._costs(detections)
        order = np.argsort(costs, axis=None, kind="stable")
        pairs: list[tuple[int, int]] = []
        rows: set[int] = set()
        columns: set[int] = set()
        for flat in order:
            row, column = divmod(int(flat), costs.shape[1])
            if row in rows or column in columns or costs[row, column] > gates[row, column]:
                continue
            rows.add(row)
            columns.add(column)
            pairs.append((row, column))
        return pairs

    def _costs(self, detections: Detections) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(tracks, detections) distances in card lengths, strangers farther, and what is still allowed."""
        lengths = np.array([track.length for track in self._tracks], np.float32)
        leaders = np.array([track.class_id for track in self._tracks])
        gaps = pose_distances(np.stack([track.quad for track in self._tracks]), detections.quads)
        strange = leaders[:, None] != detections.class_ids[None]
        costs = gaps / np.maximum(lengths[:, None], 1) + STRANGER * strange
        gates = np.where(strange, GATE, GATE * 1.5)
        return costs.astype(np.float32), gates.astype(np.float32)

    def _extend(self, track: Track, t: float, detections: Detections, chosen: int) -> None:
        quad = aligned(detections.quads[chosen], track.quad)
        confidence = float(detections.confidences[chosen])
        rest = track.quad if track.rest is None else track.rest
        moved = pose_distance(quad, rest) > STEADY * track.length
        if moved:
            track.votes.fade()
        if track.votes.add(t, int(detections.class_ids[chosen]), confidence):
            track.epoch += 1
            track.epoch_since = t
        if moved:
            track.rest, track.quad, track.still_since = quad, quad, t
        else:
            track.rest = rest
            track.quad = np.asarray(track.quad * 0.7 + quad * 0.3, np.float32)
        track.seen, track.hits, track.read = t, track.hits + 1, int(detections.class_ids[chosen])
        track.confidence = 0.8 * track.confidence + 0.2 * confidence

    def _begin(self, t: float, detections: Detections, chosen: int) -> None:
        quad, confidence = detections.quads[chosen].copy(), float(detections.confidences[chosen])
        track = Track(self._next, quad, t, t, t, t, rest=quad, confidence=confidence)
        track.read = int(detections.class_ids[chosen])
        track.votes.add(t, track.read, confidence)
        self._tracks.append(track)
        self._next += 1
