"""Two cameras on one table: the close-up helps where the whole view cannot read a card, and never costs the game."""

from typing import Any

import numpy as np
import pytest

from engine.cards import LABELS, Card
from engine.observations import CardOnDiscard, HandInView
from engine.referee import Referee
from engine.rules import Rules
from tests.live.fakes import ListSource, PushSource, Table, frame, until
from vision.detect.detections import Detections
from vision.errors import SourceError, UsageError
from vision.frames.frame import Frame, Image
from vision.live.close_up import CloseUp, agreed, check_apart, top_card
from vision.live.hub import Hub
from vision.live.session import Session

RED_6, RED_9 = Card.parse("red_6"), Card.parse("red_9")


def card_at(x: float, y: float, size: float) -> list[list[float]]:
    return [[x - size, y - size], [x + size, y - size], [x + size, y + size], [x - size, y + size]]


class Reads:
    """Reads the same cards in every picture; counts."""

    def __init__(self, *cards: tuple[str, float, tuple[float, float, float]]) -> None:
        self.cards = cards
        self.calls = 0

    def detect(self, image: Image) -> Detections:
        self.calls += 1
        quads = [card_at(*place) for _, _, place in self.cards]
        labels = [LABELS.index(label) for label, _, _ in self.cards]
        return Detections.of(quads, labels, [sure for _, sure, _ in self.cards])


NINE = ("red_9", 0.95, (32.0, 24.0, 10.0))


def unsure(t: float, confidence: float = 0.5) -> CardOnDiscard:
    return CardOnDiscard(t, RED_6, 1, confidence, 1.0, ((RED_9, 0.3),))


def test_a_doubtful_card_is_read_by_the_close_up() -> None:
    warned: list[str] = []
    close = CloseUp(ListSource([frame(seq) for seq in range(50)]), Reads(NINE), warned.append)
    close.follow(3.0)
    (sharper,) = close.sharpened([unsure(3.0)], 3.0)
    assert isinstance(sharper, CardOnDiscard)
    assert (sharper.card, sharper.confidence, sharper.seat) == (RED_9, pytest.approx(0.95), 1)
    assert sharper.alternatives[0] == (RED_6, 0.5)
    assert warned == []
    close.close()


def test_a_sure_card_and_other_news_are_left_alone_and_cost_nothing() -> None:
    reader = Reads(NINE)
    close = CloseUp(ListSource([frame(seq) for seq in range(50)]), reader, lambda sentence: None)
    close.follow(1.0)
    items = [unsure(1.0, 0.97), HandInView(1.0, True)]
    assert close.sharpened(items, 1.0) == items
    assert reader.calls == 0


def test_an_old_picture_of_the_close_up_counts_for_nothing() -> None:
    close = CloseUp(ListSource([frame(seq) for seq in range(5)]), Reads(NINE), lambda sentence: None)
    close.follow(0.2)
    assert close.sharpened([unsure(9.0)], 9.0) == [unsure(9.0)]


def test_two_readings_make_one() -> None:
    same = agreed(unsure(1.0), RED_6, 0.8)
    assert (same.card, same.confidence) == (RED_6, pytest.approx(0.9))
    weaker = agreed(unsure(1.0), Card.parse("blue_1"), 0.4)
    assert weaker.card == RED_6
    assert weaker.alternatives == ((Card.parse("blue_1"), 0.4), (RED_9, 0.3))


def test_the_card_that_lies_whole_in_the_middle_is_the_top_one() -> None:
    back, edge, part = ("back", 0.99, (30.0, 24.0, 10.0)), ("blue_1", 0.99, (62.0, 24.0, 10.0)), (
        "green_2", 0.97, (36.0, 24.0, 4.0),
    )  # fmt: skip
    found = Reads(back, edge, part, NINE).detect(np.zeros((48, 64, 3), np.uint8))
    assert top_card(found, frame(0)) == (RED_9, pytest.approx(0.95))
    assert top_card(Detections.empty(), frame(0)) is None
    assert top_card(Reads(back).detect(frame(0).image), frame(0)) is None


class Sees:
    def update(self, one: Frame, detections: Any) -> list[CardOnDiscard]:
        return {3: [CardOnDiscard(one.t, Card.parse("red_5"))], 20: [unsure(one.t)]}.get(one.seq, [])


def followed(close_up: Any) -> Session:
    source = ListSource([frame(seq) for seq in range(40)])
    referee = Referee(Rules.preset("official"), Table.names)
    made = Session(source, Reads(NINE), Sees(), referee, None, Hub(), names=Table.names, close_up=close_up)
    made.run()
    return made


def test_the_referee_is_told_what_both_cameras_make_of_a_card() -> None:
    assert followed(None).state()["top"] == "red_6"
    second = ListSource([frame(seq) for seq in range(40)])
    assert followed(second).state()["top"] == "red_9"
    assert second.closed


def test_a_close_up_that_breaks_off_is_told_and_the_game_goes_on() -> None:
    broken = ListSource([frame(0)], SourceError("close.mp4 breaks off: 1 frame could be read."))
    state = followed(broken).state()
    assert state["top"] == "red_6"
    (warning,) = state["warnings"]
    assert warning.startswith("The close-up camera is lost: close.mp4 breaks off")
    assert warning.endswith("The game goes on with the other camera alone.")


def test_a_close_up_that_never_delivers_holds_nothing_up() -> None:
    silent = PushSource()
    table = Table(idle=0.1, close_up=silent)
    table.start()
    try:
        table.lay("red_5")
        until(lambda: table.session.state()["top"] == "red_5", seconds=5)
        until(lambda: table.session.state()["warnings"] != [], seconds=8)
        table.lay("red_7", 1)
        until(lambda: table.session.state()["top"] == "red_7", seconds=5)
        (warning,) = table.session.state()["warnings"]
        assert warning.startswith("The close-up camera is lost: no picture comes; check its cable")
    finally:
        table.stop()
    assert silent.closed


def test_two_sources_of_one_name_are_refused() -> None:
    with pytest.raises(UsageError, match="Both cameras are list; give --close-up another source"):
        check_apart(ListSource([]), ListSource([]))
