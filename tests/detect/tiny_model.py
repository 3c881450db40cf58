"""Builds real ONNX files that always see the same cards, so that the adapter is tested through ONNX Runtime itself."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from engine.cards import LABELS

Box = tuple[str, float, float, float, float, float, float]
"""label, confidence, middle x, middle y, width, height, angle; in pixels of the input"""


def output_for(boxes: Sequence[Box], classes: Sequence[str] = LABELS, spare: int = 3) -> np.ndarray[Any, Any]:
    """The numbers an exported model gives for ``boxes``: (1, 4 + classes + 1, N), with some empty boxes behind."""
    out = np.zeros((1, 4 + len(classes) + 1, len(boxes) + spare), np.float32)
    for i, (label, confidence, x, y, width, height, angle) in enumerate(boxes):
        out[0, :4, i] = x, y, width, height
        out[0, 4 + list(classes).index(label), i] = confidence
        out[0, -1, i] = angle
    return out


def write_model(
    path: Path,
    boxes: Sequence[Box] = (),
    *,
    classes: Sequence[str] = LABELS,
    size: tuple[int, int] | None = None,
    output: np.ndarray[Any, Any] | None = None,
    metadata: dict[str, str] | None = None,
) -> Path:
    """Write a model that sees ``boxes`` in every picture; ``size`` (height, width) fixes its input.

    Its first output number also depends on the picture, by nothing, so that the input is really used.
    """
    result = output_for(boxes, classes) if output is None else output
    shape = [1, 3, *(size or ("height", "width"))]
    nodes = [
        helper.make_node("ReduceMean", ["images"], ["mean"], keepdims=0),
        helper.make_node("Mul", ["mean", "zero"], ["nothing"]),
        helper.make_node("Add", ["cards", "nothing"], ["output0"]),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("output0", TensorProto.FLOAT, list(result.shape))],
        [
            numpy_helper.from_array(result.astype(np.float32), "cards"),
            numpy_helper.from_array(np.zeros((), np.float32), "zero"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    for key, value in (metadata or {}).items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, value
    onnx.save(model, str(path))
    return path


def write_manifest(model: Path, **changes: object) -> Path:
    """Write the manifest that fits ``model``, with ``changes``."""
    raw = {
        "name": "tiny",
        "file": model.name,
        "sha256": hashlib.sha256(model.read_bytes()).hexdigest(),
        "classes": list(LABELS),
        "input_size": 320,
        "stride": 32,
        "task": "obb",
        "licence": "AGPL-3.0-or-later",
        "figures": {},
    } | changes
    path = model.with_suffix(".json")
    path.write_text(json.dumps(raw), encoding="utf-8")
    return path


def write_convolution(path: Path) -> Path:
    """Write two convolutions of random weights, for pictures of any size; the second has a name that a finder's head
    has."""
    rng = np.random.default_rng(1)
    weights = [rng.normal(0, 0.2, shape).astype(np.float32) for shape in ((8, 3, 3, 3), (4, 8, 1, 1))]
    held = [numpy_helper.from_array(weight, f"w{i}") for i, weight in enumerate(weights)]
    nodes = [
        helper.make_node("Conv", ["images", "w0"], ["a"], name="/model.0/conv/Conv", pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["a"], ["b"], name="/model.0/act"),
        helper.make_node("Conv", ["b", "w1"], ["output0"], name="/model.23/cv2/Conv"),
    ]
    takes = [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, "h", "w"])]
    gives = [helper.make_tensor_value_info("output0", TensorProto.FLOAT, [1, 4, "h", "w"])]
    graph = helper.make_graph(nodes, "net", takes, gives, held)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), str(path))
    return path
