"""A video file, every frame of it."""

from collections.abc import Iterator
from pathlib import Path

import cv2

from vision.errors import SourceError
from vision.frames.capture import next_image, open_capture
from vision.frames.frame import Frame

ASSUMED_FPS = 30.0
"""Frames a second of a file that does not say."""


class VideoFile:
    """The frames of a video file in order, none dropped, with the times the file gives them.

    Raises ``SourceError`` when the file cannot be opened, and after the last frame that can be read when the file
    breaks off before the length it announces; ``broken`` keeps that error.
    """

    live = False
    broken: SourceError | None = None

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        if not path.is_file():
            raise SourceError(f"{path} does not exist; give a camera number, a video, a folder, a URL or sim:.")
        if path.stat().st_size == 0:
            raise SourceError(f"{path} is empty; copy or record the video again.")
        self._capture = open_capture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise SourceError(
                f"{path} is no video that can be read; it may be cut off: convert it to MP4 and try again."
            )
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps: float | None = fps if 0 < fps < 1000 else None
        self._announced = max(0.0, self._capture.get(cv2.CAP_PROP_FRAME_COUNT))

    def __iter__(self) -> Iterator[Frame]:
        """Yield every frame; times never run backwards, whatever the file says."""
        step = 1.0 / (self.fps or ASSUMED_FPS)
        seq, t = 0, -step
        while (image := next_image(self._capture)) is not None:
            told = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
            t = told if t < told < t + 3600.0 else t + step
            yield Frame(seq, t, image)
            seq += 1
        if self._broken_off(seq, t + step):
            of = f" of about {self._announced:.0f}" if self._announced else ""
            self.broken = SourceError(
                f"{self.name} breaks off: {seq}{of} frames could be read; copy or record the video again."
            )
            raise self.broken

    def _broken_off(self, frames: int, seconds: float) -> bool:
        """Whether clearly less came than the file announces, in number and in time."""
        if frames == 0:
            return True
        length = self._announced / (self.fps or ASSUMED_FPS)
        return frames < 0.97 * self._announced and seconds < min(0.97 * length, length - 0.25)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
