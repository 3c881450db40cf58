"""Cards are asked for in turn, found, and taken once each when they lie still; nothing that was shown is lost."""

import numpy as np
import pytest

from engine.cards import LABELS
from tests.detect.strange_deck import face
from vision.detect.card_reader import CardReader
from vision.detect.decks import Deck
from vision.detect.decks_crops import KEPT_HEIGHT, KEPT_WIDTH, Kept
from vision.detect.decks_find import Spotted, Spotter, in_reading_order
from vision.detect.decks_guide import Guide
from vision.detect.decks_lesson import Lesson
from vision.detect.decks_names import label_of, label_of_answer, spoken
from vision.detect.decks_still import STILL_S, Look, Stillness
from vision.detect.detector import load_parts
from vision.frames.frame import Image
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face


def _kept(shade: int = 100) -> Kept:
    return np.full((KEPT_HEIGHT, KEPT_WIDTH, 3), shade, np.uint8)


def _card(x: float = 200, y: float = 150, label: str = "red_5", sure: float = 0.9, shade: int = 100) -> Spotted:
    return Spotted(card_quad(x, y, 120, 0.2), sure, label, 0.9, _kept(shade))


@pytest.fixture(scope="module")
def spotter() -> Spotter:
    parts = load_parts()
    return Spotter(parts, CardReader.load(parts.reader))


def _table(*cards: tuple[str, float, float]) -> Image:
    image = np.full((400, 600, 3), (60, 80, 95), np.uint8)
    for label, x, y in cards:
        paste_face(image, face(label), card_quad(x, y, 150, 0.3))
    return image


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("red_5", "red_5"),
        ("Red 5 (2)", "red_5"),
        ("blue-draw two", "blue_draw2"),
        ("yellow +2 evening", "yellow_draw2"),
        ("wild_draw4_03", "wild_draw4"),
        ("wild +4", "wild_draw4"),
        ("wild_2", "wild"),
        ("green_skip", "green_skip"),
        ("back", "back"),
        ("IMG_2041", None),
        ("red_55", None),
        ("card red_5", None),
    ],
)
def test_file_names_state_their_card(name: str, label: str | None) -> None:
    assert label_of(name) == label


@pytest.mark.parametrize(
    ("typed", "label"),
    [("r5", "red_5"), ("gs", "green_skip"), ("y+2", "yellow_draw2"), ("bd", "blue_draw2"), ("w", "wild"),
     ("w4", "wild_draw4"), ("Red 5", "red_5"), ("back", "back"), ("red 55", None), ("red 5 x", None), ("", None)],
)  # fmt: skip
def test_cards_are_typed_in_full_or_short(typed: str, label: str | None) -> None:
    assert label_of_answer(typed) == label


def test_every_label_is_understood_as_it_is_spoken() -> None:
    assert [label_of_answer(spoken(label).removeprefix("The ")) for label in LABELS] == list(LABELS)


def test_a_lesson_asks_for_each_card_once_and_keeps_every_step() -> None:
    kept: list[Deck] = []
    lesson = Lesson(Deck("d"), kept.append, ("red_1", "red_2", "wild"))
    assert lesson.asked == "red_1"
    assert lesson.take(_kept(1)) == "red_1"
    assert lesson.skip() == "red_2"
    assert "Lay down: Wild (card 3 of 3)" in lesson.request()
    assert lesson.take(_kept(3)) == "wild"
    assert lesson.asked is None
    assert [sorted(deck.pictures) for deck in kept] == [["red_1"], ["red_1"], ["red_1", "wild"]]
    assert (lesson.progress.shown, lesson.progress.skipped, lesson.progress.left) == (2, 1, 0)
    with pytest.raises(ValueError, match="nothing is asked for"):
        lesson.take(_kept())
    assert lesson.skip() is None


def test_back_replaces_a_picture_and_goes_on_where_it_was() -> None:
    lesson = Lesson(Deck("d"), lambda deck: None, ("red_1", "red_2", "red_3"))
    assert lesson.back() is None
    lesson.take(_kept(1))
    lesson.take(_kept(2))
    assert lesson.back() == "red_2"
    assert set(lesson.deck.pictures) == {"red_1", "red_2"}, "nothing is forgotten until the new picture is there"
    lesson.take(_kept(9))
    assert int(lesson.deck.pictures["red_2"][0][0, 0, 0]) == 9
    assert lesson.asked == "red_3"
    lesson.ask("red_1")
    lesson.take(_kept(7))
    assert lesson.asked == "red_3"
    with pytest.raises(ValueError, match="no card of this deck"):
        lesson.ask("blue_1")


def test_a_lesson_is_taken_up_where_it_was_left() -> None:
    half = Deck("d").with_picture("red_1", _kept(), instead=True).skipping("red_2")
    assert Lesson(half, lambda deck: None, ("red_1", "red_2", "red_3")).asked == "red_3"


