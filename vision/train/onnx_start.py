"""Go on training from an exported model: the ONNX file is all that is kept of one."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.kinds import KINDS
from vision.detect.letterbox import Letterbox
from vision.detect.ultralytics import import_ultralytics
from vision.errors import UsageError
from vision.train.onnx_weights import ARCHITECTURE, pytorch_twin, read_classes

MEASURED = 96
"""Pictures on which the spread of each layer's values is measured."""

BATCH = 8


def model_from_onnx(path: Path, pictures: Path, size: int) -> Any:
    """Return a `YOLO` that can be trained, of kinds, giving what the model in `path` gives but for the naming.

    An export melts each layer's normalisation into its weights. It is brought back so that it changes nothing: with
    the mean and spread of the layer's values on the JPEGs of the folder `pictures`, read at `size` px.
    """
    ultralytics = import_ultralytics()
    torch: Any = importlib.import_module("torch")
    tasks: Any = importlib.import_module("ultralytics.nn.tasks")
    melted = pytorch_twin(path, read_classes(path), threads=1).model
    spread = _measure(torch, melted, pictures, size)
    fresh = tasks.OBBModel(ARCHITECTURE, nc=len(KINDS), verbose=False)
    with torch.no_grad():
        for name, layer in melted.named_modules():
            if isinstance(layer, torch.nn.Conv2d):
                _restore(torch, fresh, name, layer, spread)
    fresh.names = dict(enumerate(KINDS))
    yolo = ultralytics.YOLO(ARCHITECTURE, task="obb", verbose=False)
    yolo.model = fresh
    yolo.ckpt = {"model": fresh}
    return yolo


def _pictures(folder: Path, size: int) -> Iterator[NDArray[np.float32]]:
    paths = sorted(folder.glob("*.jpg"))[:MEASURED]
    if not paths:
        raise UsageError(f"{folder} holds no images: draw pictures first with lastcard synth.")
    for path in paths:
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is not None:
            box = Letterbox.into(*image.shape[:2], input_height=size, input_width=size)
            yield box.apply(np.asarray(image, np.uint8))[0]


def _measure(torch: Any, melted: Any, pictures: Path, size: int) -> dict[str, tuple[Any, Any]]:
    """Return mean and variance of what each convolution gives, by its name."""
    sums: dict[str, list[Any]] = {}

    def listen(name: str) -> Any:
        def hook(_: Any, __: Any, out: Any) -> None:
            held = sums.setdefault(name, [0.0, 0.0, 0])
            held[0] += out.double().sum(dim=(0, 2, 3))
            held[1] += (out.double() ** 2).sum(dim=(0, 2, 3))
            held[2] += out.shape[0] * out.shape[2] * out.shape[3]

        return hook

    hooks = [
        layer.register_forward_hook(listen(name))
        for name, layer in melted.named_modules()
        if isinstance(layer, torch.nn.Conv2d)
    ]
    batch: list[NDArray[np.float32]] = []
    with torch.no_grad():
        for picture in _pictures(pictures, size):
            batch.append(picture)
            if len(batch) == BATCH:
                melted(torch.from_numpy(np.stack(batch)))
                batch = []
        if batch:
            melted(torch.from_numpy(np.stack(batch)))
    for hook in hooks:
        hook.remove()
    spread = {}
    for name, (total, squares, count) in sums.items():
        mean = total / count
        spread[name] = (mean.float(), (squares / count - mean**2).clamp_min(1e-6).float())
    return spread


def _restore(torch: Any, fresh: Any, name: str, layer: Any, spread: dict[str, tuple[Any, Any]]) -> None:
    """Give one convolution of `fresh` its weights, and the normalisation behind it values that undo themselves."""
    target = fresh.get_submodule(name)
    if target.weight.shape != layer.weight.shape:
        return  # the last layer of the naming, which has other classes
    target.weight.copy_(layer.weight)
    if layer.bias is None:
        return  # the fixed sum over the bins of a side's length
    if target.bias is not None:
        target.bias.copy_(layer.bias)
        return
    owner = fresh.get_submodule(name.rpartition(".")[0])
    mean, variance = spread[name]
    owner.bn.running_mean.copy_(mean - layer.bias)
    owner.bn.running_var.copy_(variance)
    owner.bn.weight.copy_(torch.sqrt(variance + owner.bn.eps))
    owner.bn.bias.copy_(mean)
