"""What the finder tells apart, and where a card's index lies on it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

KINDS = ("face", "back", "index")
"""The finder's classes: a card face up, one face down, and the small sign in a corner of a face."""

FACE, BACK, INDEX = range(3)

INDEX_BOX = (0.02, 0.02, 0.29, 0.27)
"""Left, top, right and bottom of the box around an index, in units of its card's width and height."""

_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def box_corners(left: float, top: float, right: float, bottom: float) -> NDArray[np.float32]:
    """Return the corners (4, 2) of an upright box, clockwise from its top left."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def index_quads(card: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the boxes around both indices of a card, (2, 4, 2), each clockwise from its own top left.

    `card` is (4, 2), clockwise from the card's own top left. The second index stands upside down on the card, so that
    both look alike once they are turned upright.
    """
    matrix = cv2.getPerspectiveTransform(_UNIT, card.astype(np.float32))
    first = box_corners(*INDEX_BOX)
    both = np.stack([first, 1 - first])
    return np.asarray(cv2.perspectiveTransform(both.reshape(1, -1, 2), matrix).reshape(2, 4, 2), np.float32)


def card_of_index(index: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the quad (4, 2) of the card whose index lies in `index` (4, 2), clockwise from its own top left."""
    matrix = cv2.getPerspectiveTransform(box_corners(*INDEX_BOX), index.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(_UNIT[None], matrix)[0], np.float32)
