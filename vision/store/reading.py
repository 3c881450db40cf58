"""The reading side of the event log: sessions, and what was said in them, in the order in which it happened."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.events import event_from_json
from vision.errors import StoreError
from vision.store.database import connect
from vision.store.encoding import item_from
from vision.store.events import Entry


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """One session of a log: when it began (nanoseconds since 1970) and what it was about."""

    id: int
    started_ns: int
    about: dict[str, Any]


def read_sessions(path: Path) -> list[SessionRecord]:
    """Every session of the log at ``path``, oldest first. Raises ``StoreError``."""
    with closing(connect(path, create=False)) as connection:
        rows = _rows(connection, path, "SELECT id, started_ns, about FROM session ORDER BY id", ())
        return [SessionRecord(number, started, json.loads(about)) for number, started, about in rows]


def read_entries(path: Path, session: int | None = None) -> list[Entry]:
    """The items of a session (None: the newest) with their events, oldest first. Raises ``StoreError``.

    Handing the items to a referee of the same rules and seats gives the same events again.
    """
    with closing(connect(path, create=False)) as connection:
        number = _newest(connection, path) if session is None else session
        events = _events(connection, path, number)
        rows = _rows(connection, path, "SELECT id, stream, body FROM item WHERE session = ? ORDER BY id", (number,))
        try:
            return [_entry(stream, body, events.get(item, [])) for item, stream, body in rows]
        except (EngineError, ValueError) as error:
            raise StoreError(f"{path} holds an entry that cannot be read: {error}") from None


def _entry(stream: str, body: str, events: list[str]) -> Entry:
    item = item_from(stream, json.loads(body))
    return Entry(item, tuple(event_from_json(json.loads(event)) for event in events))


def _newest(connection: sqlite3.Connection, path: Path) -> int:
    ((number,),) = _rows(connection, path, "SELECT coalesce(max(id), 0) FROM session", ())
    return int(number)


def _events(connection: sqlite3.Connection, path: Path, session: int) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for item, body in _rows(connection, path, "SELECT item, body FROM event WHERE session = ? ORDER BY id", (session,)):
        found.setdefault(item, []).append(body)
    return found


def _rows(connection: sqlite3.Connection, path: Path, query: str, values: tuple[int, ...]) -> Iterator[tuple[Any, ...]]:
    try:
        return iter(connection.execute(query, values).fetchall())
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read on ({error}).") from None
