"""Whole games from pixels to sentences: a simulated table, a detector, the observer and the referee in a session."""

import random
from typing import Any

import pytest

from engine.events import Event, event_to_json
from engine.referee import Referee
from engine.rules import Rules
from vision.bench.compare import compare
from vision.detect.detector import Detector, load_detector
from vision.frames.simulated import SimulatedSource, open_simulated
from vision.live.hub import Hub
from vision.live.session import Session
from vision.synth.game.oracle import SimulatedDetector
from vision.table.layout import TableLayout, seat_names
from vision.table.observer import TableObserver

TROUBLE = ("illegal_play", "illegal_draw", "out_of_step", "camera_lost")
"""Kinds of event that a game by the rules, seen rightly, never gives."""


def follow(source: SimulatedSource, detector: Detector) -> list[dict[str, Any]]:
    """Every event of the referee while the session plays ``source`` to its end, as JSON objects."""
    seats = source.spec.seats
    told: list[dict[str, Any]] = []

    def report(event: Event, sentence: str) -> None:
        assert sentence
        told.append(event_to_json(event))

    session = Session(
        source,
        detector,
        TableObserver(TableLayout.automatic(seats)),
        Referee(Rules.preset("official"), seat_names(seats)),
        None,
        Hub(),
        names=seat_names(seats),
        report=report,
    )
    session.run()
    session.preview.close()
    assert session.broken is None
    return told


def deeds(rows: list[dict[str, Any]], start: str, play: str) -> list[tuple[str, int | None]]:
    """Cards laid, in order, with their seats (nobody in particular for the start card)."""
    return [
        (str(row["card"]), None if row["kind"] == start else row["seat"])
        for row in rows
        if row["kind"] in (start, play)
    ]


def assert_followed(source: SimulatedSource, told: list[dict[str, Any]]) -> None:
    """Every card laid was told once, with face and seat and in order, every draw with its seat, and nothing besides."""
    assert deeds(told, "start_card", "card_played") == deeds(source.truth, "start", "play")
    figures = compare(source.truth, told)
    assert figures.perfect, figures.as_text()
    assert not [event for event in told if event["kind"] in TROUBLE]


@pytest.mark.timeout(400)
def test_a_short_game_is_followed_by_the_shipped_model() -> None:
    source = open_simulated("sim:easy?turns=6&seed=7")
    assert_followed(source, follow(source, load_detector()))


def test_a_game_is_followed_through_flipped_labels_and_misses() -> None:
    source = open_simulated("sim:easy?turns=10&size=640x360&fps=12&seed=2&seats=3")
    detector = SimulatedDetector(source, flips=0.06, misses=0.06, jitter=0.6, seed=2)
    assert_followed(source, follow(source, detector))


def test_the_same_table_tells_the_same_events() -> None:
    def once() -> list[dict[str, Any]]:
        source = open_simulated("sim:easy?turns=2&size=640x360&fps=8&seed=5&seats=2")
        return follow(source, SimulatedDetector(source, flips=0.1, misses=0.1, jitter=0.6, seed=5))

    assert once() == once()


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_longer_games_are_followed_nearly_whole_by_the_shipped_model(seed: int) -> None:
    seats = random.Random(seed).choice((3, 4, 5))
    source = open_simulated(f"sim:easy?turns=20&seed={seed}&seats={seats}")
    figures = compare(source.truth, follow(source, load_detector()))
    assert figures.right >= 0.95 * figures.laid, figures.as_text()
    assert figures.told - figures.right <= 2, figures.as_text()
