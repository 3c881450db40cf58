"""``lastcard synth``: draws training pictures."""

import json
from pathlib import Path
from typing import Annotated

import typer

from vision.commands.common import JsonOption
from vision.commands.progress import progress_bar


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("synth", epilog="Example: [bold]lastcard synth --out drawn --count 2000 --val 200[/bold]")(synth)


def synth(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where train/ and val/ are written.")],
    count: Annotated[int, typer.Option("--count", min=1, help="Pictures to train on.")] = 2000,
    val: Annotated[int, typer.Option("--val", min=0, help="Pictures to check the training with.")] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed draws the same scenes.")] = 1,
    size: Annotated[int, typer.Option("--size", min=64, max=4096, help="Long side of the pictures in pixels.")] = 448,
    faces: Annotated[
        Path | None,
        typer.Option("--faces", metavar="DIR", help="Photographed card faces to mix in, where there are any."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes; as many as cores if left out.")
    ] = None,
    json_lines: JsonOption = False,
) -> None:
    """Draw training pictures of cards with the exact corners of every card."""
    from vision.synth.dataset import DatasetPlan, write_dataset

    plans = [DatasetPlan(out / "train", count, seed=seed, size=size, faces=faces)]
    if val:
        plans.append(DatasetPlan(out / "val", val, seed=seed + 1_000_003, size=size, faces=faces))
    cards = 0
    with progress_bar("Drawing", count + val, shown=not json_lines) as (_, step):
        for plan in plans:
            cards += write_dataset(plan, workers, step)
    if json_lines:
        typer.echo(json.dumps({"out": str(out), "train": count, "val": val, "cards": cards}))
    else:
        typer.echo(f"Drew {count} pictures to train on and {val} to check with, {cards} cards in all, in {out}.")
