"""What other threads ask of the session, done one after the other in the session's own thread."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from vision.errors import LastcardError
from vision.live.seams import SessionOver, TooManyCommands

MAX_PENDING: Final = 64
T = TypeVar("T")
_Job = tuple[Callable[[], Any], "Future[Any]"]


class Jobs:
    """At most ``MAX_PENDING`` wait at once; ``wake`` is called whenever one is put in."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._waiting: queue.Queue[_Job] = queue.Queue(MAX_PENDING)
        self._over = threading.Event()

    def put(self, job: Callable[[], T]) -> "Future[T]":
        """Have ``job`` done; from any thread. Raises ``TooManyCommands``, ``SessionOver``."""
        done: Future[T] = Future()
        if self._over.is_set():
            raise SessionOver("The session is over and takes no more commands; start it anew.")
        try:
            self._waiting.put_nowait((job, done))
        except queue.Full:
            raise TooManyCommands(f"{MAX_PENDING} commands are waiting already; try again in a moment.") from None
        self._wake()
        if self._over.is_set():
            self._refuse()
        return done

    def do(self, wait: float = 0.0) -> None:
        """Do all that wait; for the first ``wait`` seconds long, if none does yet."""
        try:
            pending = self._waiting.get(timeout=wait) if wait else self._waiting.get_nowait()
            while True:
                _do(*pending)
                pending = self._waiting.get_nowait()
        except queue.Empty:
            return

    def close(self) -> None:
        """Take no more; those that wait are told so."""
        self._over.set()
        self._refuse()

    def _refuse(self) -> None:
        while True:
            try:
                _, done = self._waiting.get_nowait()
            except queue.Empty:
                return
            done.set_exception(SessionOver("The session ended before the command was dealt with."))


def _do(job: Callable[[], Any], done: "Future[Any]") -> None:
    """Do what was asked for; whoever asked hears what came of it, and of a mistake of theirs."""
    if not done.set_running_or_notify_cancel():
        return
    try:
        done.set_result(job())
    except LastcardError as error:
        done.set_exception(error)
