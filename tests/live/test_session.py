import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.commands import CallUno, CorrectCard, KeepCard, PlayCard, Undo
from engine.events import Event
from engine.observations import CardOnDiscard, HandInView, Observation
from engine.referee import Referee
from engine.rules import Rules
from tests.live.fakes import ListSource, PushSource, ScriptedDetector, ScriptedObserver, Table, frame, until
from vision.detect.detections import Detections
from vision.errors import SourceError, StoreError
from vision.frames.frame import Frame
from vision.live import feed as feeds
from vision.live.hub import Hub
from vision.live.jobs import MAX_PENDING
from vision.live.seams import SessionOver, TooManyCommands
from vision.live.session import Session
from vision.store.events import Entry, EventStore
from vision.store.reading import read_entries

NAMES = ("South", "West", "North", "East")


def referee() -> Referee:
    return Referee(Rules.preset("official"), NAMES)


def laid(t: float, label: str, seat: int | None = None) -> CardOnDiscard:
    return CardOnDiscard(t, Card.parse(label), seat)


class ByFrame:
    """Says what it is told to say about a frame, by number; and can spare the detector."""

    def __init__(self, script: dict[int, list[Observation]], needed: Callable[[Frame], bool] | None = None) -> None:
        self.script = script
        self.seen: list[int] = []
        self.found: list[int] = []
        if needed is not None:
            self.needs_detection = needed

    def update(self, frame: Frame, detections: Detections) -> list[Observation]:
        self.seen.append(frame.seq)
        self.found.append(len(detections))
        return self.script.get(frame.seq, [])


SCRIPT: dict[int, list[Observation]] = {
    1: [laid(0.1, "red_5")],
    3: [HandInView(0.3, True)],
    5: [HandInView(0.5, False), laid(0.5, "red_7", 1)],
    8: [laid(0.8, "blue_3", 2)],
}


def played(source: Any, observer: Any, **options: Any) -> tuple[Session, list[str]]:
    said: list[str] = []

    def report(event: Event, sentence: str) -> None:
        said.append(sentence)

    session = Session(source, ScriptedDetector(), observer, referee(), options.pop("store", None), Hub(), names=NAMES,
                      report=report, **options)  # fmt: skip
    session.run()
    return session, said


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table(idle=None)
    table.start()
    yield table
    table.stop()


def test_no_frame_of_a_file_is_dropped() -> None:
    observer = ByFrame({})
    played(ListSource([frame(seq) for seq in range(50)]), observer)
    assert observer.seen == list(range(50))


def test_the_same_inputs_give_the_same_events_and_a_replay_of_the_log_too(tmp_path: Path) -> None:
    runs = []
    for name in ("a.db", "b.db"):
        with EventStore(tmp_path / name) as store:
            runs.append(played(ListSource([frame(seq) for seq in range(10)]), ByFrame(SCRIPT), store=store)[1])
    assert runs[0] == runs[1]
    assert len(runs[0]) > 3
    entries = read_entries(tmp_path / "a.db")
    assert entries == read_entries(tmp_path / "b.db")
    again = referee()
    assert [again.handle(entry.item) for entry in entries] == [entry.events for entry in entries]


def test_the_state_holds_what_the_page_needs() -> None:
    session, said = played(ListSource([frame(seq) for seq in range(10)]), ByFrame(SCRIPT))
    state = session.state()
    assert state["top"] == "blue_3"
    assert state["camera"]["status"] == "ended"
    assert state["camera"]["message"] == "list has ended."
    assert state["camera"]["size"] == [64, 48]
    assert state["camera"]["frame"] == 9
    assert state["cards_in_view"] == []
    assert [line["text"] for line in state["log"]] == said
    assert len({line["id"] for line in state["log"]}) == len(said)


def test_cards_in_view_are_told_with_label_quad_and_confidence(table: Table) -> None:
    table.lay("red_5")
    until(lambda: table.session.state()["top"] == "red_5")
    (card,) = table.session.state()["cards_in_view"]
    assert card == {"label": "red_5", "quad": [[4, 4], [20, 4], [20, 30], [4, 30]], "confidence": pytest.approx(0.9)}


def test_the_detector_is_spared_where_nothing_moves() -> None:
    detector, hub = ScriptedDetector(), Hub()
    detector.labels = ["red_5"]
    observer = ByFrame({}, needed=lambda frame: frame.seq % 5 == 0)
    session = Session(ListSource([frame(seq) for seq in range(10)]), detector, observer, referee(), None, hub)
    session.run()
    assert detector.calls == 2
    assert observer.found == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert len(session.state()["cards_in_view"]) == 1


