"""``lastcard calibrate``: finds how a table lies before the camera and saves it by name."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vision.commands.common import JsonOption, ModelOption, SizeOption, ThreadsOption, detector_from, say
from vision.commands.progress import progress_bar
from vision.commands.watch import MirrorOption, RotateOption, seats_of, turn_from
from vision.config import Settings, load_settings
from vision.errors import CalibrationError, UsageError

if TYPE_CHECKING:
    from vision.frames.frame import Image
    from vision.table.calibration import Calibration
    from vision.table.calibration_files import TableFolder
    from vision.table.finding import Found
    from vision.table.layout import TableLayout, Zone

_STEPS = 100


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(
        "calibrate",
        epilog="Example: [bold]lastcard calibrate 0 --name kitchen --seats Ann,Bo,Cy[/bold], then "
        "[bold]lastcard watch 0 --table kitchen[/bold]",
    )(calibrate)


def calibrate(
    source: Annotated[
        str | None, typer.Argument(metavar="[SOURCE]", help="Camera, video, folder, stream or sim: as for watch.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Save the table under this name.")] = None,
    seats: Annotated[
        str | None, typer.Option("--seats", help="How many play, or their names with commas, as for watch.")
    ] = None,
    discard: Annotated[
        str | None, typer.Option("--discard", metavar="X,Y[,R]", help="Discard pile, in percent of the picture.")
    ] = None,
    draw: Annotated[
        str | None, typer.Option("--draw", metavar="X,Y[,R]", help="Draw pile, in percent of the picture.")
    ] = None,
    replacing: Annotated[bool, typer.Option("--replace", help="Save over a table of the same name.")] = False,
    rotate: RotateOption = None,
    mirror: MirrorOption = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.5, max=120, help="How long to look.")] = 6.0,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Write a picture with the places drawn in.")
    ] = None,
    print_markers: Annotated[
        Path | None,
        typer.Option("--print-markers", metavar="FILE", help="Write the sheet for the piles, as .pdf or .png."),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="Name the saved tables.")] = False,
    remove: Annotated[str | None, typer.Option("--remove", metavar="NAME", help="Forget a saved table.")] = None,
    json_lines: JsonOption = False,
    model: ModelOption = None,
    size: SizeOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Find the piles, by the printed sheet or by the cards that lie still, and save how the table lies.

    Lay the draw pile face down and one card face up beside it, and take hands away. What is found can be corrected
    with --discard and --draw, or later on the page of a running game (Set up the table). With the sheet of
    --print-markers under the piles, places and rotation are exact, and the camera may be moved.
    """
    from vision.table.calibration import check_name
    from vision.table.calibration_files import SavedTable, TableFolder

    settings = load_settings()
    folder = TableFolder(settings.data_folder())
    if _housekeeping(folder, print_markers, listed, remove, json_lines=json_lines):
        if source is not None:
            raise UsageError("Nothing is looked for with --print-markers, --list or --remove; leave the source out.")
        return
    if source is None:
        raise UsageError("Give a source to look at, such as 0 for the first camera; see lastcard calibrate --help.")
    given = _given(discard), _given(draw)
    name = None if name is None else check_name(name)
    if name in folder.names() and not replacing:
        raise CalibrationError(f"A table is saved as {name!r} already; give another --name, or --replace.")
    found = _look(source, seats, (rotate, mirror), seconds, (model, size, threads), settings, quiet=json_lines)
    calibration = found.calibration(_corrected(found.layout, *given))
    if picture is not None:
        _write_picture(picture, found.picture, calibration)
    file = None if name is None else folder.save(SavedTable(name, calibration, found.picture), replace=replacing)
    if json_lines:
        row = {"name": name, "file": None if file is None else str(file), "sheet": found.sheet is not None}
        typer.echo(json.dumps({**row, **calibration.to_json()}, ensure_ascii=False))
    else:
        typer.echo("\n".join(told(found, calibration, name, file)))


