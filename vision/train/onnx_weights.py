"""The network of an ONNX file in PyTorch again: to go on training, and to compare with Ultralytics' ``predict``."""

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.detect.ultralytics import import_ultralytics
from vision.errors import MissingExtra, ModelError

ARCHITECTURE = "yolo11n-obb.yaml"
_WEIGHT = re.compile(r"model\.\d+\..+\.(?:weight|bias)")


def pytorch_twin(model: Path, classes: Sequence[str], threads: int) -> Any:
    """A ``YOLO`` of the same architecture, run by PyTorch, with the weights that ``model`` (.onnx) holds.

    Raises ``MissingExtra`` without the extra ``train`` and ``ModelError`` where the weights do not fit.
    """
    ultralytics = import_ultralytics()
    import torch

    torch.set_num_threads(threads)
    weights = read_weights(model)
    yolo = ultralytics.YOLO(ARCHITECTURE, task="obb", verbose=False)
    tasks: Any = __import__("ultralytics.nn.tasks", fromlist=["OBBModel"])
    twin = tasks.OBBModel(ARCHITECTURE, nc=len(classes), verbose=False).eval()
    twin.fuse(verbose=False)
    wanted = {name for name in twin.state_dict() if _WEIGHT.fullmatch(name) and ".dfl." not in name}
    missing = sorted(wanted - weights.keys())
    if missing:
        raise ModelError(
            f"{model} holds no weights for {missing[0]} of {ARCHITECTURE}; it was exported from another model."
        )
    _take_over(torch, twin, weights)
    twin.names = dict(enumerate(classes))
    yolo.model = twin
    return yolo


def _take_over(torch: Any, twin: Any, weights: dict[str, NDArray[np.float32]]) -> None:
    """Give each convolution of `twin` its weights, and its width: the head is as wide as at the start of training."""
    for name, layer in twin.named_modules():
        if not isinstance(layer, torch.nn.Conv2d) or f"{name}.weight" not in weights:
            continue
        weight = torch.from_numpy(weights[f"{name}.weight"].copy())
        if layer.groups > 1:
            layer.groups = layer.in_channels = len(weight)
        else:
            layer.in_channels = weight.shape[1]
        layer.out_channels = len(weight)
        layer.weight = torch.nn.Parameter(weight, requires_grad=False)
        if f"{name}.bias" in weights:
            layer.bias = torch.nn.Parameter(torch.from_numpy(weights[f"{name}.bias"].copy()), requires_grad=False)


def _graph(model: Path) -> Any:
    try:
        import onnx
    except ImportError as error:
        raise MissingExtra(
            "Turning an ONNX file back needs the extra train; install it with: pip install 'lastcard[train]'."
        ) from error
    return onnx.load(str(model))


def read_classes(model: Path) -> tuple[str, ...]:
    """The classes that Ultralytics noted in an ONNX file; ``ModelError`` where it notes none."""
    notes = {note.key: note.value for note in _graph(model).metadata_props}
    try:
        names = ast.literal_eval(notes["names"])
        return tuple(str(names[i]) for i in range(len(names)))
    except (KeyError, ValueError, SyntaxError, TypeError) as error:
        raise ModelError(f"{model} does not say what it finds; give a model that lastcard export wrote.") from error


def read_weights(model: Path) -> dict[str, NDArray[np.float32]]:
    """The weights and biases of an ONNX file's convolutions, named as in the model they were exported from.

    Biases are found through the convolution that uses them: slimming a file merges those that are equal.
    """
    numpy_helper: Any = __import__("onnx.numpy_helper", fromlist=["to_array"])
    graph = _graph(model).graph
    held = {entry.name: entry for entry in graph.initializer}
    found: dict[str, NDArray[np.float32]] = {}
    for node in graph.node:
        if node.op_type == "Conv" and node.input[1] in held:
            stem = node.input[1].removesuffix(".weight")
            for name, given in zip((f"{stem}.weight", f"{stem}.bias"), node.input[1:], strict=False):
                found[name] = np.asarray(numpy_helper.to_array(held[given]), np.float32)
    return found
