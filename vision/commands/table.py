"""``lastcard table``: reads photos of whole tables, with the hands that lie open."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vision.commands.common import (
    ConfidenceOption,
    JsonOption,
    ModelOption,
    SizeOption,
    ThreadsOption,
    detector_from,
)
from vision.commands.detect import each_picture

if TYPE_CHECKING:
    from vision.frames.frame import Image
    from vision.table.photo import PhotoPlan, TablePhoto


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("table", epilog="Example: [bold]lastcard table table.jpg --token black --json[/bold]")(table)


def table(
    paths: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="Photos of tables, or folders of them.")],
    json_lines: JsonOption = False,
    seats: Annotated[
        str, typer.Option("--seats", metavar="NAMES", help="The seats from the lower edge on, against the clock.")
    ] = "bottom,right,top,left",
    token: Annotated[
        list[str] | None,
        typer.Option(
            "--token", metavar="COLOUR", help="Colour of the thing that lies before the active player; none: no such."
        ),
    ] = None,
    turn: Annotated[float, typer.Option("--turn", help="Degrees by which the table was turned, clockwise.")] = 0.0,
    model: ModelOption = None,
    size: SizeOption = None,
    confidence: ConfidenceOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Read the card in the middle, every open hand, and whose turn a token says it is.

    A photo that cannot be read is told on stderr; the others are still read, and the exit code is 1.
    """
    from vision.table.photo import read_table

    plan = plan_from(seats, token, turn)
    detector = detector_from(model, size, confidence, threads)

    def read(path: Path, image: "Image") -> None:
        seen = read_table(image, detector.detect(image), plan)
        typer.echo(json.dumps(as_json(path, seen)) if json_lines else as_text(path, seen))

    each_picture(paths, read)


def plan_from(seats: str, tokens: list[str] | None, turn: float) -> "PhotoPlan":
    """The plan that the options describe; UsageError where they make no table."""
    from vision.table.photo import PhotoPlan
    from vision.table.tokens import DEFAULT_TOKENS

    names = tuple(name.strip() for name in seats.split(",") if name.strip())
    colours = DEFAULT_TOKENS if not tokens else tuple(colour for colour in tokens if colour != "none")
    return PhotoPlan(names, colours, turn)


def as_json(path: Path, seen: "TablePhoto") -> dict[str, Any]:
    """One table as an object for JSON."""
    hands = {seat: list(labels) for seat, labels in seen.hands.items()}
    return {"image": str(path), "center": seen.center, "active_seat": seen.active_seat, "hands": hands}


def as_text(path: Path, seen: "TablePhoto") -> str:
    """One table in a few lines for people."""
    lines = [f"{path}: in the middle {seen.center or 'no card'}; {_turn(seen.active_seat)}"]
    lines += [f"  {seat}: {', '.join(labels) or 'no cards'}" for seat, labels in seen.hands.items()]
    return "\n".join(lines)


def _turn(seat: str | None) -> str:
    return f"it is the turn of {seat}" if seat else "no token says whose turn it is"
