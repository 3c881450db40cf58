import pytest
from hypothesis import given

from engine.cards import Card, Colour
from engine.events import MatchWon
from engine.game import apply
from engine.hand import Hand
from engine.moves import Play
from engine.rules import Rules
from engine.scoring import card_points, hand_points, round_points
from tests import strategies
from tests.engine.helpers import card, position


@pytest.mark.parametrize(
    ("label", "points"),
    [("red_0", 0), ("blue_9", 9), ("blue_skip", 20), ("red_reverse", 20), ("red_draw2", 20), ("wild", 50)],
)
def test_r39_points_of_a_card(label: str, points: int) -> None:
    assert card_points(card(label)) == points


def test_r39_a_wild_draw4_counts_fifty() -> None:
    assert card_points(card("wild_draw4")) == 50


@given(strategies.hands(), strategies.cards())
def test_r39_points_of_a_hand_add_up(hand: Hand, extra: Card) -> None:
    points = hand_points(hand)
    more = hand_points(hand.plus([extra]))
    assert (points is None) == (hand.hidden > 0)
    assert more == (None if points is None else points + card_points(extra))


def test_f15_the_winner_gets_the_others_cards_only() -> None:
    hands = [Hand().plus([card("wild")]), Hand().plus([card("red_1")]), Hand().plus([card("red_skip")]), Hand()]
    assert round_points(hands, 0) == 21
    assert round_points(hands, 3) == 71
    assert round_points([Hand((), 3), Hand()], 1) is None
    assert round_points([Hand(), Hand((), 3)], 1) == 0


def test_r40_first_to_the_goal_wins_the_match() -> None:
    state = position("red_5", "red_1", "wild wild_draw4", rules=Rules(goal=300))
    one_short, _ = apply(position("red_5", "red_1", "wild"), Play(card("red_1")))
    assert one_short.match_winner is None
    almost = type(state)(**{name: getattr(state, name) for name in state.__slots__} | {"scores": (200, 0)})
    won, events = apply(almost, Play(card("red_1")))
    assert (won.scores, won.match_winner) == ((300, 0), 0)
    assert events[-1] == MatchWon(0.0, 0, 300)


@given(strategies.hands(), strategies.colours())
def test_hand_knows_what_it_may_hold(hand: Hand, colour: Colour) -> None:
    holds = hand.holds_colour(colour)
    assert holds is not True or any(one.colour is colour for one in hand.known)
    assert holds is not False or hand.open
    assert hand.holds_colour(None) is None
    assert hand.covered().count == hand.count
    for count in (0, hand.count, hand.count + 3):
        assert hand.with_count(count).count == count
