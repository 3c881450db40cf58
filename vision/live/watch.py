"""Following a game from a source's name to the last sentence: what ``lastcard watch`` does."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

from engine.errors import EngineError
from engine.referee import Referee
from engine.rules import Rules
from vision.detect.detector import Detector, load_detector
from vision.errors import UsageError
from vision.frames.frame import Source
from vision.frames.open import open_source
from vision.frames.turn import Turn
from vision.live.close_up import check_apart
from vision.live.hub import Hub
from vision.live.printer import Printer
from vision.live.seating import Seating, described, saved_table
from vision.live.session import Session
from vision.store.events import EventStore
from vision.store.recorder import Recorder
from vision.store.setup import Setup
from vision.table.care import CameraCare
from vision.table.layout import TableLayout
from vision.table.observer import TableObserver
from vision.web.access import is_loopback, new_token
from vision.web.app import create_app
from vision.web.serve import WebServer

FROZEN_S = 1.8
"""Seconds of the very same picture after which a camera has gone."""


@dataclass(frozen=True, slots=True)
class Serving:
    """Where the pages are served. ``token``: None makes one where the address is open to other machines."""

    port: int
    host: str = "127.0.0.1"
    token: str | None = None

    def needed_token(self) -> str | None:
        """The token that pages must bring; None where none is needed."""
        if self.token is None and not is_loopback(self.host):
            return new_token()
        return self.token


def run_watch(
    source_spec: str,
    *,
    port: int | None = None,
    host: str = "127.0.0.1",
    token: str | None = None,
    rules: str = "official",
    names: Sequence[str] = (),
    seats: int | None = None,
    dealer: int = 0,
    auto_rounds: bool = False,
    log_path: Path | None = None,
    record: Path | None = None,
    table: str | None = None,
    turn: Turn | None = None,
    data: Path | None = None,
    close_up: str | None = None,
    model: Path | None = None,
    detector_for: Callable[[Source], Detector] | None = None,
    json_output: bool = False,
    stay: bool | None = None,
    note: Callable[[str], None] | None = None,
    out: TextIO | None = None,
    on_ready: Callable[[str], None] | None = None,
) -> int:
    """Follow the game that ``source_spec`` shows and return the exit code.

    ``port``: where to serve the pages, None for no pages. ``names`` name the seats clockwise from the bottom; without
    them there are ``seats`` (None: as many as the source says, else four). ``stay`` keeps the pages up after the source
    has ended, until a signal; None means that they stay where there are pages. ``record`` is a file to record into,
    ``table`` the name of a saved table below ``data``, the folder for Lastcard's own files, and ``turn`` puts the
    pictures upright. ``detector_for`` makes another detector for the source than that of ``model``.
    ``on_ready`` is called with the page's address, token and all, once it answers. Raises the project's errors for what
    cannot be opened, and at the end for a source that broke off.
    """
    printer = Printer(out or sys.stdout, sys.stderr if json_output else (out or sys.stdout), as_json=json_output)
    serving = None if port is None else Serving(port, host, token)
    with ExitStack() as stack:
        server = None if serving is None else stack.enter_context(_server(serving))
        source = open_source(source_spec, note=note or printer.remark)
        stack.callback(source.close)
        second = None if close_up is None else _second(close_up, source_spec, source, note or printer.remark)
        if second is not None:
            stack.callback(second.close)
        seating = Seating.of(source, names, seats, turn, saved_table(table, data))
        called = seating.plan.layout.names
        setup = _setup(rules, called, dealer=dealer, auto_rounds=auto_rounds, about=described(source, seating))
        referee = _referee(setup)
        recorder = None
        if record is not None or (data is not None and server is not None):
            recorder = Recorder(setup, record)
            stack.callback(recorder.close)
        store = None if log_path is None else EventStore(log_path, _about(source_spec, rules, called))
        if store is not None:
            stack.callback(store.close)
        session = Session(
            source,
            load_detector(model) if detector_for is None else detector_for(source),
            _observer(seating.plan.layout),
            referee,
            store,
            Hub(),
            names=called,
            report=printer.event,
            care=CameraCare(
                seating.plan.turn,
                frozen_after=FROZEN_S if _is_camera(source) else None,
                start=seating.picture,
                markers=seating.markers,
            ),
            recorder=recorder,
            data=data,
            plan=seating.plan,
            remake=_observer,
            close_up=second,
        )
        stack.callback(session.preview.close)
        if server is not None and serving is not None:
            address = _serve(server, serving, session)
            printer.remark(f"The page is at {address}")
            if on_ready is not None:
                on_ready(address)
        with _stopped_by_signals(session):
            session.run(stay=server is not None if stay is None else stay)
    if session.broken is not None:
        raise session.broken
    return 0


@contextmanager
def _server(serving: Serving) -> Iterator[WebServer]:
    server = WebServer(serving.host, serving.port)
    try:
        yield server
    finally:
        server.stop()


def _serve(server: WebServer, serving: Serving, session: Session) -> str:
    """Serve the session's pages; the address to open is returned."""
    token = serving.needed_token()
    server.start(create_app(session, token=token, host=serving.host), session.hub)
    return server.url if token is None else f"{server.url}?token={token}"


def _second(spec: str, first_spec: str, first: Source, note: Callable[[str], None]) -> Source:
    """The close-up camera. Raises ``SourceError``, and ``UsageError`` where it is the first one again."""
    if spec.strip() == first_spec.strip():
        check_apart(first, first)
    second = open_source(spec, note=note)
    try:
        check_apart(first, second)
    except UsageError:
        second.close()
        raise
    return second


def _observer(layout: TableLayout) -> TableObserver:
    """An observer that leaves the camera to the session's care."""
    return TableObserver(layout, frozen_after=None)


def _setup(rules: str, names: Sequence[str], **options: Any) -> Setup:
    try:
        return Setup(Rules.preset(rules), tuple(names), **options)
    except EngineError as error:
        raise UsageError(str(error)) from None


def _referee(setup: Setup) -> Referee:
    try:
        return setup.referee()
    except EngineError as error:
        raise UsageError(str(error)) from None


def _is_camera(source: Source) -> bool:
    """Whether the pictures carry a sensor's noise, so that a picture that never changes is a frozen one."""
    return source.live and not source.name.startswith("sim:")


def _about(source: str, rules: str, names: Sequence[str]) -> dict[str, Any]:
    return {"source": source, "rules": rules, "names": list(names)}


@contextmanager
def _stopped_by_signals(session: Session) -> Iterator[None]:
    """Interrupt and termination end the session in good order, where this thread may say so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001  # what a signal handler is given
        session.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
