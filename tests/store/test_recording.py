"""Recordings: told again byte for byte, whatever became of the file."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.store.games import ITEMS, NAMES, SETUP, picture, record
from vision.errors import StoreError
from vision.frames.frame import Frame
from vision.store.events import Entry
from vision.store.recorder import AFTER, BEFORE, Recorder
from vision.store.recording import VERSION, Kind, RecordReader
from vision.store.replay import Replay, clock_jumps, read_pictures, read_recording
from vision.store.ring import EVERY, SECONDS, PictureRing
from vision.store.setup import Setup

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "evening.lcr"
    record(path)
    return path


def events(path: Path) -> list[str]:
    """The events of the replay as text."""
    replay = Replay(read_recording(path))
    told = [json.dumps({"kind": one.event.kind, "t": one.event.t}) for one in replay]
    assert replay.difference is None
    return told


def test_the_same_events_are_told_again_byte_for_byte(path: Path) -> None:
    recording = read_recording(path)
    assert [step.item for step in recording.steps] == list(ITEMS)
    replay = Replay(recording)
    told = list(replay)
    assert replay.difference is None
    assert len(told) == sum(len(step.events) for step in recording.steps) > len(ITEMS) // 2
    assert recording.setup == SETUP
    assert recording.cut is None


def test_pictures_lie_around_events_and_nowhere_else(path: Path) -> None:
    moments = [step.item.t for step in read_recording(path).steps if step.events]
    pictures = list(read_pictures(path))
    assert len(pictures) == read_recording(path).pictures > 10
    times = [seen["t"] for seen, _ in pictures]
    assert times == sorted(set(times))
    assert all(any(t - BEFORE <= one <= t + AFTER for t in moments) for one in times)
    seen, jpeg = pictures[0]
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (48, 64, 3)
    assert (seen["size"], seen["cards"], seen["table"]) == ([64, 48], [], {"top": None})


@pytest.mark.parametrize("share", [0.999, 0.9, 0.7, 0.5, 0.3])
def test_a_recording_that_is_cut_off_is_told_up_to_the_cut(path: Path, share: float) -> None:
    whole, steps = events(path), read_recording(path).steps
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    recording = read_recording(path)
    assert recording.damaged
    assert "is cut off or damaged after" in (recording.cut or "")
    assert recording.steps == steps[: len(recording.steps)]
    assert events(path) == whole[: len(events(path))]


def how_it_ends(path: Path) -> str:
    """The sentence about the end, or the one that refuses the file."""
    try:
        return read_recording(path).cut or ""
    except StoreError as error:
        return str(error)


def test_no_place_to_cut_makes_more_than_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "small.lcr"
    record(path, pictures=False)
    data = path.read_bytes()
    for length in range(0, len(data), 7):
        path.write_bytes(data[:length])
        assert "small.lcr" in how_it_ends(path)


def test_a_damaged_byte_ends_the_replay_there(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    recording = read_recording(path)
    assert recording.damaged
    assert 0 < len(recording.steps) < len(ITEMS)


KILLED = """
import sys, time
from pathlib import Path
from tests.store.games import record
record(Path(sys.argv[1]), close=False)
print("written", flush=True)
time.sleep(60)
"""


def test_a_program_that_is_killed_loses_nothing_of_what_it_recorded(tmp_path: Path) -> None:
    path = tmp_path / "killed.lcr"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"written\n"
        process.send_signal(signal.SIGKILL)
    recording = read_recording(path)
    assert [step.item for step in recording.steps] == list(ITEMS)
    assert not recording.damaged
    assert "was not closed" in (recording.cut or "")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"LASTCARD RECORDING 2\nrest", f"is a recording of version 2, and this Lastcard reads version {VERSION}"),
        (b"LASTCARD RECORDING 1", "cut off before its settings"),
        (b"SQLite format 3\x00", "is an event log"),
        (b"\xff\xd8\xff\xe0", "is no recording of Lastcard"),
        (b"", "is no recording of Lastcard"),
    ],
)
def test_what_is_no_recording_of_this_version_is_told_in_a_sentence(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "other.lcr"
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"other\.lcr") as caught:
        read_recording(path)
    assert said in str(caught.value)


def test_a_missing_recording_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no recording at"):
        read_recording(tmp_path / "gone.lcr")
    with pytest.raises(StoreError, match="is a folder"):
        read_recording(tmp_path)


def test_a_recording_is_never_written_over(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(StoreError, match="exists already"):
        Recorder(SETUP, path)
    assert path.read_bytes() == before


def test_clock_jumps_are_followed_and_told(tmp_path: Path) -> None:
    path = tmp_path / "jumps.lcr"
    recorder = Recorder(replace(SETUP, about={}), path)
    referee = SETUP.referee()
    for item in (ITEMS[0], ITEMS[6], ITEMS[2]):
        recorder.append([Entry(item, referee.handle(item))])
    recorder.close()
    recording = read_recording(path)
    assert clock_jumps(recording) == [
        "The source's clock jumps back by 6.0 s after 0:09.0; the order of the recording counts."
    ]
    replay = Replay(recording)
    list(replay)
    assert replay.difference is None


def test_a_computer_that_slept_is_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder(SETUP, tmp_path / "slept.lcr")
    referee = SETUP.referee()
    recorder.append([Entry(ITEMS[0], referee.handle(ITEMS[0]))])
    later = time.time_ns() + 3600 * 10**9
    monkeypatch.setattr(time, "time_ns", lambda: later)
    recorder.append([Entry(ITEMS[1], referee.handle(ITEMS[1]))])
    recorder.close()
    (sentence,) = clock_jumps(read_recording(tmp_path / "slept.lcr"))
    assert sentence.startswith("The computer's clock jumps forward by 35")


def test_pictures_stay_within_their_bound_and_the_log_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "bounded.lcr"
    whole, bounded = record(tmp_path / "whole.lcr"), record(path, picture_bytes=20_000)
    assert whole.path is not None
    assert bounded.path is not None
    assert [step.item for step in read_recording(path).steps] == list(ITEMS)
    assert events(path) == events(whole.path)
    sizes = [len(jpeg) for _, jpeg in read_pictures(path)]
    assert 0 < sum(sizes) <= 20_000
    newest = [[seen["t"] for seen, _ in read_pictures(one)][-1] for one in (path, whole.path)]
    assert newest[0] == newest[1]
    assert list(tmp_path.glob("*.part")) == []


def test_this_was_wrong_packs_the_whole_log_and_the_last_half_minute(tmp_path: Path) -> None:
    recorder = record(None, close=False)
    packed = recorder.pack("It was a green 5", tmp_path / "wrong")
    recording = read_recording(packed)
    assert [step.item for step in recording.steps] == list(ITEMS)
    assert [mark.note for mark in recording.marks] == ["It was a green 5"]
    assert recording.cut is None
    times = [seen["t"] for seen, _ in read_pictures(packed)]
    assert times[-1] - times[0] <= SECONDS
    assert len(times) >= 0.8 * (times[-1] - times[0]) / EVERY
    assert events(packed)
    again = recorder.pack("Twice", tmp_path / "wrong")
    assert again != packed
    recorder.append([])
    recorder.close()


def test_a_mark_stays_in_the_recording_itself(tmp_path: Path) -> None:
    recorder = record(tmp_path / "game.lcr", close=False)
    recorder.pack("Nobody drew", tmp_path)
    recorder.close()
    assert [mark.note for mark in read_recording(tmp_path / "game.lcr").marks] == ["Nobody drew"]


def test_a_recording_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    recorder = Recorder(SETUP, tmp_path / "game.lcr")
    recorder._file.close()  # as when the disk is pulled out
    with pytest.raises(StoreError, match="cannot be written"):
        recorder.append([Entry(ITEMS[0], ())])
    with pytest.raises(StoreError, match=r"cannot be written.*choose another folder"):
        Recorder(SETUP, Path("/proc/none/game.lcr"))


def test_another_answer_than_then_is_told_as_the_first_difference(path: Path) -> None:
    recording = read_recording(path)
    odd = Setup(SETUP.rules, NAMES, dealer=0)
    replay = Replay(replace(recording, setup=odd))
    assert list(replay)
    assert replay.difference is not None
    assert replay.difference.t == 1.0
    assert "this Lastcard tells" in str(replay.difference)


def test_settings_that_make_no_sense_are_told() -> None:
    data = SETUP.to_json()
    for change in ({"rules": {"name": 5}}, {"names": ["one"]}, {"dealer": 17}, {"names": None}):
        with pytest.raises(StoreError, match=r"settings in x\.lcr cannot be used"):
            Setup.from_json({**data, **change}, "x.lcr")
    assert Setup.from_json(json.loads(json.dumps(data)), "x.lcr") == SETUP


def test_the_ring_of_pictures_is_bounded_in_time_and_bytes() -> None:
    ring = PictureRing()
    for seq in range(1200):
        ring.offer(Frame(seq, seq / 10, picture(seq % 7)), dict)
    kept = ring.since(-1.0)
    assert kept[-1].t - kept[0].t <= SECONDS
    assert len(kept) == pytest.approx(SECONDS / EVERY, rel=0.25)
    small = PictureRing(limit=10_000)
    for seq in range(100):
        small.offer(Frame(seq, float(seq), picture(seq)), dict)
    assert sum(len(one.jpeg) for one in small.since(-1.0)) <= 10_000


def test_records_are_framed_so_that_a_reader_knows_where_it_is(path: Path) -> None:
    with path.open("rb") as file:
        kinds = [record.kind for record in RecordReader(file, "x")]
    assert (kinds[0], kinds[-1]) == (Kind.SETTINGS, Kind.END)
    assert kinds.count(Kind.ITEM) == len(ITEMS)
