"""Pictures of the worst moments of followed games."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.bench.plays_recording import Recording
from vision.bench.plays_score import WORST, Moment
from vision.frames.frame import Image
from vision.frames.images import write_image
from vision.frames.simulated import SimulatedSource
from vision.frames.video import VideoFile

AROUND = (-0.6, 0.0, 0.9)
"""Seconds before and after a moment at which it is shown."""
_WIDTH = 640


def worst(moments: Iterable[Moment], most: int) -> list[Moment]:
    """The ``most`` worst moments; a kind of mistake that is rare goes before one more of a common kind."""
    seen: dict[str, int] = {}
    ranked: list[tuple[int, int, Moment]] = []
    for moment in sorted(moments, key=lambda moment: WORST.index(moment.kind)):
        seen[moment.kind] = seen.get(moment.kind, 0) + 1
        ranked.append((seen[moment.kind], WORST.index(moment.kind), moment))
    ranked.sort(key=lambda entry: entry[:2])
    return [moment for _, _, moment in ranked[:most]]


def show(recording: Recording, moments: Sequence[Moment], out: Path) -> dict[Moment, Path]:
    """Write a strip of three pictures for each of these moments of a game into ``out``; where each one is.

    Raises ``ImageError`` where the folder cannot be written and ``SourceError`` for a broken video.
    """
    times = sorted({max(0.0, moment.t + around) for moment in moments for around in AROUND})
    stills = dict(zip(times, _stills(recording, times), strict=True))
    paths = {}
    for moment in moments:
        path = out / f"{recording.name}-{moment.t:07.2f}-{moment.kind}.jpg"
        parts = [stills[max(0.0, moment.t + around)] for around in AROUND]
        write_image(path, _strip(parts, f"{recording.name}  {moment.t:.2f} s  {moment.text}"))
        paths[moment] = path
    return paths


def _stills(recording: Recording, times: Sequence[float]) -> list[Image]:
    """The picture at each time, small; ``times`` go forward."""
    if recording.video is None:
        table = SimulatedSource(recording.spec)
        return [_small(table.still(t)) for t in times]
    found: list[Image] = []
    video = VideoFile(recording.video)
    last: Image | None = None
    for frame in video:
        while len(found) < len(times) and frame.t >= times[len(found)]:
            found.append(_small(frame.image))
        last = frame.image
        if len(found) == len(times):
            break
    video.close()
    rest = np.zeros((360, _WIDTH, 3), np.uint8) if last is None else _small(last)
    return found + [rest] * (len(times) - len(found))


def _small(image: Image) -> Image:
    height = round(image.shape[0] * _WIDTH / image.shape[1])
    return np.asarray(cv2.resize(image, (_WIDTH, height), interpolation=cv2.INTER_AREA), np.uint8)


def _strip(parts: Sequence[Image], text: str) -> Image:
    picture = np.asarray(cv2.hconcat(list(parts)), np.uint8)
    band = np.full((34, picture.shape[1], 3), 255, np.uint8)
    cv2.putText(band, text, (8, 23), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (0, 0, 0), 1, cv2.LINE_AA)
    return np.asarray(cv2.vconcat([band, picture]), np.uint8)
