"""A small recorded game with the real referee, and pictures that differ."""

from pathlib import Path

import numpy as np

from engine.cards import Card, Colour
from engine.commands import CallUno, Command, NameColour
from engine.observations import CardOnDiscard, CardsDrawn, HandInView, Observation
from engine.rules import Rules
from vision.frames.frame import Frame, Image
from vision.store.events import Entry
from vision.store.recorder import Recorder
from vision.store.setup import Setup

NAMES = ("Ann", "Bö", "Cy")
SETUP = Setup(Rules.preset("stack300"), NAMES, dealer=1, about={"source": "sim:", "live": True})
ITEMS: tuple[Observation | Command, ...] = (
    CardOnDiscard(1.0, Card.parse("red_5")),
    HandInView(2.0, True),
    CardOnDiscard(3.0, Card.parse("red_9"), 2, 0.9, 0.8, ((Card.parse("red_6"), 0.1),)),
    CardOnDiscard(5.0, Card.parse("blue_3"), 0),
    CardsDrawn(7.0, 1, 2),
    CallUno(8.0, 2),
    CardOnDiscard(9.0, Card.parse("wild"), 1),
    NameColour(10.0, Colour.GREEN),
)


def picture(number: int, size: tuple[int, int] = (64, 48)) -> Image:
    return np.random.default_rng(number).integers(0, 255, (size[1], size[0], 3)).astype(np.uint8)


def record(path: Path | None, *, pictures: bool = True, close: bool = True, **options: int) -> Recorder:
    """Play ``ITEMS`` and record them, ten pictures a second."""
    recorder = Recorder(SETUP, path, **options)
    referee = SETUP.referee()
    seq = 0
    for item in ITEMS:
        while pictures and seq / 10 <= item.t:
            frame = Frame(seq, seq / 10, picture(seq))
            recorder.saw(frame, lambda: {"cards": [], "table": {"top": None}})
            seq += 1
        recorder.append([Entry(item, referee.handle(item))])
    if close:
        recorder.close()
    return recorder
