"""Heads for one deck, fitted to a picture or a few of each card.

The network's scores stay the starting point: a linear layer over what its heads see is added to them, held small, so
that a card without a picture is read as before. It is multinomial logistic regression with a squared penalty, solved
by accelerated gradient descent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detect.chances import FACES, parts_of, softmax
from vision.detect.decks_crops import Kept, bare_ground, no_card, varied
from vision.detect.decks_graph import HEADS
from vision.detect.decks_network import Head, Heads, OpenReader, Seen

VARIED: Final = 24
OTHERS_VARIED: Final = 6
"""Crops made for each card, however many pictures of it there are, and for each ordinary card beside the deck."""
BESIDE: Final = 6
GROUNDS: Final = 120
"""Crops of no card: so many beside each card, and so many of bare grounds in all."""

PENALTY: Final = 1e-5
"""For a whole deck; fewer cards are held tighter."""
STEPS: Final = 120
SMOOTHING: Final = 0.03
WHOLE: Final = 54

Tell = Callable[[], None]
NOTHING: Final = FACES.index("nothing")


@dataclass(slots=True)
class _Examples:
    """What the network saw on crops whose colour and face are known; a colour of -1 is none at all."""

    seen: list[Seen] = field(default_factory=list)
    colours: list[int] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)

    def add(self, seen: Seen, colour: int, face: int) -> None:
        count = len(seen.scores[0])
        self.seen.append(seen)
        self.colours += [colour] * count
        self.faces += [face] * count

    def head(self, which: int, penalty: float) -> Head:
        """Fit the head of the colours (0) or of the faces (1)."""
        scores = np.concatenate([seen.scores[which] for seen in self.seen])
        features = np.concatenate([seen.features[which] for seen in self.seen])
        truth = np.array((self.colours, self.faces)[which])
        known = truth >= 0
        return _head(features[known], scores[known], truth[known], penalty)


def rounds(cards: Mapping[str, Sequence[Kept]]) -> int:
    """How often `fit` calls `tell`."""
    return sum(bool(pictures) for pictures in cards.values()) + len(HEADS)


def fit(
    reader: OpenReader,
    cards: Mapping[str, Sequence[Kept]],
    others: Mapping[str, Sequence[Kept]],
    tell: Tell | None = None,
    seed: int = 0,
) -> Heads:
    """Return the heads for a deck of which `cards` are known, pictures by label, one label at least.

    `others` are ordinary cards; those of labels without a picture are held to what they are. `tell` is called
    `rounds(cards)` times. The same pictures give the same heads.
    """
    tell = tell or _nobody
    rng = np.random.default_rng(seed)
    examples = _Examples()
    known = {label: pictures for label, pictures in cards.items() if len(pictures)}
    for label, pictures in known.items():
        examples.add(reader.see(np.stack(_crops(pictures, VARIED, rng))), *parts_of(label))
        beside = [no_card(pictures[i % len(pictures)], rng) for i in range(BESIDE)]
        examples.add(reader.see(np.stack(beside)), -1, NOTHING)
        tell()
    for label, pictures in others.items():
        if label not in known and len(pictures):
            examples.add(reader.see(np.stack(_crops(pictures, OTHERS_VARIED, rng))), *parts_of(label))
    examples.add(reader.see(np.stack([bare_ground(rng) for _ in range(GROUNDS)])), -1, NOTHING)
    heads = []
    for which in range(len(HEADS)):
        heads.append(examples.head(which, PENALTY * WHOLE / len(known)))
        tell()
    return Heads(*heads)


def _nobody() -> None:
    """Tell nobody."""


def _crops(pictures: Sequence[Kept], count: int, rng: np.random.Generator) -> list[NDArray[np.uint8]]:
    """Return about `count` crops, shared out among the pictures, two of each at least."""
    share = max(2, count // len(pictures))
    return [crop for picture in pictures for crop in varied(picture, share, rng)]


def _head(features: NDArray[np.float32], scores: NDArray[np.float32], truth: NDArray[np.intp], penalty: float) -> Head:
    """Return what to add to `scores` (N, K) so that they tell `truth` (N,) from `features` (N, F)."""
    kinds = scores.shape[1]
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-3
    scale = 1 / (spread * np.float32(math.sqrt(features.shape[1])))
    inputs = (features - mean) * scale
    wanted = np.eye(kinds, dtype=np.float32)[truth] * np.float32(1 - SMOOTHING) + np.float32(SMOOTHING / kinds)
    step = 1 / (0.5 * _largest_square(inputs) / len(inputs) + penalty)
    weight = ahead = np.zeros((inputs.shape[1], kinds), np.float32)
    pace = 1.0
    for _ in range(STEPS):
        wrong = softmax(scores + inputs @ ahead) - wanted
        slope = inputs.T @ wrong / len(inputs) + penalty * ahead
        before, weight = weight, np.asarray(ahead - step * slope, np.float32)
        faster = (1 + math.sqrt(1 + 4 * pace * pace)) / 2
        ahead = np.asarray(weight + (pace - 1) / faster * (weight - before), np.float32)
        pace = faster
    weight = np.asarray(weight * scale[:, None], np.float32)
    return Head(weight, np.asarray(-(mean @ weight), np.float32))


def _largest_square(matrix: NDArray[np.float32]) -> float:
    """Return the square of the largest singular value, a little over rather than under, by repeated multiplication."""
    vector = np.ones(matrix.shape[1], np.float32)
    size = 1.0
    for _ in range(20):
        vector = matrix.T @ (matrix @ vector)
        size = float(np.linalg.norm(vector)) or 1.0
        vector = vector / size
    return 1.05 * size