def told(found: "Found", calibration: "Calibration", name: str | None, file: Path | None) -> list[str]:
    """What was found, as sentences."""
    by = "by the printed sheet" if found.sheet is not None else "by the cards that lie still"
    lines = [f"The table was looked for {by}, in pictures of {calibration.size[0]}×{calibration.size[1]}."]
    for zone, words in ((calibration.layout.discard, "discard pile"), (calibration.layout.draw, "draw pile")):
        if zone is None:
            lines.append(f"The {words} was not found and will be learnt from the cards.")
        else:
            lines.append(f"The {words} lies {zone.x:.0%} from the left and {zone.y:.0%} from the top.")
    if calibration.turn.rotation or calibration.turn.mirrored:
        mirrored = " and mirrored" if calibration.turn.mirrored else ""
        lines.append(f"Pictures are turned by {calibration.turn.rotation}°{mirrored}.")
    lines.append(
        f"Saved in {file}; use it with: lastcard watch SOURCE --table {name}"
        if file is not None
        else "Nothing was saved; give it a --name to keep it."
    )
    return lines


def _housekeeping(
    folder: "TableFolder", sheet: Path | None, listed: bool, remove: str | None, *, json_lines: bool
) -> bool:
    """Do what needs no source; whether there was any of it."""
    from vision.table.markers import write_sheet

    if sheet is not None:
        write_sheet(sheet)
        say(f"{sheet} is written: print it at full size on A4 and lay it under the piles.")
    if remove is not None:
        folder.remove(remove)
        say(f"The table {remove!r} is forgotten.")
    if listed:
        names = folder.names()
        typer.echo(json.dumps(names, ensure_ascii=False) if json_lines else "\n".join(names) or "No table is saved.")
    return sheet is not None or remove is not None or listed


def _look(
    source: str,
    seats: str | None,
    turning: tuple[int | None, bool | None],
    seconds: float,
    options: tuple[Path | None, int | None, int | None],
    settings: Settings,
    *,
    quiet: bool,
) -> "Found":
    from vision.frames.open import open_source
    from vision.live.seating import Seating
    from vision.table.finding import find_table

    number, names = seats_of(seats)
    turn = turn_from(*turning)
    model, size, threads = options
    detector = detector_from(model, size, None, threads, settings)
    opened = open_source(source, note=say)
    found: Found | None = None
    try:
        layout = Seating.of(opened, names, number, turn, None).plan.layout
        with progress_bar("Looking", _STEPS, shown=not quiet) as (_, step):
            done = 0
            for share, last in find_table(iter(opened), detector, layout, turn, seconds):
                found = last or found
                while done < int(share * _STEPS):
                    step()
                    done += 1
    finally:
        opened.close()
    if found is None:
        raise CalibrationError(f"{opened.name} gave no picture; check that it shows the table, then try again.")
    return found


def _corrected(layout: "TableLayout", discard: "Zone | None", draw: "Zone | None") -> "TableLayout":
    """The layout with what a person knows better; raises ``CalibrationError`` where no pile is known at all."""
    layout = replace(layout, discard=discard or layout.discard, draw=draw or layout.draw)
    if layout.discard is None and layout.draw is None:
        raise CalibrationError(
            "No pile was found: lay the draw pile face down and one card face up in view, take hands away, and try "
            "again; or tell where they are with --discard 58,50 --draw 40,50."
        )
    return layout


def _given(text: str | None) -> "Zone | None":
    """``58,50`` or ``58,50,16``: percent of the width, of the height, and of the height for half its width."""
    from vision.live.table import POINTED_RADIUS
    from vision.table.layout import Zone

    if text is None:
        return None
    try:
        numbers = [float(part) / 100 for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3):
        raise UsageError(f"The place {text!r} cannot be understood; give percent such as 58,50 or 58,50,16.")
    return Zone(numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else POINTED_RADIUS)


def _write_picture(path: Path, image: "Image", calibration: "Calibration") -> None:
    import cv2

    from vision.frames.images import write_image

    drawn: Any = image.copy()
    height, width = image.shape[:2]
    for zone, words in ((calibration.layout.discard, "discard"), (calibration.layout.draw, "draw")):
        if zone is not None:
            (x, y), radius = zone.pixels(width, height)
            above = (round(x - radius), round(y - radius - 8))
            for colour, thick in (((0, 0, 0), 6), ((255, 255, 255), 2)):
                cv2.circle(drawn, (round(x), round(y)), round(radius), colour, thick, cv2.LINE_AA)
                cv2.putText(drawn, words, above, 0, 0.8, colour, thick, cv2.LINE_AA)
    write_image(path, drawn)
