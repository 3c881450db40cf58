"""The one-method protocol that everything reading cards stands behind, and the way to get one."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from engine.cards import LABELS
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
) -> Detector:
    """Load ``model``, an ``.onnx`` or (with the extra ``train``) an Ultralytics ``.pt``; None is the one shipped.

    ``size`` is the long side in pixels at which pictures are read, the model's own when None. Cards less sure than
    ``confidence`` are left out; None is the model's own working point. Raises
    ``ModelError`` where the file is no model for Lastcard's cards.
    """
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
    look = finder.manifest.second_look
    if look is None:
        return OneLook(finder, finder.manifest.classes)
    sure, finder.confidence = finder.confidence, min(finder.confidence, float(look.get("find", FIND_CONFIDENCE)))
    both: Finder = finder
    if look.get("coarse") and finder.any_size:
        coarse = finder.at(max(finder.manifest.stride, round(finder.size * float(look["coarse"]))))
        both = TwoScales(finder, coarse)
    return _with_second_look(both, finder.manifest.classes, path, look, threads, sure)


def _in_training(path: Path, size: int | None, threads: int, confidence: float | None) -> Detector:
    """A model still in training; one that tells kinds only is read by the networks of the shipped model."""
    from vision.detect.manifest import default_model, read_manifest
    from vision.detect.ultralytics import UltralyticsFinder

    finder = UltralyticsFinder(path, size=size, threads=threads, confidence=confidence)
    if tuple(finder.manifest.classes) != KINDS:
        return OneLook(finder, finder.manifest.classes)
    shipped = default_model()
    manifest = read_manifest(shipped)
    if manifest is None or manifest.second_look is None:
        raise ModelError(f"{path} only finds cards, and {shipped} has no network to read them; export it first.")
    finder.confidence = min(finder.confidence, float(manifest.second_look.get("find", FIND_CONFIDENCE)))
    sure = confidence if confidence is not None else manifest.confidence or finder.confidence
    return _with_second_look(finder, KINDS, shipped, manifest.second_look, threads, sure)


def _with_second_look(
    finder: Finder, classes: Sequence[str], model: Path, look: Mapping[str, Any], threads: int, confidence: float
) -> Detector:
    """The finder with the networks behind it that read every found card and index, as the manifest describes them."""
    from vision.detect.index_look import IndexReader
    from vision.detect.second_look import CardReader, SecondLook

    reader = CardReader.load(_companion(model, look), threads)
    index = look.get("index")
    indices = None if index is None else IndexReader.load(_companion(model, index), threads)
    return SecondLook(finder, reader, confidence, kinds=classes, indices=indices)


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
