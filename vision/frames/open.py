"""Finds out what a source's name means and opens it."""

import re
from pathlib import Path

from vision.errors import SourceError, UsageError
from vision.frames.capture import Note, silent
from vision.frames.frame import Source

_CAMERA = re.compile(r"(?:camera:|/dev/video)?(\d{1,3})")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://.")


def open_source(
    spec: str,
    *,
    size: tuple[int, int] = (1280, 720),
    fps: float | None = None,
    note: Note = silent,
) -> Source:
    """Open ``spec``: a camera number, a video file, a folder of pictures, a stream's URL or ``sim:…``.

    ``size`` (width, height) and ``fps`` are what a camera is asked for; ``fps`` is also the speed of a folder of
    pictures. ``note`` hears what does not stop the source. Raises ``SourceError`` naming ``spec`` and the remedy when
    it cannot be opened, ``UsageError`` when it means nothing.
    """
    if not spec.strip():
        raise UsageError("The source is empty; give a camera number such as 0, a video, a folder, a URL or sim:.")
    if spec.startswith("sim:"):
        from vision.frames.simulated import open_simulated

        return open_simulated(spec)
    if camera := _CAMERA.fullmatch(spec):
        from vision.frames.camera import Camera

        return Camera(int(camera[1]), size=size, fps=fps or 30.0, note=note)
    if scheme := _SCHEME.match(spec):
        return _open_url(spec, scheme[1].lower())
    return _open_path(Path(spec).expanduser(), fps)


def _open_url(spec: str, scheme: str) -> Source:
    from vision.frames.stream import SCHEMES, Stream

    if scheme not in SCHEMES:
        raise UsageError(f"{scheme}:// is no stream that can be read; use one of {', '.join(sorted(SCHEMES))}.")
    return Stream(spec)


def _open_path(path: Path, fps: float | None) -> Source:
    from vision.frames.folder import ImageFolder
    from vision.frames.images import SUFFIXES
    from vision.frames.video import VideoFile

    if path.is_dir():
        return ImageFolder(path, fps=fps)
    if path.is_file() and path.suffix.lower() in SUFFIXES:
        raise SourceError(f"{path} is a single picture; read it with lastcard detect, or give the folder it is in.")
    return VideoFile(path)
