"""Serves the page that guides through a deck, with the frames of a camera where one is given."""

import signal
import threading
import time
from collections.abc import Callable

import typer

from vision.commands.deck_learn import Learning
from vision.detect.decks_guide import Guide
from vision.detect.decks_lesson import Lesson
from vision.frames.open import open_source
from vision.live.feed import Feed, SourceOver, open_feed
from vision.live.hub import Hub
from vision.web.access import is_loopback, new_token
from vision.web.deck_app import create_deck_app
from vision.web.deck_desk import DeckDesk
from vision.web.serve import WebServer

LAST_LOOK_S = 2.0
"""How long the page is still served when the deck is learnt, so that it can show that."""


def serve_page(spec: str | None, learning: Learning, *, port: int, host: str) -> None:
    """Guide through the deck on a page until it is learnt or somebody interrupts. ``spec``: camera, video or stream;
    None for photos alone. Raises the project's errors."""
    guide = Guide(Lesson(learning.deck, learning.keep), learning.spotter)
    desk = DeckDesk(guide, learning.spotter, _fitting(learning))
    server = WebServer(host, port)
    ended = threading.Event()
    before = signal.signal(signal.SIGTERM, lambda *_: ended.set())
    try:
        token = None if is_loopback(host) else new_token()
        source = None if spec is None else open_source(spec, note=desk.say)
        server.start(create_deck_app(desk, token=token, host=host), Hub())
        typer.echo(f"The page is at {server.url}{'' if token is None else f'?token={token}'}", err=True)
        if source is not None:
            desk.camera = source.name
            feed = open_feed(source, time.monotonic)
            threading.Thread(target=_watch, args=(feed, desk, ended), name="deck", daemon=True).start()
        while not (desk.done.wait(0.2) or ended.is_set()):
            pass
        if desk.done.is_set():
            time.sleep(LAST_LOOK_S)
    finally:
        ended.set()
        signal.signal(signal.SIGTERM, before)
        desk.preview.close()
        server.stop()


def _watch(feed: Feed, desk: DeckDesk, ended: threading.Event) -> None:
    """Hand the frames of a feed to the desk until it is over."""
    lost = False
    try:
        while not ended.is_set():
            frame = feed.take(0.25)
            trouble = feed.trouble()
            if frame is not None:
                desk.frame(frame)
            elif trouble is not None and not lost:
                desk.say(f"The camera is lost: {trouble}.")
            lost = frame is None and trouble is not None
    except SourceOver as over:
        desk.say(f"{desk.camera} has ended." if over.__cause__ is None else f"The camera is lost: {over.__cause__}")
        desk.camera = None
    finally:
        feed.close()


def _fitting(learning: Learning) -> Callable[[Callable[[float], None]], None]:
    def fit(tell: Callable[[float], None]) -> None:
        rounds, done = max(1, learning.rounds()), 0

        def step() -> None:
            nonlocal done
            done += 1
            tell(min(done / rounds, 0.99))

        learning.finish(step)

    return fit
