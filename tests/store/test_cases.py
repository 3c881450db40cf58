"""Kept recordings are test cases: each file of ``cases`` has to be told as it was when somebody kept it.

Drop what “This was wrong” wrote (drawn pictures only) into the folder, or point ``LASTCARD_CASES`` at another one.
"""

import os
from pathlib import Path

import pytest

from vision.store.replay import Replay, read_pictures, read_recording

FOLDERS = [Path(__file__).parent / "cases", *map(Path, filter(None, [os.environ.get("LASTCARD_CASES")]))]
CASES = sorted(path for folder in FOLDERS for path in folder.glob("*.lcr"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_kept_game_is_told_as_it_was(path: Path) -> None:
    recording = read_recording(path)
    assert recording.cut is None
    replay = Replay(recording)
    told = list(replay)
    assert replay.difference is None, str(replay.difference)
    assert told
    assert recording.marks
    assert len(list(read_pictures(path))) == recording.pictures


def test_there_are_cases() -> None:
    assert CASES
