"""The file of a recording: a line that names its version, then records that each carry their length and checksum.

A record is written in one piece and never touched again, so that a program that is killed, or a disk that is full,
spoils the last record at most; whoever reads stops there and says so.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, BinaryIO, Final

from vision.errors import StoreError

VERSION: Final = 1
SUFFIX: Final = ".lcr"
_MAGIC: Final = b"LASTCARD RECORDING "
_HEAD: Final = struct.Struct(">cII")
_LONGEST: Final = 64 * 1024 * 1024
"""Bytes of one record beyond which its length is taken for damage."""


class Kind(Enum):
    """What a record holds."""

    SETTINGS = b"S"
    """JSON: how the session was set up; the first record."""
    ITEM = b"I"
    """JSON: what the referee was told, and what it answered."""
    PICTURE = b"P"
    """A line of JSON, then a JPEG: what the camera saw, and what was read in it."""
    MARK = b"W"
    """JSON: somebody said that this was wrong."""
    END = b"E"
    """JSON: the recording was closed in good order."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record with its payload, still in bytes."""

    kind: Kind
    payload: bytes

    def data(self) -> dict[str, Any]:
        """The JSON object that the payload is, or begins with. Raises ``StoreError``."""
        line = self.payload.split(b"\n", 1)[0] if self.kind is Kind.PICTURE else self.payload
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise StoreError("The recording holds a record that is no JSON object; another program wrote into it.")
        return value

    def jpeg(self) -> bytes:
        """The picture behind the first line of the payload."""
        return self.payload.partition(b"\n")[2]


def opening() -> bytes:
    """What a recording of this version begins with."""
    return b"%s%d\n" % (_MAGIC, VERSION)


def packed(kind: Kind, data: Mapping[str, Any], jpeg: bytes = b"") -> bytes:
    """One record as bytes, to be written in one piece."""
    payload = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    if kind is Kind.PICTURE:
        payload += b"\n" + jpeg
    return framed(kind, payload)


def framed(kind: Kind, payload: bytes) -> bytes:
    """A record of this payload."""
    return _HEAD.pack(kind.value, len(payload), zlib.crc32(kind.value + payload)) + payload


class RecordReader:
    """The records of an open file, one after the other; afterwards ``whole`` tells whether nothing was left over.

    ``name`` stands for the file in messages. Raises ``StoreError`` at once for a file that is no recording or one of
    another version.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        _check_version(file.readline(64), name)
        self.whole = True

    def __iter__(self) -> Iterator[Record]:
        """Yield records until the end, or until the first that is cut off or damaged."""
        while head := self._file.read(_HEAD.size):
            record = self._next(head)
            if record is None:
                self.whole = False
                return
            yield record

    def _next(self, head: bytes) -> Record | None:
        if len(head) < _HEAD.size:
            return None
        letter, length, check = _HEAD.unpack(head)
        payload = self._file.read(length) if length <= _LONGEST else b""
        if len(payload) < length or zlib.crc32(letter + payload) != check:
            return None
        try:
            return Record(Kind(letter), payload)
        except ValueError:
            return None


def open_recording(path: Path) -> BinaryIO:
    """The file at ``path``, to be read. Raises ``StoreError``."""
    if path.is_dir():
        raise StoreError(f"{path} is a folder; give the recording in it, a file that ends with {SUFFIX}.")
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise StoreError(f"There is no recording at {path}; give the file that --record wrote.") from None
    except OSError as error:
        raise StoreError(f"{path} cannot be read ({error.strerror}); check its name and your rights.") from None


def _check_version(line: bytes, name: str) -> None:
    if not line.startswith(_MAGIC):
        if line.startswith(b"SQLite format 3"):
            raise StoreError(f"{name} is an event log (--log), not a recording; give the file that --record wrote.")
        raise StoreError(f"{name} is no recording of Lastcard; give the file that --record wrote.")
    told = line.removeprefix(_MAGIC).strip().decode("ascii", "replace")
    if told != str(VERSION):
        raise StoreError(
            f"{name} is a recording of version {told or 'unknown'}, and this Lastcard reads version {VERSION}; "
            "replay it with the Lastcard that wrote it."
        )
