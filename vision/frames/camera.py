"""A camera at this computer."""

import sys
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np

from engine.sight import Blind
from vision.errors import SourceError
from vision.frames.capture import Capture, Note, decoded, open_capture, silent
from vision.frames.frame import Frame, Image

TRIES = 5
"""Pictures in a row that may fail before a camera counts as gone."""

FROZEN_AFTER = 4.0
"""Seconds of the very same picture after which a camera is opened anew: real sensors always carry some noise."""

FROZEN_AT_MOST = 64.0
"""While opening it anew does not help, the wait doubles up to so many seconds."""


class Camera:
    """Camera number ``device``, asked for MJPG pictures of ``size`` (width, height) at ``fps``.

    What the driver really gives is read back, and told through ``note`` where it differs. Iterating raises
    ``SourceError`` when the camera stops giving pictures or repeats one for ever, as some drivers do after the cable
    is pulled; iterating again opens it anew. The clock starts when the camera is made and goes on over such gaps.
    """

    live = True

    def __init__(
        self,
        device: int,
        *,
        size: tuple[int, int] = (1280, 720),
        fps: float = 30.0,
        note: Note = silent,
        opener: Callable[[int], Capture] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = f"camera {device}"
        self.fps: float | None = None
        self.size = size
        self._device = device
        self._asked = (size, fps)
        self._note = note
        self._opener = opener or _open_device
        self._clock = clock
        self._start = clock()
        self._seq = 0
        self._frozen = FreezeWatch()
        self._capture: Capture | None = self._open()

    def _open(self) -> Capture:
        """Open the device and agree on format, size and rate."""
        capture = self._opener(self._device)
        if not capture.isOpened():
            capture.release()
            raise SourceError(
                f"{self.name} cannot be opened; plug it in, close other programs that use it, or give another number.",
                Blind.UNPLUGGED,
            )
        (width, height), fps = self._asked
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, float(width))
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, float(height))
        capture.set(cv2.CAP_PROP_FPS, fps)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        self.size = (int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
        given = capture.get(cv2.CAP_PROP_FPS)
        self.fps = given if given > 0 else None
        if self.size != (width, height):
            self._note(f"{self.name} gives {self.size[0]}×{self.size[1]} pixels, not the {width}×{height} asked for.")
        return capture

    def __iter__(self) -> Iterator[Frame]:
        """Yield pictures until the camera fails."""
        if self._capture is None:
            self._capture = self._open()
        self._frozen.again()
        failed = 0
        while self._capture is not None and failed < TRIES:
            grabbed = self._capture.grab()
            t = self._clock() - self._start
            image = decoded(self._capture) if grabbed else None
            if image is None:
                failed += 1
                continue
            failed = 0
            if self._frozen.update(image, t):
                self.close()
                raise SourceError(
                    f"{self.name} repeats one picture; check its cable, or plug it in again.", Blind.FROZEN
                )
            yield Frame(self._seq, t, image)
            self._seq += 1
        if failed:
            self.close()
            raise SourceError(
                f"{self.name} gives no more pictures; check its cable, then start again.", Blind.UNPLUGGED
            )

    def close(self) -> None:
        """Free the device."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()


class FreezeWatch:
    """Notices that a camera repeats one picture, sooner the first time than when that goes on after ``again``."""

    def __init__(self) -> None:
        self._last: Image | None = None
        self._since: float | None = None
        self._patience = FROZEN_AFTER

    def again(self) -> None:
        """The camera was opened anew: give it time from its next picture on."""
        self._since = None

    def update(self, image: Image, t: float) -> bool:
        """True after ``FROZEN_AFTER`` seconds without any change, twice as many the next time, and so on."""
        sample = image[::8, ::8].copy()
        if self._last is None or sample.shape != self._last.shape or not np.array_equal(sample, self._last):
            self._last, self._since, self._patience = sample, t, FROZEN_AFTER
        elif self._since is None:
            self._since = t
        elif t - self._since >= self._patience:
            self._patience = min(2 * self._patience, FROZEN_AT_MOST)
            return True
        return False


def _open_device(device: int) -> Capture:
    return open_capture(device, cv2.CAP_V4L2 if sys.platform == "linux" else None)
