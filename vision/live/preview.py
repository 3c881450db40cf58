"""The picture for whoever looks: turned into JPEG only when asked for, and once a frame however many look."""

import threading

from vision.frames.frame import Frame
from vision.frames.images import encode_jpeg


class Preview:
    """Keeps the newest frame; ``width``: pictures wider than this many pixels are made smaller; ``quality`` 1 to 100.

    ``offer`` costs nothing but a reference, so frames must not be drawn on afterwards. Safe to use from any thread.
    """

    def __init__(self, *, width: int = 960, quality: int = 75) -> None:
        self._width = width
        self._quality = quality
        self._changed = threading.Condition()
        self._encoding = threading.Lock()
        self._frame: Frame | None = None
        self._jpeg: tuple[int, bytes] | None = None
        self._closed = False
        self.encoded = 0

    def offer(self, frame: Frame) -> None:
        """Make ``frame`` the newest."""
        with self._changed:
            self._frame = frame
            self._changed.notify_all()

    def close(self) -> None:
        """Let those who wait for a new picture go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """No new picture will come."""
        return self._closed

    def wait(self, after: int | None, timeout: float) -> int | None:
        """The number of the newest frame, as soon as it is not ``after``; None where there is none in ``timeout`` s."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._seq() not in (None, after), timeout)
            seq = self._seq()
        return None if seq == after else seq

    def jpeg(self) -> bytes | None:
        """The newest frame as JPEG; None before the first. Raises ``ImageError``."""
        with self._encoding:
            frame = self._frame
            if frame is None:
                return None
            if self._jpeg is None or self._jpeg[0] != frame.seq:
                self._jpeg = (frame.seq, encode_jpeg(frame.image, width=self._width, quality=self._quality))
                self.encoded += 1
            return self._jpeg[1]

    def _seq(self) -> int | None:
        return None if self._frame is None else self._frame.seq