def test_a_card_is_taken_once_and_only_when_it_lies_still() -> None:
    still, looks = Stillness(), []
    for step, x in enumerate([150, 180, 200, 200, 200, 200, 200, 203, 203, 203, 203, 203]):
        looks.append(still.look(step * 0.3, [_card(x)])[0])
    assert looks.count(Look.TAKE) == 1
    assert looks.index(Look.TAKE) == 5
    assert set(looks[6:]) == {Look.SAME}


def test_a_nudged_card_is_not_taken_for_the_next_one() -> None:
    still = Stillness()
    looks = [still.look(step * (STILL_S + 0.1), [_card(x)])[0] for step, x in enumerate([200, 200, 212, 212, 212, 212])]
    assert looks == [Look.MOVING, Look.TAKE, Look.MOVING, Look.SAME, Look.SAME, Look.SAME]


def test_the_next_card_is_taken_after_the_table_was_bare_and_the_same_one_is_not() -> None:
    still = Stillness()
    first, other = _card(shade=60), _card(label="red_6", shade=90)
    shown = [[first], [first], [], [first], [first], [], [other], [other]]
    looks = [still.look(step * (STILL_S + 0.1), cards)[0] for step, cards in enumerate(shown)]
    assert looks == [Look.MOVING, Look.TAKE, Look.NOTHING, Look.MOVING, Look.SAME, Look.NOTHING, Look.MOVING, Look.TAKE]
    still.again()
    assert still.look(99.0, [other])[0] is Look.TAKE


def test_two_cards_are_too_many_but_a_faint_box_beside_one_is_not() -> None:
    still = Stillness()
    assert still.look(0, [_card(), _card(400)])[0] is Look.SEVERAL
    assert still.look(1, [_card(), _card(400, sure=0.16)])[0] is Look.MOVING
    assert still.look(2, [_card(), _card(400, sure=0.16)])[0] is Look.TAKE


def test_cards_come_in_reading_order() -> None:
    rows: list[tuple[float, float]] = [(100, 100), (300, 130), (500, 90), (110, 320), (290, 300)]
    cards = [_card(x, y) for x, y in rows]
    assert [card.centre for card in in_reading_order(cards[::-1])] == [card.centre for card in cards]
    assert in_reading_order([]) == []


def test_cards_of_an_unknown_deck_are_found_on_the_table(spotter: Spotter) -> None:
    found = spotter.cards(_table(("red_5", 120, 130), ("blue_skip", 320, 140), ("wild", 480, 260)))
    assert len(found) == 3
    centres = np.array([card.centre for card in found])
    assert np.abs(centres - [(120, 130), (320, 140), (480, 260)]).max() < 12
    assert spotter.cards(_table()) == []


def test_a_scan_cut_at_the_cards_edges_is_the_card(spotter: Spotter) -> None:
    scan = np.ascontiguousarray(face("red_5")[..., :3])
    found = spotter.one(scan)
    assert found is not None
    assert np.ptp(found.quad, axis=0).max() > 0.85 * scan.shape[0]
    assert spotter.one(np.full((300, 300, 3), 128, np.uint8)) is None


def test_an_empty_photo_is_no_scan_though_its_proportions_are_near_a_cards(spotter: Spotter) -> None:
    for width in (600, 640):
        assert spotter.one(np.full((400, width, 3), (60, 80, 95), np.uint8)) is None


def _frames(*tables: Image) -> list[tuple[float, Image]]:
    return [(0.35 * i, table) for i, table in enumerate(table for shown in tables for table in [shown] * 4)]


def test_f29_a_deck_is_learnt_card_by_card_before_a_camera(spotter: Spotter) -> None:
    guide = Guide(Lesson(Deck("d"), lambda deck: None, ("red_5", "red_6", "wild")), spotter)
    red, bare, six = _table(("red_5", 250, 200)), _table(), _table(("red_6", 300, 190))
    taken = [glance.taken for t, image in _frames(red, bare, six) if (glance := guide.look(t, image)).taken]
    assert taken == ["red_5", "red_6"]
    assert guide.hear("skip") == "Wild is passed over."
    assert guide.look(99.0, red).taken is None
    assert "2 of 3 cards shown, 1 passed over" in guide.lesson.request()


def test_words_are_answered_and_what_is_not_understood_is_said(spotter: Spotter) -> None:
    guide = Guide(Lesson(Deck("d"), lambda deck: None), spotter)
    assert guide.hear("back") == "There is no card before this."
    assert guide.take_now(_table(("red_5", 250, 200))).taken == "red_0"
    assert guide.hear("redo") == "Once more: Red 0."
    assert guide.hear("y+2") == "Yellow Draw Two is asked for."
    assert "not understood" in guide.hear("perhaps")
    assert guide.take_now(_table()).taken is None
    assert guide.lesson.asked == "yellow_draw2"
