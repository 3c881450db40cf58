"""``lastcard eval``: how well a model reads labelled photos."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vision.commands.common import JsonOption, ModelOption, SizeOption, ThreadsOption, detector_from
from vision.commands.progress import progress_bar

if TYPE_CHECKING:
    from vision.train.evaluation.report import Report

DOUBTFUL = 0.01
"""Average precision needs the doubtful readings too."""


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("eval", epilog="Example: [bold]lastcard eval photos --model models/lastcard.onnx --json[/bold]")(
        evaluate
    )


def evaluate(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Labelled photos: scenes/, singles/, uno-deck/ or states/ in it.")
    ],
    json_lines: JsonOption = False,
    confusions: Annotated[int, typer.Option("--confusions", min=0, help="How many confusions to list.")] = 10,
    model: ModelOption = None,
    size: SizeOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Measure a model on labelled photos: mAP50 of scenes, top-1 of single cards, faces read in fans, whole tables."""
    from vision.bench.tables import measure_tables, read_tables
    from vision.train.evaluation.report import Report
    from vision.train.evaluation.report import evaluate as measure

    detector = detector_from(model, size, DOUBTFUL, threads)
    tables = read_tables(folder / "states") if (folder / "states" / "states.csv").is_file() else []
    with progress_bar("Reading", shown=not json_lines) as (start, _):
        report = measure(folder, detector, start, Report() if tables else None)
    if tables:
        with progress_bar("Reading tables", shown=not json_lines) as (start, _):
            measure_tables(report, tables, detector, start(len(tables)))
    typer.echo(json.dumps(report.as_json()) if json_lines else as_text(report, confusions))


def as_text(report: "Report", confusions: int) -> str:
    """The figures as lines for people: one line a set and part, then the commonest confusions."""
    lines = [line for name, figures in report.as_json()["figures"].items() for line in _lines(name, figures)]
    for (true, read), times in report.confusions.most_common(confusions):
        lines.append(f"{true} was read as {read}: {times}×")
    return "\n".join(lines)


def _lines(name: str, figures: Any) -> list[str]:
    """One line of plain figures, and one for each part that has figures of its own."""
    if not isinstance(figures, dict):
        return [f"{name}: {figures}"]
    plain = {key: value for key, value in figures.items() if not isinstance(value, dict | list)}
    lines = [f"{name}: " + ", ".join(f"{key} {value}" for key, value in plain.items())] if plain else []
    for key, value in figures.items():
        if isinstance(value, dict):
            lines += _lines(f"{name}, {key}", value)
        elif isinstance(value, list):
            lines += [line for row in value for line in _lines(f"{name}, {key}", row)]
    return lines
