"""Make an exported finder faster with whole numbers of eight bits, its ranges measured on drawn pictures."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.letterbox import Letterbox
from vision.errors import MissingExtra, UsageError

MEASURED = 160
"""Pictures on which the range of each layer's values is measured."""

KEPT_LAYERS = ("/model.23/",)
"""Layers that stay exact: boxes, angles and confidences come from these."""


def calibration_pictures(folder: Path, size: int) -> Iterator[NDArray[np.float32]]:
    """Yield drawn pictures as the finder takes them, (1, 3, H, W); UsageError where the folder holds none."""
    paths = sorted((folder / "images").glob("*.jpg"))
    if not paths:
        raise UsageError(f"{folder} holds no images: draw pictures first with lastcard synth.")
    for path in paths[:: max(1, len(paths) // MEASURED)][:MEASURED]:
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is not None:
            yield Letterbox.into(*image.shape[:2], input_height=size, input_width=size).apply(
                np.asarray(image, np.uint8)
            )


def quantise(model: Path, target: Path, drawn: Path, size: int = 640) -> Path:
    """Write `model` (.onnx) with its convolutions in eight bits to `target`; return that.

    `drawn` is a folder that `lastcard synth` wrote. Raises MissingExtra without the extra `train`.
    """
    try:
        tools: Any = importlib.import_module("onnxruntime.quantization")
        shapes: Any = importlib.import_module("onnxruntime.quantization.shape_inference")
        onnx: Any = importlib.import_module("onnx")
    except ImportError as error:
        raise MissingExtra("Quantising needs onnx; install it with: pip install 'lastcard[train]'.") from error
    pictures = calibration_pictures(drawn, size)

    class Reader(tools.CalibrationDataReader):  # type: ignore[misc]
        def get_next(self) -> dict[str, NDArray[np.float32]] | None:
            picture = next(pictures, None)
            return None if picture is None else {"images": picture}

    with tempfile.TemporaryDirectory() as scratch:
        prepared = Path(scratch) / "prepared.onnx"
        shapes.quant_pre_process(str(model), str(prepared), skip_symbolic_shape=True)
        kept = [node.name for node in onnx.load(str(prepared)).graph.node if node.name.startswith(KEPT_LAYERS)]
        tools.quantize_static(
            str(prepared), str(target), Reader(), quant_format=tools.QuantFormat.QDQ, per_channel=True,
            reduce_range=True,  # processors without VNNI add pairs in 16 bits, which weights of eight overflow
            op_types_to_quantize=["Conv"], nodes_to_exclude=kept, activation_type=tools.QuantType.QUInt8,
            weight_type=tools.QuantType.QInt8, calibrate_method=tools.CalibrationMethod.MinMax,
        )  # fmt: skip
    return target
