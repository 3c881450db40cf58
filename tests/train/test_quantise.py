"""A model in eight bits gives what the exact one gives, nearly."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from vision.detect.onnx import open_session
from vision.detect.openvino import OpenVinoSession, available
from vision.errors import ModelError, UsageError
from vision.synth.dataset import DatasetPlan, write_dataset
from vision.train.quantise import calibration_pictures, quantise


def _network(path: Path) -> Path:
    """Two convolutions, the second by a name that stays exact."""
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


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn")
    write_dataset(DatasetPlan(folder, 4, seed=3, size=160, faces_per_label=1), workers=1)
    return folder


def test_eight_bits_give_nearly_the_same_and_the_head_stays_exact(tmp_path: Path, drawn: Path) -> None:
    exact = _network(tmp_path / "m.onnx")
    small = quantise(exact, tmp_path / "int8.onnx", drawn, size=160)
    picture = next(calibration_pictures(drawn, 160))
    first = open_session(exact, 1).run(None, {"images": picture})[0]
    second = open_session(small, 1).run(None, {"images": picture})[0]
    assert 0 < np.abs(first - second).max() < 0.05 * np.abs(first).max()
    quantised = {node.name for node in onnx.load(str(small)).graph.node if node.op_type == "DequantizeLinear"}
    assert not any("model.23" in name for name in quantised)


def test_without_drawn_pictures_nothing_is_measured(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no images"):
        quantise(_network(tmp_path / "m.onnx"), tmp_path / "int8.onnx", tmp_path)


@pytest.mark.skipif(not available(), reason="OpenVINO is not installed")
def test_openvino_gives_what_onnx_runtime_gives(tmp_path: Path, drawn: Path) -> None:
    exact = _network(tmp_path / "m.onnx")
    session = OpenVinoSession(exact, 1)
    for size in (64, 96):
        picture = next(calibration_pictures(drawn, size))
        wanted = open_session(exact, 1).run(None, {"images": picture})[0]
        assert np.allclose(session.run(None, {"images": picture})[0], wanted, atol=1e-4)
    (tmp_path / "broken.onnx").write_bytes(b"no network")
    with pytest.raises(ModelError, match="cannot be read by OpenVINO"):
        OpenVinoSession(tmp_path / "broken.onnx", 1)
