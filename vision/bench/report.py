"""Everything ``lastcard bench`` measures, and how it is told."""

import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.referee import Referee
from engine.rules import Rules
from vision.bench.pipeline import PipelineSpeed, measure_pipeline
from vision.bench.pytorch import pytorch_twin
from vision.bench.timing import Timing, measure
from vision.detect.detector import Detector
from vision.detect.onnx import OnnxDetector
from vision.errors import LastcardError
from vision.frames.frame import Image, Source
from vision.frames.open import open_source
from vision.live.hub import Hub
from vision.live.session import Session
from vision.table.layout import TableLayout
from vision.table.observer import TableObserver


@dataclass(frozen=True, slots=True)
class Report:
    """One run's figures; ``pytorch`` is None where it was not measured, for the reason ``pytorch_note`` gives."""

    machine: str
    cores: int
    threads: int
    model: str
    size: int
    detect: Timing
    pytorch: Timing | None
    pytorch_note: str
    pipeline: PipelineSpeed

    @property
    def ratio(self) -> float | None:
        """How many times longer PyTorch takes, by the medians."""
        return None if self.pytorch is None else self.pytorch.median_ms / self.detect.median_ms

    def as_json(self) -> dict[str, Any]:
        """The figures as one object for JSON."""
        pipeline = {"fps": round(self.pipeline.fps, 1), "frames": self.pipeline.frames, "read": self.pipeline.read}
        return {
            "machine": self.machine,
            "cores": self.cores,
            "threads": self.threads,
            "model": self.model,
            "size": self.size,
            "detect": asdict(self.detect),
            "pytorch": None if self.pytorch is None else asdict(self.pytorch),
            "pytorch_note": self.pytorch_note,
            "ratio": None if self.ratio is None else round(self.ratio, 2),
            "pipeline": pipeline,
        }

    def as_text(self) -> str:
        """The figures as lines for people."""
        lines = [
            f"{self.machine}, {self.cores} cores; {self.model}, {self.threads} threads, long side {self.size} px",
            f"One 1280×720 frame, pixels to quads: median {self.detect.median_ms:.1f} ms, "
            f"p95 {self.detect.p95_ms:.1f} ms ({self.detect.rounds} rounds)",
        ]
        if self.pytorch is None:
            lines.append(f"Ultralytics in PyTorch: not measured; {self.pytorch_note}")
        else:
            lines.append(
                f"Ultralytics' predict in PyTorch, same weights: median {self.pytorch.median_ms:.1f} ms, "
                f"p95 {self.pytorch.p95_ms:.1f} ms; {self.ratio:.2f} times as long"
            )
        lines.append(
            f"Whole pipeline on a simulated table: {self.pipeline.fps:.1f} frames a second "
            f"({self.pipeline.frames} frames, {self.pipeline.read} of them read by the model; drawing them not counted)"
        )
        return "\n".join(lines)


def run_bench(detector: OnnxDetector, *, threads: int, source: str, rounds: int, frames: int, pytorch: bool) -> Report:
    """Measure detection, its twin in PyTorch where wanted and there, and the pipeline on ``source`` (``sim:…``)."""
    image = busy_frame(source)
    timing = measure(lambda: detector.detect(image), rounds=rounds)
    twin, note = _measure_twin(detector, image, threads, rounds) if pytorch else (None, "it was left out.")
    speed = measure_pipeline(open_source(source), detector, follow, frames=frames)
    return Report(
        machine=_processor(),
        cores=os.cpu_count() or 1,
        threads=threads,
        model=detector.manifest.name,
        size=detector.size,
        detect=timing,
        pytorch=twin,
        pytorch_note=note,
        pipeline=speed,
    )


def busy_frame(source: str, size: tuple[int, int] = (1280, 720), after: int = 60) -> Image:
    """A frame of ``source`` some time into the game, 1280×720."""
    frames = open_source(source)
    image = np.zeros((size[1], size[0], 3), np.uint8)
    for frame in frames:
        image = frame.image
        if frame.seq >= after:
            break
    frames.close()
    return image


def follow(source: Source, detector: Detector) -> None:
    """Follow ``source`` through the whole pipeline with nobody watching."""
    seats = int(getattr(source, "seats", 4))
    names = [f"Seat {i + 1}" for i in range(seats)]
    observer = TableObserver(TableLayout.around(seats))
    Session(source, detector, observer, Referee(Rules.preset("official"), names), None, Hub(), names=names).run()


def _measure_twin(detector: OnnxDetector, image: Image, threads: int, rounds: int) -> tuple[Timing | None, str]:
    """Time Ultralytics' own ``predict`` with the same weights; None and the reason where that cannot be."""
    try:
        twin = pytorch_twin(detector.path, detector.manifest, threads)
    except LastcardError as error:
        return None, str(error)
    options = {"imgsz": detector.size, "conf": detector.confidence, "verbose": False, "device": "cpu"}
    return measure(lambda: twin.predict(image, **options), rounds=rounds), ""


def _processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        return platform.processor() or platform.machine()
    return platform.processor() or platform.machine()
