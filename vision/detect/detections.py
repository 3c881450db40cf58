"""The cards found in one picture, as one checked struct of arrays."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS

DOUBT = 0.8
"""A card that is less sure than this carries a mark of doubt wherever it is told."""

Mask = NDArray[np.bool_] | NDArray[np.intp] | slice


@dataclass(frozen=True, slots=True)
class Detections:
    """N cards of one picture.

    ``quads`` (N, 4, 2) float32: corners in pixels of the picture, clockwise as seen, starting with the card's short
    top edge where that can be told. ``class_ids`` (N,) int16: index into ``engine.cards.LABELS``. ``confidences``
    (N,) float32 between 0 and 1. Raises ``ValueError`` when the arrays do not fit together.
    """

    quads: NDArray[np.float32]
    class_ids: NDArray[np.int16]
    confidences: NDArray[np.float32]

    def __post_init__(self) -> None:
        """Check shapes, kinds and ranges once, so that nobody has to later."""
        n = len(self.class_ids)
        if self.quads.shape != (n, 4, 2) or self.class_ids.shape != (n,) or self.confidences.shape != (n,):
            raise ValueError(
                f"quads {self.quads.shape}, class_ids {self.class_ids.shape} and confidences {self.confidences.shape} "
                "do not describe the same number of cards; expected (N, 4, 2), (N,) and (N,)"
            )
        kinds = (self.quads.dtype.name, self.class_ids.dtype.name, self.confidences.dtype.name)
        if kinds != ("float32", "int16", "float32"):
            raise ValueError(
                f"expected float32, int16 and float32 arrays, not {self.quads.dtype}, {self.class_ids.dtype} "
                f"and {self.confidences.dtype}"
            )
        if n and (int(self.class_ids.min()) < 0 or int(self.class_ids.max()) >= len(LABELS)):
            raise ValueError(f"class ids must lie between 0 and {len(LABELS) - 1}, not {self.class_ids.tolist()}")
        if n and not bool(((self.confidences >= 0.0) & (self.confidences <= 1.0)).all()):
            raise ValueError("confidences must lie between 0 and 1")
        if not bool(np.isfinite(self.quads).all()):
            raise ValueError("quads must be finite numbers")

    @classmethod
    def empty(cls) -> "Detections":
        """No cards."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int16), np.zeros(0, np.float32))

    @classmethod
    def of(cls, quads: object, class_ids: object, confidences: object) -> "Detections":
        """Build from anything array-like, converting kinds; (N, 4, 2), (N,) and (N,)."""
        return cls(
            np.asarray(quads, np.float32).reshape(-1, 4, 2),
            np.asarray(class_ids, np.int16),
            np.asarray(confidences, np.float32),
        )

    def __len__(self) -> int:
        return len(self.class_ids)

    def __getitem__(self, which: Mask) -> "Detections":
        """The cards picked by a boolean mask (N,), by indices or by a slice."""
        return Detections(self.quads[which], self.class_ids[which], self.confidences[which])

    def __add__(self, other: "Detections") -> "Detections":
        """The cards of both."""
        return Detections(
            np.concatenate([self.quads, other.quads]),
            np.concatenate([self.class_ids, other.class_ids]),
            np.concatenate([self.confidences, other.confidences]),
        )

    def __iter__(self) -> Iterator[tuple[NDArray[np.float32], str, float]]:
        """Yield (quad (4, 2), label, confidence) for each card."""
        for quad, label, confidence in zip(self.quads, self.labels, self.confidences, strict=True):
            yield quad, label, float(confidence)

    @property
    def labels(self) -> tuple[str, ...]:
        """The cards' labels, such as ``red_5`` or ``back``."""
        return tuple(LABELS[i] for i in self.class_ids)

    @property
    def doubtful(self) -> NDArray[np.bool_]:
        """Which cards are to be told with a mark of doubt, (N,)."""
        return np.asarray(self.confidences < DOUBT)

    @property
    def centres(self) -> NDArray[np.float32]:
        """The middles of the cards, (N, 2) pixels."""
        return np.asarray(self.quads.mean(axis=1), np.float32)
