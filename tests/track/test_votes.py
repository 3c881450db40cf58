"""What a track's detections say about its card."""

import pytest

from engine.cards import LABELS
from vision.track.votes import HALF_LIFE, Votes

RED_5, RED_6, BLUE_2 = (LABELS.index(label) for label in ("red_5", "red_6", "blue_2"))


def feed(votes: Votes, labels: list[int], start: float = 0.0, confidence: float = 0.9) -> list[bool]:
    return [votes.add(start + index / 15, label, confidence) for index, label in enumerate(labels)]


def test_f18_single_wrong_readings_change_nothing() -> None:
    votes = Votes()
    readings = [RED_5 if index % 4 else (RED_6, BLUE_2)[index // 4 % 2] for index in range(2, 62)]
    assert not any(feed(votes, readings))
    assert votes.leader == RED_5
    assert votes.share > 0.6


def test_votes_turn_to_a_card_that_stays() -> None:
    votes = Votes()
    feed(votes, [RED_5] * 30)
    turned = feed(votes, [RED_6] * 6, start=2.0)
    assert turned == [False, True, False, False, False, False]
    assert votes.leader == RED_6
    assert votes.share == pytest.approx(1.0)


def test_changing_rivals_do_not_add_up() -> None:
    votes = Votes()
    feed(votes, [RED_5] * 10)
    assert not any(feed(votes, [RED_6, BLUE_2] * 10, start=1.0, confidence=0.8))


def test_old_votes_count_less() -> None:
    votes = Votes()
    votes.add(0.0, RED_5, 0.8)
    votes.add(HALF_LIFE, RED_6, 0.4)
    ranked = dict(votes.ranked())
    assert ranked[RED_5] == pytest.approx(ranked[RED_6]) == pytest.approx(0.5)


def test_ranked_leaves_out_what_nobody_voted_for() -> None:
    votes = Votes()
    assert votes.ranked() == []
    assert votes.share == 0.0
    feed(votes, [RED_5, RED_5, BLUE_2], confidence=0.5)
    assert [label for label, _ in votes.ranked(2)] == [RED_5, BLUE_2]
    assert sum(share for _, share in votes.ranked()) == pytest.approx(1.0)
