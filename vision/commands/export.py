"""``lastcard export``: turns trained weights into the model file that Lastcard reads."""

import json
from pathlib import Path
from typing import Annotated

import typer

from vision.commands.common import JsonOption


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("export", epilog="Example: [bold]lastcard export runs/first/weights/best.pt --out models[/bold]")(
        export
    )


def export(
    weights: Annotated[Path, typer.Argument(metavar="FILE", help="The best.pt that lastcard train wrote.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the model and its manifest go.")] = Path(
        "models"
    ),
    name: Annotated[str, typer.Option("--name", help="Name of the model, without suffix.")] = "lastcard",
    size: Annotated[
        int, typer.Option("--size", min=32, max=4096, help="Long side in pixels at which it reads best.")
    ] = 640,
    confidence: Annotated[
        float, typer.Option("--confidence", min=0.0, max=1.0, help="How sure a card must be to count.")
    ] = 0.25,
    second_look: Annotated[
        list[Path] | None,
        typer.Option(
            "--second-look",
            metavar="FILE",
            help="The reader.pt that lastcard train-reader wrote, or an .onnx of one; of several the mean.",
        ),
    ] = None,
    index_look: Annotated[
        list[Path] | None,
        typer.Option("--index-look", metavar="FILE", help="The same for train-reader --what indices."),
    ] = None,
    calibrate: Annotated[
        list[Path] | None,
        typer.Option(
            "--calibrate",
            metavar="DIR",
            help="Pictures not trained on, drawn ones or fans with boxed indices, to calibrate confidences on.",
        ),
    ] = None,
    int8: Annotated[
        Path | None,
        typer.Option("--int8", metavar="DIR", help="Also write a twin in eight bits, its ranges from drawn pictures."),
    ] = None,
    json_lines: JsonOption = False,
) -> None:
    """Write the ONNX model and its manifest; needs the extra train."""
    from vision.train.export import ExportPlan, export_detector

    plan = ExportPlan(
        weights=weights,
        out=out,
        name=name,
        size=size,
        confidence=confidence,
        second_look=tuple(second_look or ()),
        index_look=tuple(index_look or ()),
        calibrate=tuple(calibrate or ()),
        int8=int8,
    )
    model = export_detector(plan)
    typer.echo(json.dumps({"model": str(model)}) if json_lines else f"The model is in {model}, its manifest beside it.")
