import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tests.detect.tiny_model import write_model
from vision.bench.pipeline import Metered, measure_pipeline
from vision.bench.timing import Timing, measure
from vision.cli import run
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.frames.frame import Frame, Image, Source
from vision.train.onnx_weights import read_weights


def test_median_and_p95_of_known_times() -> None:
    assert Timing.of([0.001 * i for i in range(1, 101)]) == Timing(50.5, 95.05, 100)
    with pytest.raises(ValueError, match="no round"):
        Timing.of([])


def test_warming_up_is_not_counted() -> None:
    calls: list[int] = []
    ticks = count()
    timing = measure(lambda: calls.append(1), rounds=4, warm_up=3, clock=lambda: next(ticks) / 1000)
    assert len(calls) == 7
    assert timing == Timing(1.0, 1.0, 4)


class Clock:
    """A clock that only moves when somebody works."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class SlowSource:
    """Ten frames, each of which takes a second to make."""

    name, live, fps = "slow", False, 10.0
    closed = False

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def __iter__(self) -> Iterator[Frame]:
        for seq in range(10):
            self.clock.now += 1.0
            yield Frame(seq, seq / 10, np.zeros((2, 2, 3), np.uint8))

    def close(self) -> None:
        self.closed = True


class NoCards:
    def detect(self, image: Image) -> Detections:
        return Detections.empty()


def test_the_pipelines_time_leaves_out_the_sources_own() -> None:
    clock = Clock()

    def follow(source: Source, detector: Detector) -> None:
        for frame in source:
            clock.now += 0.05
            if frame.seq % 2:
                detector.detect(frame.image)

    speed = measure_pipeline(SlowSource(clock), NoCards(), follow, frames=6, clock=clock)
    assert (speed.frames, speed.read) == (6, 3)
    assert speed.fps == pytest.approx(20)
    assert speed.reading is not None
    assert speed.reading.rounds == 3


def test_a_pipeline_that_read_nothing_tells_no_time_for_it() -> None:
    clock = Clock()
    speed = measure_pipeline(SlowSource(clock), NoCards(), lambda source, _: list(source), frames=3, clock=clock)
    assert (speed.read, speed.reading) == (0, None)


def test_a_source_that_ends_early_and_is_closed() -> None:
    clock = Clock()
    source = SlowSource(clock)
    metered = Metered(source, 99, clock)
    assert len(list(metered)) == metered.frames == 10
    metered.close()
    assert source.closed


def test_weights_are_read_by_the_convolution_that_uses_them(tmp_path: Path) -> None:
    weight = np.ones((2, 3, 1, 1), np.float32)
    held = [
        ("model.0.conv.weight", weight),
        ("merged", np.array([4, 5], np.float32)),
        ("model.1.weight", weight[:, :2]),
    ]
    nodes = [
        helper.make_node("Conv", ["images", "model.0.conv.weight", "merged"], ["a"]),
        helper.make_node("Conv", ["a", "model.1.weight", "merged"], ["b"]),
    ]
    graph = helper.make_graph(
        nodes,
        "two",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, 4, 4])],
        [helper.make_tensor_value_info("b", TensorProto.FLOAT, [1, 2, 4, 4])],
        [numpy_helper.from_array(array, name) for name, array in held],
    )
    onnx.save(helper.make_model(graph), str(tmp_path / "m.onnx"))
    weights = read_weights(tmp_path / "m.onnx")
    assert set(weights) == {"model.0.conv.weight", "model.0.conv.bias", "model.1.weight", "model.1.bias"}
    assert weights["model.1.bias"].tolist() == [4, 5]
    assert weights["model.0.conv.weight"].shape == (2, 3, 1, 1)


def test_bench_prints_one_json_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = write_model(tmp_path / "tiny.onnx")
    words = ["bench", "--json", "--model", str(model), "--rounds", "2", "--frames", "5", "--no-pytorch"]
    assert run([*words, "--source", "sim:easy?seed=1&size=320x192&turns=1"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    figures = json.loads(line)
    assert figures["detect"]["median_ms"] > 0
    assert figures["detect"]["p95_ms"] >= figures["detect"]["median_ms"]
    assert figures["find"]["rounds"] == 2
    assert figures["pytorch"] is None
    assert figures["pipeline"]["frames"] == 5
    assert figures["pipeline"]["fps"] > 0
    assert figures["pipeline"]["reading"]["median_ms"] > 0


def test_bench_tells_people_what_was_not_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = write_model(tmp_path / "tiny.onnx")
    words = ["bench", "--model", str(model), "--rounds", "1", "--frames", "2", "--no-pytorch"]
    assert run([*words, "--source", "sim:easy?seed=1&size=320x192&turns=1"]) == 0
    out = capsys.readouterr().out
    assert "One 1280×720 frame, pixels to quads: median" in out
    assert "Of it finding the cards: median" in out
    assert "not measured; it was left out." in out
    assert "frames a second" in out
    assert "A frame of it that was read, pixels to quads: median" in out


def test_only_onnx_models_are_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--model", str(tmp_path / "m.pt")]) == 2
    assert "Only an .onnx model can be measured, not m.pt" in capsys.readouterr().err
