"""Rounds on plain numbers are the same game as positions and moves."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FACES, Card
from engine.game import apply, legal_moves, new_game
from engine.quick import Table
from engine.quick_faces import DECK, NOBODY
from engine.quick_players import RANDOM, SENSIBLE, Habits, play_out
from engine.quick_rules import supports
from engine.quick_state import FACE, code, move_of, table_of
from engine.rules import PRESETS, Rules
from engine.scoring import round_points
from engine.state import State

SUPPORTED = [
    *(rules for rules in PRESETS.values() if supports(rules)),
    *(Rules().changed({"stacking": how}) for how in ("draw2", "wild_on_draw2", "wild_on_wild", "any")),
    Rules().changed({"direction": "counter_clockwise", "first_seat": "counted", "start_card": "any"}),
    Rules().changed({"direction": "counter_clockwise", "first_seat": "dealer", "start_wild_namer": "before_dealer"}),
]


def same(table: Table, state: State) -> None:
    """The table is the position."""
    for seat, hand in enumerate(state.hands):
        assert sorted(table.hands[seat]) == [FACE[card] for card in hand.known]
    assert [FACES[face] for face in table.draw] == list(state.draw)
    assert [FACES[face] for face in table.discard] == list(state.discard)
    assert table.winner == (NOBODY if state.winner is None else state.winner)
    if state.winner is None:
        assert (table.turn, table.direction, table.pending) == (state.turn, state.direction, state.pending)
        assert table.called == set(state.called)
        assert table.open_to == (state.uno_open[0] if state.uno_open else NOBODY)
        assert table.drew == state.drew


@settings(max_examples=60)
@given(st.sampled_from(SUPPORTED), st.integers(2, 10), st.integers(0, 10**6))
def test_a_table_allows_and_does_what_the_game_does(rules: Rules, seats: int, seed: int) -> None:
    rng = random.Random(seed)
    state = new_game(rules, seats, rng)
    table = table_of(state, rng)
    for _ in range(80):
        same(table, state)
        moves = {code(move): move for move in legal_moves(state)}
        assert sorted(table.legal()) == sorted(number for number in moves if number is not None)
        if not moves:
            break
        number = rng.choice(sorted(table.legal()))
        table.do(number)
        state, _ = apply(state, moves[number])
        assert code(move_of(number)) == number
    again = table_of(state, rng)
    assert sorted(again.legal()) == sorted(table.legal())


@pytest.mark.parametrize(
    "changes",
    [
        {"wild_draw4_when": "no_match"},
        {"wild_draw4_bluff": False},
        {"uno_penalty": 3},
        {"stacking": "any"},
        {"stacking": "wild_on_draw2"},
    ],
)
def test_r18_options_are_the_same_on_a_table(changes: dict[str, object]) -> None:
    rules = Rules().changed(changes)
    assert supports(rules)
    for seed in range(12):
        rng = random.Random(seed)
        state = new_game(rules, 3, rng)
        table = table_of(state, rng)
        while state.winner is None and len(state.discard) < 60:
            moves = {code(move): move for move in legal_moves(state)}
            assert sorted(table.legal()) == sorted(moves)  # type: ignore[type-var]
            number = rng.choice(table.legal())
            table.do(number)
            state, _ = apply(state, moves[number])
        same(table, state)


@pytest.mark.parametrize("habits", [RANDOM, SENSIBLE, Habits(forgets=1.0)])
@pytest.mark.parametrize("seats", [2, 3, 4, 10])
def test_rounds_end_with_every_card_there(habits: Habits, seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(20):
        table = Table(Rules(), seats, rng.random)
        table.deal()
        assert play_out(table, habits) > 7
        assert table.hands[table.winner] == []
        cards = [face for hand in table.hands for face in hand]
        assert sorted([*cards, *table.draw, *table.discard]) == sorted(DECK)
        assert table.points() > 0


def test_tables_deal_as_the_game_does() -> None:
    """The start card has the same effect, whatever the rules and the card."""
    for rules in SUPPORTED:
        for seed in range(40):
            state = new_game(rules, 2 + seed % 3, random.Random(seed), dealer=seed % 2)
            table = Table(rules, state.seats, random.Random(seed).random, dealer=state.dealer)
            table.start(FACE[state.discard[0]])
            assert (table.turn, table.direction, table.pending) == (state.turn, state.direction, state.pending)
            assert table.namer == (NOBODY if state.namer is None else state.namer)


def test_points_are_those_of_the_game() -> None:
    rng = random.Random(4)
    state = new_game(Rules(), 3, rng)
    table = table_of(state, rng)
    assert table.points() - sum(map(_points, state.hands[0].known)) == round_points(state.hands, 0)


def _points(card: Card) -> int:
    return int(card.rank) if card.rank.is_number else 50 if card.is_wild else 20


def test_only_rules_that_a_table_plays_are_supported() -> None:
    assert supports(Rules())
    assert supports(Rules().changed({"goal": 300, "guilty_draws": 6}))
