"""``lastcard train``: trains a card model with Ultralytics."""

import json
from pathlib import Path
from typing import Annotated

import typer

from vision.commands.common import JsonOption


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(
        "train", epilog="Example: [bold]lastcard train --data drawn --out runs/first --start yolo11n.pt[/bold]"
    )(train)


def train(
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="Pictures that lastcard synth drew.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where weights and figures of this run go.")] = Path(
        "runs/train"
    ),
    start: Annotated[
        Path | None, typer.Option("--start", metavar="FILE", help="Pretrained weights (.pt) to start from.")
    ] = None,
    size: Annotated[
        int, typer.Option("--size", min=32, max=4096, help="Long side in pixels that is trained at.")
    ] = 416,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Rounds through all pictures.")] = 12,
    hours: Annotated[float | None, typer.Option("--hours", min=0.01, help="Stop after so many hours instead.")] = None,
    batch: Annotated[int, typer.Option("--batch", min=1, help="Pictures in one step.")] = 16,
    device: Annotated[str, typer.Option("--device", help="cpu, or the number of a CUDA device.")] = "cpu",
    threads: Annotated[int, typer.Option("--threads", min=1, help="Processor threads on a CPU.")] = 2,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    final_rate: Annotated[
        float, typer.Option("--final-rate", min=0.0, max=1.0, help="Last learning rate as a share of the first.")
    ] = 0.02,
    learning_rate: Annotated[float, typer.Option("--rate", min=0.0, help="First learning rate.")] = 0.0015,
    frozen: Annotated[
        int, typer.Option("--frozen", min=0, max=10, help="Layers of the backbone that stay as they start.")
    ] = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where the run in --out was interrupted.")] = False,
    json_lines: JsonOption = False,
) -> None:
    """Train an oriented-box model of the cards; needs the extra train."""
    from vision.train.detector import TrainPlan, train_detector

    def tell(epoch: int, figures: dict[str, float]) -> None:
        score = figures.get("metrics/mAP50(B)")
        if json_lines:
            typer.echo(json.dumps({"epoch": epoch, "figures": figures}))
        else:
            typer.echo(
                f"Epoch {epoch} is done"
                + ("." if score is None else f": mAP50 {score:.3f} on the pictures kept aside.")
            )

    plan = TrainPlan(
        data=data,
        out=out,
        start=start,
        size=size,
        epochs=epochs,
        hours=hours,
        batch=batch,
        device=device,
        threads=threads,
        seed=seed,
        learning_rate=learning_rate,
        final_rate=final_rate,
        frozen_layers=frozen,
        resume=resume,
    )
    weights = train_detector(plan, tell)
    typer.echo(json.dumps({"weights": str(weights)}) if json_lines else f"The best weights are in {weights}.")
