"""A live stream from the network: a phone's camera, a recorder, an RTSP camera."""

import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import cv2

from engine.sight import Blind
from vision.errors import SourceError
from vision.frames.capture import Capture, next_image, open_capture
from vision.frames.frame import Frame

SCHEMES = frozenset({"http", "https", "rtsp", "rtsps", "rtmp", "rtp", "udp", "tcp", "srt"})
TIMEOUT_MS = 10_000


class Stream:
    """The pictures of ``url``, stamped as they arrive.

    Raises ``SourceError`` when nothing answers within ten seconds; iterating raises it when the stream ends, and
    iterating again connects anew.
    """

    live = True

    def __init__(
        self,
        url: str,
        *,
        opener: Callable[[str], Capture] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = without_secrets(url)
        self.fps: float | None = None
        self._url = url
        self._opener = opener or _connect
        self._clock = clock
        self._start = clock()
        self._seq = 0
        self._capture: Capture | None = self._open()

    def _open(self) -> Capture:
        capture = self._opener(self._url)
        if not capture.isOpened():
            capture.release()
            raise SourceError(
                f"{self.name} cannot be opened; check the address in a video player and that it is running.",
                Blind.HUNG_UP,
            )
        fps = capture.get(cv2.CAP_PROP_FPS)
        self.fps = fps if 0 < fps < 1000 else None
        return capture

    def __iter__(self) -> Iterator[Frame]:
        """Yield pictures until the stream ends."""
        if self._capture is None:
            self._capture = self._open()
        while self._capture is not None:
            image = next_image(self._capture)
            if image is None:
                self.close()
                raise SourceError(
                    f"{self.name} has ended or no longer answers; check that it is running, then start again.",
                    Blind.HUNG_UP,
                )
            yield Frame(self._seq, self._clock() - self._start, image)
            self._seq += 1

    def close(self) -> None:
        """Hang up."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()


def without_secrets(url: str) -> str:
    """The address without user name, password and query, fit to be shown and logged."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


def _connect(url: str) -> Capture:
    limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIMEOUT_MS)
    return open_capture(url, cv2.CAP_FFMPEG, limits)
