"""The writing side of the event log: one thread owns the connection, each batch is one transaction."""

import json
import queue
import sqlite3
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine.commands import Command
from engine.events import Event
from engine.observations import Observation
from vision.errors import StoreError
from vision.store.database import connect
from vision.store.encoding import dump, event_text, item_body, stream_of


@dataclass(frozen=True, slots=True)
class Entry:
    """One item handed to the referee and the events that it answered with."""

    item: Observation | Command
    events: tuple[Event, ...]


_Job = tuple[tuple[Entry, ...], "Future[None]"]


class EventStore:
    """An append-only log at ``path``; ``about`` (source, rules, names ...) describes the session it opens.

    ``append`` returns once its batch is committed, so what anybody was shown is in the file even when the process is
    killed in the next instant. Safe to call from any thread. Raises ``StoreError``.
    """

    def __init__(self, path: Path, about: Mapping[str, Any] | None = None) -> None:
        self.path = path
        self._about = json.dumps(dict(about or {}), ensure_ascii=False)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        opened: Future[int] = Future()
        self._thread = threading.Thread(target=self._write_all, args=(opened,), name="event-log", daemon=True)
        self._thread.start()
        self.session_id = opened.result()

    def append(self, entries: Sequence[Entry]) -> None:
        """Write ``entries`` in order as one transaction; all of them are in the file or none."""
        if not entries:
            return
        done: Future[None] = Future()
        with self._lock:
            if self._closed:
                raise StoreError(f"The event log {self.path} is closed; open it anew to write on.")
            self._jobs.put((tuple(entries), done))
        done.result()

    def close(self) -> None:
        """Finish what was handed in and let go of the file; harmless when called twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write_all(self, opened: "Future[int]") -> None:
        try:
            connection = connect(self.path, create=True)
        except StoreError as error:
            opened.set_exception(error)
            return
        try:
            if self._open_session(connection, opened):
                while (job := self._jobs.get()) is not None:
                    self._write(connection, *job)
        finally:
            connection.close()

    def _open_session(self, connection: sqlite3.Connection, opened: "Future[int]") -> bool:
        try:
            cursor = connection.execute(
                "INSERT INTO session (started_ns, about) VALUES (?, ?)", (time.time_ns(), self._about)
            )
        except sqlite3.Error as error:
            opened.set_exception(StoreError(f"The event log {self.path} cannot be written ({error})."))
            return False
        self._session = int(cursor.lastrowid or 0)
        opened.set_result(self._session)
        return True

    def _write(self, connection: sqlite3.Connection, entries: tuple[Entry, ...], done: "Future[None]") -> None:
        try:
            connection.execute("BEGIN IMMEDIATE")
            for entry in entries:
                self._insert(connection, entry)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(connection)
            done.set_exception(StoreError(f"The event log {self.path} cannot be written ({error})."))
        except Exception as error:  # the caller's thread hears of whatever went wrong in this one
            _roll_back(connection)
            done.set_exception(error)
        else:
            done.set_result(None)

    def _insert(self, connection: sqlite3.Connection, entry: Entry) -> None:
        cursor = connection.execute(
            "INSERT INTO item (session, stream, t, wall_ns, body) VALUES (?, ?, ?, ?, ?)",
            (self._session, stream_of(entry.item), entry.item.t, time.time_ns(), dump(item_body(entry.item))),
        )
        connection.executemany(
            "INSERT INTO event (session, item, t, body) VALUES (?, ?, ?, ?)",
            [(self._session, cursor.lastrowid, event.t, event_text(event)) for event in entry.events],
        )


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
