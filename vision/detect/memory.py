"""Remembers what the second look read, so that a card lying still is read once and not in every frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.rectify import one_sense, rectify
from vision.frames.frame import Image

KEPT = 96
"""How many readings are remembered; a full table shows some forty cards."""

NEAR = 0.1
"""How far the corners of a box may lie from a remembered one, as a share of its height, to be the same card's."""

GRID = (26, 40)
"""Crops are compared after averaging them down to this many columns and rows."""

ALIKE = 40
"""Largest difference of any cell (0..255) at which two crops are one card: above noise, far below another digit."""


class Reader(Protocol):
    """Reads the cards on given quads of a picture."""

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the chance of each label, (N, labels), for quads (N, 4, 2) px of ``image`` (H, W, 3) BGR."""
        ...


CERTAIN, TRIES = 0.9, 4
"""A place read less surely than the first is read again in the next frames, where its box lies a little otherwise, so
many times in all; the surest reading counts."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """One reading: where, what it looked like there, the chances, and how often the place was read."""

    quad: NDArray[np.float32]
    cells: NDArray[np.int16]
    chances: NDArray[np.float32]
    tries: int = 1

    @property
    def settled(self) -> bool:
        """Whether another look is not worth while."""
        return self.tries >= TRIES or float(self.chances.max()) >= CERTAIN


class RememberingReader:
    """A reader for the frames of one video. A box is read anew unless it lies where one was read before and the picture
    there, on exactly the remembered quad, still looks the same; boxes jitter, cards do not. Not for several threads."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._seen: list[_Seen] = []

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the chance of each label, (N, labels); the memory keeps what was asked for last."""
        still: dict[int, bool] = {}
        known = [self._find(image, one_sense(quad), still) for quad in quads]
        fresh = np.array([i for i, seen in enumerate(known) if seen is None or not seen.settled], np.intp)
        read = self._reader.read(image, quads[fresh]) if len(fresh) else None
        rows: list[_Seen] = []
        gone: set[int] = set()
        for i, seen in enumerate(known):
            if seen is None or not seen.settled:
                assert read is not None
                chances = read[int(np.searchsorted(fresh, i))]
                new = _Seen(one_sense(quads[i]), _cells(rectify(image, quads[i])), chances)
                gone.add(id(seen))
                seen = new if seen is None else _surer(new, seen)
            rows.append(seen)
        asked = {id(seen): seen for seen in rows}
        self._seen = [*asked.values(), *(seen for seen in self._seen if id(seen) not in {*asked, *gone})][:KEPT]
        return np.stack([seen.chances for seen in rows])

    def _find(self, image: Image, quad: NDArray[np.float32], still: dict[int, bool]) -> _Seen | None:
        """Return the nearest reading at `quad` whose place in the picture has not changed, or None."""
        if not self._seen:
            return None
        places = np.stack([seen.quad for seen in self._seen])
        height = float(np.linalg.norm(quad[3] - quad[0]))
        turned = np.stack([quad, np.roll(quad, 2, axis=0)])
        apart = np.abs(places[:, None] - turned[None]).max(axis=(2, 3)).min(axis=1)
        for k in (int(place) for place in np.argsort(apart, kind="stable")[:3]):
            if apart[k] > NEAR * height:
                return None
            seen = self._seen[k]
            if k not in still:
                still[k] = int(np.abs(_cells(rectify(image, seen.quad)) - seen.cells).max()) < ALIKE
            if still[k]:
                return seen
        return None


def _surer(new: _Seen, old: _Seen) -> _Seen:
    """The surer of two readings of one place."""
    better = new if new.chances.max() > old.chances.max() else old
    return replace(better, tries=old.tries + 1)


def _cells(crop: NDArray[np.uint8]) -> NDArray[np.int16]:
    return np.asarray(cv2.resize(crop, GRID, interpolation=cv2.INTER_AREA), np.int16)
