"""Which library runs the networks: OpenVINO, the soonest on every processor it is made for, or else ONNX Runtime."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from vision.config import Runtime, load_settings
from vision.errors import MissingExtra, ModelError

PROVIDERS = ["CPUExecutionProvider"]

Network = Path | bytes
"""An .onnx file, or what stands in one."""


class Port(Protocol):
    """An input or output of a network; a side that may be of any length is no int in its shape."""

    @property
    def name(self) -> str:
        """Its name in the network."""
        ...

    @property
    def shape(self) -> Sequence[Any]:
        """Its sides."""
        ...

    @property
    def type(self) -> str:
        """Its kind of numbers, as ONNX Runtime calls it: "tensor(float)"."""
        ...


class Session(Protocol):
    """A network ready to run, as ONNX Runtime's sessions are. May be used from several threads at once."""

    def get_inputs(self) -> Sequence[Port]:
        """What it takes."""
        ...

    def get_outputs(self) -> Sequence[Port]:
        """What it gives."""
        ...

    def run(self, names: None, given: dict[str, Any]) -> Sequence[Any]:
        """Return all outputs, arrays, for one array of each input."""
        ...


def open_network(network: Network, threads: int, runtime: Runtime | None = None) -> Session:
    """Open a network that takes pictures (N, channels, H, W); `runtime` is the setting's where None.

    Left to itself it takes OpenVINO where that is installed and can read the network. Raises ModelError where the file
    is no such network, MissingExtra where OpenVINO is asked for and not installed.
    """
    from vision.detect.openvino import OpenVinoSession, available

    chosen = runtime or load_settings().runtime
    session: Session | None = None
    if chosen == "openvino" or (chosen == "auto" and available()):
        try:
            session = OpenVinoSession(network, threads)
        except ModelError:
            if chosen == "openvino":
                raise
    opened = session or open_session(network, threads)
    inputs = opened.get_inputs()
    if len(inputs) != 1 or len(inputs[0].shape) != 4:
        raise ModelError(
            f"{told(network)} does not take one picture; export an oriented-box model of Lastcard's cards."
        )
    return opened


def open_session(network: Network, threads: int) -> Any:
    """Open a network with ONNX Runtime, without letting idle threads spin. Raises ModelError where it is none."""
    try:
        import onnxruntime as ort
    except ImportError as error:
        raise MissingExtra("ONNX Runtime is not installed; install it with: pip install onnxruntime.") from error

    options = ort.SessionOptions()
    options.intra_op_num_threads = max(1, threads)
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    given = network if isinstance(network, bytes) else str(network)
    try:
        return ort.InferenceSession(given, options, providers=PROVIDERS)
    except Exception as error:  # ONNX Runtime raises classes of its own, all without a common base
        raise ModelError(f"{told(network)} is no ONNX model that can be loaded; fetch or export it again.") from error


def told(network: Network) -> str:
    """How messages name a network."""
    return str(network) if isinstance(network, Path) else "The network"
