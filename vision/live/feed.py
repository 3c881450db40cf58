"""Frames on their way to the session: every one of a file, only the newest of a live source."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from engine.sight import Blind
from vision.errors import SourceError
from vision.frames.frame import Frame, Source

SILENCE_S: Final = 1.5
"""A live source that gives no frame for so long is lost."""


FIRST_S: Final = 5.0
"""The same before its first frame: cameras take a while to start."""


class SourceOver(Exception):
    """The source has no more frames; its cause is what broke the source, if it did not simply end."""


class Feed(Protocol):
    """One frame at a time out of a source; ``came`` counts those that the source gave so far."""

    came: int

    def take(self, timeout: float) -> Frame | None:
        """The next frame; None where none came within ``timeout`` seconds. Raises ``SourceOver``."""
        ...

    def wake(self) -> None:
        """Make a ``take`` that waits return at once."""
        ...

    def trouble(self) -> str | None:
        """Why there is no picture just now, a code or one phrase; None where there is no trouble."""
        ...

    def close(self) -> None:
        """Let go of the source."""
        ...


def open_feed(source: Source, clock: Callable[[], float] = time.monotonic) -> Feed:
    """The feed that fits ``source``."""
    return LiveFeed(source, clock) if source.live else FileFeed(source)


class FileFeed:
    """Every frame of a source, each when it is asked for."""

    def __init__(self, source: Source) -> None:
        self.came = 0
        self._source = source
        self._frames: Iterator[Frame] = iter(source)

    def take(self, timeout: float) -> Frame | None:  # noqa: ARG002  # a file never keeps anybody waiting
        """The next frame. Raises ``SourceOver``."""
        try:
            frame = next(self._frames)
        except StopIteration:
            raise SourceOver("The source has ended.") from None
        except Exception as error:
            raise SourceOver("The source has broken off.") from error
        self.came += 1
        return frame

    def wake(self) -> None:
        """Nothing to do: ``take`` does not wait."""

    def trouble(self) -> str | None:
        """A file has none that it does not end with."""
        return None

    def close(self) -> None:
        """Close the source."""
        self._source.close()


class LiveFeed:
    """The newest frame of a live source, read by a thread of its own; what nobody took in time is dropped.

    A source that breaks off with a ``SourceError`` is tried again every ``retry_s`` seconds, until it has been gone for
    ``give_up_s``; one that gives no frame for ``SILENCE_S`` is in trouble, too.
    """

    def __init__(
        self,
        source: Source,
        clock: Callable[[], float] = time.monotonic,
        *,
        retry_s: float = 2.0,
        give_up_s: float = 600.0,
    ) -> None:
        self.came = 0
        self._source = source
        self._clock = clock
        self._retry_s = retry_s
        self._give_up_s = give_up_s
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._slot: Frame | None = None
        self._woken = False
        self._over: SourceOver | None = None
        self._broken: str | None = None
        self._last_came = clock()
        self._thread = threading.Thread(target=self._read, name="newest-frame", daemon=True)
        self._thread.start()

    def take(self, timeout: float) -> Frame | None:
        """The newest frame not yet taken; None where none came within ``timeout`` s. Raises ``SourceOver``."""
        with self._changed:
            self._changed.wait_for(lambda: self._slot or self._woken or self._over, timeout)
            frame, self._slot, self._woken = self._slot, None, False
            if frame is None and self._over is not None:
                raise self._over
            return frame

    def wake(self) -> None:
        """Make a ``take`` that waits return at once."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def trouble(self) -> str | None:
        """Why there is no picture just now, a code or one phrase; None where there is no trouble."""
        with self._changed:
            if self._broken is not None:
                return self._broken
            patience = SILENCE_S if self.came else max(FIRST_S, SILENCE_S)
            return Blind.SILENT if self._clock() - self._last_came > patience else None

    def close(self) -> None:
        """Close the source and wait shortly for its thread."""
        self._closing.set()
        self._source.close()
        self._thread.join(timeout=2.0)

    def _read(self) -> None:
        over = SourceOver("The source has ended.")
        try:
            while self._read_once():
                self._closing.wait(self._retry_s)
        except Exception as error:  # whatever broke the source is told by the session, in its own thread
            over = SourceOver("The source has broken off.")
            over.__cause__ = error
        with self._changed:
            self._over = over
            self._changed.notify_all()

    def _read_once(self) -> bool:
        """Read until the source ends (False) or breaks off (True: try again). Raises what there is no mending."""
        try:
            for frame in self._source:
                if self._closing.is_set():
                    return False
                with self._changed:
                    self._slot, self._broken, self._last_came = frame, None, self._clock()
                    self.came += 1
                    self._changed.notify_all()
        except SourceError as error:
            if self._closing.is_set():
                return False
            if self._clock() - self._last_came > self._give_up_s:
                raise
            with self._changed:
                self._broken = error.blind or str(error).rstrip(".")
                self._woken = True
                self._changed.notify_all()
            return True
        return False
