"""Cards laid while the camera saw nothing, or of which a hand left little to see."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.table.test_together import GREEN, PILE, RED, SIZE, START, arm, table
from tests.table.test_under_hands import painted, shown
from tests.table.test_who_laid import card_at
from vision.detect.detections import Detections
from vision.table.discard import DiscardPile
from vision.table.placed import Laid, Lifted, Moved, Placed, is_overlaid, may_show
from vision.table.reaches import BLIND, ReachLog
from vision.track.tracker import Tracker

BLUE = 17


def read(class_id: int, x: float, y: float, sure: float) -> Detections:
    """One card read so surely."""
    seen = card_at(x, y, class_id)
    return Detections(seen.quads, seen.class_ids, np.full(1, sure, np.float32))


def faces(events: Sequence[Laid | Lifted | Moved]) -> list[int]:
    """The class of each card laid, and of each lifted the negative of it."""
    told = [event for event in events if not isinstance(event, Moved)]
    return [event.track.class_id if isinstance(event, Laid) else -event.card.class_id for event in told]


def test_a_card_laid_while_the_camera_was_pushed_is_nobodys_for_certain() -> None:
    """It was given to the hand that was there last before the pictures failed, and called a play out of turn."""

    def share(blind: float) -> float:
        log = ReachLog()
        for step in range(8):
            log.update(step / 10, [arm(1, 0.9)] if step < 5 else [], 1.0)
        log.update(0.7 + blind, [], 1.0)
        ranked = log.who(PILE, SIZE, 0.75 + blind)
        assert [seat for seat, _ in ranked] == [1]
        return ranked[0][1]

    assert share(0.1) > 0.8
    assert share(BLIND + 0.05) < 0.5


def test_a_card_laid_once_the_pictures_are_back_is_the_hands_that_is_seen() -> None:
    laying, log, carried = table()
    tracker = Tracker()
    log.update(0.0, [], 1.0)
    for step in range(12):
        t = 3 + step / 10
        card = (40.0 * step, 180.0, RED) if step < 7 else (300.0, 180.0, RED)
        carried.note(t, tracker.update(t, shown(card)))
        log.update(t, [arm(1, min(1.0, step / 7))], 1.0)
    (told,) = laying.told([Laid(tracker.tracks[0], 3.8)])
    assert told.seat == 1
    assert told.seat_confidence > 0.9


@pytest.mark.parametrize(("came", "told"), [(True, [1, RED, BLUE, RED, GREEN]), (False, [1, RED, BLUE, GREEN])])
def test_a_face_that_lay_here_before_is_new_if_one_was_just_on_its_way(came: bool, told: list[int]) -> None:
    """A second card of a face came to lie where the first one had: it was taken for that one, peeping out."""
    first, between, last = (330.0, 190.0, RED), (344.0, 200.0, BLUE), (326.0, 184.0, GREEN)
    pile, tracker, found = DiscardPile(), Tracker(), []
    for step in range(60):
        t = step / 10
        lies = [START, *([first] if step >= 10 else []), *([between] if step >= 20 else [])]
        lies += [first] if step >= 30 else []
        lies += [last] if step >= 33 else []
        if came and step == 29:
            pile.coming.note(t, RED, 2.0)
        fresh = [track for track in tracker.update(t, shown(lies[-1])) if track.seen == t]
        hands = frozenset({2} if step >= 32 else {1} if step in (29, 30) else ())
        quiet = not any(0 <= step - at < 4 for at in (9, 19, 28, 32))
        found += faces(pile.judge(t, fresh, painted(*lies), lambda _: False, quiet=quiet, hands=hands))
    assert found == told


def test_another_card_misread_before_a_card_of_that_face_came_is_not_that_card() -> None:
    """Out of focus and under a hand the top card was read once as the face that came next, and told too early."""
    pile, tracker, found = DiscardPile(), Tracker(), []
    top = (320.0, 180.0, RED)
    for step in range(50):
        t = step / 10
        if step < 20:
            seen = shown(START) if step < 10 else shown(top)
        elif step < 25:
            seen = read(BLUE, 326, 186, 0.35)
        else:
            seen = shown(top) if step < 34 else read(GREEN, 330, 190, 0.97)
        if step == 32:
            pile.coming.note(t, BLUE, 2.0)
        fresh = [track for track in tracker.update(t, seen) if track.seen == t]
        look = painted(START, top, *(((330.0, 190.0, GREEN),) if step >= 34 else ()))
        hands = frozenset({3} if step < 26 else {2} if step > 31 else ())
        quiet = step < 8 or 13 <= step < 19 or step > 40
        pictured = painted(START) if step < 10 else look
        found += faces(pile.judge(t, fresh, pictured, lambda _: False, quiet=quiet, hands=hands))
    assert found == [1, RED, GREEN]


def test_f22_a_card_taken_back_is_told_where_the_one_under_it_was_told_with_it() -> None:
    """The picture from before both shows neither, and what showed a little of an old card was told as a play."""
    under, second, top, old = START, (336.0, 196.0, RED), (352.0, 186.0, GREEN), (372.0, 186.0, BLUE)
    pile, tracker, told = DiscardPile(), Tracker(), []
    for step in range(60):
        t = step / 10
        lies = (under,) if step < 10 else (under, second) if step < 14 else (under, second, top)
        if step >= 30:
            lies = (under, second)
        seen = shown(*lies[-1:])
        if step >= 30:
            doubt = read(old[2], old[0], old[1], 0.31)
            seen = seen + doubt
        fresh = [track for track in tracker.update(t, seen) if track.seen == t]
        over, busy = step in range(26, 31), {*range(9, 17), *range(24, 34)}
        hands = frozenset({1} if step < 13 else {2})
        quiet = step not in busy
        told += faces(pile.judge(t, fresh, painted(*lies), lambda _, over=over: over, quiet=quiet, hands=hands))
    assert told == [1, RED, GREEN, -GREEN]


def test_a_card_that_comes_to_light_lies_where_it_is_seen_then() -> None:
    """Known from a moment under a hand, it lay elsewhere than remembered, and a nudge was told as a second card."""
    second, top = (336.0, 196.0, RED), (352.0, 186.0, GREEN)
    pile, tracker, told = DiscardPile(), Tracker(), []
    for step in range(80):
        t = step / 10
        lies = [START, *([second] if step >= 10 else []), *([top] if 14 <= step < 30 else [])]
        if 10 <= step < 14:
            lies[-1] = (324.0, 186.0, RED)
        if step >= 60:
            lies = [START, (340.0, 201.0, RED)]
        fresh = [track for track in tracker.update(t, shown(lies[-1])) if track.seen == t]
        over, busy = step in {*range(26, 31), *range(58, 61)}, {*range(9, 17), *range(24, 34), *range(56, 63)}
        hands = frozenset({1} if step < 13 else {2})
        quiet = step not in busy
        told += faces(pile.judge(t, fresh, painted(*lies), lambda _, over=over: over, quiet=quiet, hands=hands))
        if step == 40:
            assert pile.top is not None
            assert pile.top.quad.mean(axis=0) == pytest.approx((336, 196), abs=1.0)
    assert told == [1, RED, GREEN, -GREEN]


@pytest.mark.parametrize(("moved", "told"), [(False, [1, RED, BLUE, RED]), (True, [1, RED, BLUE])])
def test_a_face_from_under_the_top_card_is_new_where_the_top_card_has_not_moved(moved: bool, told: list[int]) -> None:
    """A second Wild beside the pile was taken for the one further down, pushed out; nobody had seen it come."""
    first, top, second = (322.0, 184.0, RED), (326.0, 186.0, BLUE), (346.0, 210.0, RED)
    pile, tracker, found = DiscardPile(), Tracker(), []
    for step in range(60):
        t = step / 10
        lies = [START, *([first] if step >= 10 else []), *([top] if step >= 20 else [])]
        if step >= 40:
            lies = [START, (308.0, 176.0, BLUE), second] if moved else [*lies, second]
        seen = lies[-2:] if step >= 40 else lies[-1:]
        fresh = [track for track in tracker.update(t, shown(*seen)) if track.seen == t]
        over = step in range(37, 41)
        quiet = not any(0 <= step - at < 4 for at in (9, 19, 37, 40))
        found += faces(pile.judge(t, fresh, painted(*lies), lambda _, over=over: over, quiet=quiet))
    assert found == told


@pytest.mark.parametrize(("again", "gone"), [(False, True), (True, False)])
def test_a_card_misread_for_a_moment_under_the_hand_that_lays_it_is_not_told(again: bool, gone: bool) -> None:
    """Out of sight for a sixth of a second, it was told all the same, though another face was read surely there."""
    tracker = Tracker()
    right, wrong = read(RED, 320, 180, 0.95), read(BLUE, 332, 190, 0.55)
    both = right + wrong
    for step in range(6):
        tracks = tracker.update(step / 12, both if step < 3 or again else right)
    red, blue = (next(track for track in tracks if track.class_id == kind) for kind in (RED, BLUE))
    assert is_overlaid(blue, tracks, 5 / 12) is gone
    assert not is_overlaid(red, tracks, 5 / 12)


def test_f22_a_card_taken_off_one_that_it_covered_before_that_was_told_is_taken_back() -> None:
    """What lay under it was told as a play by the hand that took it away, and out of turn."""
    under, top = (330.0, 190.0, RED), (352.0, 178.0, GREEN)
    pile, tracker, told = DiscardPile(), Tracker(), []
    for step in range(60):
        t = step / 10
        lies = [START, *([under] if step >= 10 else []), *([top] if 10 <= step < 40 else [])]
        fresh = [track for track in tracker.update(t, shown(lies[-1])) if track.seen == t]
        over, busy = step in {*range(8, 11), *range(36, 41)}, {*range(7, 14), *range(35, 44)}
        hands = frozenset({2} if over else ())
        quiet = step not in busy
        events = pile.judge(t, fresh, painted(*lies), lambda _, over=over: over, quiet=quiet, hands=hands)
        told += faces(events)
        if -GREEN in faces(events):
            assert [event.t < 2 for event in events if isinstance(event, Laid)] == [True]
    assert told == [1, GREEN, -GREEN, RED]
    assert pile.top is not None
    assert pile.top.class_id == RED


def test_a_card_read_as_another_face_under_the_hand_that_lays_it_is_told_as_what_it_is() -> None:
    """Half under the fingers it was read surely as another face, and told in the very frame that showed it whole."""
    pile, tracker, found = DiscardPile(), Tracker(), []
    for step in range(40):
        t = step / 10
        laid = step >= 20
        seen = read(BLUE if step < 23 else RED, 330, 190, 0.99) if laid else shown(START)
        fresh = [track for track in tracker.update(t, seen) if track.seen == t]
        over, busy = step in range(18, 23), set(range(17, 27))
        look = painted(START, *(((330.0, 190.0, RED),) if laid else ()))
        hands = frozenset({2} if over else ())
        found += faces(pile.judge(t, fresh, look, lambda _, over=over: over, quiet=step not in busy, hands=hands))
    assert found == [1, RED]


def test_what_shows_of_a_card_beside_the_next_one_is_no_third_card() -> None:
    """A card thrown and covered at once was told, and the rest of it, read in doubt as another face, once more."""
    thrown, newest = (352.0, 180.0, RED), (330.0, 186.0, GREEN)
    pile, tracker, found = DiscardPile(), Tracker(), []
    for step in range(40):
        t = step / 10
        if step < 20:
            seen = shown(START)
        elif step < 24:
            seen = shown(START) + read(RED, 400.0 - 12 * (step - 19), 180, 0.99)
            pile.coming.note(t, RED, 1.2)
        else:
            seen = read(GREEN, *newest[:2], 0.98) + read(BLUE, 360, 178, 0.62)
        fresh = [track for track in tracker.update(t, seen) if track.seen == t]
        look = painted(START, *((thrown, newest) if step >= 24 else ()))
        hands = frozenset({2} if 20 <= step < 24 else {3} if step == 24 else ())
        quiet = not 19 <= step < 30
        found += faces(pile.judge(t, fresh, look, lambda _: False, quiet=quiet, hands=hands))
    assert found == [1, RED, GREEN]


def test_a_known_face_that_a_push_brought_to_light_is_no_news_later() -> None:
    """It lay elsewhere than remembered, kept the pile from being known, and was told with the next play."""
    old, between, top, last = (320.0, 180.0, RED), (326.0, 186.0, BLUE), (322.0, 182.0, GREEN), (330.0, 186.0, 21)
    pile, tracker, found = DiscardPile(), Tracker(), []
    for step in range(80):
        t = step / 10
        lies = [START, *(card for at, card in ((10, old), (20, between), (30, top)) if step >= at)]
        seen = lies[-1:]
        if step >= 40:
            lies = [START, (290.0, 160.0, RED), between, (334.0, 190.0, GREEN), *([last] if step >= 60 else [])]
            seen = [lies[-1], (290.0, 160.0, RED)]
        fresh = [track for track in tracker.update(t, shown(*seen)) if track.seen == t]
        over = any(0 <= step - at < 3 for at in (8, 18, 28, 38, 58))
        quiet = not any(0 <= step - at < 6 for at in (8, 18, 28, 38, 58))
        hands = frozenset({2} if over else ())
        found += faces(pile.judge(t, fresh, painted(*lies), lambda _, over=over: over, quiet=quiet, hands=hands))
    assert found == [1, RED, BLUE, GREEN, 21]


def test_f22_a_second_card_of_a_face_taken_back_is_told_and_not_as_a_third_one() -> None:
    """The first one, which lay where it was forgotten to lie, was told as a play out of turn."""
    first, second = (340.0, 200.0, RED), (322.0, 180.0, RED)
    pile, tracker, found = DiscardPile(), Tracker(), []
    for step in range(70):
        t = step / 10
        lies = [START, first, *([second] if 20 <= step < 45 else [])]
        lies = lies[:1] if step < 8 else lies
        if step in (18, 19):
            pile.coming.note(t, RED, 2.0 - (step - 18))
        fresh = [track for track in tracker.update(t, shown(lies[-1])) if track.seen == t]
        over = any(0 <= step - at < 3 for at in (7, 18, 43))
        quiet = not any(0 <= step - at < 6 for at in (7, 18, 43))
        hands = frozenset({2} if over else ())
        found += faces(pile.judge(t, fresh, painted(*lies), lambda _, over=over: over, quiet=quiet, hands=hands))
    assert found == [1, RED, RED, -RED]


def test_a_card_seen_for_a_moment_only_buries_none_for_certain() -> None:
    """It had slid on, and a card under it that came to light was told as a new one."""
    under = Placed(RED, card_at(320, 180, RED).quads[0], 1.0, None)
    flying = Placed(BLUE, card_at(321, 181, BLUE).quads[0], 2.0, None)
    top = Placed(GREEN, card_at(340, 190, GREEN).quads[0], 3.0, None)
    shown_at = card_at(321, 180, RED).quads[0]
    assert not may_show([under, flying, top], RED, shown_at, 0.25)
    flying.glimpsed = True
    assert may_show([under, flying, top], RED, shown_at, 0.25)


def test_a_card_that_the_next_one_covers_in_part_is_told_though_it_is_missed_for_a_moment() -> None:
    """Read surely until then, it was taken for the next one misread."""
    tracker = Tracker()
    first, second = read(RED, 320, 180, 0.94), read(GREEN, 330, 188, 0.99)
    for step in range(6):
        tracks = tracker.update(step / 12, first + second if step < 4 else second)
    red = next(track for track in tracks if track.class_id == RED)
    assert not is_overlaid(red, tracks, 5 / 12)
