"""Simulated games kept as files: an MP4 and the truth beside it, written and read."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from vision.errors import SourceError
from vision.frames.frame import Frame, Image
from vision.frames.simulated import SimulatedSource
from vision.frames.video import VideoFile
from vision.synth.game.film import open_film
from vision.synth.game.scene import Seen, Snapshot
from vision.synth.game.spec import GameSpec, parse_spec, spec_text

VERSION = 1
TRUTH = "truth.json"
VIDEO = "table.mp4"
_REMEMBERED = 8
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Recording:
    """A game with its truth: ``video`` is None for one that is drawn anew from ``spec``."""

    name: str
    spec: GameSpec
    truth: Sequence[Row]
    final: Mapping[str, Any]
    video: Path | None = None

    @classmethod
    def simulated(cls, text: str) -> "Recording":
        """The game that ``sim:…`` describes. Raises ``UsageError``."""
        source = SimulatedSource(parse_spec(text))
        return cls(f"{source.spec.preset}-{source.spec.seed}", source.spec, source.truth, source.final)

    def open(self) -> "SimulatedSource | KnownVideo":
        """A source of its frames that also knows what is in them. Raises ``SourceError``."""
        table = SimulatedSource(self.spec)
        return table if self.video is None else KnownVideo(self.video, table)


class KnownVideo:
    """The frames of a recorded game, with what is to be seen in them, from its spec."""

    live = False

    def __init__(self, path: Path, table: SimulatedSource) -> None:
        self._video, self._table = VideoFile(path), table
        self.name, self.fps = self._video.name, self._video.fps
        self._lately: list[tuple[Image, Snapshot]] = []

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames of the file."""
        for frame in self._video:
            self._lately = [*self._lately[1 - _REMEMBERED :], (frame.image, self._table.at(frame.t))]
            yield frame

    def seen_in(self, image: Image) -> list[Seen]:
        """The cards to be seen in one of the last pictures, lowest first. Raises ``SourceError`` for another one."""
        for known, snapshot in reversed(self._lately):
            if known is image:
                return snapshot.cards
        raise SourceError(f"This picture is none of the last {_REMEMBERED} of {self.name}; hand it over unchanged.")

    def close(self) -> None:
        """Close the file."""
        self._video.close()


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: files, how many frames over how many seconds, and by which encoder."""

    video: Path
    truth: Path
    frames: int
    seconds: float
    encoder: str


def write_recording(
    spec: GameSpec, out: Path, *, encoder: str | None = None, start: Callable[[int], Callable[[], None]] | None = None
) -> Written:
    """Draw the game of ``spec`` into ``out``/table.mp4 and write its truth beside it.

    ``start`` is told the number of frames and gives what is called after each. Raises ``UsageError``, ``SourceError``.
    """
    source = SimulatedSource(spec)
    step = start(len(source)) if start is not None else None
    film = open_film(out / VIDEO, spec.size, spec.fps, encoder)
    frames = 0
    try:
        for frame in source:
            film.add(frame)
            frames += 1
            if step is not None:
                step()
    finally:
        film.close()
    _write_truth(source, out / TRUTH, film.encoder, frames)
    return Written(out / VIDEO, out / TRUTH, frames, source.seconds, film.encoder)


def _write_truth(source: SimulatedSource, path: Path, encoder: str, frames: int) -> None:
    spec = source.spec
    body = {
        "version": VERSION,
        "video": VIDEO,
        "spec": spec_text(spec),
        "preset": spec.preset,
        "seed": spec.seed,
        "style": spec.style,
        "rules": spec.rules,
        "seats": spec.seats,
        "fps": spec.fps,
        "size": list(spec.size),
        "frames": frames,
        "seconds": round(source.seconds, 3),
        "encoder": encoder,
        "truth": source.truth,
        "noise": source.noise,
        "final": dict(source.final),
    }
    try:
        path.write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{path} cannot be written ({error.strerror}); choose another folder.") from error


def find_recordings(folder: Path) -> list[Recording]:
    """Every recorded game in ``folder`` and the folders in it, by name.

    Raises ``SourceError`` where there is none, or naming the one that cannot be read.
    """
    found = sorted(folder.rglob(TRUTH)) if folder.is_dir() else []
    if not found:
        raise SourceError(f"{folder} holds no {TRUTH}; write a game there with lastcard sim --out {folder}.")
    return [replace(read_recording(path), name=_called(path.parent, folder)) for path in found]


def _called(place: Path, folder: Path) -> str:
    """The place below ``folder`` as one word, so that two games never have one name."""
    return "-".join(place.relative_to(folder).parts) or folder.resolve().name


def read_recording(path: Path) -> Recording:
    """The game whose truth is the file ``path``. Raises ``SourceError`` saying what is wrong with it."""
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        if body["version"] != VERSION:
            raise SourceError(
                f"{path} is of version {body['version']!r}, this Lastcard reads version {VERSION}; write it again with "
                "lastcard sim."
            )
        video = path.parent / str(body["video"])
        recording = Recording(
            path.parent.name, parse_spec(str(body["spec"])), list(body["truth"]), dict(body["final"]), video
        )
    except OSError as error:
        raise SourceError(f"{path} cannot be read ({error.strerror}); check its name and your rights.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{path} is no truth of a simulated game; write it again with lastcard sim.") from error
    if not video.is_file():
        raise SourceError(f"{video}, which {path} is about, does not exist; write both again with lastcard sim.")
    return recording
