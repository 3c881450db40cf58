"""The note beside a model file: what it is, what it reads, and the sum that proves it undamaged."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.cards import LABELS
from vision.detect.kinds import KINDS
from vision.errors import ModelError

DEFAULT_NAME = "lastcard.onnx"
DEFAULT_SIZE = 640
DEFAULT_CONFIDENCE = 0.25
"""How sure a card must be to count, where neither the caller nor the manifest says."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is known of one model file.

    ``classes`` are the finder's kinds or labels of cards, in the model's own order; ``input_size`` is the long side in
    pixels it reads best; ``stride`` what both sides must be multiples of; ``confidence`` its own working point, where
    it has one; ``second_look`` describes a further model that reads single cards, where there is one.
    """

    name: str
    classes: tuple[str, ...] = LABELS
    input_size: int = DEFAULT_SIZE
    stride: int = 32
    task: str = "obb"
    sha256: str | None = None
    confidence: float | None = None
    second_look: Mapping[str, Any] | None = None
    figures: Mapping[str, Any] = field(default_factory=dict)


def default_model() -> Path:
    """The model that comes with Lastcard: in an installed package, else in the checkout's ``models`` folder."""
    here = Path(__file__).resolve()
    installed = here.parent / "_models" / DEFAULT_NAME
    checkout = here.parents[2] / "models" / DEFAULT_NAME
    for path in (installed, checkout):
        if path.is_file():
            return path
    raise ModelError(
        f"The model {DEFAULT_NAME} is missing from this install; install Lastcard again or give --model FILE."
    )


def manifest_path(model: Path) -> Path:
    """Where the manifest of ``model`` lies: beside it, with the suffix ``.json``."""
    return model.with_suffix(".json")


def read_manifest(model: Path) -> Manifest | None:
    """The manifest beside ``model``, None where there is none.

    Raises ``ModelError`` when the manifest is damaged, fits another model, or names cards that Lastcard does not know.
    """
    path = manifest_path(model)
    if not path.is_file():
        return None
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        manifest = _parse(raw)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{path} is no manifest of a model ({_cause(error)}); export the model again.") from error
    if manifest.sha256 is not None and manifest.sha256 != file_sha256(model):
        raise ModelError(f"{model} does not match {path.name}: it is damaged or another model; fetch both files again.")
    if manifest.task != "obb":
        raise ModelError(f"{model} is a model for {manifest.task}; Lastcard needs oriented boxes (obb).")
    check_classes(model, manifest.classes)
    return manifest


def _parse(raw: Any) -> Manifest:
    """Turn the JSON into a manifest, checking kinds."""
    confidence = raw.get("confidence")
    return Manifest(
        name=str(raw["name"]),
        classes=tuple(str(label) for label in raw["classes"]),
        input_size=_positive(raw["input_size"]),
        stride=_positive(raw.get("stride", 32)),
        task=str(raw.get("task", "obb")),
        sha256=str(raw["sha256"]).lower(),
        confidence=None if confidence is None else float(confidence),
        second_look=None if raw.get("second_look") is None else dict(raw["second_look"]),
        figures=dict(raw.get("figures") or {}),
    )


def _positive(value: Any) -> int:
    number = int(value)
    if number < 1:
        raise ValueError(f"{value} is not a positive number")
    return number


def _cause(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error} is missing"
    if isinstance(error, AttributeError | TypeError):
        return "it has another shape"
    return str(error).splitlines()[0]


def check_classes(model: Path, classes: Sequence[str]) -> None:
    """Raise ``ModelError`` unless ``classes`` are the finder's kinds, or distinct labels of cards."""
    if tuple(classes) == KINDS:
        return
    unknown = [name for name in classes if name not in LABELS]
    if unknown or not classes:
        what = f"such as {unknown[0]!r}" if unknown else "none at all"
        raise ModelError(
            f"{model} reads other things than Lastcard's cards, {what}; give a model trained with lastcard train."
        )
    if len(set(classes)) != len(classes):
        raise ModelError(f"{model} names a card twice; give a model trained with lastcard train.")


def file_sha256(path: Path) -> str:
    """The SHA-256 sum of a file in lower-case hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
