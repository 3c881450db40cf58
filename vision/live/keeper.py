"""Keeps what a session does: the event log, the recording, and the last half minute for "this was wrong"."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from vision.errors import StoreError
from vision.frames.frame import Frame
from vision.live.seams import Log
from vision.store.events import Entry
from vision.store.recorder import Recorder


class Keeper:
    """Hands what happens to ``log`` and ``recorder``; one that fails is left out from then on, and ``warn`` is told.

    ``folder``: where ``wrong`` puts its files.
    """

    def __init__(
        self, log: Log | None, recorder: Recorder | None, folder: Path | None, warn: Callable[[str], None]
    ) -> None:
        self._log = log
        self._recorder = recorder
        self._folder = folder
        self._warn = warn

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep items and their events; when this returns they are safe, or the warning is given."""
        if not entries:
            return
        if self._log is not None:
            try:
                self._log.append(entries)
            except StoreError as error:
                self._log = None
                self._warn(f"{error} The game goes on without being recorded.")
        if self._recorder is not None:
            self._record(lambda recorder: recorder.append(entries))

    def saw(self, frame: Frame, seen: Callable[[], Mapping[str, Any]]) -> None:
        """Keep a frame where one is due."""
        if self._recorder is not None:
            self._record(lambda recorder: recorder.saw(frame, seen))

    def wrong(self, note: str) -> Path:
        """Pack the log and the last half minute into a file, and return where it is. Raises ``StoreError``."""
        recorder = self._recorder
        if recorder is None or self._folder is None:
            raise StoreError("Nothing is recorded in this session; start it with lastcard watch, or free the disk.")
        return recorder.pack(note, self._folder)

    def _record(self, deed: Callable[[Recorder], None]) -> None:
        assert self._recorder is not None
        try:
            deed(self._recorder)
        except StoreError as error:
            self._recorder.close()
            self._recorder = None
            self._warn(f"{error} The game goes on without being recorded.")
