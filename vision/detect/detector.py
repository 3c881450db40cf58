"""The one-method protocol that everything reading cards stands behind, and the way to get one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from vision.detect.detections import Detections
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
        from vision.detect.ultralytics import UltralyticsDetector

        return UltralyticsDetector(path, size=size, threads=threads, confidence=confidence)
    if path.suffix.lower() != ".onnx":
        raise ModelError(
            f"{path} is no model that Lastcard can load: give an .onnx file, or a .pt with the extra train."
        )
    from vision.detect.onnx import OnnxDetector
    from vision.detect.scales import TwoScales

    finder = OnnxDetector.load(path, size=size, threads=threads, confidence=confidence)
    look = finder.manifest.second_look
    if look is None:
        return finder
    sure, finder.confidence = finder.confidence, min(finder.confidence, float(look.get("find", FIND_CONFIDENCE)))
    if look.get("coarse") and finder.any_size:
        coarse = finder.at(max(finder.manifest.stride, round(finder.size * float(look["coarse"]))))
        return _with_second_look(TwoScales(finder, coarse), path, look, threads, sure)
    return _with_second_look(finder, path, look, threads, sure)


def _with_second_look(
    finder: Detector, model: Path, look: Mapping[str, Any], threads: int, confidence: float
) -> Detector:
    """The finder with the network behind it that reads every found card again, as the manifest describes it."""
    from vision.detect.manifest import file_sha256
    from vision.detect.second_look import CardReader, SecondLook

    path = model.with_name(str(look.get("file")))
    reader = CardReader.load(path, threads)
    if look.get("sha256") not in (None, file_sha256(path)):
        raise ModelError(f"{path} does not match the manifest of {model.name}: fetch all files of the model again.")
    return SecondLook(finder, reader, confidence)
