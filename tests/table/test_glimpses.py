"""What is remembered of cards that lay there for a moment only: under hands, beside the next card, before a gap."""

from collections.abc import Iterable, Sequence

import pytest

from tests.table.test_blind import read
from tests.table.test_together import GREEN, RED
from vision.detect.detections import Detections
from vision.table.glimpses import SURELY, Glimpses
from vision.table.reaches import BLIND
from vision.track.tracker import Track, Tracker


def glimpsed(sights: Iterable[tuple[float, Detections, Sequence[int]]]) -> tuple[Glimpses, list[Track]]:
    """What is remembered of cards seen at some times while these seats' hands were at the pile."""
    tracker, glimpses, tracks = Tracker(), Glimpses(), []
    for t, found, hands in sights:
        tracks = tracker.update(t, found)
        glimpses.note(t, tracks, frozenset(hands))
    return glimpses, tracks


def test_a_card_seen_plainly_is_remembered_though_a_hand_seems_to_move_it() -> None:
    """Half covered by the next player's hand its box moved, and it was told neither then nor later."""
    sights = [(step / 20, read(RED, 320, 180, 0.97), ()) for step in range(6)]
    sights.append((0.3, read(RED, 342, 180, 0.85), (2,)))
    sights += [(0.35 + step / 20, read(GREEN, 324, 182, 0.98), (2,)) for step in range(3)]
    glimpses, tracks = glimpsed(sights)
    newest = next(track for track in tracks if track.class_id == GREEN)
    (found,) = glimpses.before(newest, 0.5)
    assert (found.class_id, found.since) == (RED, 0.0)
    glimpses.clear()
    assert glimpses.before(newest, 0.5) == []


def test_a_hand_that_covers_a_part_of_a_card_takes_nothing_from_how_surely_it_was_read() -> None:
    """The last sight counted, of a corner under a hand, and the card was left out as read in doubt."""
    sights = [(step / 20, read(RED, 320, 180, 0.97), ()) for step in range(6)]
    sights.append((0.3, read(RED, 327, 180, 0.6), (2,)))
    sights += [(0.35 + step / 20, read(GREEN, 324, 182, 0.98), (2,)) for step in range(3)]
    glimpses, tracks = glimpsed(sights)
    newest = next(track for track in tracks if track.class_id == GREEN)
    (found,) = glimpses.before(newest, 0.55)
    assert found.track.votes.peak >= SURELY


@pytest.mark.parametrize(("sights", "told"), [(5, [RED]), (2, [])])
def test_a_thrown_card_seen_often_slides_on_under_the_next_one(sights: int, told: list[int]) -> None:
    places = [(396.0 - 6 * k, 180.0) for k in range(sights)]
    seen = [(k / 10, read(RED, *place, 0.98), ()) for k, place in enumerate(places)]
    seen += [((sights + k) / 10, read(GREEN, 352, 176, 0.98), (2,)) for k in range(3)]
    glimpses, tracks = glimpsed(seen)
    newest = next(track for track in tracks if track.class_id == GREEN)
    assert [glimpse.class_id for glimpse in glimpses.before(newest, sights / 10, (), {RED})] == told


def test_a_corner_read_in_doubt_beside_the_next_card_does_not_hide_what_was_seen_before() -> None:
    """It was the last that was seen of a card that lay there plainly, after the next one: so none lay under it."""
    seen = [(k / 20, read(RED, 400.0 - 12 * k, 180, 0.99), (3,)) for k in range(6)]
    seen += [(0.3 + k / 20, read(GREEN, 322, 196, 0.98), (3,)) for k in range(2)]
    corner = read(RED, 338, 172, 0.34)
    both = seen[-1][1] + corner
    glimpses, tracks = glimpsed([*seen, (0.4, both, (3,)), (0.45, seen[-1][1], (3,))])
    newest = next(track for track in tracks if track.class_id == GREEN)
    assert [glimpse.class_id for glimpse in glimpses.before(newest, 0.3, (), {RED})] == [RED]


@pytest.mark.parametrize(("sure", "told"), [(0.98, [RED]), (0.6, [])])
def test_two_plain_sights_of_a_card_at_rest_are_enough(sure: float, told: list[int]) -> None:
    """At ten frames a second a card that lay there for a quarter of a second is seen twice."""
    seen = [(0.1 * k, read(RED, 320, 180, sure), () if k else (3,)) for k in range(2)]
    seen += [(0.3 + 0.1 * k, read(GREEN, 326, 186, 0.98), (2,)) for k in range(3)]
    glimpses, tracks = glimpsed(seen)
    newest = next(track for track in tracks if track.class_id == GREEN)
    came = {RED}
    assert [glimpse.class_id for glimpse in glimpses.before(newest, 0.32, (), came)] == told


@pytest.mark.parametrize(("gap", "told"), [(BLIND + 0.1, [RED]), (0.3, [])])
def test_a_card_read_surely_just_before_the_pictures_failed_was_laid(gap: float, told: list[int]) -> None:
    """The camera was pushed in that moment, and the next card lay on it when the table was found again."""
    seen = [(0.0, read(RED, 326, 178, 0.98), (2,))]
    seen += [(gap + 0.1 * k, read(GREEN, 320, 184, 0.98), (3,)) for k in range(3)]
    glimpses, tracks = glimpsed(seen)
    newest = next(track for track in tracks if track.class_id == GREEN)
    assert [glimpse.class_id for glimpse in glimpses.before(newest, gap, (), ())] == told
