import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from engine.cards import Card, Colour
from engine.commands import NameColour, Undo
from engine.events import CardPlayed, CommandRefused, Note
from engine.observations import CardOnDiscard, HandInView
from engine.reasons import Reason, ReasonId
from vision.errors import StoreError
from vision.store.database import VERSION
from vision.store.events import Entry, EventStore
from vision.store.reading import read_entries, read_sessions

RED_5 = Card.parse("red_5")
PLAY = Entry(
    CardOnDiscard(1.5, RED_5, 2, 0.8, 1.0, ((Card.parse("red_6"), 0.1),)),
    (CardPlayed(1.5, 2, RED_5, 6), Note(1.5, "late_draw")),
)
QUIET = Entry(HandInView(2.0, True), ())
COLOUR = Entry(
    NameColour(2.5, Colour.GREEN, based_on=4), (CommandRefused(2.5, "name_colour", (Reason(ReasonId.STALE),)),)
)


def test_what_is_written_is_read_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with EventStore(path, {"source": "sim:", "names": ["Ann", "Bö"]}) as store:
        store.append([PLAY, QUIET])
        store.append([])
        store.append([COLOUR])
    assert read_entries(path) == [PLAY, QUIET, COLOUR]
    (session,) = read_sessions(path)
    assert session.about == {"source": "sim:", "names": ["Ann", "Bö"]}
    assert session.started_ns > 1_600_000_000 * 10**9


def test_a_second_session_goes_on_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    for entry in (PLAY, COLOUR):
        with EventStore(path) as store:
            store.append([entry])
    assert read_entries(path) == [COLOUR]
    assert read_entries(path, 1) == [PLAY]
    assert [session.id for session in read_sessions(path)] == [1, 2]


def test_entries_of_many_threads_are_all_there(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with EventStore(path) as store:

        def write() -> None:
            for _ in range(20):
                store.append([PLAY])

        threads = [threading.Thread(target=write) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(read_entries(path)) == 80


def test_the_log_is_readable_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with EventStore(path) as store:
        store.append([PLAY])
        assert read_entries(path) == [PLAY]


def test_the_log_is_in_wal_mode_and_carries_its_version(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    EventStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


@pytest.mark.parametrize("change", ["UPDATE item SET body = ''", "DELETE FROM event", "DELETE FROM session"])
def test_the_log_refuses_to_be_changed(tmp_path: Path, change: str) -> None:
    path = tmp_path / "game.db"
    with EventStore(path) as store:
        store.append([PLAY])
    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(change)
    assert read_entries(path) == [PLAY]


def refused(path: Path) -> str:
    with pytest.raises(StoreError) as writing:
        EventStore(path)
    return str(writing.value)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8 not a database at all, but long enough to be looked at " * 40)
    before = path.read_bytes()
    assert "no event log but some other kind of file" in refused(path)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE friends (name TEXT)")
        connection.commit()
    before = path.read_bytes()
    assert "database of another program" in refused(path)
    assert path.read_bytes() == before


def test_a_log_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    EventStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.commit()
    assert f"version {VERSION + 1}, and this Lastcard reads and writes version {VERSION}" in refused(path)
    with pytest.raises(StoreError, match=f"version {VERSION + 1}"):
        read_entries(path)


def test_a_folder_or_a_missing_folder_is_refused(tmp_path: Path) -> None:
    assert "is a folder" in refused(tmp_path)
    assert "does not exist" in refused(tmp_path / "nowhere" / "game.db")


def test_reading_what_is_not_there_is_refused_and_makes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with pytest.raises(StoreError, match="There is no event log"):
        read_entries(path)
    assert not path.exists()


def test_a_damaged_entry_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    EventStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO item (session, stream, t, wall_ns, body) VALUES (1, 'command', 0, 0, '{}')")
        connection.commit()
    with pytest.raises(StoreError, match="holds an entry that cannot be read"):
        read_entries(path)


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = EventStore(tmp_path / "game.db")
    store.close()
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.append([PLAY])


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with EventStore(path) as store:
        broken = Entry(Undo(1.0), (object(),))  # type: ignore[arg-type]  # no event can be written from it
        with pytest.raises(Exception, match="object"):
            store.append([PLAY, broken])
        store.append([COLOUR])
    assert read_entries(path) == [COLOUR]


WRITER = """
import sys
from pathlib import Path
from tests.store.test_store import PLAY
from vision.store.events import EventStore
store = EventStore(Path(sys.argv[1]))
for n in range(10_000):
    store.append([PLAY])
    print(n + 1, flush=True)
"""


def test_nothing_recorded_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as writer:
        assert writer.stdout is not None
        told = 0
        while told < 50:
            told = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split()
    told = int(rest[-1]) if rest else told
    entries = read_entries(path)
    assert len(entries) >= told
    assert all(entry == PLAY for entry in entries)
    with EventStore(path) as store:
        store.append([COLOUR])
    assert read_entries(path) == [COLOUR]


def test_bodies_are_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with EventStore(path) as store:
        store.append([PLAY])
    with closing(sqlite3.connect(path)) as connection:
        (body,) = connection.execute("SELECT body FROM item").fetchone()
    assert json.loads(body)["card"] == "red_5"
