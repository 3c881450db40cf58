"""What is exported of the reading networks is what was trained."""

from pathlib import Path

import numpy as np
import pytest

from vision.errors import UsageError
from vision.train.reader import average_weights, export_reader


class Weights(np.ndarray):  # type: ignore[type-arg]
    """An array with the few manners of a tensor that averaging needs."""

    def float(self) -> "Weights":
        return self.astype(np.float32).view(Weights)

    def div(self, count: int) -> "Weights":
        return (self / count).view(Weights)

    def to(self, kind: np.dtype) -> "Weights":  # type: ignore[type-arg]
        return self.astype(kind).view(Weights)


def test_the_mean_of_weights_keeps_their_kinds() -> None:
    states = [
        {"w": np.full(3, v, np.float32).view(Weights), "n": np.array([v], np.int64).view(Weights)} for v in (2, 4)
    ]
    mean = average_weights(states)
    assert mean["w"].tolist() == [3.0, 3.0, 3.0]
    assert mean["n"].dtype == np.int64


def test_a_network_that_is_exported_already_is_taken_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.onnx").write_bytes(b"network")
    assert export_reader([tmp_path / "a.onnx"], tmp_path / "b.onnx").read_bytes() == b"network"
    assert export_reader([tmp_path / "a.onnx"], tmp_path / "a.onnx").read_bytes() == b"network"


def test_without_weights_nothing_is_exported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="train a network first"):
        export_reader([], tmp_path / "b.onnx")
