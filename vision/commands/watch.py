"""``lastcard watch``: follows a game through a camera, a recording or a simulated table."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vision.commands.common import (
    ConfidenceOption,
    DeckOption,
    JsonOption,
    ModelOption,
    SizeOption,
    ThreadsOption,
    detector_from,
    say,
)
from vision.config import load_settings
from vision.errors import UsageError

if TYPE_CHECKING:
    from vision.detect.detector import Detector
    from vision.frames.frame import Source
    from vision.frames.turn import Turn

PortOption = Annotated[
    int | None, typer.Option("--port", min=0, max=65535, help="Serve the pages on this port, 0 for any free one.")
]
HostOption = Annotated[
    str | None, typer.Option("--host", help="Address to serve on; others than this machine's need a token.")
]

RotateOption = Annotated[
    int | None, typer.Option("--rotate", metavar="DEGREES", help="Turn the pictures clockwise by 90, 180 or 270.")
]
MirrorOption = Annotated[
    bool | None, typer.Option("--mirror/--no-mirror", help="The camera shows a mirror image: put it right.")
]


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("watch", epilog="Example: [bold]lastcard watch 0 --seats Ann,Bo,Cy --log evening.sqlite[/bold]")(watch)


def watch(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="Camera number, video, folder of pictures, stream URL, or sim: for a simulated table.",
        ),
    ],
    port: PortOption = None,
    host: HostOption = None,
    token: Annotated[
        str | None, typer.Option("--token", help="What pages must bring; made up where one is needed.")
    ] = None,
    web: Annotated[bool, typer.Option("--web/--no-web", help="Serve the pages, or only print what happens.")] = True,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats", help="How many play, or their names with commas, clockwise from the picture's lower edge."
        ),
    ] = None,
    rules: Annotated[str, typer.Option("--rules", help="Rules that the table plays by.")] = "official",
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Keep everything that happens in this SQLite file.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Record the game, with pictures, for lastcard replay."),
    ] = None,
    close_up: Annotated[
        str | None,
        typer.Option("--close-up", metavar="SOURCE", help="A second camera, which sees the discard pile from near."),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="A table that lastcard calibrate has saved.")
    ] = None,
    rotate: RotateOption = None,
    mirror: MirrorOption = None,
    json_lines: JsonOption = False,
    model: ModelOption = None,
    size: SizeOption = None,
    confidence: ConfidenceOption = None,
    threads: ThreadsOption = None,
    deck: DeckOption = None,
) -> None:
    """Follow a game: print what happens, show it on pages, keep it in a log.

    The pages are on this machine's port 8765 if nothing else is said. With --port they stay after a recording has
    ended, until Ctrl-C; without, the command ends with the recording.
    """
    if port is not None and not web:
        raise UsageError("--port and --no-web exclude each other; leave one of them out.")
    from vision.live.watch import run_watch

    settings = load_settings()
    number, names = seats_of(seats)
    sources: list[Source] = []

    def detector_for(source: "Source") -> "Detector":
        sources.append(source)
        return detector_from(model, size, confidence, threads, settings, deck=deck)

    code = run_watch(
        source,
        port=None if not web else settings.port if port is None else port,
        host=host or settings.host,
        token=token,
        rules=rules,
        names=names,
        seats=number,
        log_path=log,
        record=record,
        close_up=close_up,
        table=table,
        turn=turn_from(rotate, mirror),
        data=settings.data_folder(),
        detector_for=detector_for,
        json_output=json_lines,
        stay=port is not None,
        note=say,
    )
    for opened in sources:
        if (error := getattr(opened, "broken", None)) is not None:
            raise error  # what could be read was followed; now the command fails
    if code:
        raise typer.Exit(code)


def turn_from(rotate: int | None, mirror: bool | None) -> "Turn | None":
    """How pictures are put upright; None where neither option was given. Raises ``UsageError``."""
    from vision.frames.turn import Turn

    return None if rotate is None and mirror is None else Turn(rotate or 0, bool(mirror))


def seats_of(text: str | None) -> tuple[int | None, tuple[str, ...]]:
    """The number of seats and their names that ``--seats`` asks for: ``4`` or ``Ann,Bo,Cy``. Raises ``UsageError``."""
    if text is None:
        return None, ()
    if text.strip().isdecimal():
        return int(text), ()
    names = tuple(name.strip() for name in text.split(","))
    if len(names) < 2 or not all(names) or len(set(names)) != len(names):
        raise UsageError(f"--seats {text!r} cannot be understood; give a number, or different names such as Ann,Bo,Cy.")
    return None, names
