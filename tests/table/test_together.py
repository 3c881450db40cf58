"""Cards laid at nearly the same time, cards turned up at the pile, and faces that are no news."""

import math

import numpy as np
import pytest

from engine.cards import LABELS
from engine.observations import CardOnDiscard
from tests.table.test_under_hands import painted, shown
from vision.detect.detections import Detections
from vision.table.arms import Arm
from vision.table.carried import Carried
from vision.table.discard import DOUBTED, DiscardPile
from vision.table.glimpses import Glimpses
from vision.table.laying import Laying
from vision.table.layout import TableLayout
from vision.table.placed import Laid
from vision.table.reaches import BLIND, ReachLog
from vision.table.zones import Zones
from vision.track.quads import Quad
from vision.track.tracker import Tracker

PILE, SIZE = (320.0, 180.0), 50.0
RED, GREEN, BACK = 5, 9, LABELS.index("back")


def table() -> tuple[Laying, ReachLog, Carried]:
    layout = TableLayout.automatic(4)
    zones, log, carried = Zones(layout), ReachLog(), Carried()
    zones.fit(640, 360)
    zones.discard, zones.size = PILE, SIZE
    return Laying(layout, zones, log, carried), log, carried


def arm(seat: int, share: float) -> Arm:
    """An arm of the left (1) or the upper player (2), so far on its way to the pile."""
    start = {1: (0.0, 180.0), 2: (320.0, 0.0)}[seat]
    tip = (start[0] + share * (PILE[0] - start[0]), start[1] + share * (PILE[1] - start[1]))
    return Arm(seat, 0.97, start, tip, 40)


def test_cards_noticed_together_are_each_their_own_players() -> None:
    """The second arm came before the first card was told; it was taken for a hand that had done its part."""
    laying, log, carried = table()
    tracker = Tracker()
    for step in range(11):
        t = step / 10
        cards = [(290.0, 170.0, RED)] if step >= 3 else [(100.0 * step, 180.0, RED)]
        if step >= 3:
            cards.append((330.0, 190.0, GREEN) if step >= 7 else (320.0, 30.0 * (step - 3), GREEN))
        carried.note(t, tracker.update(t, shown(*cards)))
        arms = [arm(1, min(1.0, 0.33 * step))] if step < 5 else []
        log.update(t, [*arms, *([arm(2, min(1.0, 0.25 * (step - 3)))] if step >= 4 else [])], 1.0)
    red = next(track for track in tracker.tracks if track.class_id == RED)
    green = next(track for track in tracker.tracks if track.class_id == GREEN)
    told = laying.told([Laid(red, 0.3), Laid(green, 0.7)])
    assert [item.seat for item in told] == [1, 2]
    assert laying.laid_at == 0.7


def test_a_card_carried_face_down_and_turned_up_at_the_pile_is_its_bearers() -> None:
    laying, log, carried = table()
    tracker = Tracker()
    for step in range(12):
        t = step / 10
        card = (30.0 * step, 180.0, BACK) if step < 9 else (315.0, 180.0, RED)
        carried.note(t, tracker.update(t, shown(card)))
        log.update(t, [Arm(1, 0.9, (0.0, 180.0), (min(30.0 * step, 300.0), 180.0), 40), arm(2, 0.75)], 1.0)
    red = next(track for track in tracker.tracks if track.class_id == RED)
    (told,) = laying.told([Laid(red, 0.9)])
    assert isinstance(told, CardOnDiscard)
    assert told.seat == 1
    assert told.seat_confidence > 0.6


def test_a_back_that_leaves_the_pile_was_not_brought_there() -> None:
    carried, tracker = Carried(), Tracker()
    for step in range(8):
        carried.note(step / 10, tracker.update(step / 10, shown((320.0 - 30 * step, 180.0, BACK))))
    assert carried.face_down(PILE, SIZE, 0.8) == []


def test_a_hand_that_stays_where_it_is_laid_the_card_when_it_came_to_rest() -> None:
    """Its nearest moment was taken for the first one, long before the card lay there."""
    log = ReachLog()
    for step in range(20):
        log.update(step / 10, [Arm(1, 0.95, (0.0, 180.0), (300.0 + 0.1 * (step > 2), 180.0), 40)], 1.0)
    (reach,) = log.reaches
    assert reach.nearness((290.0, 180.0), SIZE, 1.9) == pytest.approx(
        reach.nearness((290.0, 180.0), SIZE, 0.2), abs=0.05
    )
    assert reach.nearness((290.0, 180.0), SIZE, 4.0) < 0.05
    assert reach.nearness((600.0, 180.0), SIZE, 1.9) == 0.0


