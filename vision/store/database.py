"""Opening an event log: its tables, its version, and one clear sentence where the file is none of ours."""

import sqlite3
from pathlib import Path
from typing import Final

from vision.errors import StoreError

APPLICATION_ID: Final = 0x4C434C47
"""Marks the file as Lastcard's (``LCLG``)."""
VERSION: Final = 1
BUSY_MS: Final = 5000

_TABLES: Final = """
CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    started_ns INTEGER NOT NULL,
    about TEXT NOT NULL
) STRICT;
CREATE TABLE item (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (id),
    stream TEXT NOT NULL CHECK (stream IN ('observation', 'command')),
    t REAL NOT NULL,
    wall_ns INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (id),
    item INTEGER NOT NULL REFERENCES item (id),
    t REAL NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX event_of_item ON event (item);
CREATE INDEX item_of_session ON item (session);
"""
_GUARDS: Final = """
CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open the log at ``path``, made new where ``create`` allows and nothing is there. Raises ``StoreError``.

    The connection belongs to the calling thread. Nothing is written to a file that is not a log of this version.
    """
    _check_place(path, create=create)
    try:
        connection = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be opened as an event log ({error}); give another file.") from None
    try:
        _prepare(connection, path, create=create)
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(_explained(path, error)) from None
    except StoreError:
        connection.close()
        raise
    return connection


def _check_place(path: Path, *, create: bool) -> None:
    if path.is_dir():
        raise StoreError(f"{path} is a folder; an event log is a file, such as {path / 'game.db'}.")
    if not path.exists() and not create:
        raise StoreError(f"There is no event log at {path}; give the file that a session wrote.")
    if not path.parent.is_dir():
        raise StoreError(f"The folder {path.parent} for the event log does not exist; make it or give another file.")


def _prepare(connection: sqlite3.Connection, path: Path, *, create: bool) -> None:
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    if create and _is_empty(connection):
        _create(connection)
    _check_version(connection, path)
    if create:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _is_empty(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(tables == 0) and _pragma(connection, "user_version") == 0


def _create(connection: sqlite3.Connection) -> None:
    guards = "".join(_GUARDS.format(table=table) for table in ("session", "item", "event"))
    marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} {guards} {marks} COMMIT;")


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreError(f"{path} is a database of another program, not an event log; give another file.")
    version = _pragma(connection, "user_version")
    if version != VERSION:
        raise StoreError(
            f"{path} is an event log of version {version}, and this Lastcard reads and writes version {VERSION}; "
            "give another file or the Lastcard that wrote it."
        )


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def _explained(path: Path, error: sqlite3.Error) -> str:
    if "not a database" in str(error):
        return f"{path} is no event log but some other kind of file; give another file."
    if "locked" in str(error):
        return f"{path} is in use by another program that does not let go of it; close that or give another file."
    return f"{path} cannot be used as an event log ({error}); give another file."
