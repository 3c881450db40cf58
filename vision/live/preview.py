"""The picture for whoever looks: turned into JPEG only when asked for, and once a frame however many look."""

import threading

import cv2

from vision.errors import ImageError
from vision.frames.frame import Frame, Image


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


def encode_jpeg(image: Image, *, width: int, quality: int) -> bytes:
    """``image``, (H, W, 3) BGR, as JPEG at most ``width`` pixels wide. Raises ``ImageError``."""
    height, given = image.shape[:2]
    if given > width:
        size = (width, max(1, round(height * width / given)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(image.dtype, copy=False)
    done, buffer = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ImageError(f"A picture of {given}×{height} pixels cannot be written as JPEG.")
    return buffer.tobytes()
