"""``lastcard bench``: how fast this machine is, and how well games are followed."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from vision.commands.bench_plays import PlaysPlan, Reads, bench_plays
from vision.commands.common import JsonOption, ModelOption, SizeOption, ThreadsOption, detector_from
from vision.config import load_settings
from vision.errors import UsageError


class Part(StrEnum):
    """What can be measured."""

    READING = "reading"
    ENGINE = "engine"
    PLAYS = "plays"
    RUNTIMES = "runtimes"


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    example = "Example: [bold]lastcard bench plays --preset club --seeds 1-5 --out worst[/bold]"
    app.command("bench", epilog=example)(bench)


def bench(
    part: Annotated[
        Part,
        typer.Argument(
            help="reading: cards and the whole pipeline; engine: games by the rules, beside RLCard's; plays: simulated "
            "games followed and held against what really happened; runtimes: the finder run in every way there is."
        ),
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
    preset: Annotated[
        list[str] | None,
        typer.Option("--preset", help="plays: easy, club or hard; may be given more than once.", show_default="easy"),
    ] = None,
    seeds: Annotated[str, typer.Option("--seeds", help="plays: the games, such as 1-20 or 1,4,7-9.")] = "1-5",
    turns: Annotated[
        int, typer.Option("--turns", min=0, help="plays: cards laid in each game; 0 plays whole rounds.")
    ] = 0,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="plays: another setting of the simulated tables."),
    ] = None,
    recordings: Annotated[
        Path | None,
        typer.Option("--recordings", metavar="DIR", help="plays: follow what lastcard sim wrote there instead."),
    ] = None,
    detector: Annotated[
        Reads,
        typer.Option(
            "--detector", help="plays: who reads the cards; oracle: the table logic alone; truth: the referee alone."
        ),
    ] = Reads.MODEL,
    words: Annotated[
        bool,
        typer.Option(
            "--words/--silent", help="plays: whether people tell the page what no camera sees: colours, UNO calls."
        ),
    ] = True,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="plays: where pictures of the worst moments go.")
    ] = None,
    int8: Annotated[
        Path | None, typer.Option("--int8", metavar="FILE", help="runtimes: the model's twin in eight bits.")
    ] = None,
    json_lines: JsonOption = False,
    model: ModelOption = None,
    size: SizeOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Measure reading one 1280×720 frame and the whole pipeline, or the engine, or how well games are followed."""
    if part is Part.PLAYS:
        plan = PlaysPlan(preset or ["easy"], seeds, turns, "&".join(setting or ()), recordings, detector, words, out)
        bench_plays(plan, lambda: detector_from(model, size, None, threads), json_lines=json_lines)
        return
    if part is Part.ENGINE:
        from vision.bench.engine import run_engine_bench

        games = run_engine_bench(seconds)
        typer.echo(json.dumps(games.as_json()) if json_lines else games.as_text())
        return
    from vision.bench.report import run_bench
    from vision.bench.runtimes import run_runtimes
    from vision.detect.manifest import default_model
    from vision.detect.onnx import OnnxFinder

    settings = load_settings()
    path = model or settings.model or default_model()
    if path.suffix.lower() != ".onnx":
        raise UsageError(f"Only an .onnx model can be measured, not {path.name}; lastcard export makes one.")
    if part is Part.RUNTIMES:
        chosen = threads or settings.threads
        ways = run_runtimes(path, size=size or settings.size, threads=chosen, rounds=rounds, int8=int8)
        typer.echo(json.dumps(ways.as_json()) if json_lines else ways.as_text())
        return
    reader = detector_from(path, size, None, threads, settings)
    finder = OnnxFinder.load(path, size=size or settings.size, threads=threads or settings.threads)
    report = run_bench(
        reader,
        finder,
        threads=threads or settings.threads,
        source=source,
        rounds=rounds,
        frames=frames,
        pytorch=pytorch,
    )
    typer.echo(json.dumps(report.as_json()) if json_lines else report.as_text())