def test_a_live_source_is_followed_by_its_newest_frame() -> None:
    source, observer = PushSource(), ByFrame({})
    for _ in range(200):
        source.push()
    source.push(end=True)
    played(source, observer)
    assert observer.seen[-1] == 199
    assert observer.seen == sorted(set(observer.seen))


def test_events_and_states_reach_the_hub_in_order() -> None:
    hub = Hub()
    with hub.subscribe() as listener:
        Session(ListSource([frame(seq) for seq in range(10)]), ScriptedDetector(), ByFrame(SCRIPT), referee(), None,
                hub, names=NAMES).run()  # fmt: skip
        messages = listener.take()
    assert [message.kind for message in messages[-2:]] == ["state", "view"]
    assert {message.kind for message in messages[:-2]} == {"event"}
    assert messages[-2].data["top"] == "blue_3"
    assert all(message.data["sentence"] for message in messages[:-2])


def test_whoever_comes_later_is_never_shown_an_older_view_than_the_state() -> None:
    hub = Hub()
    source = ListSource([frame(seq) for seq in range(10)], SourceError("clip.mp4 breaks off."))
    Session(source, ScriptedDetector(), ByFrame(SCRIPT), referee(), None, hub, names=NAMES).run()
    with hub.subscribe() as listener:
        latest = {message.kind: message.data for message in listener.take()}
    assert latest["state"]["camera"] == latest["view"]["camera"]
    assert latest["view"]["camera"]["status"] == "lost"


def test_a_source_that_breaks_off_is_a_lost_camera_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    source = ListSource([frame(seq) for seq in range(10)], SourceError("clip.mp4 cannot be read after 10 pictures."))
    with EventStore(path) as store:
        session, said = played(source, ByFrame(SCRIPT), store=store)
    state = session.state()
    assert state["status"] == "camera_lost"
    assert state["camera"]["status"] == "lost"
    assert "clip.mp4 cannot be read after 10 pictures" in state["camera"]["message"]
    assert any("clip.mp4" in sentence for sentence in said)
    assert sum(len(entry.events) for entry in read_entries(path)) == len(said)
    assert source.closed


def test_an_unforeseen_error_of_a_source_is_told_in_a_sentence_too() -> None:
    session, said = played(ListSource([frame(0)], ZeroDivisionError("division by zero")), ByFrame({}))
    assert session.state()["status"] == "camera_lost"
    assert "ZeroDivisionError, division by zero" in said[-1]


def test_a_live_source_that_breaks_off_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = feeds.LiveFeed
    monkeypatch.setattr(feeds, "LiveFeed", lambda source, clock: made(source, clock, retry_s=0.02))
    table = Table()
    table.start()
    try:
        table.lay("red_5")
        until(lambda: table.session.state()["top"] == "red_5")
        table.source.push(SourceError("camera 0 gives no more pictures."))
        until(lambda: table.session.state()["status"] == "camera_lost")
        assert "camera 0 gives no more pictures" in table.session.state()["camera"]["message"]
        table.lay("red_7", 1)
        until(lambda: table.session.state()["top"] == "red_7")
        assert table.session.state()["camera"]["status"] == "running"
        kinds = [line["kind"] for line in table.session.state()["log"]]
        assert kinds.index("camera_lost") < kinds.index("camera_back")
    finally:
        table.stop()


def test_a_silent_live_source_is_a_lost_camera_until_it_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "SILENCE_S", 0.05)
    table = Table(idle=None)
    table.start()
    try:
        table.lay("red_5")
        until(lambda: table.session.state()["status"] == "camera_lost")
        assert "no picture comes" in table.session.state()["camera"]["message"]
        table.source.push()
        until(lambda: "camera_back" in [line["kind"] for line in table.session.state()["log"]])
    finally:
        table.stop()


def test_a_command_is_followed_and_its_outcome_told(table: Table) -> None:
    table.lay("wild", 1)
    table.lay("red_5")
    until(lambda: table.session.state()["top"] is not None)
    state_id = table.session.state()["state_id"]
    outcome = table.session.submit(Undo(0.0, based_on=state_id)).result(timeout=5)
    assert not outcome.refused
    assert outcome.state_id != state_id
    assert [event.kind for event in outcome.events] == ["undone"]
    assert outcome.sentences[0]


