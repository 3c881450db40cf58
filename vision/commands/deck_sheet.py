"""All pictures of a deck on one sheet, to look through."""

import cv2
import numpy as np

from engine.cards import LABELS
from vision.detect.decks import Deck
from vision.detect.decks_crops import plain_crop
from vision.detect.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.frames.frame import Image

_COLUMNS = 13
_TITLE = 18
_GAP = 6


def sheet(deck: Deck) -> Image:
    """One picture with the newest picture of every card, its label above; empty places for those that are missing."""
    rows = -(-len(LABELS) // _COLUMNS)
    wide, high = CROP_WIDTH + _GAP, CROP_HEIGHT + _TITLE + _GAP
    canvas = np.full((rows * high + _GAP, _COLUMNS * wide + _GAP, 3), 245, np.uint8)
    for i, label in enumerate(LABELS):
        x, y = _GAP + (i % _COLUMNS) * wide, _GAP + (i // _COLUMNS) * high
        cv2.putText(canvas, label, (x, y + 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (40, 40, 40), 1, cv2.LINE_AA)
        place = canvas[y + _TITLE : y + _TITLE + CROP_HEIGHT, x : x + CROP_WIDTH]
        if label in deck.pictures:
            place[:] = plain_crop(deck.pictures[label][-1])
        else:
            cv2.rectangle(canvas, (x, y + _TITLE), (x + CROP_WIDTH - 1, y + _TITLE + CROP_HEIGHT - 1), (150, 150, 150))
    return canvas
