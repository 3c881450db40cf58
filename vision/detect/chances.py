"""What the heads of the reading networks tell apart, and how their scores become chances of labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS

COLOURS = ("red", "yellow", "green", "blue", "none")
FACES = (*"0123456789", "skip", "reverse", "draw2", "wild", "wild_draw4", "back", "nothing")
"""What the two heads tell apart; a card without colour has `none`, a box without a card shows `nothing`."""


def parts_of(label: str) -> tuple[int, int]:
    """Return (colour index, face index) of a label in COLOURS and FACES."""
    colour, _, face = label.partition("_")
    if colour in COLOURS[:4]:
        return COLOURS.index(colour), FACES.index(face)
    return COLOURS.index("none"), FACES.index(label)


def _label_table() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    pairs = [parts_of(label) for label in LABELS]
    return np.array([p[0] for p in pairs], np.intp), np.array([p[1] for p in pairs], np.intp)


_COLOUR_OF, _FACE_OF = _label_table()


def label_chances(colour: NDArray[np.float32], face: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (N, 55) chances of each label from chances of colour (N, 5) and face (N, 17).

    A coloured face shares its chance among the four colours; what no label can be (a red back, nothing) is left out,
    so a row may sum to less than one.
    """
    named = colour[:, :4] / np.maximum(colour[:, :4].sum(axis=1, keepdims=True), 1e-6)
    shares = np.concatenate([named, np.ones((len(colour), 1), np.float32)], axis=1)
    return np.asarray(shares[:, _COLOUR_OF] * face[:, _FACE_OF], np.float32)


def softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return chances (N, K) from scores (N, K)."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)
