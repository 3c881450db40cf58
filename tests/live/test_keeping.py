"""A session keeps what it does, and goes on where that cannot be kept."""

from pathlib import Path

import pytest

from engine.cards import Card
from engine.observations import CardOnDiscard
from engine.rules import Rules
from tests.live.fakes import ListSource, ScriptedDetector, Table, frame, until
from vision.errors import StoreError
from vision.live.hub import Hub
from vision.live.keeper import Keeper
from vision.live.session import Session
from vision.store.recorder import Recorder
from vision.store.replay import Replay, read_pictures, read_recording
from vision.store.setup import Setup

SETUP = Setup(Rules.preset("official"), Table.names)


class Lays:
    """Lays a card with some frames; knows what it sees."""

    debug = {"top": "red_5"}  # noqa: RUF012  # as an observer's property

    def update(self, frame: object, detections: object) -> list[CardOnDiscard]:
        cards = {2: ("red_5", None), 30: ("red_7", 1), 60: ("blue_7", 2)}
        if frame.seq not in cards:  # type: ignore[attr-defined]  # it is a frame
            return []
        label, seat = cards[frame.seq]  # type: ignore[attr-defined]
        return [CardOnDiscard(frame.t, Card.parse(label), seat)]  # type: ignore[attr-defined]


def session(recorder: Recorder | None, data: Path | None = None) -> Session:
    detector = ScriptedDetector()
    detector.labels = ["red_5"]
    source = ListSource([frame(seq) for seq in range(80)])
    made = Session(
        source, detector, Lays(), SETUP.referee(), None, Hub(), names=SETUP.names, recorder=recorder, data=data
    )
    made.run()
    return made


def test_what_a_session_told_is_in_its_recording_with_what_it_saw(tmp_path: Path) -> None:
    recorder = Recorder(SETUP, tmp_path / "game.lcr")
    made = session(recorder)
    recorder.close()
    replay = Replay(read_recording(tmp_path / "game.lcr"))
    assert [told.sentence for told in replay] == [line["text"] for line in made.state()["log"]]
    assert replay.difference is None
    seen = [seen for seen, _ in read_pictures(tmp_path / "game.lcr")]
    assert {2, 30, 60} <= {one["seq"] for one in seen}
    assert seen[-1]["cards"][0]["label"] == "red_5"
    assert seen[-1]["table"] == {"top": "red_5"}


def test_a_recording_that_breaks_off_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    recorder = Recorder(SETUP, tmp_path / "game.lcr")
    recorder._file.close()  # as when the disk is pulled out
    made = session(recorder)
    assert made.state()["top"] == "blue_7"
    (warning,) = made.state()["warnings"]
    assert "game.lcr cannot be written" in warning
    assert warning.endswith("The game goes on without being recorded.")


def test_nothing_can_be_reported_where_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Nothing is recorded in this session"):
        session(None, tmp_path).wrong()
    keeper = Keeper(None, Recorder(SETUP), None, lambda sentence: None)
    with pytest.raises(StoreError, match="Nothing is recorded"):
        keeper.wrong("no folder")
    keeper._recorder.close()  # type: ignore[union-attr]  # it was given one


def test_this_was_wrong_can_be_said_while_the_game_goes_on(tmp_path: Path) -> None:
    recorder = Recorder(SETUP)
    table = Table(idle=0.1, recorder=recorder, data=tmp_path)
    table.start()
    try:
        table.lay("red_5")
        until(lambda: table.session.state()["top"] == "red_5")
        paths = [table.session.wrong(f"number {number}") for number in range(3)]
        table.lay("red_7", 1)
        until(lambda: table.session.state()["top"] == "red_7")
    finally:
        table.stop()
        recorder.close()
    assert len(set(paths)) == 3
    assert [read_recording(path).marks[-1].note for path in paths] == ["number 0", "number 1", "number 2"]