def test_nobody_was_idle_for_certain_while_the_camera_saw_nothing() -> None:
    log = ReachLog()
    for t in (0.0, 0.2, 0.4, 0.6):
        log.update(t, [], 1.0)
    assert log.idle((200.0, 180.0), PILE, SIZE, 0.1, 3) == (0, 1, 2)
    log.update(0.6 + 2 * BLIND, [], 1.0)
    assert log.idle((200.0, 180.0), PILE, SIZE, 0.1, 3) is None
    assert log.idle((200.0, 180.0), PILE, SIZE, 2.0, 3) == (0, 1, 2)


def followed(
    steps: int, cards_at: dict[int, tuple[tuple[float, float, int], ...]], *, hands: range = range(0),
    sure: float = 0.9, since: float = math.inf,
) -> list[tuple[int, float]]:  # fmt: skip
    """(class, time) of each card told; ``cards_at`` says what lies there from which tenth of a second on, and in the
    steps of ``hands`` an arm is over all of it, there ``since`` that time."""
    pile, tracker, laid, cards = DiscardPile(), Tracker(), [], ((320.0, 180.0, 1),)

    def covered(quad: Quad) -> bool:
        return step in hands

    for step in range(steps):
        cards = cards_at.get(step, cards)
        found = shown(*cards)
        newest = np.where(found.class_ids == cards[-1][2], sure if len(cards) > 1 else 0.9, 0.9)
        tracks = tracker.update(step / 10, Detections(found.quads, found.class_ids, np.asarray(newest, np.float32)))
        fresh = [track for track in tracks if track.seen == step / 10]
        quiet = not any(near in hands for near in range(step - 2, step + 1)) and step not in cards_at
        came = since if step in hands else math.inf
        laid += pile.judge(step / 10, fresh, painted(*cards), covered, quiet=quiet, since=came)
    return [(event.track.class_id, event.t) for event in laid if isinstance(event, Laid)]


START = (320.0, 180.0, 1)


def test_a_card_laid_before_the_next_hand_came_is_told_under_it() -> None:
    """The next player's hand hovered over the pile; the card before was told when it had gone, as that player's."""
    told = followed(40, {15: (START, (332.0, 190.0, RED))}, hands=range(17, 38), since=1.7)
    assert [class_id for class_id, _ in told] == [1, RED]
    assert told[1][1] == pytest.approx(1.5, abs=0.15)


def test_an_old_face_in_sight_before_and_after_a_hand_is_no_play() -> None:
    """A card peeping out from under the top one was read less surely after a hand had been over it."""
    old, top = (320.0, 180.0, 1), (336.0, 196.0, RED)
    told = followed(50, {12: (old, top)}, hands=range(25, 35), since=2.5)
    assert [class_id for class_id, _ in told] == [1, RED]


def test_the_first_play_may_cover_the_start_card_at_once() -> None:
    told = followed(20, {3: (START, (330.0, 172.0, RED)), 4: ((330.0, 172.0, RED),)})
    assert [class_id for class_id, _ in told] == [1, RED]


@pytest.mark.parametrize(("sure", "late"), [(0.4, True), (0.9, False)])
def test_a_card_read_in_doubt_is_waited_for_a_moment(sure: float, late: bool) -> None:
    """It was told as another face, and then again as the right one."""
    laid = {12: (START, (334.0, 190.0, RED))}
    assert ([face for face, _ in followed(22, laid, sure=sure, hands=range(9, 13), since=0.9)] == [1]) is late
    told = followed(40, laid, sure=sure, hands=range(9, 13), since=0.9)
    assert [face for face, _ in told] == [1, RED]
    assert told[1][1] == pytest.approx(1.2, abs=0.25)
    assert DOUBTED > 1.0


def test_what_came_to_rest_after_the_card_laid_is_still_news() -> None:
    tracker, glimpses = Tracker(), Glimpses()
    for step in range(8):
        cards = ((300.0, 170.0, RED), *(((340.0, 200.0, GREEN),) if step >= 4 else ()))
        glimpses.note(step / 10, tracker.update(step / 10, shown(*cards)), frozenset())
    glimpses.clear(0.0)
    red, green = (next(track for track in tracker.tracks if track.class_id == kind) for kind in (RED, GREEN))
    assert glimpses.of(red) is None
    assert glimpses.rest(green) == pytest.approx(0.4)
    glimpses.clear()
    assert glimpses.of(green) is None


