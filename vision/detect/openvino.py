"""Runs a finder by OpenVINO where that is installed: the same numbers, sooner on Intel and AMD processors."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import MissingExtra, ModelError

Shape = tuple[int, ...]


def available() -> bool:
    """Whether OpenVINO is installed."""
    return importlib.util.find_spec("openvino") is not None


class OpenVinoSession:
    """Stands where ONNX Runtime's session stands: one input (1, 3, H, W), its outputs as arrays.

    Each size of picture is compiled once, when it first comes. May be used from several threads at once.
    """

    def __init__(self, path: Path, threads: int, precision: str = "f32") -> None:
        """Read the network; MissingExtra where OpenVINO is not installed, ModelError where it cannot read the file."""
        try:
            openvino: Any = importlib.import_module("openvino")
        except ImportError as error:
            raise MissingExtra(
                "OpenVINO is not installed; install it with: pip install 'lastcard[openvino]'."
            ) from error
        self._core = openvino.Core()
        self._path = path
        self._options = {
            "INFERENCE_NUM_THREADS": max(1, threads),
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": precision,
        }
        self._compiled: dict[Shape, Any] = {}
        try:
            self._core.read_model(str(path))
        except Exception as error:  # OpenVINO raises classes of its own
            raise ModelError(f"{path} cannot be read by OpenVINO; set LASTCARD_RUNTIME=onnxruntime.") from error

    def run(self, _: object, given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        """Return the outputs for the one array in `given`, as ONNX Runtime's session does."""
        picture = np.ascontiguousarray(next(iter(given.values())), np.float32)
        found = self._at(picture.shape).create_infer_request().infer([picture])
        return [np.asarray(found[i], np.float32) for i in range(len(found))]

    def _at(self, shape: Shape) -> Any:
        compiled = self._compiled.get(shape)
        if compiled is None:
            network = self._core.read_model(str(self._path))
            network.reshape(list(shape))
            compiled = self._compiled[shape] = self._core.compile_model(network, "CPU", self._options)
        return compiled
