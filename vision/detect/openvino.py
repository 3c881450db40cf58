"""Runs networks by OpenVINO: the same answers as ONNX Runtime's, sooner."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.detect.runtime import told
from vision.errors import MissingExtra, ModelError

PRECISION: Final = "bf16"
"""Halves the time on processors that have such numbers and loses no card; others count in 32 bits whatever is asked."""

KEPT: Final = 8
"""Sizes for which a network of `fixed` sizes stays compiled."""

Shape = tuple[int, ...]
TYPES: Final = {"f32": "tensor(float)", "f16": "tensor(float16)"}
"""What ONNX Runtime calls the kinds of numbers."""


def available() -> bool:
    """Whether OpenVINO is installed."""
    return importlib.util.find_spec("openvino") is not None


@dataclass(frozen=True, slots=True)
class Port:
    """An input or output; sides of any length are "?"."""

    name: str
    shape: list[int | str]
    type: str


class OpenVinoSession:
    """Stands where ONNX Runtime's session stands, for networks of one input. May be used from several threads at once.

    One that is `fixed` is compiled for each shape of its input when that first comes: soonest for the frames of one
    camera. Otherwise it is compiled once for all.
    """

    def __init__(self, network: Path | bytes, threads: int, precision: str = PRECISION, *, fixed: bool = False) -> None:
        """Read the network; MissingExtra where OpenVINO is not installed, ModelError where it cannot run the file."""
        self._core = _library().Core()
        self._network = network if isinstance(network, bytes) else str(network)
        self._options = {
            "INFERENCE_NUM_THREADS": max(1, threads),
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": precision,
        }
        self._requests = threading.local()
        self._compiled: dict[Shape | None, Any] = {}
        self._compiling = threading.Lock()
        self._fixed = fixed
        try:
            model = self._core.read_model(self._network)
            self._inputs = [_port(port) for port in model.inputs]
            self._outputs = [_port(port) for port in model.outputs]
            if not fixed:
                self._compiled[None] = self._core.compile_model(model, "CPU", self._options)
        except Exception as error:  # OpenVINO raises classes of its own
            raise ModelError(
                f"{told(network)} cannot be read by OpenVINO; set LASTCARD_RUNTIME=onnxruntime."
            ) from error

    def get_inputs(self) -> Sequence[Port]:
        """What the network takes."""
        return self._inputs

    def get_outputs(self) -> Sequence[Port]:
        """What it gives."""
        return self._outputs

    def run(self, _: None, given: dict[str, NDArray[Any]]) -> list[NDArray[Any]]:
        """Return the outputs for the one array in `given`."""
        pictures = np.ascontiguousarray(next(iter(given.values())))
        found = self._request(pictures.shape).infer([pictures], share_inputs=True)
        return [np.asarray(found[i]) for i in range(len(self._outputs))]

    def _request(self, shape: Shape) -> Any:
        """This thread's own request for pictures of a shape."""
        key = shape if self._fixed else None
        held: dict[Shape | None, Any] = self._requests.__dict__.setdefault("held", {})
        request = held.get(key)
        if request is None:
            with self._compiling:
                compiled = self._compiled.get(key)
                if compiled is None:
                    compiled = self._for_shape(shape)
            request = held[key] = compiled.create_infer_request()
            while len(held) > KEPT:
                del held[next(iter(held))]
        return request

    def _for_shape(self, shape: Shape) -> Any:
        while len(self._compiled) >= KEPT:
            del self._compiled[next(iter(self._compiled))]
        network = self._core.read_model(self._network)
        network.reshape(list(shape))
        compiled = self._compiled[shape] = self._core.compile_model(network, "CPU", self._options)
        return compiled


def _library() -> Any:
    """OpenVINO itself. Raises MissingExtra where it is not installed.

    Its package tells its makers of every import unless what it does so with is missing, so that is kept from it.
    """
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]  # makes an import of it fail
    try:
        return importlib.import_module("openvino")
    except ImportError as error:
        raise MissingExtra(
            "OpenVINO is not installed; install it with: pip install openvino, or set LASTCARD_RUNTIME=onnxruntime."
        ) from error


def _port(port: Any) -> Port:
    sides = [side.get_length() if side.is_static else "?" for side in port.get_partial_shape()]
    name = str(port.get_element_type().get_type_name())
    return Port(port.get_any_name(), sides, TYPES.get(name, name))
