"""Turn trained weights into the ONNX file and the manifest that Lastcard reads."""

from __future__ import annotations

import importlib
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vision.detect.detector import load_detector
from vision.detect.kinds import KINDS
from vision.detect.manifest import file_sha256, manifest_path
from vision.detect.second_look import SecondLook
from vision.detect.ultralytics import import_ultralytics
from vision.errors import UsageError
from vision.train.calibrate import calibrate
from vision.train.quantise import quantise
from vision.train.reader import INDICES, export_reader

LICENCE = "AGPL-3.0-or-later"


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """What to write.

    `size` is the long side in px at which the model reads best; any multiple of the stride works. `second_look` holds
    the weights (reader.pt) of the network that reads every found card, `index_look` those of the one for indices; of
    several the mean is taken. With the first a picture is also looked through at `coarse` times `size`, where cards
    as large as the picture look like ones the finder knows. `calibrate` and `int8` are folders of drawn pictures.
    """

    weights: Path
    out: Path
    name: str = "lastcard"
    size: int = 640
    confidence: float = 0.25
    second_look: tuple[Path, ...] = ()
    index_look: tuple[Path, ...] = ()
    find_confidence: float = 0.05
    find_whole: float = 0.15
    coarse: float = 0.25
    calibrate: tuple[Path, ...] = ()
    int8: Path | None = None
    figures: dict[str, Any] = field(default_factory=dict)


def write_manifest(model: Path, plan: ExportPlan) -> Path:
    """Write the manifest of `model`, and its second look if any, beside it; return the manifest's path."""
    manifest: dict[str, Any] = {
        "name": plan.name, "file": model.name, "sha256": file_sha256(model), "task": "obb", "classes": list(KINDS),
        "input_size": plan.size, "stride": 32, "confidence": plan.confidence, "licence": LICENCE,
        "figures": plan.figures,
    }  # fmt: skip
    if plan.second_look:
        reader = export_reader(plan.second_look, model.with_name(f"{plan.name}-reader.onnx"))
        found = {"file": reader.name, "sha256": file_sha256(reader), "find": plan.find_confidence}
        found |= {"find_whole": plan.find_whole, "coarse": plan.coarse}
        if plan.index_look:
            index = export_reader(plan.index_look, model.with_name(f"{plan.name}-index.onnx"), INDICES)
            found["index"] = {"file": index.name, "sha256": file_sha256(index)}
        manifest["second_look"] = found
    path = manifest_path(model)
    path.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return path


KEPT_NOTES = ("names", "stride", "imgsz", "task")
"""What of Ultralytics' notes in the file stays; the others tell where on whose machine it was trained."""


def strip_notes(model: Path) -> None:
    """Remove the notes from an ONNX file that are not needed to read it."""
    onnx: Any = importlib.import_module("onnx")
    graph = onnx.load(str(model))
    kept = [(note.key, note.value) for note in graph.metadata_props if note.key in KEPT_NOTES]
    del graph.metadata_props[:]
    for key, value in kept:
        graph.metadata_props.add(key=key, value=value)
    onnx.save(graph, str(model))


def write_calibration(model: Path, folders: Sequence[Path], step: Callable[[], None] = lambda: None) -> None:
    """Calibrate the confidences of an exported model on pictures, and note it in its manifest.

    The folders, drawn ones or fans whose indices are boxed, must not have been trained on. UsageError where the model
    has no second look to calibrate.
    """
    path = manifest_path(model)
    manifest = json.loads(path.read_text(encoding="utf-8"))
    if manifest.get("second_look") is None:
        raise UsageError(f"{model} has no second look whose confidences could be calibrated.")
    manifest["second_look"].pop("calibration", None)
    path.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    look = load_detector(model, confidence=0.0)
    assert isinstance(look, SecondLook)
    manifest["second_look"]["calibration"] = calibrate(look, folders, step).as_json()
    path.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def export_detector(plan: ExportPlan) -> Path:
    """Write `<out>/<name>.onnx` (any input shape, no suppression inside) and its manifest; return the model's path.

    Raises UsageError where the weights are missing or find other things than the kinds.
    """
    if not plan.weights.is_file():
        raise UsageError(f"No weights at {plan.weights}: give the best.pt that lastcard train wrote.")
    model = import_ultralytics().YOLO(str(plan.weights))
    if tuple(model.names[i] for i in sorted(model.names)) != KINDS:
        raise UsageError(f"{plan.weights} finds other things than {', '.join(KINDS)}: train it with lastcard train.")
    written = Path(model.export(format="onnx", dynamic=True, simplify=True, opset=17, imgsz=plan.size, device="cpu"))
    plan.out.mkdir(parents=True, exist_ok=True)
    target = plan.out / f"{plan.name}.onnx"
    shutil.move(written, target)
    strip_notes(target)
    write_manifest(target, plan)
    if plan.calibrate:
        write_calibration(target, plan.calibrate)
    if plan.int8 is not None:
        quantise(target, target.with_name(f"{plan.name}-int8.onnx"), plan.int8, plan.size)
    return target
