"""The files in which decks are kept: pictures as JPEG, heads as numbers, and a note, in one NumPy archive each."""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import LABELS
from vision.detect.decks import NAME, Deck, check_name
from vision.detect.decks_crops import KEPT_HEIGHT, KEPT_WIDTH, Kept
from vision.detect.decks_network import Head, Heads
from vision.errors import DeckError

FORMAT: Final = 1
SUFFIX: Final = ".npz"
JPEG_QUALITY: Final = 95


def default_folder() -> Path:
    """Where decks are kept: `decks` in the folder of Lastcard's own files."""
    from vision.config import load_settings

    return load_settings().data_folder() / "decks"


class DeckStore:
    """The decks in one folder, a file each. A file that is written replaces the older one only once it is whole."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder

    def path(self, name: str) -> Path:
        """The file of the deck `name`, there or not. Raises UsageError."""
        return self.folder / f"{check_name(name)}{SUFFIX}"

    def names(self) -> list[str]:
        """The names of all decks, sorted."""
        found = self.folder.glob(f"*{SUFFIX}") if self.folder.is_dir() else ()
        return sorted(path.stem for path in found if NAME.fullmatch(path.stem))

    def has(self, name: str) -> bool:
        """Whether there is such a deck. Raises UsageError."""
        return self.path(name).is_file()

    def load(self, name: str) -> Deck:
        """The deck `name`. Raises DeckError where there is none or its file is damaged, UsageError for no name."""
        path = self.path(name)
        if not path.is_file():
            known = ", ".join(self.names())
            there = f"known are {known}" if known else "none has been learnt"
            raise DeckError(f"There is no deck {name!r} ({there}); learn it with: lastcard deck learn {name!r}.")
        try:
            return _from_file(check_name(name), path)
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise DeckError(
                f"{path} is no deck that can be read ({_cause(error)}); remove it with lastcard deck remove and learn "
                "the deck again."
            ) from error

    def save(self, deck: Deck) -> Path:
        """Write `deck` and return its file. Raises DeckError where the disk refuses."""
        path = self.path(deck.name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix=".", suffix=".part", delete=False) as file:
                file.write(_to_bytes(deck))
                file.flush()
                os.fsync(file.fileno())
            Path(file.name).replace(path)
        except OSError as error:
            raise DeckError(
                f"The deck cannot be kept in {path} ({error.strerror}); set LASTCARD_DATA to another folder."
            ) from error
        return path

    def remove(self, name: str) -> Path:
        """Delete the deck `name`, readable or not; return the file that was. Raises DeckError, UsageError."""
        path = self.path(name)
        try:
            path.unlink()
        except FileNotFoundError:
            raise DeckError(f"There is no deck {name!r}; lastcard deck list shows which there are.") from None
        except OSError as error:
            raise DeckError(f"{path} cannot be removed ({error.strerror}); check your rights.") from error
        return path


def _to_bytes(deck: Deck) -> bytes:
    flat = [
        (label, kept)
        for cards in (deck.pictures, deck.others)
        for label, pictures in cards.items()
        for kept in pictures
    ]
    jpegs = [_jpeg(kept) for _, kept in flat]
    about = {
        "lastcard_deck": FORMAT,
        "name": deck.name,
        "labels": [label for label, _ in flat],
        "shown": sum(len(pictures) for pictures in deck.pictures.values()),
        "skipped": sorted(deck.skipped),
        "reader": deck.reader,
    }
    arrays: dict[str, NDArray[Any]] = {
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
        "pictures": np.concatenate([np.zeros(0, np.uint8), *jpegs]),
        "sizes": np.array([len(jpeg) for jpeg in jpegs], np.int64),
    }
    if deck.heads is not None:
        for name, head in (("colour", deck.heads.colour), ("face", deck.heads.face)):
            arrays[f"{name}_weight"], arrays[f"{name}_bias"] = head.weight, head.bias
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def _jpeg(kept: Kept) -> NDArray[np.uint8]:
    done, data = cv2.imencode(".jpg", kept, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise ValueError("a picture cannot be written as JPEG")
    return np.asarray(data, np.uint8).ravel()


def _from_file(name: str, path: Path) -> Deck:
    with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes())
        if about["lastcard_deck"] != FORMAT:
            raise ValueError(f"it is of format {about['lastcard_deck']}, and this Lastcard knows format {FORMAT}")
        ends = np.cumsum(arrays["sizes"])
        parts = np.split(arrays["pictures"], ends)[:-1]
        labels, shown = [str(label) for label in about["labels"]], int(about["shown"])
        pictures = _by_label(labels[:shown], parts[:shown])
        others = _by_label(labels[shown:], parts[shown:])
        heads = _heads(arrays) if about["reader"] is not None else None
        return Deck(name, pictures, others, frozenset(about["skipped"]), about["reader"], heads)


def _by_label(labels: list[str], jpegs: list[NDArray[np.uint8]]) -> dict[str, tuple[Kept, ...]]:
    found: dict[str, tuple[Kept, ...]] = {}
    for label, jpeg in zip(labels, jpegs, strict=True):
        if label not in LABELS:
            raise ValueError(f"{label!r} is no card")
        found[label] = (*found.get(label, ()), _picture(jpeg))
    return found


def _picture(jpeg: NDArray[np.uint8]) -> Kept:
    kept = cv2.imdecode(jpeg, cv2.IMREAD_COLOR) if len(jpeg) else None
    if kept is None or kept.shape != (KEPT_HEIGHT, KEPT_WIDTH, 3):
        raise ValueError("a picture in it is damaged")
    return np.asarray(kept, np.uint8)


def _heads(arrays: Any) -> Heads:
    one, two = (
        Head(np.asarray(arrays[f"{name}_weight"], np.float32), np.asarray(arrays[f"{name}_bias"], np.float32))
        for name in ("colour", "face")
    )
    return Heads(one, two)


def _cause(error: BaseException) -> str:
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
