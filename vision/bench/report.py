"""Everything ``lastcard bench`` measures, and how it is told."""

import os
import platform
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engine.referee import Referee
from engine.rules import Rules
from vision.bench.pipeline import PipelineSpeed, measure_pipeline
from vision.bench.timing import Timing, measure
from vision.detect.detector import Detector
from vision.detect.onnx import OnnxFinder
from vision.errors import LastcardError
from vision.frames.frame import Image, Source
from vision.frames.simulated import open_simulated
from vision.live.hub import Hub
from vision.live.session import Session
from vision.table.layout import TableLayout
from vision.table.observer import TableObserver
from vision.train.onnx_weights import pytorch_twin


@dataclass(frozen=True, slots=True)
class Report:
    """One run's figures.

    ``detect`` is everything from pixels to labelled quads, ``find`` the finding model's part of it, which ``pytorch``
    does with the same weights; that is None where it was not measured, for the reason ``pytorch_note`` gives.
    """

    machine: str
    cores: int
    threads: int
    model: str
    size: int
    detect: Timing
    find: Timing
    pytorch: Timing | None
    pytorch_note: str
    pipeline: PipelineSpeed

    @property
    def ratio(self) -> float | None:
        """How many times as long PyTorch takes, by the medians."""
        return None if self.pytorch is None else self.pytorch.median_ms / self.find.median_ms

    def as_json(self) -> dict[str, Any]:
        """The figures as one object for JSON."""
        speed = self.pipeline
        pipeline = {
            "fps": round(speed.fps, 1),
            "frames": speed.frames,
            "read": speed.read,
            "reading": None if speed.reading is None else asdict(speed.reading),
        }
        return {
            "machine": self.machine,
            "cores": self.cores,
            "threads": self.threads,
            "model": self.model,
            "size": self.size,
            "detect": asdict(self.detect),
            "find": asdict(self.find),
            "pytorch": None if self.pytorch is None else asdict(self.pytorch),
            "pytorch_note": self.pytorch_note,
            "ratio": None if self.ratio is None else round(self.ratio, 2),
            "pipeline": pipeline,
        }

    def as_text(self) -> str:
        """The figures as lines for people."""
        lines = [
            f"{self.machine}, {self.cores} cores; {self.model}, {self.threads} threads, long side {self.size} px",
            f"One 1280×720 frame, pixels to quads: {_told(self.detect)}, {self.detect.rounds} rounds",
            f"Of it finding the cards: {_told(self.find)}",
        ]
        if self.pytorch is None:
            lines.append(f"Ultralytics in PyTorch: not measured; {self.pytorch_note}")
        else:
            lines.append(
                f"Ultralytics' predict in PyTorch, same weights: {_told(self.pytorch)}, {self.ratio:.2f} times as long"
            )
        lines.append(
            f"Whole pipeline on a simulated table: {self.pipeline.fps:.1f} frames a second "
            f"({self.pipeline.frames} frames, {self.pipeline.read} of them read by the model; drawing them not counted)"
        )
        if self.pipeline.reading is not None:
            lines.append(f"A frame of it that was read, pixels to quads: {_told(self.pipeline.reading)}")
        return "\n".join(lines)


def run_bench(
    detector: Detector, finder: OnnxFinder, *, threads: int, source: str, rounds: int, frames: int, pytorch: bool
) -> Report:
    """Measure ``detector``, its ``finder`` alone, and the pipeline on ``source`` (``sim:…``).

    The finder's twin in PyTorch is measured where ``pytorch`` asks for it and the extra ``train`` is there.
    """
    image = busy_frame()
    timing = measure(lambda: detector.detect(image), rounds=rounds)
    finding = measure(lambda: finder.find(image), rounds=rounds)
    twin, note = _measure_twin(finder, image, threads, rounds) if pytorch else (None, "it was left out.")
    table = open_simulated(source)
    speed = measure_pipeline(table, detector, partial(follow, seats=table.spec.seats), frames=frames)
    return Report(
        machine=_processor(),
        cores=os.cpu_count() or 1,
        threads=threads,
        model=finder.manifest.name,
        size=finder.size,
        detect=timing,
        find=finding,
        pytorch=twin,
        pytorch_note=note,
        pipeline=speed,
    )


def _told(timing: Timing) -> str:
    return f"median {timing.median_ms:.1f} ms, p95 {timing.p95_ms:.1f} ms"


def busy_frame(after: int = 16) -> Image:
    """A frame of a simulated game, 1280×720, with cards on the table."""
    table = open_simulated("sim:easy?seed=1&fps=4&size=1280x720")
    for frame in table:
        if frame.seq >= after:
            table.close()
            return frame.image
    raise ValueError(f"the simulated table ended before frame {after}")


def follow(source: Source, detector: Detector, seats: int) -> None:
    """Follow ``source``, a table of ``seats``, through the whole pipeline with nobody watching."""
    layout = TableLayout.automatic(seats)
    observer = TableObserver(layout, frozen_after=None)
    Session(source, detector, observer, Referee(Rules.preset("official"), layout.names), None, Hub()).run()


def _measure_twin(finder: OnnxFinder, image: Image, threads: int, rounds: int) -> tuple[Timing | None, str]:
    """Time Ultralytics' own ``predict`` with the same weights; None and the reason where that cannot be."""
    try:
        twin = pytorch_twin(finder.path, finder.manifest.classes, threads)
    except LastcardError as error:
        return None, str(error)
    options = {"imgsz": finder.size, "conf": finder.confidence, "verbose": False, "device": "cpu"}
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
