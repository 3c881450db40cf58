"""The network that reads rectified cards.

It has a head for the colour and one for the face. A card looks the same from both ends but for its turn, so what one
look leaves in doubt is read both ways up and the two readings are averaged; and as it may lie askew in its box.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.chances import COLOURS, FACES, label_chances, softmax
from vision.detect.index_look import rotated
from vision.detect.rectify import one_sense, rectify
from vision.detect.runtime import Session, open_network
from vision.errors import ModelError
from vision.frames.frame import Image

BATCH = 16
ONE_LOOK, NO_CARD = 0.97, 0.1
"""How sure a card must be read at one look not to be looked at upside down as well, or how surely it is none."""

CLEAR_BACK = 0.5
"""The same for a back, which shows nothing that could be taken for something else the other way up."""

STRAIGHT, HOPELESS = 0.9, 0.25
"""How sure a card must be read not to be read otherwise than its box lies as well, or that way, and how doubtful not to
be read again at all."""

TURNS = (-0.22, 0.22)
SHEARS = (-0.35, 0.35)
"""Ways, in radians and as a share of the shorter side, in which a card may lie in its box: turned a little, or sheared
as a camera sees it that looks at the table from the side."""

_BACK_LABEL = LABELS.index("back")


class CardReader:
    """The network that reads rectified cards. Input (N, 3, 160, 104) BGR in 0..1; outputs colour and face scores."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name

    @classmethod
    def load(cls, path: Path, threads: int = 2) -> CardReader:
        """Load the network; ModelError where the file is missing or is no such network."""
        if not path.is_file():
            raise ModelError(f"{path} is missing, which the manifest names as the second look; export the model again.")
        reader = cls(open_network(path, threads))
        shapes = [out.shape for out in reader._session.get_outputs()]
        if [shape[-1] for shape in shapes] != [len(COLOURS), len(FACES)]:
            raise ModelError(f"{path} does not tell {len(COLOURS)} colours and {len(FACES)} faces; export it again.")
        return reader

    def read(self, image: Image, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return (N, 55) chances of each label for the cards on `quads` (N, 4, 2) px of a picture."""
        return self._straightened(image, quads, self.read_crops(np.stack([rectify(image, quad) for quad in quads])))

    def _straightened(
        self, image: Image, quads: NDArray[np.float32], chances: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Read what is in doubt as it may lie askew in its box too; a reading that is clear that way counts."""
        best = chances.max(axis=1)
        whole = ((quads >= 0) & (quads <= image.shape[1::-1])).all(axis=(1, 2))
        doubtful = np.flatnonzero(
            whole & (best < STRAIGHT) & (best >= HOPELESS) & (chances.argmax(axis=1) != _BACK_LABEL)
        )
        if not len(doubtful):
            return chances
        others = askew(np.stack([one_sense(quad) for quad in quads[doubtful]]))
        ways = label_chances(*self._look(np.stack([rectify(image, quad) for quad in others.reshape(-1, 4, 2)])))
        ways = ways.reshape(len(others), len(doubtful), -1)
        surest = ways[ways.max(axis=2).argmax(axis=0), np.arange(len(doubtful))]
        clear = surest.max(axis=1) >= STRAIGHT
        chances[doubtful[clear]] = surest[clear]
        return chances

    def read_crops(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return (N, 55) chances of each label for rectified cards (N, 160, 104, 3) BGR.

        What one look leaves in doubt is looked at upside down as well, and both are averaged.
        """
        colour, face = self._look(crops)
        chances = label_chances(colour, face)
        best = chances.max(axis=1)
        enough = np.where(chances.argmax(axis=1) == _BACK_LABEL, CLEAR_BACK, ONE_LOOK)
        again = np.flatnonzero((best < enough) & (best >= NO_CARD))
        if len(again):
            turned = self._look(crops[again][:, ::-1, ::-1])
            chances[again] = label_chances(_mean(colour[again], turned[0]), _mean(face[again], turned[1]))
        return chances

    def _look(self, crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the chances of each colour (N, 5) and face (N, 17)."""
        colours, faces = [], []
        for start in range(0, len(crops), BATCH):
            part = crops[start : start + BATCH].transpose(0, 3, 1, 2)
            colour, face = self._session.run(None, {self._input: np.ascontiguousarray(part, np.float32) / 255})[:2]
            colours.append(softmax(colour))
            faces.append(softmax(face))
        return np.concatenate(colours), np.concatenate(faces)


def askew(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (ways, N, 4, 2): how else cards may lie whose boxes (N, 4, 2) begin with a short side."""
    ways = [rotated(quads, turn) for turn in TURNS]
    across, along = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    lengths = [np.linalg.norm(side, axis=1, keepdims=True) for side in (across, along)]
    down = along * (lengths[0] / np.maximum(lengths[1], 1e-6))
    for shear in SHEARS:
        right, low = across * shear / 2, down * shear / 2
        ways.append(quads + np.stack([right, right, -right, -right], axis=1))
        ways.append(quads + np.stack([low, -low, -low, low], axis=1))
    return np.asarray(np.stack(ways), np.float32)


def _mean(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((first + second) / 2, np.float32)
