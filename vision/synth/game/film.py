"""Writes frames into an MP4 with the best encoder there is: H.264 by PyAV or ffmpeg, else OpenCV's MPEG-4."""

import os
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import IO, Any, Protocol

import cv2

from vision.errors import SourceError, UsageError
from vision.frames.frame import Frame, Image

ENCODERS = ("pyav", "ffmpeg", "opencv")
"""In the order in which they are tried."""
_TICKS = 12_800
"""Clock ticks a second of a film with times of its own."""
_QUALITY = "25"
_SPEED = "veryfast"


class Film(Protocol):
    """Takes frames in order; ``encoder`` says what writes them. ``add`` and ``close`` raise ``SourceError``."""

    encoder: str

    def add(self, frame: Frame) -> None:
        """Write a frame at its time."""
        ...

    def close(self) -> None:
        """Finish the file; harmless when called twice."""
        ...


def open_film(path: Path, size: tuple[int, int], fps: float, encoder: str | None = None) -> Film:
    """Begin an MP4 of this size (width, height) at ``path`` with ``encoder``, or the first one that there is.

    Raises ``UsageError`` for an encoder that is not there and ``SourceError`` where the file cannot be written.
    """
    makers: dict[str, Callable[[], Film]] = {
        "pyav": lambda: _PyavFilm(path, size, fps),
        "ffmpeg": lambda: _FfmpegFilm(path, size, fps),
        "opencv": lambda: _OpencvFilm(path, size, fps),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SourceError(f"{path} cannot be written ({error.strerror}); choose another folder.") from error
    there = available()
    if encoder is not None and encoder not in there:
        raise UsageError(f"There is no encoder {encoder!r} here; choose one of {', '.join(there)}, or leave it out.")
    return makers[encoder or there[0]]()


def available() -> tuple[str, ...]:
    """The encoders of this machine, best first."""
    there = {"pyav": _has_pyav(), "ffmpeg": shutil.which("ffmpeg") is not None, "opencv": True}
    return tuple(name for name in ENCODERS if there[name])


def _has_pyav() -> bool:
    try:
        import av
    except ImportError:
        return False
    return "libx264" in av.codecs_available


class _PyavFilm:
    """H.264 with each frame at its own time, so that lost frames stay lost."""

    encoder = "H.264 (libx264 by PyAV)"

    def __init__(self, path: Path, size: tuple[int, int], fps: float) -> None:
        import av

        self._path = path
        try:
            self._container: Any = av.open(str(path), "w", format="mp4")
        except OSError as error:
            raise _unwritable(path, error) from error
        rate = Fraction(fps).limit_denominator(1001)
        options = {"crf": _QUALITY, "preset": _SPEED}
        self._stream: Any = self._container.add_stream("libx264", rate=rate, options=options)
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = "yuv420p"
        self._stream.codec_context.time_base = Fraction(1, _TICKS)
        self._stream.codec_context.thread_count = 1
        self._open = True

    def add(self, frame: Frame) -> None:
        import av

        picture = av.VideoFrame.from_ndarray(frame.image, format="bgr24")
        picture.pts, picture.time_base = round(frame.t * _TICKS), Fraction(1, _TICKS)
        self._write(picture)

    def close(self) -> None:
        if not self._open:
            return
        self._open = False
        self._write(None)
        self._container.close()

    def _write(self, picture: Any) -> None:
        try:
            for packet in self._stream.encode(picture):
                self._container.mux(packet)
        except OSError as error:
            raise _unwritable(self._path, error) from error


class _Steady:
    """Frames at even steps: one that was lost is made good by the one before it."""

    def __init__(self, fps: float) -> None:
        self._fps, self._count = fps, 0
        self._last: Image | None = None

    def due(self, frame: Frame) -> list[Image]:
        """The pictures to write for this frame, those for lost ones before it."""
        place = round(frame.t * self._fps)
        missing = max(0, place - self._count)
        self._count += missing + 1
        before = [] if self._last is None else [self._last] * missing
        self._last = frame.image
        return [*before, frame.image]


class _FfmpegFilm:
    """H.264 by the program ffmpeg."""

    encoder = "H.264 (libx264 by ffmpeg)"

    def __init__(self, path: Path, size: tuple[int, int], fps: float) -> None:
        self._path, self._steady = path, _Steady(fps)
        program = shutil.which("ffmpeg") or "ffmpeg"
        raw = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{size[0]}x{size[1]}", "-r", f"{fps:g}", "-i", "-"]
        code = ["-c:v", "libx264", "-preset", _SPEED, "-crf", _QUALITY, "-pix_fmt", "yuv420p", os.fspath(path)]
        self._process = subprocess.Popen(
            [program, "-y", "-loglevel", "error", *raw, *code], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def add(self, frame: Frame) -> None:
        pipe: IO[bytes] | None = self._process.stdin
        assert pipe is not None  # it was asked for
        try:
            for image in self._steady.due(frame):
                pipe.write(image.tobytes())
        except OSError as error:
            raise _unwritable(self._path, error) from error

    def close(self) -> None:
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._process.stdin.close()
        if self._process.wait() != 0:
            raise SourceError(f"{self._path} could not be written by ffmpeg; choose another folder or --encoder.")


class _OpencvFilm:
    """MPEG-4 part 2, which OpenCV's wheel can always write."""

    encoder = "MPEG-4 (mp4v by OpenCV; pip install 'lastcard[sim]' brings H.264)"

    def __init__(self, path: Path, size: tuple[int, int], fps: float) -> None:
        self._steady = _Steady(fps)
        fourcc = cv2.VideoWriter.fourcc(*"mp4v")
        self._writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, fourcc, fps, size)
        if not self._writer.isOpened():
            raise SourceError(f"{path} cannot be written; choose another folder.")

    def add(self, frame: Frame) -> None:
        for image in self._steady.due(frame):
            self._writer.write(image)

    def close(self) -> None:
        self._writer.release()


def _unwritable(path: Path, error: OSError) -> SourceError:
    return SourceError(f"{path} cannot be written ({error.strerror or error}); choose another folder.")
