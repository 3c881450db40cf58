"""Chances to win, from what an audience may know."""

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FACES, Colour
from engine.custom import CustomCard
from engine.errors import PositionError
from engine.game import apply, legal_moves, new_game
from engine.hand import Hand
from engine.knowledge import Knowledge, Notes
from engine.moves import Move, Play
from engine.odds import odds, unknown_cards
from engine.odds_deal import deal, wanted
from engine.players import GreedyPlayer, play_round
from engine.quick_players import Habits
from engine.quick_state import FACE
from engine.rules import PRESETS, Rules
from engine.state import State
from tests.engine.helpers import card, position


def view_of(state: State, seat: int | None = None) -> State:
    return state.seen_by(seat)


def test_chances_of_a_fresh_deal_are_about_even_and_exact_enough() -> None:
    view = view_of(new_game(Rules(), 4, random.Random(3)))
    told = odds(view, random.Random(1))
    assert sum(told.chances) == pytest.approx(1)
    assert told.error <= 0.02
    assert all(0.15 < chance < 0.38 for chance in told.chances)
    assert told.ignored == ()


@pytest.mark.parametrize("cards", [(7, 7, 7, 7), (1, 7, 7, 7), (2, 3, 9, 14)])
def test_four_players_take_a_quarter_of_a_second(cards: tuple[int, ...]) -> None:
    state = view_of(new_game(Rules(), 4, random.Random(3)))
    hands = tuple(hand.with_count(count) for hand, count in zip(state.hands, cards, strict=True))
    view = replace(state, hands=hands, draw_hidden=107 - sum(cards))
    spent = []
    for seed in range(3):
        start = time.process_time()
        assert odds(view, random.Random(seed)).error <= 0.02
        spent.append(time.process_time() - start)
    assert min(spent) < 0.25


def test_few_cards_are_a_lead() -> None:
    state = view_of(new_game(Rules(), 4, random.Random(3)))
    hands = tuple(hand.with_count(count) for hand, count in zip(state.hands, (7, 7, 1, 7), strict=True))
    told = odds(replace(state, hands=hands, draw_hidden=107 - 22), random.Random(1))
    assert told.chances[2] == max(told.chances) > 0.4


def test_a_seat_that_can_go_out_at_once_nearly_always_wins() -> None:
    open_hand = position("red_5", "red_1", "blue_1 " * 2 + "green_2", draw=(), draw_hidden=102, seed=None)
    assert odds(open_hand.seen_by(0), random.Random(1)).chances[0] > 0.95


def test_the_same_lot_gives_the_same_odds() -> None:
    view = view_of(new_game(Rules(), 3, random.Random(3)))
    assert odds(view, random.Random(5)) == odds(view, random.Random(5))


def test_nothing_secret_is_taken() -> None:
    state = new_game(Rules(), 3, random.Random(3))
    with pytest.raises(PositionError, match="open draw pile"):
        odds(state, random.Random(1))


def test_hidden_cards_make_no_difference() -> None:
    """Two deals that look the same to an audience have the same odds."""
    one = new_game(Rules(), 3, random.Random(3))
    other = replace(one, hands=(one.hands[1], one.hands[2], one.hands[0]))
    assert odds(one.seen_by(None), random.Random(1)) == odds(other.seen_by(None), random.Random(1))


def test_positions_that_cannot_be_are_refused() -> None:
    view = position("red_0", "red_0", "red_1", draw=(), draw_hidden=105, seed=None)
    with pytest.raises(PositionError, match="shows 2 red_0, and the box has 1; correct a card"):
        odds(view, random.Random(1))
    state = view_of(new_game(Rules(), 2, random.Random(3)))
    many = replace(state, hands=(state.hands[0].with_count(60), state.hands[1].with_count(60)))
    with pytest.raises(PositionError, match="hide 120 cards, and only 107 are left"):
        odds(many, random.Random(1))


