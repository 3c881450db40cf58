"""The running session: one thread takes frames and commands in turn and tells everybody what came of them.

camera → detections → observations → referee → log → hub. People's commands enter the same stream, each before the next
frame, so that the log, played again, gives the same events.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from engine.commands import Command
from engine.describe import describe
from engine.events import Event, event_to_json
from engine.observations import CameraBack, CameraLost, Observation
from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.detect.second_look import for_video
from vision.errors import LastcardError, SourceError, StoreError
from vision.frames.frame import Frame, Source
from vision.live.board import Board
from vision.live.feed import Feed, SourceOver, open_feed
from vision.live.hub import Hub
from vision.live.preview import Preview
from vision.store.events import Entry

MAX_PENDING: Final = 64
VIEW_EVERY_S: Final = 0.12
_WAIT_S: Final = 0.25


class Observer(Protocol):
    """Makes observations out of detections.

    It may have ``needs_detection(frame) -> bool`` to spare the detector, and gets no detections where it says no.
    """

    def update(self, frame: Frame, detections: Detections) -> list[Observation]:
        """What ``frame`` tells; called once a frame, in order."""
        ...


class RefereeLike(Protocol):
    """Takes observations and commands, gives events."""

    def handle(self, item: Observation | Command) -> tuple[Event, ...]:
        """What follows from ``item``."""
        ...

    def snapshot(self) -> dict[str, Any]:
        """The public state."""
        ...


class Log(Protocol):
    """Where items and events are kept."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep ``entries``; they are safe when this returns. Raises ``StoreError``."""
        ...


class TooManyCommands(LastcardError):
    """More commands wait than anybody could have meant."""


class SessionOver(LastcardError):
    """The session takes no more commands."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a command: its events with their sentences, the state id after it, and whether it came too late."""

    events: tuple[Event, ...]
    sentences: tuple[str, ...]
    state_id: int
    refused: bool
    stale: bool


_Pending = tuple[Command, "Future[Outcome]"]


