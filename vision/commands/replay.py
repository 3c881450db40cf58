"""``lastcard replay``: tells a recorded game again, byte for byte, or says what this Lastcard tells otherwise."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vision.commands.common import JsonOption, say
from vision.errors import ImageError, StoreError

if TYPE_CHECKING:
    from vision.store.replay import Recording


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("replay", epilog="Example: [bold]lastcard replay evening.lcr --pictures seen[/bold]")(replay)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recording, or what “This was wrong” wrote.")],
    json_lines: JsonOption = False,
    pictures: Annotated[
        Path | None,
        typer.Option("--pictures", metavar="DIR", help="Write the pictures and what was seen in them there."),
    ] = None,
) -> None:
    """Tell a recorded game again: what the referee was told is told to it once more.

    The events are those of the recording, byte for byte with --json. Where this Lastcard judges otherwise, the first
    difference is told and the command ends with 1. A recording that is cut off is told as far as it goes.
    """
    from vision.live.printer import Printer
    from vision.store.replay import Replay, clock_jumps, read_recording

    recording = read_recording(file)
    if not json_lines:
        typer.echo(summary(recording), err=True)
    for sentence in clock_jumps(recording):
        say(sentence)
    printer = Printer(sys.stdout, sys.stderr, as_json=json_lines)
    played = Replay(recording)
    for told in played:
        printer.event(told.event, told.sentence)
    for mark in recording.marks:
        say(f"Somebody said that this was wrong{_when(mark.t)}: {mark.note or 'no more is known'}")
    if pictures is not None:
        say(f"{_write_pictures(file, pictures)} pictures are in {pictures}.")
    if recording.damaged or played.difference is not None:
        raise StoreError(" ".join(str(why) for why in (played.difference, recording.cut) if why is not None))
    if recording.cut is not None:
        say(recording.cut)


def summary(recording: "Recording") -> str:
    """What the recording holds, in one line."""
    from vision.store.replay import clock_text

    setup = recording.setup
    return (
        f"{recording.name}: {setup.about.get('source', 'a game')}, rules {setup.rules.name}, {', '.join(setup.names)}; "
        f"{len(recording.steps)} items to {clock_text(recording.seconds)}, {recording.pictures} pictures."
    )


def _when(t: float | None) -> str:
    from vision.store.replay import clock_text

    return "" if t is None else f" at {clock_text(t)}"


def _write_pictures(file: Path, folder: Path) -> int:
    """Write each picture as ``000123.jpg`` by its number, and a line of JSON for it into ``seen.jsonl``."""
    from vision.store.replay import read_pictures

    lines: list[Mapping[str, Any]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for seen, jpeg in read_pictures(file):
            name = f"{int(seen['seq']):06d}.jpg"
            (folder / name).write_bytes(jpeg)
            lines.append({"picture": name, **seen})
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (folder / "seen.jsonl").write_text(text, encoding="utf-8")
    except OSError as error:
        raise ImageError(f"{folder} cannot be written ({error.strerror}); choose another folder.") from None
    return len(lines)
