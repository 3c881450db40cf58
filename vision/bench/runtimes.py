"""The finder run in every way there is, round by round in turn, so that all meet the same load."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.bench.report import busy_frame
from vision.bench.timing import Timing
from vision.detect.found import Found
from vision.detect.onnx import OnnxFinder
from vision.detect.openvino import OpenVinoSession, available
from vision.detect.runtime import open_session
from vision.errors import LastcardError
from vision.frames.frame import Image
from vision.train.evaluation.precision import quad_overlap
from vision.train.onnx_weights import pytorch_twin

AGREE = 0.5
"""Overlap from which two ways of running have found the same box."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of running the finder: how long it takes, and the share of the boxes of the first way that it finds."""

    name: str
    timing: Timing
    agreement: float | None


@dataclass(frozen=True, slots=True)
class Runtimes:
    """All ways that this machine has, the first being ONNX Runtime in FP32; and why others are missing."""

    size: int
    threads: int
    ways: tuple[Way, ...]
    missing: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The figures as one object for JSON."""
        return asdict(self)

    def as_text(self) -> str:
        """The figures as lines for people."""
        lines = [f"Finding the cards of one 1280×720 frame at {self.size} px with {self.threads} threads:"]
        for way in self.ways:
            same = "" if way.agreement is None else f", {way.agreement:.1%} of the first's boxes"
            lines.append(f"{way.name}: median {way.timing.median_ms:.1f} ms, p95 {way.timing.p95_ms:.1f} ms{same}")
        return "\n".join([*lines, *(f"Not measured: {reason}" for reason in self.missing)])


def run_runtimes(path: Path, *, size: int | None, threads: int, rounds: int, int8: Path | None = None) -> Runtimes:
    """Measure `path` (.onnx), and `int8`, its twin in eight bits, where given.

    Raises ModelError where either is no finder.
    """
    image = busy_frame()
    plain = OnnxFinder.load(path, size=size, threads=threads)
    plain = plain.run_by(open_session(path, threads))
    ways: dict[str, Callable[[], Found | None]] = {"ONNX Runtime FP32": lambda: plain.find(image)}
    missing: list[str] = []
    if int8 is not None:
        small = OnnxFinder.load(int8, size=plain.size, threads=threads, confidence=plain.confidence)
        small = small.run_by(open_session(int8, threads))
        ways["ONNX Runtime INT8"] = lambda: small.find(image)
    else:
        missing.append("INT8, since no --int8 FILE was given; lastcard export --int8 DIR makes one")
    if available():
        for name, file, precision in (("FP32", path, "f32"), ("bf16", path, "bf16"), ("INT8", int8, "f32")):
            if file is not None:
                finder = plain.run_by(OpenVinoSession(file, threads, precision, fixed=True))
                ways[f"OpenVINO {name}"] = _finding(finder, image)
    else:
        missing.append("OpenVINO, which is not installed: pip install openvino")
    try:
        twin = pytorch_twin(path, plain.manifest.classes, threads)
        options = {"imgsz": plain.size, "conf": plain.confidence, "verbose": False, "device": "cpu"}
        ways["Ultralytics predict in PyTorch"] = lambda: _nothing(twin.predict(image, **options))
    except LastcardError as error:
        missing.append(f"PyTorch: {error}")
    return Runtimes(plain.size, threads, _measure(ways, rounds), tuple(missing))


def _finding(finder: OnnxFinder, image: Image) -> Callable[[], Found]:
    return lambda: finder.find(image)


def _nothing(_: object) -> None:
    """Take a result that is not compared."""


def _measure(ways: dict[str, Callable[[], Found | None]], rounds: int) -> tuple[Way, ...]:
    results = {name: work() for name, work in ways.items()}
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + 2):
        for name, work in ways.items():
            start = time.perf_counter()
            work()
            if number >= 2:
                seconds[name].append(time.perf_counter() - start)
    first = next(iter(results.values()))
    return tuple(Way(name, Timing.of(seconds[name]), _agreement(first, found)) for name, found in results.items())


def _agreement(first: Found | None, other: Found | None) -> float | None:
    if first is None or other is None:
        return None
    hits = [any(quad_overlap(quad, twin) >= AGREE for twin in other.quads) for quad in first.quads]
    return float(np.mean(hits)) if hits else 1.0
