"""``lastcard detect``: reads the cards in picture files."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from vision.errors import LastcardError

if TYPE_CHECKING:
    from vision.detect.detections import Detections
    from vision.frames.frame import Image


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("detect", epilog="Example: [bold]lastcard detect photo.jpg holiday/ --json --save drawn[/bold]")(detect)


def detect(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Pictures, or folders of pictures.")],
    json_lines: JsonOption = False,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="DIR", help="Write each picture with its cards drawn there.")
    ] = None,
    model: ModelOption = None,
    size: SizeOption = None,
    confidence: ConfidenceOption = None,
    threads: ThreadsOption = None,
    deck: DeckOption = None,
) -> None:
    """Read the cards in pictures: label, confidence and four corners of each.

    A picture that cannot be read is told on stderr; the others are still read, and the exit code is 1.
    """
    detector = detector_from(model, size, confidence, threads, deck=deck)
    names = FreshNames(save) if save is not None else None

    def read(path: Path, image: "Image") -> None:
        cards = detector.detect(image)
        typer.echo(json.dumps(as_json(path, image, cards)) if json_lines else as_text(path, image, cards))
        if names is not None:
            _save(names.take(path), image, cards)

    each_picture(paths, read)


def each_picture(paths: Sequence[Path], read: Callable[[Path, "Image"], None]) -> None:
    """Hand every picture meant by ``paths`` to ``read``; tell what fails, read the rest, and exit with 1 at the end."""
    from vision.frames.images import read_coloured

    failures = 0
    for found in find_pictures(paths):
        try:
            if isinstance(found, LastcardError):
                raise found
            read(found, read_coloured(found))
        except LastcardError as error:
            failures += 1
            say(str(error))
    if failures:
        raise typer.Exit(1)


def find_pictures(paths: Sequence[Path]) -> Iterator[Path | LastcardError]:
    """The pictures meant by ``paths``, folders listed; in place of a folder that cannot be, the reason."""
    from vision.frames.images import list_images

    for path in paths:
        if not path.is_dir():
            yield path
            continue
        try:
            yield from list_images(path)
        except LastcardError as error:
            yield error


def as_json(path: Path, image: "Image", cards: "Detections") -> dict[str, Any]:
    """One picture's cards as an object for JSON; corners in pixels of the picture, clockwise."""
    from vision.detect.detections import DOUBT

    return {
        "image": str(path),
        "width": image.shape[1],
        "height": image.shape[0],
        "cards": [
            {
                "label": label,
                "confidence": round(confidence, 4),
                "doubt": confidence < DOUBT,
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad],
            }
            for quad, label, confidence in cards
        ],
    }


def as_text(path: Path, image: "Image", cards: "Detections") -> str:
    """One picture's cards in one line for people; a question mark stands behind what is doubtful."""
    from vision.detect.detections import DOUBT

    count = {0: "no card", 1: "1 card"}.get(len(cards), f"{len(cards)} cards")
    listed = ", ".join(f"{label} {confidence:.2f}{'?' if confidence < DOUBT else ''}" for _, label, confidence in cards)
    return f"{path} ({image.shape[1]}×{image.shape[0]}): {count}{': ' if listed else ''}{listed}"


def _save(path: Path, image: "Image", cards: "Detections") -> None:
    from vision.detect.draw import draw_detections
    from vision.frames.images import write_image

    write_image(path, draw_detections(image, cards))


class FreshNames:
    """Names of drawn pictures in one folder: those of the originals, numbered where two would be the same."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._taken: set[str] = set()

    def take(self, original: Path) -> Path:
        """A name for the drawn twin of ``original`` that this run has not used; never the original's own."""
        base = name = f"{original.stem}-cards"
        number = 2
        while name in self._taken:
            name, number = f"{base}-{number}", number + 1
        self._taken.add(name)
        return self._folder / f"{name}.jpg"
