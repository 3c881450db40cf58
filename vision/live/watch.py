"""Following a game from a source's name to the last sentence: what ``lastcard watch`` does."""

import json
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
from engine.events import Event, event_to_json
from engine.referee import Referee
from engine.rules import Rules
from vision.detect.detector import Detector, load_detector
from vision.errors import UsageError
from vision.frames.frame import Source
from vision.frames.open import open_source
from vision.live.hub import Hub
from vision.live.session import Session
from vision.store.events import EventStore
from vision.table.layout import TableLayout, seat_names
from vision.table.observer import TableObserver
from vision.web.access import is_loopback, new_token
from vision.web.app import create_app
from vision.web.serve import WebServer

DEFAULT_SEATS = 4


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


class Printer:
    """Writes every event as a sentence, or with ``as_json`` as one JSON object a line, and remarks beside them."""

    def __init__(self, out: TextIO, remarks: TextIO, *, as_json: bool) -> None:
        self._out = out
        self._remarks = remarks
        self._as_json = as_json

    def event(self, event: Event, sentence: str) -> None:
        """One event."""
        if self._as_json:
            line = json.dumps({**event_to_json(event), "sentence": sentence}, ensure_ascii=False)
        else:
            line = f"{int(event.t // 60):3d}:{event.t % 60:04.1f}  {sentence}"
        print(line, file=self._out, flush=True)  # this is where events are printed

    def remark(self, sentence: str) -> None:
        """Something for people that is no event."""
        print(sentence, file=self._remarks, flush=True)  # as above


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
    has ended, until a signal; None means that they stay where there are pages. ``detector_for`` makes another detector
    for the source than that of ``model``. ``on_ready`` is called with the page's address, token and all, once it
    answers. Raises the project's errors for what cannot be opened, and at the end for a source that broke off.
    """
    printer = Printer(out or sys.stdout, sys.stderr if json_output else (out or sys.stdout), as_json=json_output)
    serving = None if port is None else Serving(port, host, token)
    with ExitStack() as stack:
        server = None if serving is None else stack.enter_context(_server(serving))
        source = open_source(source_spec, note=note or printer.remark)
        stack.callback(source.close)
        called = tuple(names) or seat_names(seats or _seats_of(source))
        referee = _referee(rules, called, dealer=dealer, auto_rounds=auto_rounds)
        store = None if log_path is None else EventStore(log_path, _about(source_spec, rules, called))
        if store is not None:
            stack.callback(store.close)
        session = Session(
            source,
            load_detector(model) if detector_for is None else detector_for(source),
            TableObserver(_layout(called), frozen_after=1.8 if _is_camera(source) else None),
            referee,
            store,
            Hub(),
            names=called,
            report=printer.event,
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


def _referee(rules: str, names: Sequence[str], **options: Any) -> Referee:
    try:
        return Referee(Rules.preset(rules), names, **options)
    except EngineError as error:
        raise UsageError(str(error)) from None


def _layout(names: Sequence[str]) -> TableLayout:
    automatic = TableLayout.automatic(len(names))
    return TableLayout(automatic.angles, automatic.discard, automatic.draw, tuple(names))


def _seats_of(source: Source) -> int:
    """How many play at a simulated table; the usual number elsewhere."""
    spec = getattr(source, "spec", None)
    return int(getattr(spec, "seats", DEFAULT_SEATS))


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