class Session:
    """``run`` in one thread; ``submit``, ``state`` and ``stop`` from any.

    ``names`` are the seats' names for sentences; ``report`` is called, in the session's thread, with every event and
    its sentence. ``broken`` is what the source broke off with, None where it did not.
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
    ) -> None:
        self.hub = hub
        self.broken: LastcardError | None = None
        self.preview = preview or Preview()
        self._source = source
        self._detector = for_video(detector)
        self._observer = observer
        self._needs_detection: Callable[[Frame], bool] | None = getattr(observer, "needs_detection", None)
        self._referee = referee
        self._store = store
        self._names = tuple(names)
        self._report = report
        self._clock = clock
        self._board = Board(source.name, live=source.live, clock=clock)
        self._shown = Detections.empty()
        self._commands: queue.Queue[_Pending] = queue.Queue(MAX_PENDING)
        self._stopping = threading.Event()
        self._over = threading.Event()
        self._feed: Feed | None = None
        self._lost = False
        self._time = (0.0, clock())
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
                self._take_commands(wait=_WAIT_S)
        finally:
            self._over.set()
            self._refuse_waiting()

    def stop(self) -> None:
        """Make ``run`` return soon; harmless at any time."""
        self._stopping.set()
        feed = self._feed
        if feed is not None:
            feed.wake()

    def submit(self, command: Command) -> "Future[Outcome]":
        """Queue ``command``; it is dealt with before the next frame and gets that moment as its time.

        Raises ``TooManyCommands``, ``SessionOver``.
        """
        done: Future[Outcome] = Future()
        if self._over.is_set():
            raise SessionOver("The session is over and takes no more commands; start it anew.")
        try:
            self._commands.put_nowait((command, done))
        except queue.Full:
            raise TooManyCommands(f"{MAX_PENDING} commands are waiting already; try again in a moment.") from None
        feed = self._feed
        if feed is not None:
            feed.wake()
        if self._over.is_set():
            self._refuse_waiting()
        return done

    def state(self) -> dict[str, Any]:
        """What every page shows: the referee's snapshot, ``camera``, ``cards_in_view``, ``log``, ``warnings``."""
        return {**self._state, **self._view}

    def _follow(self) -> None:
        self._feed = feed = open_feed(self._source, self._clock)
        try:
            while not self._stopping.is_set():
                self._take_commands()
                frame = feed.take(_WAIT_S)
                if frame is not None:
                    self._on_frame(frame)
                elif not self._lost and (reason := feed.trouble()) is not None:
                    self._lose_camera(reason)
        except SourceOver as over:
            self._on_end(over.__cause__)
        finally:
            feed.close()

    def _on_frame(self, frame: Frame) -> None:
        self._time = (frame.t, self._clock())
        if self._lost:
            self._lost = False
            self._handle([CameraBack(frame.t)])
        self.preview.offer(frame)
        found = Detections.empty()
        if self._needs_detection is None or self._needs_detection(frame):
            found = self._shown = self._detector.detect(frame.image)
        observations = self._observer.update(frame, found)
        self._board.saw(frame, self._shown)
        self._handle(observations)
        self._publish_view()

    def _on_end(self, cause: BaseException | None) -> None:
        if cause is None:
            self._board.camera("ended", f"{self._source.name} has ended.")
        else:
            self.broken = cause if isinstance(cause, LastcardError) else SourceError(f"{_phrase(cause)}.")
            self._lose_camera(_phrase(cause))
        self._publish_state()

    def _lose_camera(self, reason: str) -> None:
        self._lost = True
        self._board.camera("lost", f"The camera is lost: {reason}.")
        self._handle([CameraLost(self._now(), reason)])
        self._publish_state()

    def _now(self) -> float:
        """The source's clock: that of the last frame, and for a live source what has passed since."""
        t, at = self._time
        return t + (self._clock() - at) if self._source.live else t

    def _take_commands(self, wait: float = 0.0) -> None:
        try:
            pending = self._commands.get(timeout=wait) if wait else self._commands.get_nowait()
            while True:
                self._on_command(*pending)
                pending = self._commands.get_nowait()
        except queue.Empty:
            return

    def _on_command(self, command: Command, done: "Future[Outcome]") -> None:
        if not done.set_running_or_notify_cancel():
            return
        before = int(self._referee.snapshot().get("state_id", 0))
        (said,) = self._handle([replace(command, t=self._now())])
        refused = any(event.kind == "command_refused" for event, _ in said)
        outcome = Outcome(
            events=tuple(event for event, _ in said),
            sentences=tuple(sentence for _, sentence in said),
            state_id=int(self._referee.snapshot().get("state_id", 0)),
            refused=refused,
            stale=refused and command.based_on is not None and command.based_on != before,
        )
        done.set_result(outcome)

    def _handle(self, items: Sequence[Observation | Command]) -> list[list[tuple[Event, str]]]:
        entries = [Entry(item, tuple(self._referee.handle(item))) for item in items]
        self._keep(entries)
        said = [[(event, describe(event, self._names)) for event in entry.events] for entry in entries]
        for answers in said:
            for event, sentence in answers:
                self._tell(event, sentence)
        if entries:
            self._publish_state()
        return said

    def _keep(self, entries: Sequence[Entry]) -> None:
        if self._store is None or not entries:
            return
        try:
            self._store.append(entries)
        except StoreError as error:
            self._store = None
            self._board.warn(f"{error} The game goes on without being recorded.")

    def _tell(self, event: Event, sentence: str) -> None:
        body = {**event_to_json(event), "sentence": sentence}
        number = self.hub.publish("event", body)
        self._board.said({"id": number, "t": event.t, "kind": event.kind, "text": sentence})
        if self._report is not None:
            self._report(event, sentence)

    def _publish_state(self) -> None:
        self._view = self._board.view()
        self._state = self._board.state(self._referee.snapshot())
        self.hub.publish_latest("state", self._state)

    def _publish_view(self) -> None:
        self._view = self._board.view()
        now = self._clock()
        if now - self._view_at >= VIEW_EVERY_S:
            self._view_at = now
            self.hub.publish_latest("view", self._view)

    def _refuse_waiting(self) -> None:
        while True:
            try:
                _, done = self._commands.get_nowait()
            except queue.Empty:
                return
            done.set_exception(SessionOver("The session ended before the command was dealt with."))


def _phrase(cause: BaseException) -> str:
    """What broke a source, to stand after a colon: our own sentences as they are, others with their kind."""
    told = str(cause) if isinstance(cause, LastcardError) else f"{type(cause).__name__}, {cause}"
    return told.rstrip(". ,")
