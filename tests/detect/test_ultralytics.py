"""The Ultralytics adapter, where the extra ``train`` is installed: it must read as the exported model does."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.cards import LABELS
from vision.detect.detector import load_detector
from vision.detect.ultralytics import UltralyticsFinder, import_ultralytics
from vision.errors import ModelError

pytest.importorskip("ultralytics", reason="the extra train is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # torch and Ultralytics warn of their own insides


def save_model(path: Path, names: tuple[str, ...]) -> Path:
    """An untrained oriented-box model that is very sure of one class everywhere."""
    import torch

    yolo: Any = import_ultralytics().YOLO("yolo11n-obb.yaml", task="obb")
    tasks: Any = __import__("ultralytics.nn.tasks", fromlist=["OBBModel"])
    model = tasks.OBBModel("yolo11n-obb.yaml", nc=len(names), verbose=False)
    with torch.no_grad():
        for branch in model.model[-1].cv3:
            branch[-1].bias.fill_(-9.0)
            branch[-1].bias[0] = 3.0
    model.names, model.task, model.args = dict(enumerate(names)), "obb", {"imgsz": 64, "task": "obb", "data": ""}
    yolo.model, yolo.ckpt = model, {}
    yolo.save(str(path))
    return path


def test_cards_are_read_with_our_labels_and_suppression(tmp_path: Path) -> None:
    order = tuple(sorted(LABELS))
    detector = load_detector(save_model(tmp_path / "m.pt", order), size=64, threads=1, confidence=0.5)
    cards = detector.detect(np.zeros((48, 64, 3), np.uint8))
    assert len(cards) > 0
    assert set(cards.labels) == {order[0]}
    assert list(cards.confidences) == sorted(cards.confidences, reverse=True)


def test_a_model_of_other_things_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="'person'"):
        UltralyticsFinder(save_model(tmp_path / "m.pt", ("person", "bicycle")))


def test_a_file_that_is_no_model_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.pt").write_bytes(b"not a model")
    with pytest.raises(ModelError, match="no Ultralytics model"):
        UltralyticsFinder(tmp_path / "m.pt")
    with pytest.raises(ModelError, match="does not exist"):
        UltralyticsFinder(tmp_path / "gone.pt")


def test_the_bench_twin_gives_the_same_numbers(tmp_path: Path) -> None:
    import torch

    from vision.detect.onnx import OnnxFinder
    from vision.train.onnx_weights import pytorch_twin

    weights = save_model(tmp_path / "m.pt", LABELS)
    exported = import_ultralytics().YOLO(str(weights)).export(format="onnx", dynamic=True, imgsz=64, opset=17)
    detector = OnnxFinder.load(Path(exported), size=64)
    twin = pytorch_twin(detector.path, detector.manifest.classes, 1)
    picture = np.random.default_rng(0).random((1, 3, 64, 64), np.float32)
    with torch.no_grad():
        theirs = twin.model(torch.from_numpy(picture))
    theirs = theirs[0] if isinstance(theirs, list | tuple) else theirs
    assert np.abs(detector._run(picture) - theirs.numpy()).max() < 1e-2
