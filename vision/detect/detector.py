"""The one-method protocol that everything reading cards stands behind, and the way to get one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from engine.cards import LABELS
from vision.detect.calibration import Calibration
from vision.detect.detections import Detections
from vision.detect.found import Finder
from vision.detect.kinds import KINDS
from vision.errors import ModelError
from vision.frames.frame import Image

FIND_CONFIDENCE = 0.05
"""How sure a box must be to get a second look, where the manifest does not say."""


class Detector(Protocol):
    """Finds and reads the cards of one picture."""

    def detect(self, image: Image) -> Detections:
        """Read ``image``, (H, W, 3) BGR; quads come back in its own pixels."""
        ...


def load_detector(
    model: Path | None = None,
    *,
    size: int | None = None,
    threads: int = 2,
    confidence: float | None = None,
    deck: str | None = None,
    note: Callable[[str], None] | None = None,
) -> Detector:
    """Load ``model``, an ``.onnx`` or (with the extra ``train``) an Ultralytics ``.pt``; None is the one shipped.

    ``size`` is the long side in pixels at which pictures are read, the model's own when None. Cards less sure than
    ``confidence`` are left out; None is the model's own working point. ``deck`` names a learnt deck that the cards are
    of; ``note`` hears what takes long. Raises ``ModelError`` where the file is no model for Lastcard's cards,
    ``DeckError`` where there is no such deck.
    """
    parts = load_parts(model, size=size, threads=threads, confidence=confidence)
    if parts.look is None:
        if deck is not None:
            raise ModelError(
                f"{parts.model} reads cards without a second look, which a deck needs; leave --deck or --model out."
            )
        return OneLook(parts.finder, parts.classes)
    from vision.detect.card_reader import CardReader
    from vision.detect.index_look import IndexReader
    from vision.detect.second_look import SecondLook

    if deck is None:
        reader = CardReader.load(parts.reader, threads)
    else:
        from vision.detect.decks_reader import deck_reader

        reader = deck_reader(deck, parts.reader, threads, note=note)
    index = parts.look.get("index")
    indices = None if index is None else IndexReader.load(_companion(parts.model, index), threads)
    return SecondLook(
        parts.finder,
        reader,
        parts.confidence,
        kinds=parts.classes,
        least_found=float(parts.look.get("find_whole", 0.0)),
        indices=indices,
        calibration=_calibration(parts.model, parts.look),
    )


def _calibration(model: Path, look: Mapping[str, Any]) -> Calibration | None:
    """What the manifest notes of how often which confidence is right. Raises ``ModelError`` where that is damaged."""
    try:
        return Calibration.parse(look["calibration"]) if look.get("calibration") else None
    except (ValueError, KeyError, TypeError) as error:
        raise ModelError(f"The manifest of {model} holds a broken calibration; export the model again.") from error


@dataclass(frozen=True, slots=True)
class Parts:
    """What a detector is put together from: the ``finder`` with its ``classes``, the ``model`` file beside which the
    networks of its second ``look`` lie (None where it has none), and the working point.
    """

    finder: Finder
    classes: tuple[str, ...]
    model: Path
    look: Mapping[str, Any] | None
    confidence: float

    @property
    def reader(self) -> Path:
        """The network of the second look, its sum checked. Raises ``ModelError``."""
        if self.look is None:
            raise ModelError(f"{self.model} reads cards without a second look, which a deck needs; leave --model out.")
        return _companion(self.model, self.look)


def load_parts(
    model: Path | None = None, *, size: int | None = None, threads: int = 2, confidence: float | None = None
) -> Parts:
    """The parts of a detector, as ``load_detector`` takes them. Raises ``ModelError``, ``UsageError``."""
    from vision.detect.manifest import default_model

    path = default_model() if model is None else model
    if path.suffix.lower() == ".pt":
        return _in_training(path, size, threads, confidence)
    if path.suffix.lower() != ".onnx":
        raise ModelError(
            f"{path} is no model that Lastcard can load: give an .onnx file, or a .pt with the extra train."
        )
    from vision.detect.onnx import OnnxFinder
    from vision.detect.scales import TwoScales

    finder = OnnxFinder.load(path, size=size, threads=threads, confidence=confidence)
    look, classes = finder.manifest.second_look, tuple(finder.manifest.classes)
    if look is None:
        return Parts(finder, classes, path, None, finder.confidence)
    sure, finder.confidence = finder.confidence, min(finder.confidence, float(look.get("find", FIND_CONFIDENCE)))
    both: Finder = finder
    if look.get("coarse") and finder.any_size:
        coarse = finder.at(max(finder.manifest.stride, round(finder.size * float(look["coarse"]))))
        both = TwoScales(finder, coarse)
    return Parts(both, classes, path, look, sure)


def _in_training(path: Path, size: int | None, threads: int, confidence: float | None) -> Parts:
    """A model still in training; one that tells kinds only is read by the networks of the shipped model."""
    from vision.detect.manifest import default_model, read_manifest
    from vision.detect.ultralytics import UltralyticsFinder

    finder = UltralyticsFinder(path, size=size, threads=threads, confidence=confidence)
    if tuple(finder.manifest.classes) != KINDS:
        return Parts(finder, tuple(finder.manifest.classes), path, None, finder.confidence)
    shipped = default_model()
    manifest = read_manifest(shipped)
    if manifest is None or manifest.second_look is None:
        raise ModelError(f"{path} only finds cards, and {shipped} has no network to read them; export it first.")
    finder.confidence = min(finder.confidence, float(manifest.second_look.get("find", FIND_CONFIDENCE)))
    sure = confidence if confidence is not None else manifest.confidence or finder.confidence
    return Parts(finder, KINDS, shipped, manifest.second_look, sure)


def _companion(model: Path, note: Mapping[str, Any]) -> Path:
    """The file that the manifest names beside `model`, its sum checked where it is there."""
    from vision.detect.manifest import file_sha256

    path = model.with_name(str(note.get("file")))
    if path.is_file() and note.get("sha256") not in (None, file_sha256(path)):
        raise ModelError(f"{path} does not match the manifest of {model.name}: fetch all files of the model again.")
    return path


class OneLook:
    """A model that finds and names cards by itself."""

    def __init__(self, finder: Finder, classes: Sequence[str]) -> None:
        if tuple(classes) == KINDS:
            raise ModelError("The model only finds cards and has no second look to read them; export it with one.")
        self.finder = finder
        self._to_label = np.array([LABELS.index(name) for name in classes], np.int16)

    def detect(self, image: Image) -> Detections:
        """Read ``image``, (H, W, 3) BGR; quads come back in its own pixels, surest card first."""
        found = self.finder.find(image)
        return Detections(found.quads, self._to_label[found.classes], found.confidences)
