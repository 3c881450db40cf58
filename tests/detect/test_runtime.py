"""OpenVINO runs the networks where it is installed, ONNX Runtime where it is not, with the same answers."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.detect.tiny_model import write_convolution
from vision.detect import openvino
from vision.detect.detector import load_detector
from vision.detect.openvino import OpenVinoSession
from vision.detect.runtime import open_network, open_session
from vision.errors import MissingExtra, ModelError

installed = pytest.mark.skipif(not openvino.available(), reason="OpenVINO has no wheel for this machine")


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_convolution(tmp_path_factory.mktemp("net") / "net.onnx")


@installed
@pytest.mark.parametrize("fixed", [False, True])
def test_openvino_gives_what_onnx_runtime_gives_at_every_size(network: Path, fixed: bool) -> None:
    session, other = OpenVinoSession(network, 1, "f32", fixed=fixed), open_session(network, 1)
    for size in (64, 96, 64):
        picture = np.random.default_rng(size).random((1, 3, size, size)).astype(np.float32)
        wanted = other.run(None, {"images": picture})[0]
        assert np.allclose(session.run(None, {"images": picture})[0], wanted, atol=1e-4)


@installed
def test_both_tell_alike_what_a_network_takes_and_gives(network: Path) -> None:
    session, other = OpenVinoSession(network, 1), open_session(network, 1)
    for ours, theirs in ((session.get_inputs(), other.get_inputs()), (session.get_outputs(), other.get_outputs())):
        for one, two in zip(ours, theirs, strict=True):
            assert (one.name, one.type, len(one.shape)) == (two.name, two.type, len(two.shape))
            assert [side for side in one.shape if isinstance(side, int)] == [
                side for side in two.shape if isinstance(side, int)
            ]


@installed
def test_a_network_may_be_handed_over_as_bytes(network: Path) -> None:
    picture = np.zeros((1, 3, 64, 64), np.float32)
    answers = [open_network(network.read_bytes(), 1, kind).run(None, {"images": picture})[0] for kind in RUNTIMES]
    assert np.allclose(answers[0], answers[1], atol=0.02)


RUNTIMES = ("openvino", "onnxruntime")


@pytest.mark.parametrize("runtime", [pytest.param("openvino", marks=installed), "onnxruntime", "auto"])
def test_a_file_that_is_no_network_is_told(tmp_path: Path, runtime: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTCARD_RUNTIME", runtime)
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no network")
    with pytest.raises(ModelError, match=r"broken\.onnx"):
        open_network(broken, 1)


def test_without_openvino_onnx_runtime_reads(network: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openvino, "available", lambda: False)
    assert not isinstance(open_network(network, 1), OpenVinoSession)
    monkeypatch.setitem(sys.modules, "openvino", None)
    with pytest.raises(MissingExtra, match="LASTCARD_RUNTIME=onnxruntime"):
        open_network(network, 1, "openvino")


@installed
def test_the_setting_chooses_and_the_cards_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.bench.report import busy_frame

    image, told = busy_frame(), []
    for runtime in RUNTIMES:
        monkeypatch.setenv("LASTCARD_RUNTIME", runtime)
        cards = load_detector(threads=1).detect(image)
        clear = cards[
            [sure >= 0.8 and label != "back" for sure, label in zip(cards.confidences, cards.labels, strict=True)]
        ]
        told.append(sorted(zip(clear.labels, np.round(clear.quads.mean(axis=1)).tolist(), strict=True)))
    assert [label for label, _ in told[0]] == [label for label, _ in told[1]]
    assert np.allclose([place for _, place in told[0]], [place for _, place in told[1]], atol=2)


@installed
def test_reading_asks_nothing_of_the_network_outside(network: Path) -> None:
    """OpenVINO brings a package that could tell its makers how it is used; reading cards must not wake it."""
    script = f"""
import socket
def refuse(*args):
    raise SystemExit("something wants to talk to " + repr(args[1:]))
socket.socket.connect = socket.getaddrinfo = refuse
import numpy as np
from pathlib import Path
from vision.detect.runtime import open_network
network = open_network(Path({str(network)!r}), 1, "openvino")
print(len(network.run(None, {{"images": np.zeros((1, 3, 64, 64), np.float32)}})))
import threading
print([t.name for t in threading.enumerate() if t is not threading.main_thread()])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["1", "[]"]
