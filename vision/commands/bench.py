"""``lastcard bench``: how fast this machine is."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from vision.commands.common import JsonOption, ModelOption, SizeOption, ThreadsOption, detector_from
from vision.config import load_settings
from vision.errors import UsageError


class Part(StrEnum):
    """What can be measured."""

    READING = "reading"
    ENGINE = "engine"


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("bench", epilog="Example: [bold]lastcard bench --threads 1 --json[/bold]")(bench)


def bench(
    part: Annotated[
        Part, typer.Argument(help="reading: cards and the whole pipeline; engine: games by the rules, beside RLCard's.")
    ] = Part.READING,
    source: Annotated[
        str, typer.Option("--source", help="The simulated table that the pipeline follows.")
    ] = "sim:easy?seed=1",
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Rounds of reading one frame.")] = 50,
    frames: Annotated[int, typer.Option("--frames", min=1, help="Frames that the pipeline follows.")] = 300,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="Seconds for each engine and number of seats.")
    ] = 2.0,
    pytorch: Annotated[
        bool, typer.Option("--pytorch/--no-pytorch", help="Compare with Ultralytics in PyTorch where it is installed.")
    ] = True,
    json_lines: JsonOption = False,
    model: ModelOption = None,
    size: SizeOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Measure reading one 1280×720 frame, the same by Ultralytics in PyTorch, and the whole pipeline; or the engine."""
    if part is Part.ENGINE:
        from vision.bench.engine import run_engine_bench

        games = run_engine_bench(seconds)
        typer.echo(json.dumps(games.as_json()) if json_lines else games.as_text())
        return
    from vision.bench.report import run_bench
    from vision.detect.manifest import default_model
    from vision.detect.onnx import OnnxFinder

    settings = load_settings()
    path = model or settings.model or default_model()
    if path.suffix.lower() != ".onnx":
        raise UsageError(f"Only an .onnx model can be measured, not {path.name}; lastcard export makes one.")
    detector = detector_from(path, size, None, threads, settings)
    finder = OnnxFinder.load(path, size=size or settings.size, threads=threads or settings.threads)
    report = run_bench(
        detector,
        finder,
        threads=threads or settings.threads,
        source=source,
        rounds=rounds,
        frames=frames,
        pytorch=pytorch,
    )
    typer.echo(json.dumps(report.as_json()) if json_lines else report.as_text())
