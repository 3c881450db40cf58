"""The running session: one thread takes frames and commands in turn and tells everybody what came of them.

camera → care → detections → observations → referee → log → hub. People's commands enter the same stream, each before
the next frame, so that the log, played again, gives the same events.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.commands import Command
from engine.describe import describe
from engine.events import Event, event_to_json
from engine.observations import CameraLost, Observation
from engine.sight import Sight
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.detect.second_look import for_video
from vision.errors import LastcardError, SourceError
from vision.frames.frame import Frame, Source
from vision.live.board import Board, cards_json
from vision.live.close_up import CloseUp
from vision.live.eye import Eye
from vision.live.feed import Feed, SourceOver, open_feed
from vision.live.hub import Hub
from vision.live.jobs import Jobs
from vision.live.keeper import Keeper
from vision.live.preview import Preview
from vision.live.rates import Rates
from vision.live.seams import Log, Observer, Outcome, RefereeLike
from vision.live.table import TableDesk, TablePlan
from vision.live.timeline import Timeline
from vision.store.events import Entry
from vision.store.recorder import Recorder
from vision.table.calibration_files import TableFolder
from vision.table.care import CameraCare, Look
from vision.table.layout import TableLayout

VIEW_EVERY_S: Final = 0.12
_WAIT_S: Final = 0.25


class Session:
    """``run`` in one thread; everything else from any.

    ``names`` are the seats' names for sentences; ``report`` is called, in the session's thread, with every event and
    its sentence. ``care`` looks after the camera, ``recorder`` keeps pictures and all that the referee was told, and
    ``data`` is the folder for reported mistakes and saved tables; without them there is none of it. ``close_up`` is a
    second camera that looks at the discard pile from near. ``plan`` and ``remake`` let the table be set up while the
    session runs. ``broken`` is what the source broke off with, None where it did not.
    """

    def __init__(
        self,
        source: Source,
        detector: Detector,
        observer: Observer,
        referee: RefereeLike,
        store: Log | None,
        hub: Hub,
        *,
        names: Sequence[str] = (),
        preview: Preview | None = None,
        report: Callable[[Event, str], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        care: CameraCare | None = None,
        recorder: Recorder | None = None,
        data: Path | None = None,
        plan: TablePlan | None = None,
        remake: Callable[[TableLayout], Observer] | None = None,
        close_up: Source | None = None,
    ) -> None:
        self.hub = hub
        self.broken: LastcardError | None = None
        self.preview = preview or Preview()
        self._source = source
        self._detector = for_video(detector)
        self._desk = TableDesk(observer, plan, remake, None if data is None else TableFolder(data))
        self._referee = referee
        self._names = tuple(names)
        self._report = report
        self._clock = clock
        self._board = Board(source.name, live=source.live, clock=clock)
        self._keeper = Keeper(store, recorder, None if data is None else data / "wrong", self._board.warn)
        self._care = care
        self._close_up = None if close_up is None else CloseUp(close_up, detector, self._warn)
        self._eye = Eye()
        self._rates = Rates(clock)
        self._timeline = Timeline(live=source.live)
        self._shown = Detections.empty()
        self._jobs = Jobs(self._wake)
        self._stopping = threading.Event()
        self._feed: Feed | None = None
        self._time: tuple[float, float | None] = (0.0, None)
        self._view_at = 0.0
        self._view = self._board.view()
        self._state = self._board.state(referee.snapshot())

    def run(self, *, stay: bool = False) -> None:
        """Follow the source to its end or until ``stop``; with ``stay`` go on taking commands after its end.

        A source that breaks off is told as a lost camera, and what was recorded stays. Whatever else goes wrong
        (a damaged model, say) is raised.
        """
        try:
            self._publish_state()
            self._follow()
            while stay and not self._stopping.is_set():
                self._jobs.do(_WAIT_S)
        finally:
            self._jobs.close()
            if self._close_up is not None:
                self._close_up.close()

    def stop(self) -> None:
        """Make ``run`` return soon; harmless at any time."""
        self._stopping.set()
        self._wake()

    def submit(self, command: Command) -> "Future[Outcome]":
        """Queue ``command``; it is dealt with before the next frame and gets that moment as its time.

        Raises ``TooManyCommands``, ``SessionOver``.
        """
        return self._jobs.put(lambda: self._obey(command))

    def set_table(self, plan: TablePlan) -> "Future[None]":
        """Queue another set-up of the table; the future raises ``CalibrationError`` where it cannot be right.

        Raises ``TooManyCommands``, ``SessionOver``.
        """
        return self._jobs.put(lambda: self._set_table(plan))

    def table(self) -> "Future[dict[str, Any] | None]":
        """Queue the question how the table lies; see ``TableDesk.to_json``. Raises as ``submit``."""
        return self._jobs.put(self._desk.to_json)

    def wrong(self, note: str = "") -> Path:
        """Pack the log so far and the last half minute of pictures into a file, whose place is returned.

        Raises ``StoreError`` where that cannot be written, or nothing is kept in this session.
        """
        return self._keeper.wrong(note)

    def state(self) -> dict[str, Any]:
        """What every page shows: the referee's snapshot, ``camera``, ``cards_in_view``, ``log``, ``warnings``."""
        return {**self._state, **self._view}

    def _wake(self) -> None:
        feed = self._feed
        if feed is not None:
            feed.wake()

    def _follow(self) -> None:
        self._feed = feed = open_feed(self._source, self._clock)
        try:
            while not self._stopping.is_set():
                self._jobs.do()
                frame = feed.take(_WAIT_S)
                if frame is not None:
                    self._on_frame(frame, feed.came)
                elif self._eye.lost is None and (reason := feed.trouble()) is not None:
                    self._rates.again()
                    self._handle(self._eye.see(self._now(), reason))
        except SourceOver as over:
            self._on_end(over.__cause__)
        finally:
            feed.close()

    def _on_frame(self, given: Frame, came: int) -> None:
        frame, jumped = self._timeline.follow(given, expected=self._eye.lost is not None)
        self._time = (frame.t, self._clock())
        look = Look(frame) if self._care is None else self._look(self._care, frame)
        news = (*look.news, Sight.SKIPPED) if jumped else look.news
        poor = self._rates.took(came) if self._care is not None and self._source.live else frozenset()
        self._handle(self._eye.see(frame.t, look.lost, look.poor | poor, news))
        self.preview.offer(look.frame)
        self._desk.saw(look.frame.image)
        if look.sure:
            self._observe(look.frame)
        self._board.saw(look.frame, self._shown)
        self._keeper.saw(look.frame, self._seen)
        self._publish_view()

    def _look(self, care: CameraCare, frame: Frame) -> Look:
        look = care.look(frame)
        if not (look.stale and self._desk.learns):
            return look
        care.accept()
        self._desk.begin_anew()
        return replace(look, sure=False, lost=None, news=(*look.news, Sight.ANEW), stale=False)

    def _observe(self, frame: Frame) -> None:
        found = Detections.empty()
        needed: Callable[[Frame], bool] | None = getattr(self._desk.observer, "needs_detection", None)
        if needed is None or needed(frame):
            found = self._shown = self._detector.detect(frame.image)
        observations = self._desk.observer.update(frame, found)
        if self._close_up is not None:
            self._close_up.follow(frame.t)
            observations = self._close_up.sharpened(observations, frame.t)
        self._handle(self._desk.news(observations, self._state.get("top")))

    def _seen(self) -> dict[str, Any]:
        return {"cards": cards_json(self._shown), "table": getattr(self._desk.observer, "debug", {})}

    def _on_end(self, cause: BaseException | None) -> None:
        if cause is None:
            self._board.camera("ended", f"{self._source.name} has ended.")
        else:
            self.broken = cause if isinstance(cause, LastcardError) else SourceError(f"{_phrase(cause)}.")
            self._handle([CameraLost(self._now(), _phrase(cause))])
        self._publish_state()

    def _now(self) -> float:
        """The source's clock: that of the last frame, and for a live source what has passed since."""
        t, at = self._time
        return t if at is None or not self._source.live else t + (self._clock() - at)

    def _set_table(self, plan: TablePlan) -> None:
        self._desk.change(plan)
        if self._care is not None:
            self._care.accept(plan.turn)
        self._handle(self._eye.see(self._now(), None))

    def _obey(self, command: Command) -> Outcome:
        before = int(self._referee.snapshot().get("state_id", 0))
        (said,) = self._handle([replace(command, t=self._now())])
        refused = any(event.kind == "command_refused" for event, _ in said)
        return Outcome(
            events=tuple(event for event, _ in said),
            sentences=tuple(sentence for _, sentence in said),
            state_id=int(self._referee.snapshot().get("state_id", 0)),
            refused=refused,
            stale=refused and command.based_on is not None and command.based_on != before,
        )

    def _handle(self, items: Sequence[Observation | Command]) -> list[list[tuple[Event, str]]]:
        entries = [Entry(item, tuple(self._referee.handle(item))) for item in items]
        self._keeper.append(entries)
        said = [[(event, describe(event, self._names)) for event in entry.events] for entry in entries]
        for answers in said:
            for event, sentence in answers:
                self._tell(event, sentence)
        if entries:
            self._publish_state()
        return said

    def _tell(self, event: Event, sentence: str) -> None:
        body = {**event_to_json(event), "sentence": sentence}
        number = self.hub.publish("event", body)
        self._board.said({"id": number, "t": event.t, "kind": event.kind, "text": sentence})
        self._board.camera_event(event, sentence)
        if self._report is not None:
            self._report(event, sentence)

    def _warn(self, sentence: str) -> None:
        """Something apart from the game is wrong, and every page should show it now."""
        self._board.warn(sentence)
        self._publish_state()

    def _publish_state(self) -> None:
        self._view = self._board.view()
        self._state = self._board.state(self._referee.snapshot())
        self.hub.publish_latest("state", self._state)
        self.hub.publish_latest("view", self._view)  # whoever comes now must not see an older one beside it

    def _publish_view(self) -> None:
        self._view = self._board.view()
        now = self._clock()
        if now - self._view_at >= VIEW_EVERY_S:
            self._view_at = now
            self.hub.publish_latest("view", self._view)


def _phrase(cause: BaseException) -> str:
    """What broke a source, to stand after a colon: our own sentences as they are, others with their kind."""
    told = str(cause) if isinstance(cause, LastcardError) else f"{type(cause).__name__}, {cause}"
    return told.rstrip(". ,")
