"""Learning a deck from pictures: named ones, and photos of many cards whose labels are asked for."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from vision.commands.deck_learn import Learning
from vision.detect.decks_names import label_of, label_of_answer, spoken
from vision.errors import DeckError, ImageError, UsageError
from vision.frames.images import SUFFIXES, list_images, read_image, write_image

if TYPE_CHECKING:
    from vision.detect.decks_find import Spotted
    from vision.frames.frame import Image

HELP = "Enter: yes; a label such as red_5 or r5: that card; s: pass over; b: the card before; q: stop here"
Answers = dict[str, list[Any]]


class Stopped(Exception):
    """A person wants to go on another time."""


def learn_from(spec: str | None, learning: Learning, answers: Path | None, *, port: int | None, host: str) -> None:
    """Learn from one source: a folder, a picture, or what gives frames; None is a page for photos alone.

    Raises the project's errors.
    """
    path = Path(spec or "").expanduser()
    if spec is not None and (path.is_dir() or path.suffix.lower() in SUFFIXES):
        if port is not None:
            raise UsageError(f"--port shows a camera's page and {spec} is a file; leave one of them out.")
        known = read_answers(answers)
        _learn_pictures(list_images(path) if path.is_dir() else [path], learning, known)
        if learning.failures:
            raise DeckError(
                f"{learning.failures} of the pictures taught nothing, as told above; the others were learnt."
            )
        return
    if answers is not None:
        raise UsageError(f"--answers is for pictures and {spec or 'a page'} is none; leave one of them out.")
    from vision.commands.deck_camera import learn_by_page, learn_from_frames

    if port is not None:
        learn_by_page(spec, learning, port=port, host=host)
    elif spec is not None:
        learn_from_frames(spec, learning)


def read_answers(path: Path | None) -> Answers | None:
    """The answers in a JSON file: picture name to a list, for each card in reading order, of a label, ``yes`` or
    ``skip``; or of objects with ``at`` ([x, y] px within the card) and ``label``. Raises ``UsageError``."""
    if path is None:
        return None
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as JSON ({error}); give picture name to a list of labels.") from None
    if not isinstance(raw, dict) or not all(isinstance(row, list) for row in raw.values()):
        raise UsageError(f'{path} holds no answers; expected such as {{"photo.jpg": ["red_5", "yes", "skip"]}}.')
    return raw


def _learn_pictures(paths: list[Path], learning: Learning, answers: Answers | None) -> None:
    try:
        for path in paths:
            try:
                _learn_picture(path, learning, answers)
            except (ImageError, UsageError) as error:
                learning.failures += 1
                learning.told.trouble(str(error))
    except Stopped:
        learning.told.trouble("Stopped; the same command goes on another time.")


def _learn_picture(path: Path, learning: Learning, answers: Answers | None) -> None:
    image = read_image(path)
    label = label_of(path.stem)
    if label is not None and not (answers and path.name in answers):
        found = learning.spotter.one(image)
        if found is None:
            raise ImageError(f"{path} shows nothing like a card; lay it on a plain table and take it nearer.")
        learning.take(label, found.kept)
        learning.told.taken(label, path.name, found.label)
        return
    cards = learning.spotter.cards(image)
    if not cards:
        raise ImageError(f"{path} shows nothing like a card; lay the cards apart on a plain table.")
    if answers is not None:
        chosen = _answered(path, cards, answers)
    else:
        if not sys.stdin.isatty() and learning.told.as_json:
            raise UsageError(
                f"{path.name} does not say which cards it shows; name it after its card, or give --answers FILE."
            )
        _ask(path, image, cards, learning)
        return
    for card, answer in chosen:
        learning.take(answer, card.kept)
        learning.told.taken(answer, path.name, card.label)


def _answered(path: Path, cards: "list[Spotted]", answers: Answers) -> "list[tuple[Spotted, str]]":
    """The cards of a picture with the labels that a file gives them. Raises ``UsageError``."""
    if path.name not in answers:
        raise UsageError(f"The answers say nothing of {path.name}, which shows {len(cards)} cards; add it.")
    given = answers[path.name]
    if all(isinstance(row, dict) for row in given):
        return [_answered_at(path, cards, row) for row in given]
    if len(given) != len(cards):
        listed = ", ".join(f"{card.label} at {card.centre[0]:.0f},{card.centre[1]:.0f}" for card in cards)
        raise UsageError(f"{path.name} has {len(given)} answers for {len(cards)} cards ({listed}); give one for each.")
    chosen = []
    for card, answer in zip(cards, given, strict=True):
        label = card.label if answer == "yes" else label_of_answer(str(answer))
        if label is None and answer not in ("skip", "s"):
            raise UsageError(f"{path.name}: {answer!r} is no card; give a label such as red_5, yes, or skip.")
        if label is not None:
            chosen.append((card, label))
    return chosen


def _answered_at(path: Path, cards: "list[Spotted]", row: dict[str, Any]) -> "tuple[Spotted, str]":
    import cv2

    label = label_of_answer(str(row.get("label", "")))
    try:
        x, y = (float(number) for number in row["at"])
    except (KeyError, TypeError, ValueError):
        raise UsageError(f"{path.name}: {row} does not say where the card lies; give at: [x, y].") from None
    if label is None:
        raise UsageError(f"{path.name}: {row.get('label')!r} is no card; give a label such as red_5.")
    for card in cards:
        if cv2.pointPolygonTest(card.quad, (x, y), False) >= 0:
            return card, label
    raise UsageError(f"{path.name} shows no card at {x:.0f},{y:.0f}; give a place within one.")


def _ask(path: Path, image: "Image", cards: "list[Spotted]", learning: Learning) -> None:
    """Ask about each card of a picture and learn those answered, also where a person stops; raises ``Stopped``."""
    numbered = learning.store.folder / f"{learning.deck.name}-{path.stem}-numbers.jpg"
    write_image(numbered, _with_numbers(image, cards))
    typer.echo(f"{path.name}: {len(cards)} cards, numbered in {numbered}\n{HELP}", err=True)
    answered: dict[int, str] = {}
    try:
        place = 0
        while place < len(cards):
            typer.echo(f"Card {place + 1} of {len(cards)}: {spoken(cards[place].label)}? ", nl=False, err=True)
            line = sys.stdin.readline()
            word = line.strip().casefold()
            if not line or word in ("q", "quit"):
                raise Stopped
            place = _on_answer(word, place, cards[place], answered)
    finally:
        numbered.unlink(missing_ok=True)
        for place, label in sorted(answered.items()):
            learning.take(label, cards[place].kept)
            learning.told.taken(label, path.name, cards[place].label)


def _on_answer(word: str, place: int, card: "Spotted", answered: dict[int, str]) -> int:
    """Note an answer and return the place of the card to ask about next."""
    if word in ("b", "back"):
        return max(0, place - 1)
    if word in ("s", "skip"):
        answered.pop(place, None)
        return place + 1
    label = card.label if word in ("", "y", "yes") else label_of_answer(word)
    if label is None:
        typer.echo(f"{word!r} is no card. {HELP}", err=True)
        return place
    answered[place] = label
    return place + 1


def _with_numbers(image: "Image", cards: "list[Spotted]") -> "Image":
    import cv2
    import numpy as np

    canvas = image.copy()
    unit = max(1, round(max(image.shape[:2]) / 900))
    for number, card in enumerate(cards, 1):
        cv2.polylines(canvas, [np.rint(card.quad).astype(np.int32)], True, (0, 0, 0), 4 * unit, cv2.LINE_AA)
        cv2.polylines(canvas, [np.rint(card.quad).astype(np.int32)], True, (255, 255, 255), 2 * unit, cv2.LINE_AA)
        at = (round(card.centre[0]) - 10 * unit, round(card.centre[1]) + 10 * unit)
        for colour, thick in (((0, 0, 0), 6 * unit), ((255, 255, 255), 2 * unit)):
            cv2.putText(canvas, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, 1.1 * unit, colour, thick, cv2.LINE_AA)
    return canvas