@settings(max_examples=15)
@given(st.sampled_from(sorted(PRESETS)), st.integers(2, 6), st.integers(0, 10**6), st.integers(0, 50))
def test_any_position_of_any_preset_has_odds(name: str, seats: int, seed: int, moves: int) -> None:
    rng = random.Random(seed)
    state = new_game(PRESETS[name], seats, rng)
    for made, ply in enumerate(play_round(state, [GreedyPlayer()] * seats, rng)):
        if made == moves:
            break
        state = ply.state
    for view in (state.seen_by(None), state.seen_by(state.turn)):
        told = odds(view, rng, error=0.2)
        assert sum(told.chances) == pytest.approx(1)
        assert len(told.chances) == seats
        assert all(told.chances[seat] == 0 for seat in range(seats) if seat not in (*state.playing, *state.places))


def test_a_won_round_is_settled() -> None:
    state = position("red_5", "red_1", "red_2 red_3")
    after, _ = apply(state, next(iter(_plays(state))))
    assert odds(after.seen_by(None), random.Random(1)).chances == (1.0, 0.0)


def _plays(state: State) -> list[Move]:
    return [move for move in legal_moves(state) if isinstance(move, Play)]


def test_unknown_cards_are_the_rest_of_the_box() -> None:
    state = new_game(Rules(), 3, random.Random(3))
    rest = unknown_cards(state.seen_by(0))
    assert len(rest) == 108 - 1 - 7
    assert sorted([*rest, *state.hands[0].known, *state.discard]) == sorted(
        [*state.draw, *state.discard, *(card for hand in state.hands for card in hand.known)]
    )


def test_hands_are_dealt_as_far_as_they_are_known() -> None:
    reds = frozenset(card(f"red_{number}") for number in range(10))
    rng = random.Random(2)
    view = new_game(Rules(), 3, random.Random(3)).seen_by(None)
    unknown = [FACE[one] for one in unknown_cards(view)]
    hands = [
        wanted(view.hands[0], Notes(at_most=((reds, 0),))),
        wanted(view.hands[1], Notes(one_of=(frozenset({card("wild")}),))),
        wanted(view.hands[2], Notes()),
    ]
    for _ in range(50):
        rng.shuffle(unknown)
        dealt, rest = deal(hands, unknown)
        assert [len(hand) for hand in dealt] == [7, 7, 7]
        assert not {FACE[one] for one in reds} & set(dealt[0])
        assert FACE[card("wild")] in dealt[1]
        assert sorted([*rest, *(face for hand in dealt for face in hand)]) == sorted(unknown)


def test_notes_that_cannot_be_are_given_up() -> None:
    everything = frozenset(FACES)
    hands = [wanted(Hand((), 2), Notes(one_of=(frozenset({card("wild")}),), at_most=((everything, 0),)))]
    dealt, rest = deal(hands, [FACE[card("red_1")], FACE[card("red_2")], FACE[card("red_3")]])
    assert len(dealt[0]) == 2
    assert len(rest) == 1


def test_what_is_known_of_a_hand_moves_the_odds() -> None:
    view = position("red_5", "red_1 red_2", "blue_1 blue_2", draw=(), draw_hidden=103, seed=None).seen_by(0)
    view = replace(view, hands=(view.hands[0], Hand((), 1)), turn=1, draw_hidden=104)
    goes = frozenset(face for face in FACES if face.colour is Colour.RED or face.is_wild)
    known = Knowledge((Notes(), Notes(one_of=(goes,))))
    plain = odds(view, random.Random(1))
    assert odds(view, random.Random(1), known=known).chances[1] > plain.chances[1] + 0.2


def test_rounds_that_never_end_go_to_the_fewest_cards() -> None:
    """Whoever is caught without UNO each time never goes out."""
    view = new_game(Rules(), 2, random.Random(3)).seen_by(None)
    told = odds(view, random.Random(1), error=1.0, habits=Habits(forgets=1.0, noticed=1.0))
    assert sum(told.chances) == pytest.approx(1)
    assert told.rollouts == 100


def test_before_the_start_card_anything_may_come() -> None:
    view = replace(new_game(Rules(), 3, random.Random(3)).seen_by(None), discard=(), colour=None)
    assert all(chance > 0.2 for chance in odds(view, random.Random(1)).chances)


def test_options_that_are_not_followed_are_named() -> None:
    rules = Rules(jump_in="numbers", stacking="any", custom=(CustomCard("blank"),))
    told = odds(new_game(rules, 3, random.Random(3)).seen_by(None), random.Random(1), error=0.2)
    assert told.ignored == ("jump_in", "custom")
