"""Learning a deck before a camera: one card after the other, by what the terminal says or on a page."""

import queue
import sys
import threading
import time
from typing import Final, TextIO

import typer

from vision.commands.deck_learn import Learning
from vision.detect.decks_guide import WORDS, Guide
from vision.detect.decks_lesson import Lesson
from vision.detect.decks_still import Look
from vision.errors import SourceError
from vision.frames.frame import Frame
from vision.frames.open import open_source
from vision.live.feed import Feed, SourceOver, open_feed

EVERY_S: Final = 0.15
"""How often a card is looked for, in seconds of the source."""

_WAIT_S: Final = 0.25
_QUIT: Final = ("q", "quit", "exit")


class Typed:
    """The lines that are typed, without waiting for them."""

    def __init__(self, stream: TextIO) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(stream,), name="typed", daemon=True).start()

    def _read(self, stream: TextIO) -> None:
        try:
            for line in stream:
                self._lines.put(line.strip())
        except (OSError, ValueError):
            return  # nobody types here

    def take(self) -> list[str]:
        """What was typed since the last call."""
        lines = []
        while not self._lines.empty():
            lines.append(self._lines.get())
        return lines


def learn_from_frames(spec: str, learning: Learning) -> None:
    """Ask for every card in turn and take each from the frames of ``spec``. Raises the project's errors."""
    lesson = Lesson(learning.deck, learning.keep)
    if lesson.asked is None:
        learning.told.trouble(f"{lesson.request()} Type a card such as red 5 to show it again, or quit.")
    source = open_source(spec, note=learning.told.trouble)
    feed = open_feed(source, time.monotonic)
    try:
        _Session(learning, Guide(lesson, learning.spotter), feed, Typed(sys.stdin), source.name).run()
    finally:
        feed.close()


class _Session:
    """One sitting; everything that is said goes to stderr, what is taken to stdout."""

    def __init__(self, learning: Learning, guide: Guide, feed: Feed, typed: Typed, source: str) -> None:
        self._learning = learning
        self._guide = guide
        self._feed = feed
        self._typed = typed
        self._source = source
        self._said = ""
        self._looked = -EVERY_S

    def run(self) -> None:
        """Go on until the deck is whole, the source ends, or a person quits."""
        self._say(f"Show one card at a time. Type {', '.join(WORDS)}, a card such as red 5, or quit.")
        asked_for_more = self._guide.lesson.asked is None
        self._ask()
        while asked_for_more or self._guide.lesson.asked is not None:
            for word in self._typed.take():
                if word.casefold() in _QUIT:
                    self._say("Stopped; the same command goes on another time.")
                    return
                if word:
                    self._say(self._guide.hear(word))
                    self._ask()
                    asked_for_more = asked_for_more and self._guide.lesson.asked is None
            try:
                frame = self._feed.take(_WAIT_S)
            except SourceOver as over:
                self._end(over.__cause__)
                return
            if frame is None:
                self._hint(self._feed.trouble() or "")
            elif frame.t - self._looked >= EVERY_S:
                self._look(frame)

    def _look(self, frame: Frame) -> None:
        self._looked = frame.t
        glance = self._guide.look(frame.t, frame.image)
        if glance.taken is not None and glance.card is not None:
            self._learning.told.taken(glance.taken, f"{frame.t:.1f} s", glance.card.label)
            self._ask()
        elif glance.look in (Look.SEVERAL, Look.SAME):
            self._hint(glance.sentence)

    def _end(self, cause: BaseException | None) -> None:
        if cause is not None:
            raise cause if isinstance(cause, SourceError) else SourceError(f"{self._source} broke off: {cause}.")
        self._say(f"{self._source} has ended; {self._guide.lesson.progress.as_text()}.")

    def _ask(self) -> None:
        lesson = self._guide.lesson
        self._say(lesson.request() if lesson.asked is None else f"{lesson.request()} {lesson.progress.as_text()}.")

    def _say(self, sentence: str) -> None:
        self._said = sentence
        typer.echo(sentence, err=True)

    def _hint(self, sentence: str) -> None:
        """Say what is wrong once, not with every look."""
        if sentence and sentence != self._said:
            self._say(sentence)


def learn_by_page(spec: str | None, learning: Learning, *, port: int, host: str) -> None:
    """Serve the guided page until it is done or interrupted; ``spec`` None is for photos alone. Raises the project's
    errors."""
    from vision.commands.deck_page import serve_page

    serve_page(spec, learning, port=port, host=host)
