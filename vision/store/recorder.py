"""Records a running session: what the referee was told and answered, and pictures from around each event."""

import errno
import os
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from vision.errors import StoreError
from vision.frames.frame import Frame
from vision.store.encoding import event_text, item_body, stream_of
from vision.store.events import Entry
from vision.store.recording import SUFFIX, Kind, RecordReader, framed, opening, packed
from vision.store.ring import Kept, PictureRing
from vision.store.setup import Setup

BEFORE: Final = 2.0
"""Seconds of pictures that are kept from before an event."""
AFTER: Final = 1.5
"""The same from after it."""
PICTURE_BYTES: Final = 400 * 1024 * 1024
"""Bytes of pictures in a recording beyond which its older half of them is dropped."""


class Recorder:
    """Keeps a session's log and pictures, in the file ``path``, or in a nameless one that ends with the session.

    What ``append`` was given is in the file when it returns. ``pack`` writes the log so far and the last pictures into
    a file of their own. Safe to use from any thread. Raises ``StoreError``; nothing that exists is written over.
    """

    def __init__(self, setup: Setup, path: Path | None = None, *, picture_bytes: int = PICTURE_BYTES) -> None:
        self.path = path
        self._setup = setup
        self._limit = picture_bytes
        self._lock = threading.Lock()
        self._ring = PictureRing()
        self._pictures = 0
        self._items = 0
        self._written_to = -1.0
        self._wanted_to = -1.0
        self._eventful = False
        self._file = _new_file(path)
        self._write(opening() + packed(Kind.SETTINGS, setup.to_json()))

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep items and the events that answered them, in order, and pictures from around those events."""
        now = time.time_ns()
        with self._lock:
            records = []
            for entry in entries:
                records.append(packed(Kind.ITEM, _item(entry, now)))
            self._write(b"".join(records))
            self._items += len(entries)
            told = [entry.item.t for entry in entries if entry.events]
            if told:
                self._eventful = True
                self._keep_pictures(self._ring.since(min(told) - BEFORE))
                self._wanted_to = max(max(told) + AFTER, self._wanted_to)

    def saw(self, frame: Frame, seen: Callable[[], Mapping[str, Any]]) -> None:
        """The session has looked at ``frame`` and told what it means; ``seen`` tells what is in it, where it is kept.

        The frame of an event is always kept.
        """
        with self._lock:
            if frame.t < self._written_to - 1.0:
                self._written_to = self._wanted_to = -1.0  # the source's clock was set back
            kept = self._ring.offer(frame, seen, always=self._eventful)
            self._eventful = False
            if kept is not None and kept.t <= self._wanted_to:
                self._keep_pictures([kept])

    def pack(self, note: str, folder: Path) -> Path:
        """Write a new file into ``folder``: the whole log so far, the last half minute of pictures, and ``note``.

        The log is whole because the referee's answers depend on all of it.
        """
        with self._lock:
            kept = self._ring.since(-1.0)
            mark = packed(Kind.MARK, {"t": kept[-1].t if kept else None, "note": note, "wall_ns": time.time_ns()})
            log = self._log()
            self._write(mark)
        pictures = [_picture(one) for one in kept]
        end = packed(Kind.END, {"items": self._items, "pictures": len(pictures)})
        return _write_new(folder, b"".join([opening(), *log, *pictures, mark, end]))

    def close(self) -> None:
        """Finish the file; harmless when called twice."""
        with self._lock:
            if not self._file.closed:
                try:
                    self._file.write(packed(Kind.END, {"items": self._items}))
                    self._file.close()
                except OSError:
                    return  # a full disk: what was recorded can be replayed all the same

    def _keep_pictures(self, pictures: Sequence[Kept]) -> None:
        if self.path is None:
            return
        records = [_picture(one) for one in pictures if one.t > self._written_to]
        if not records:
            return
        self._write(b"".join(records))
        self._written_to = pictures[-1].t
        self._pictures += sum(map(len, records))
        if self._pictures > self._limit:
            self._drop_old_pictures(self.path)

    def _drop_old_pictures(self, path: Path) -> None:
        """Write the recording anew without the older half of its pictures, and put it in the old one's place."""
        beside = path.with_name(path.name + ".part")
        rest, kept = self._pictures, 0
        try:
            with beside.open("xb") as new:
                new.write(opening())
                for record in self._records():
                    size = len(record.payload)
                    if record.kind is Kind.PICTURE:
                        rest -= size
                        if rest > self._limit // 2:
                            continue
                        kept += size
                    new.write(framed(record.kind, record.payload))
            beside.replace(path)
            self._file.close()
            self._file = path.open("r+b", buffering=0)
            self._file.seek(0, 2)
        except OSError as error:
            raise _refused(path, error) from None
        self._pictures = kept

    def _log(self) -> list[bytes]:
        kinds = (Kind.SETTINGS, Kind.ITEM)
        return [framed(record.kind, record.payload) for record in self._records() if record.kind in kinds]

    def _records(self) -> RecordReader:
        """Everything written so far, read through the same file, whose place is put back at the end by writing."""
        self._file.seek(0)
        return RecordReader(self._file, str(self.path or "The recording"))

    def _write(self, data: bytes) -> None:
        try:
            end = self._file.seek(0, 2)
            if self._file.write(data) < len(data):
                self._file.truncate(end)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except (OSError, ValueError) as error:
            raise _refused(self.path, error) from None


def _item(entry: Entry, wall_ns: int) -> dict[str, Any]:
    return {
        "wall_ns": wall_ns,
        "stream": stream_of(entry.item),
        "item": item_body(entry.item),
        "events": [event_text(event) for event in entry.events],
    }


def _picture(kept: Kept) -> bytes:
    return packed(Kind.PICTURE, kept.seen, kept.jpeg)


def _new_file(path: Path | None) -> BinaryIO:
    if path is None:
        return tempfile.TemporaryFile(buffering=0, prefix="lastcard-")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("x+b", buffering=0)
    except FileExistsError:
        raise StoreError(
            f"{path} exists already and may be another game's recording; give --record another name, or move it away."
        ) from None
    except OSError as error:
        raise _refused(path, error) from None


def _write_new(folder: Path, data: bytes) -> Path:
    """Write ``data`` into a file of ``folder`` named for the time of day, never over one that is there."""
    stem = time.strftime("wrong-%Y%m%d-%H%M%S")
    for number in range(100):
        path = folder / f"{stem}{f'-{number}' if number else ''}{SUFFIX}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(data)
        except FileExistsError:
            continue
        except OSError as error:
            raise _refused(path, error) from None
        return path
    raise StoreError(f"{folder} holds a hundred files of this second already; try again.")


def _refused(path: Path | None, error: Exception) -> StoreError:
    what = f"The recording {path}" if path is not None else "The recording of the last half minute"
    why = getattr(error, "strerror", None) or error
    return StoreError(f"{what} cannot be written ({why}); make room on the disk or choose another folder.")
