"""Every preset, played at random: nothing lost, no dead end, undo exact, replay equal, written and read back."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.cards import full_deck
from engine.describe import LANGUAGES, reason_text
from engine.errors import IllegalMoveError
from engine.game import apply, begin, explain, legal_moves, next_round, replay
from engine.legality import actor, moves_of
from engine.moves import Accuse, Leave, Move
from engine.notation import format_move, format_state, parse_move, parse_state
from engine.notation_check import check_file, replay_file
from engine.notation_file import GameFile, RoundText, format_file, with_seat
from engine.notation_read import parse_file
from engine.rules import PRESETS, Rules
from engine.state import State
from tests import strategies

NAMES = tuple(f"P{seat}" for seat in range(10))


class Preset(RuleBasedStateMachine):
    """A match by one set of rules, every legal move as likely as the next."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.played = rules
        self.rng = random.Random(0)
        self.rounds: list[tuple[State, list[Move]]] = []

    @property
    def made(self) -> list[Move]:
        return self.rounds[-1][1]

    @initialize(seats=st.integers(2, 6), seed=st.integers(0, 10**6))
    def deal(self, seats: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.state, events = begin(self.played, seats, self.rng, dealer=seed % seats)
        assert events
        self.rounds = [(self.state, [])]

    def do(self, move: Move) -> None:
        before = self.state
        self.state, events = apply(before, move)
        assert events
        assert self.state != before or isinstance(move, Accuse)  # by nobody in particular, and wrongly
        seat = actor(before, move)
        self.made.append(move if seat is None else with_seat(move, seat))
        assert parse_move(format_move(self.made[-1])) == self.made[-1]

    @precondition(lambda self: self.state.winner is None)
    @rule(data=st.data())
    def legal(self, data: st.DataObject) -> None:
        self.do(data.draw(st.sampled_from(legal_moves(self.state))))

    @precondition(lambda self: self.state.winner is None)
    @rule(move=strategies.moves(6))
    def any_move(self, move: Move) -> None:
        """Whatever is not allowed is refused with reasons that can be told in every language."""
        reasons = explain(self.state, move)
        if not reasons and not isinstance(move, Leave):
            self.do(move)
        elif reasons:
            with pytest.raises(IllegalMoveError) as caught:
                apply(self.state, move)
            assert caught.value.reasons == reasons
            assert all(reason_text(reason, NAMES, lang) for reason in reasons for lang in LANGUAGES)

    @precondition(lambda self: self.made)
    @rule()
    def undo_and_redo(self) -> None:
        start, made = self.rounds[-1]
        before = replay(start, made[:-1])
        assert apply(before, made[-1])[0] == self.state
        assert replay(start, made) == self.state

    @precondition(lambda self: self.state.winner is not None and self.state.match_winner is None)
    @rule()
    def next_round(self) -> None:
        self.state, _ = next_round(self.state, self.rng)
        self.rounds.append((self.state, []))

    @rule()
    def write_and_read(self) -> None:
        rounds = tuple(
            RoundText(
                start.discard[0],
                tuple(made),
                start.dealer,
                tuple(hand.known for hand in start.hands),
                start.draw,
                start.seed,
            )
            for start, made in self.rounds
        )
        game = GameFile(self.played, NAMES[: self.state.seats], rounds)
        read = parse_file(format_file(game))
        assert read == game
        assert check_file(read) == ()
        *_, last = replay_file(read)
        assert last.state == self.state

    @invariant()
    def no_card_is_lost_and_nobody_is_stuck(self) -> None:
        state = self.state
        held = [card for hand in state.hands for card in hand.known]
        assert sorted([*held, *state.draw, *state.discard]) == sorted(full_deck())
        assert parse_state(format_state(state)) == state
        moves = legal_moves(state)
        assert bool(moves) is (state.winner is None)
        if moves:
            waiting = next((seat for seat in (state.namer, state.swapper) if seat is not None), state.turn)
            assert moves_of(state, waiting)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_holds_together(name: str) -> None:
    class Match(Preset):
        def __init__(self) -> None:
            super().__init__(PRESETS[name])

    run_state_machine_as_test(Match, settings=settings(max_examples=8, stateful_step_count=30, deadline=None))
