"""The second look's network with what its heads take laid open, and the same with the heads of a deck."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.detect.decks_graph import head_inputs, with_outputs
from vision.detect.runtime import open_network
from vision.errors import ModelError

BATCH: Final = 32

Pair = tuple[NDArray[np.float32], NDArray[np.float32]]
"""One array for the colour and one for the face."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the network sees on N crops: its `scores`, (N, 5) of the colours and (N, 17) of the faces, and the
    `features` that its two heads take, (N, F) each with an F of its own."""

    scores: Pair
    features: Pair


@dataclass(frozen=True, slots=True)
class Head:
    """What is added to the network's scores: `features @ weight + bias`; weight (F, K), bias (K,)."""

    weight: NDArray[np.float32]
    bias: NDArray[np.float32]

    def __call__(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what to add to the scores (N, K) for features (N, F)."""
        return np.asarray(features @ self.weight + self.bias, np.float32)


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of one deck."""

    colour: Head
    face: Head


class OpenReader:
    """The network of the second look with its features."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name

    @classmethod
    def load(cls, path: Path, threads: int = 2) -> OpenReader:
        """Load the network at `path`; ModelError where it is missing or its heads cannot be told."""
        try:
            model = path.read_bytes()
        except OSError as error:
            raise ModelError(
                f"{path} cannot be read ({error.strerror}), and a deck needs it; export the model again."
            ) from error
        try:
            session = open_network(with_outputs(model, head_inputs(model)), threads)
        except Exception as error:  # ONNX Runtime raises classes of its own, all without a common base
            raise ModelError(
                f"{path} is no network that a deck can be learnt with; export the second look again."
            ) from error
        return cls(session)

    def inputs(self) -> Any:
        """What the network takes, as ONNX Runtime tells it."""
        return self._session.get_inputs()

    def outputs(self) -> Any:
        """What it gives: the scores before the features."""
        return self._session.get_outputs()[:2]

    def run(self, crops: NDArray[np.float32]) -> Seen:
        """See crops (N, 3, 160, 104) BGR in 0..1 at once."""
        colour, face, colour_features, face_features = self._session.run(None, {self._input: crops})
        return Seen((colour, face), (colour_features, face_features))

    def see(self, crops: NDArray[np.uint8]) -> Seen:
        """See crops (N, 160, 104, 3) BGR, some at a time; N is one at least."""
        parts = []
        for start in range(0, len(crops), BATCH):
            pixels = crops[start : start + BATCH].transpose(0, 3, 1, 2)
            parts.append(self.run(np.ascontiguousarray(pixels, np.float32) / np.float32(255)))
        scores = [np.concatenate([part.scores[head] for part in parts]) for head in (0, 1)]
        features = [np.concatenate([part.features[head] for part in parts]) for head in (0, 1)]
        return Seen((scores[0], scores[1]), (features[0], features[1]))


class DeckSession:
    """Stands in the session's place where a deck is known: the same network, its scores those of the deck."""

    def __init__(self, reader: OpenReader, heads: Heads) -> None:
        self._reader = reader
        self._heads = heads

    def get_inputs(self) -> Any:
        """What the network takes, as ONNX Runtime tells it."""
        return self._reader.inputs()

    def get_outputs(self) -> Any:
        """What it gives."""
        return self._reader.outputs()

    def run(self, names: None, feed: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:  # noqa: ARG002
        """Return the scores of the colours (N, 5) and of the faces (N, 17); `names` is what ONNX Runtime takes too."""
        (crops,) = feed.values()
        seen = self._reader.run(crops)
        return [
            seen.scores[0] + self._heads.colour(seen.features[0]),
            seen.scores[1] + self._heads.face(seen.features[1]),
        ]
