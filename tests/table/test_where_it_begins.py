"""The start card: which of the things on the table it is, and what to do where it was none."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import LABELS
from engine.observations import CardOnDiscard, CardTakenBack, Observation
from tests.table.test_under_hands import painted
from tests.table.test_who_laid import card_at
from vision.detect.detections import Detections
from vision.frames.frame import Frame
from vision.table.arms import Arm
from vision.table.discard import PATIENT, DiscardPile
from vision.table.layout import TableLayout, Zone
from vision.table.observer import TableObserver
from vision.table.placed import Laid
from vision.table.reaches import ReachLog
from vision.table.stills import Still
from vision.track.tracker import Tracker

BOWL, RED, GREEN, BLUE = 12, 5, 9, 17
Seen = tuple[float, float, int, float]
"""x, y, class, confidence."""
THING: Seen = (430.0, 120.0, BOWL, 0.74)
START: Seen = (320.0, 180.0, RED, 0.97)
NEXT: Seen = (330.0, 190.0, GREEN, 0.97)
THIRD: Seen = (318.0, 176.0, BLUE, 0.97)


def detected(*cards: Seen) -> Detections:
    found = [card_at(x, y, class_id) for x, y, class_id, _ in cards]
    return Detections(
        np.concatenate([one.quads for one in found]),
        np.concatenate([one.class_ids for one in found]),
        np.array([sure for *_, sure in cards], np.float32),
    )


def observed(at: dict[float, tuple[Seen, ...]], seconds: float, layout: TableLayout | None = None) -> list[Observation]:
    """What is observed of cards that lie there from some times on; those of no confidence are under others."""
    observer, told, cards = TableObserver(layout or TableLayout.automatic(4), frozen_after=None), [], ()
    for step in range(round(seconds * 10)):
        t = step / 10
        cards = at.get(t, cards)
        picture = np.repeat(np.repeat(painted(*(card[:3] for card in cards)).picture, 2, 0), 2, 1)
        frame = Frame(step, t, picture)
        open_ones = [card for card in cards if card[3] > 0]
        shown = detected(*open_ones) if open_ones else Detections.empty()
        shown = Detections(2 * shown.quads, shown.class_ids, shown.confidences)
        told += observer.update(frame, shown if observer.needs_detection(frame) else Detections.empty())
    return [item for item in told if isinstance(item, CardOnDiscard | CardTakenBack)]


def faces(told: list[Observation]) -> list[str]:
    return [f"{'-' if isinstance(item, CardTakenBack) else ''}{item.card.label}" for item in told]


def test_a_thing_that_looks_like_a_card_gives_way_to_the_start_card() -> None:
    """A bowl of sweets was read in doubt before anything lay there, and the whole game was lost."""
    told = observed({0.0: (THING,), 2.0: (THING, START), 4.0: (THING, START, NEXT)}, 6.0)
    assert faces(told) == [LABELS[RED], LABELS[GREEN]]


def test_a_thing_taken_for_the_start_card_is_let_go_once_a_card_is_laid() -> None:
    told = observed({0.0: (THING,), 6.0: (THING, START), 8.0: (THING, START, NEXT)}, 10.0)
    assert faces(told) == [LABELS[BOWL], f"-{LABELS[BOWL]}", LABELS[RED], LABELS[GREEN]]


def test_a_picture_on_the_box_is_let_go_once_cards_are_laid_on_each_other_elsewhere() -> None:
    box: Seen = (*THING[:3], 0.97)
    told = observed({0.0: (box,), 4.0: (box, START), 6.0: (box, START, NEXT), 8.0: (box, START, NEXT, THIRD)}, 10.0)
    names = [LABELS[kind] for kind in (RED, GREEN, BLUE)]
    assert faces(told) == [LABELS[BOWL], f"-{LABELS[BOWL]}", *names]


def test_one_card_elsewhere_is_no_pile() -> None:
    """A card that fell on the table moves no pile, nor do cards that lay there when the game began."""
    told = observed({0.0: (START,), 3.0: (START, (*THING[:3], 0.97)), 5.0: (NEXT, (*THING[:3], 0.97))}, 8.0)
    assert faces(told) == [LABELS[RED], LABELS[GREEN]]
    lay_open = ((430.0, 120.0, BOWL, 0.97), (446.0, 124.0, BLUE, 0.97))
    told = observed({0.0: (START,), 0.9: (START, *lay_open), 4.0: (NEXT, *lay_open)}, 7.0)
    assert faces(told)[:1] == [LABELS[RED]]
    assert LABELS[GREEN] in faces(told)


def test_a_pile_that_people_pointed_at_stays_there() -> None:
    pointed = replace(TableLayout.automatic(4), discard=Zone(THING[0] / 640, THING[1] / 360, 0.1))
    told = observed({0.0: (THING,), 6.0: (THING, START), 8.0: (THING, START, NEXT)}, 10.0, pointed)
    assert faces(told) == [LABELS[BOWL]]


@pytest.mark.parametrize(("seconds", "told"), [(PATIENT - 1, 0), (PATIENT + 1, 1)])
def test_a_start_card_that_stays_in_doubt_is_told_after_a_while(seconds: float, told: int) -> None:
    pile, tracker, picture, found = DiscardPile(), Tracker(), Still(np.zeros((360, 640, 3), np.uint8), 1, 2.0), []
    for step in range(round(seconds * 10)):
        tracks = tracker.update(step / 10, detected((320.0, 180.0, RED, 0.7)))
        found += pile.judge(step / 10, tracks, picture, lambda _: False, quiet=True)
    assert len(found) == told
    assert not pile.clear


def test_a_start_card_in_doubt_is_told_once_the_first_play_lies_on_it() -> None:
    pile, tracker, told = DiscardPile(), Tracker(), []
    for step in range(40):
        lies = ((320.0, 180.0, RED, 0.7), *(((334.0, 196.0, GREEN, 0.97),) if step >= 25 else ()))
        tracks = tracker.update(step / 10, detected(*lies[-1:]))
        fresh = [track for track in tracks if track.seen == step / 10]
        look = painted(*(card[:3] for card in lies))
        laid = pile.judge(step / 10, fresh, look, lambda _: False, quiet=step not in range(24, 29))
        told += [event.track.class_id for event in laid if isinstance(event, Laid)]
    assert told == [RED, GREEN]


def test_a_hand_that_was_there_when_the_top_card_moved_may_have_laid_its_twin() -> None:
    """The second card of a face came to lie on the first one; its player counted as idle, and the next was accused."""
    for pushed, idle in ((-1.0, (0, 1, 2)), (0.4, (0, 2))):
        log = ReachLog()
        for step in range(10):
            arms = [Arm(1, 0.95, (0.0, 180.0), (320.0, 180.0), 40)] if step < 5 else []
            log.update(step / 10, arms, 1.0)
        log.clear(pushed=pushed)
        assert log.idle((200.0, 300.0), (320.0, 180.0), 50.0, -0.5, 3) == idle


@pytest.mark.parametrize(("seen", "told"), [(True, [LABELS[RED]] * 2), (False, [LABELS[RED]])])
def test_f19_a_second_card_of_a_face_seen_beside_the_first_one_is_a_play(seen: bool, told: list[str]) -> None:
    """Both were in sight for one frame, a third of a card from each other; then the second one covered the first."""
    first, coming, second = START, (302.0, 156.0, RED, 0.97), (314.0, 174.0, RED, 0.97)
    both = (first, coming) if seen else (first,)
    assert faces(observed({0.0: (first,), 5.0: both, 5.1: ((*first[:3], 0.0), second)}, 8.0)) == told