def test_a_command_gets_the_time_of_its_arrival(table: Table) -> None:
    table.source.push(Frame(0, 100.0, frame(0).image))
    until(lambda: table.session.state()["camera"]["t"] == 100.0)
    outcome = table.session.submit(CallUno(0.0, 1)).result(timeout=5)
    assert 100.0 <= outcome.events[0].t < 110.0


def test_a_command_that_comes_too_late_is_refused_and_changes_nothing(table: Table) -> None:
    table.lay("red_5")
    until(lambda: table.session.state()["top"] == "red_5")
    before = table.session.state()["state_id"]
    outcome = table.session.submit(Undo(0.0, based_on=before - 1)).result(timeout=5)
    assert outcome.refused
    assert outcome.stale
    assert outcome.state_id == before


def test_a_command_against_the_rules_is_refused_but_not_late(table: Table) -> None:
    outcome = table.session.submit(KeepCard(0.0)).result(timeout=5)
    assert outcome.refused
    assert not outcome.stale


def test_f31_a_correction_is_one_sentence_with_from_and_to(table: Table) -> None:
    table.lay("red_5")
    table.lay("red_6", 1)
    until(lambda: table.session.state()["top"] == "red_6")
    outcome = table.session.submit(CorrectCard(0.0, Card.parse("red_9"))).result(timeout=5)
    corrected = [event for event in outcome.events if event.kind == "corrected"]
    assert len(corrected) == 1
    sentence = outcome.sentences[outcome.events.index(corrected[0])].lower()
    assert "red 6" in sentence
    assert "red 9" in sentence


def test_commands_are_taken_while_a_live_source_is_silent(table: Table) -> None:
    started = time.monotonic()
    table.session.submit(PlayCard(0.0, Card.parse("red_5"))).result(timeout=5)
    assert time.monotonic() - started < 2.0
    assert table.session.state()["top"] == "red_5"


def test_commands_are_taken_after_the_end_of_the_source_as_long_as_the_session_stays(table: Table) -> None:
    table.source.push()
    table.source.push(end=True)
    until(lambda: table.session.state()["camera"]["status"] == "ended")
    assert not table.session.submit(PlayCard(0.0, Card.parse("red_5"))).result(timeout=5).refused


def test_a_session_that_is_over_takes_no_commands() -> None:
    session, _ = played(ListSource([]), ByFrame({}))
    with pytest.raises(SessionOver, match="over"):
        session.submit(Undo(0.0))


def test_commands_that_wait_when_the_session_ends_are_told_so() -> None:
    source = PushSource()
    session = Session(source, ScriptedDetector(), ScriptedObserver(), referee(), None, Hub())
    waiting = [session.submit(Undo(0.0)) for _ in range(MAX_PENDING)]
    with pytest.raises(TooManyCommands, match="64 commands are waiting"):
        session.submit(Undo(0.0))
    session.stop()
    source.push(end=True)
    session.run()
    assert all(isinstance(future.exception(timeout=1), SessionOver) for future in waiting)


def test_a_command_given_up_by_its_sender_is_not_followed() -> None:
    source = ListSource([frame(0)])
    session = Session(source, ScriptedDetector(), ScriptedObserver(), referee(), None, Hub())
    assert session.submit(PlayCard(0.0, Card.parse("red_5"))).cancel()
    session.run()
    assert session.state()["top"] is None


class FullDisk:
    def append(self, entries: Sequence[Entry]) -> None:
        raise StoreError("The event log game.db cannot be written (database or disk is full).")


def test_a_log_that_cannot_be_written_is_told_and_the_game_goes_on() -> None:
    session, said = played(ListSource([frame(seq) for seq in range(10)]), ByFrame(SCRIPT), store=FullDisk())
    assert session.state()["top"] == "blue_3"
    (warning,) = session.state()["warnings"]
    assert "disk is full" in warning
    assert said


def test_a_broken_detector_is_no_lost_camera_but_an_error() -> None:
    class Broken:
        def detect(self, image: Any) -> Detections:
            raise ValueError("weights are NaN")

    source = ListSource([frame(0)])
    session = Session(source, Broken(), ScriptedObserver(), referee(), None, Hub())
    with pytest.raises(ValueError, match="NaN"):
        session.run()
    assert source.closed


def test_stop_ends_a_session_that_stays(table: Table) -> None:
    table.stop()
    with pytest.raises(SessionOver):
        table.session.submit(Undo(0.0))
