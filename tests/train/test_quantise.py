"""A model in eight bits gives what the exact one gives, nearly."""

from pathlib import Path

import numpy as np
import onnx
import pytest

from tests.detect.tiny_model import write_convolution
from vision.detect.runtime import open_session
from vision.errors import UsageError
from vision.synth.dataset import DatasetPlan, write_dataset
from vision.train.quantise import calibration_pictures, quantise


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn")
    write_dataset(DatasetPlan(folder, 4, seed=3, size=160, faces_per_label=1), workers=1)
    return folder


def test_eight_bits_give_nearly_the_same_and_the_head_stays_exact(tmp_path: Path, drawn: Path) -> None:
    exact = write_convolution(tmp_path / "m.onnx")
    small = quantise(exact, tmp_path / "int8.onnx", drawn, size=160)
    picture = next(calibration_pictures(drawn, 160))
    first = open_session(exact, 1).run(None, {"images": picture})[0]
    second = open_session(small, 1).run(None, {"images": picture})[0]
    assert 0 < np.abs(first - second).max() < 0.05 * np.abs(first).max()
    quantised = {node.name for node in onnx.load(str(small)).graph.node if node.op_type == "DequantizeLinear"}
    assert not any("model.23" in name for name in quantised)


def test_without_drawn_pictures_nothing_is_measured(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no images"):
        quantise(write_convolution(tmp_path / "m.onnx"), tmp_path / "int8.onnx", tmp_path)
