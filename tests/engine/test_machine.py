"""Properties of the whole open game."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.cards import full_deck
from engine.errors import IllegalMoveError
from engine.game import apply, cards_in_play, explain, legal_moves, new_game, next_round, replay
from engine.legality import actor, moves_of
from engine.moves import Accuse, Move
from engine.rules import Rules
from engine.state import State
from tests import strategies


class OpenGame(RuleBasedStateMachine):
    """A match of open hands: whatever is allowed can be done, and nothing gets lost."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = random.Random(0)
        self.start: State | None = None
        self.state = new_game(Rules(), 2, self.rng)
        self.made: list[Move] = []

    @initialize(seats=st.integers(2, 10), seed=st.integers(0, 10**6), rules=strategies.rules())
    def deal(self, seats: int, seed: int, rules: Rules) -> None:
        self.rng = random.Random(seed)
        self.start = self.state = new_game(rules, seats, self.rng)

    @precondition(lambda self: self.state.winner is None)
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(legal_moves(self.state)))
        before = self.state
        self.state, events = apply(before, move)
        self.made.append(move)
        assert events
        assert self.state != before

    @precondition(lambda self: self.state.winner is None)
    @rule(move=strategies.moves())
    def any_move(self, move: Move) -> None:
        if explain(self.state, move):
            with pytest.raises(IllegalMoveError) as caught:
                apply(self.state, move)
            assert caught.value.reasons == explain(self.state, move)
        else:
            self.state, _ = apply(self.state, move)
            self.made.append(move)

    @precondition(lambda self: self.made)
    @rule()
    def undo(self) -> None:
        """Undo is replay without the last move; done again, the position is the same."""
        assert self.start is not None
        before = replay(self.start, self.made[:-1])
        assert apply(before, self.made[-1])[0] == self.state
        self.state = before
        self.made.pop()

    @precondition(lambda self: self.state.winner is not None and self.state.match_winner is None)
    @rule()
    def next_round(self) -> None:
        number = self.state.round
        self.start = self.state = next_round(self.state, self.rng)[0]
        self.made.clear()
        assert self.state.round == number + 1

    @invariant()
    def r01_no_card_is_lost_or_made(self) -> None:
        state = self.state
        held = [card for hand in state.hands for card in hand.known]
        assert sorted([*held, *state.draw, *state.discard]) == sorted(full_deck())
        assert cards_in_play(state) == 108

    @invariant()
    def somebody_can_act(self) -> None:
        state = self.state
        assert (legal_moves(state) == ()) == (state.winner is not None)
        assert state.has_seat(state.turn)
        assert state.pending >= 0
        assert state.turn in state.playing or state.winner is not None


TestOpenGame = OpenGame.TestCase
TestOpenGame.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


@given(strategies.states())
def test_legal_moves_are_those_without_a_reason(state: State) -> None:
    moves = legal_moves(state)
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert explain(state, move) == ()


@given(strategies.states(), st.integers(0, 9))
def test_f38_a_seat_sees_only_its_own_cards(state: State, seat: int) -> None:
    seat %= state.seats
    view = state.seen_by(seat)
    assert [hand.count for hand in view.hands] == [hand.count for hand in state.hands]
    assert view.hands[seat] == state.hands[seat]
    assert view.draw == ()
    assert view.seed is None
    assert view.draw_count == state.draw_count
    if state.winner is None:
        assert all(hand.known == () for other, hand in enumerate(view.hands) if other != seat)
        assert all(explain(state, move) == () for move in moves_of(view, seat))


@given(strategies.states())
def test_views_do_not_depend_on_what_is_hidden(state: State) -> None:
    """Two positions that differ only in hidden cards look the same."""
    if state.winner is None:
        others = replace(state, hands=(state.hands[0], *(hand.covered() for hand in state.hands[1:])))
        assert others.seen_by(0).hands == state.seen_by(0).hands


@given(strategies.states(), st.integers(0, 9))
def test_moves_of_a_seat_are_its_own(state: State, seat: int) -> None:
    seat %= state.seats
    for move in moves_of(state, seat):
        assert explain(state, move) == ()
        assert actor(state, move) == seat
        assert not (isinstance(move, Accuse) and move.accused == seat)