@pytest.mark.parametrize(("there", "told"), [(False, 1), (True, 2)])
def test_f19_a_second_card_of_a_face_is_told_when_it_has_come_and_not_on_its_way(there: bool, told: int) -> None:
    """The top card looked different for a moment while the second one was still far away, and was told as that one."""
    pile, tracker, laid = DiscardPile(), Tracker(), 0
    for step in range(30):
        t = step / 10
        tracks = tracker.update(t, shown((320.0, 180.0, RED)))
        if 15 <= step < (18 if there else 30):
            pile.coming.note(t, RED, 3.0 - (step - 15) * 0.1)
        look = painted((320.0, 180.0, RED if step < 15 else GREEN))
        laid += len(pile.judge(t, tracks, look, lambda _: False, quiet=step < 14 or step >= 21))
    assert laid == told


@pytest.mark.parametrize(("sure", "told"), [(0.97, [RED]), (0.6, [])])
def test_a_thrown_card_that_the_next_one_covers_at_once_lies_there(sure: float, told: list[int]) -> None:
    """It had no time to come to rest in sight; a carried card that is misread on its way is not read surely."""
    tracker, glimpses = Tracker(), Glimpses()
    places = [(420.0, 180.0), (365.0, 180.0), (322.0, 180.0)]
    for step in range(6):
        card = (*places[step], RED) if step < 3 else (326.0, 184.0, GREEN)
        found = shown(card)
        surely = np.full(1, sure if step < 3 else 0.95, np.float32)
        tracks = tracker.update(step / 10, Detections(found.quads, found.class_ids, surely))
        glimpses.note(step / 10, tracks, frozenset({2}))
    newest = next(track for track in tracker.tracks if track.class_id == GREEN)
    assert [glimpse.class_id for glimpse in glimpses.before(newest, 0.3, (), {RED})] == told
    assert glimpses.before(newest, 0.3, (), set()) == [], "it was not seen on its way"


def test_a_card_misread_under_the_hand_that_lays_it_is_one_card() -> None:
    """It was read in doubt as another face in this very place, and then told as two cards."""
    tracker, glimpses = Tracker(), Glimpses()
    for step in range(12):
        found = shown((330.0, 184.0, RED if step < 6 else GREEN))
        surely = np.full(1, 0.6 if step < 6 else 0.98, np.float32)
        tracks = tracker.update(step / 10, Detections(found.quads, found.class_ids, surely))
        glimpses.note(step / 10, tracks, frozenset({3} if step < 7 else {2}))
    (newest,) = tracker.tracks
    assert newest.class_id == GREEN
    assert glimpses.before(newest, 0.8) == []


def test_f22_a_card_taken_back_is_told_though_an_old_one_peeps_out_in_doubt() -> None:
    """The old one, never read before, was told as a play against the rules."""
    under, old, top = (320.0, 180.0, 1), (352.0, 205.0, GREEN), (336.0, 196.0, RED)
    pile, tracker, told = DiscardPile(), Tracker(), []
    for step in range(60):
        there = 10 <= step < 30
        found = shown(under, *((top,) if there else (old,) if step >= 30 else ()))
        surely = np.where(found.class_ids == GREEN, 0.3, 0.95).astype(np.float32)
        tracks = tracker.update(step / 10, Detections(found.quads, found.class_ids, surely))
        fresh = [track for track in tracks if track.seen == step / 10]
        look, over = painted(under, old, *((top,) if there else ())), step in range(26, 31)
        quiet = step not in {*range(9, 13), *range(24, 34)}
        told += pile.judge(step / 10, fresh, look, lambda _, over=over: over, quiet=quiet)
    assert [type(event).__name__ for event in told] == ["Laid", "Laid", "Lifted"]


@pytest.mark.parametrize(("second", "expected"), [(False, "Laid"), (True, "Lifted")])
def test_a_face_from_further_down_is_new_where_the_card_between_is_out_of_sight(second: bool, expected: str) -> None:
    """The same face in an old one's very place was told as the top card taken back."""
    deep, between, top = (320.0, 180.0, RED), (330.0, 190.0, 1), (318.0, 172.0, GREEN)
    pile, tracker, told = DiscardPile(), Tracker(), []
    for step in range(70):
        laid = (deep,) if step < 10 else (deep, between) if step < 20 else (deep, between, top)
        seen = laid[-1:] if step < 20 else (between, top)
        if step >= 40:
            laid, seen = ((deep, between), (between,)) if second else ((between, top, deep), (deep,))
        tracks = tracker.update(step / 10, shown(*seen))
        fresh = [track for track in tracks if track.seen == step / 10]
        over, busy = step in range(36, 41), {*range(9, 13), *range(19, 23), *range(34, 44)}
        told += pile.judge(step / 10, fresh, painted(*laid), lambda _, over=over: over, quiet=step not in busy)
    assert [type(event).__name__ for event in told] == ["Laid", "Laid", "Laid", expected]
