"""``lastcard sim``: writes a simulated game as a video with the truth beside it."""

import json
from pathlib import Path
from typing import Annotated

import typer

from vision.commands.common import JsonOption
from vision.commands.progress import progress_bar


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(
        "sim", epilog="Example: [bold]lastcard sim --preset club --seed 3 --turns 12 --set style=C --out game[/bold]"
    )(sim)


def sim(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where table.mp4 and truth.json are written.")],
    preset: Annotated[str, typer.Option("--preset", help="easy, club, hard or clean.")] = "easy",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another number is another game.")] = 1,
    turns: Annotated[
        int, typer.Option("--turns", min=0, help="Cards laid before it ends; 0 plays the whole round.")
    ] = 0,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="One setting of the table, such as style=C, tilt=30 or throws=1."
        ),
    ] = None,
    encoder: Annotated[
        str | None, typer.Option("--encoder", help="pyav, ffmpeg or opencv; the best there is if left out.")
    ] = None,
    json_lines: JsonOption = False,
) -> None:
    """Draw a whole game at a simulated table, with everything that happens in it and when.

    The same preset, seed and settings give the same game. The video is H.264 where PyAV (extra sim) or ffmpeg is
    installed; which one wrote it is said and kept in truth.json.
    """
    from vision.bench.plays_recording import write_recording
    from vision.synth.game.spec import parse_spec

    query = "&".join([f"seed={seed}", f"turns={turns}", *(setting or ())])
    spec = parse_spec(f"sim:{preset}?{query}")
    with progress_bar("Drawing", shown=not json_lines) as (start, _):
        written = write_recording(spec, out, encoder=encoder, start=start)
    if json_lines:
        told = {
            "video": str(written.video),
            "truth": str(written.truth),
            "frames": written.frames,
            "seconds": round(written.seconds, 2),
            "encoder": written.encoder,
        }
        typer.echo(json.dumps(told))
    else:
        typer.echo(
            f"Drew {written.frames} frames, {written.seconds:.0f} seconds, into {written.video}, written as "
            f"{written.encoder}; what happens in it is in {written.truth}."
        )
