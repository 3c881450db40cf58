"""``lastcard train-reader``: trains the second look that reads every found card again."""

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from vision.commands.common import JsonOption


class What(StrEnum):
    """Which of the two networks."""

    CARDS = "cards"
    INDICES = "indices"


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("train-reader", epilog="Example: [bold]lastcard train-reader --data drawn --out runs/reader[/bold]")(
        train_reader
    )


def train_reader(
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="Pictures that lastcard synth drew.")],
    what: Annotated[What, typer.Option("--what", help="Whole cards, or the indices in their corners.")] = What.CARDS,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the weights go.")] = Path("runs/reader"),
    steps: Annotated[int, typer.Option("--steps", min=1, help="Batches in all.")] = 4000,
    batch: Annotated[int, typer.Option("--batch", min=2, help="Cards in one step.")] = 64,
    learning_rate: Annotated[float, typer.Option("--rate", min=0.0, help="Highest learning rate.")] = 0.003,
    start: Annotated[
        Path | None, typer.Option("--start", metavar="FILE", help="Weights (reader.pt) to go on from.")
    ] = None,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Processor threads.")] = 2,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 1,
    json_lines: JsonOption = False,
) -> None:
    """Train the small network that reads found cards, or the one that reads indices; needs the extra train."""
    from vision.train.reader import CARDS, INDICES, ReaderPlan
    from vision.train.reader import train_reader as run

    def tell(step: int, figures: dict[str, float]) -> None:
        if json_lines:
            typer.echo(json.dumps({"step": step, "figures": figures}))
        else:
            typer.echo(
                f"Step {step} of {steps}: colour {figures['colour']:.3f} and face {figures['face']:.3f} "
                "read rightly on the pictures kept aside."
            )

    plan = ReaderPlan(
        data=data,
        out=out,
        kind=INDICES if what is What.INDICES else CARDS,
        steps=steps,
        batch=batch,
        learning_rate=learning_rate,
        start=start,
        threads=threads,
        seed=seed,
    )
    weights = run(plan, tell)
    typer.echo(json.dumps({"weights": str(weights)}) if json_lines else f"The weights are in {weights}.")
