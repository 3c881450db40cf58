"""When to take a picture by itself: as soon as one new card lies still."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.decks_crops import plain_crop
from vision.detect.decks_find import Spotted
from vision.detect.rectify import one_sense

STILL_S: Final = 0.7
"""How long a card must lie still, in seconds."""

NEAR: Final = 0.05
"""How far its corners may wander meanwhile, as a share of its height."""

SURE: Final = 0.3
"""How sure the finder must be of a card that counts as one of several."""

AWAY: Final = 0.3
"""How far a card must be pushed, in the same unit, to be another one as far as this can tell."""

ALIKE: Final = 12.0
"""Mean difference (0..255) up to which two pictures that are read alike are of the same card."""

_GRID: Final = (13, 20)


class Look(StrEnum):
    """What one look at the table showed."""

    NOTHING = "nothing"
    SEVERAL = "several"
    MOVING = "moving"
    SAME = "same"
    TAKE = "take"


class Stillness:
    """Follows the looks at one table. A card is told once; a nudged one is the same, one that came after an empty
    table, a hand or a large move is another, unless it looks and reads the same. `again` takes it once more."""

    def __init__(self) -> None:
        self._quad: NDArray[np.float32] | None = None
        self._since = 0.0
        self._last: Spotted | None = None
        self._armed = True

    def again(self) -> None:
        """Take the card that lies there even if it is the one that was taken last."""
        self._last, self._armed = None, True

    def look(self, t: float, cards: Sequence[Spotted]) -> tuple[Look, Spotted | None]:
        """Return what to make of the cards in view at `t` seconds, and the card to take with TAKE."""
        clear = [card for card in cards if card.confidence >= SURE]
        if len(clear) > 1:
            self._leave()
            return Look.SEVERAL, None
        card = clear[0] if clear else max(cards, key=lambda card: card.confidence, default=None)
        if card is None:
            self._leave()
            return Look.NOTHING, None
        apart = 1.0 if self._quad is None else _apart(self._quad, card.quad)
        if apart > NEAR:
            self._quad, self._since = card.quad, t
            self._armed = self._armed or apart > AWAY
            return Look.MOVING, None
        if t - self._since < STILL_S:
            return Look.MOVING, None
        if not self._armed or (self._last is not None and same_card(self._last, card)):
            return Look.SAME, None
        self._last, self._armed = card, False
        return Look.TAKE, card

    def _leave(self) -> None:
        self._quad, self._armed = None, True


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how far two boxes lie apart, as a share of the first one's height; either end may be up."""
    first, second = one_sense(one), one_sense(other)
    height = max(1.0, float(np.linalg.norm(first[3] - first[0])))
    ways = (second, np.roll(second, 2, axis=0))
    return min(float(np.abs(first - way).max()) for way in ways) / height


def same_card(one: Spotted, other: Spotted) -> bool:
    """Tell whether two looks show the same card, whichever end is up: read alike, and nearly the same to see."""
    if one.label != other.label:
        return False
    first, second = (
        np.asarray(cv2.resize(plain_crop(card.kept), _GRID, interpolation=cv2.INTER_AREA), np.float32)
        for card in (one, other)
    )
    return min(float(np.abs(first - second).mean()), float(np.abs(first - second[::-1, ::-1]).mean())) < ALIKE
