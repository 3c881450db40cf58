"""The referee sees a simulated round through a camera and must know what really happened."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import moves as mv
from engine.cards import Card, Colour
from engine.commands import KeepCard, NameColour
from engine.events import Event
from engine.game import new_game
from engine.observations import CardOnDiscard, CardsDrawn
from engine.players import play_round
from engine.referee import Referee
from engine.rules import PRESETS, Rules
from engine.state import State
from tests import strategies
from tests.engine.camera import watch


def public(state: State) -> dict[str, Any]:
    """What the referee's snapshot must say of a real position."""
    return {
        "cards": [hand.count for hand in state.hands],
        "top": None if state.top is None else state.top.label,
        "turn": None if state.winner is not None else state.turn,
        "direction": state.direction,
        "pending": state.pending,
        "winner": state.winner,
        "draw_pile": state.draw_count,
        "uno_open": list(state.uno_open),
    }


def seen(ref: Referee) -> dict[str, Any]:
    now = ref.snapshot()
    told = {key: now[key] for key in ("top", "turn", "direction", "winner", "draw_pile", "uno_open")}
    return told | {"cards": [seat["cards"] for seat in now["seats"]], "pending": now["pending"]["count"]}


def follow(
    seats: int, seed: int, roster: list[Any], *, say_colour: bool, sees_draws: bool, rules: Rules | None = None
) -> tuple[Referee, State, list[Event], list[tuple[dict[str, Any], dict[str, Any]]]]:
    """Play a round and have it watched; after each move what is and what the referee says."""
    rng = random.Random(seed)
    rules = rules or Rules()
    real = new_game(rules, seats, rng)
    ref = Referee(rules, [f"P{seat}" for seat in range(seats)])
    assert real.top is not None
    events = list(ref.handle(CardOnDiscard(0.0, real.top)))
    pairs = []
    for number, ply in enumerate(play_round(real, roster, rng), 1):
        items = list(watch(ply, real, float(number), say_colour=say_colour, sees_draws=sees_draws))
        for item in items:
            events += ref.handle(item)
        real = ply.state
        unsaid = isinstance(ply.move, mv.NameColour) and not say_colour
        if items and not unsaid and not isinstance(ply.move, mv.Keep):  # no item: a draw when no card is left
            pairs.append((public(real), seen(ref)))
    return ref, real, events, pairs


@st.composite
def tables(draw: st.DrawFn, most: int = 10) -> tuple[int, int, list[Any]]:
    seats = draw(st.integers(2, most))
    return seats, draw(st.integers(0, 10**6)), draw(strategies.rosters(seats))


@settings(max_examples=12)
@given(tables(), st.booleans())
def test_a_well_seen_round_is_followed_exactly(table: tuple[int, int, list[Any]], say_colour: bool) -> None:
    ref, real, events, pairs = follow(*table, say_colour=say_colour, sees_draws=True)
    for is_, says in pairs:
        assert says == is_
    told = {event.kind for event in events}
    assert not told & {"illegal_play", "illegal_draw", "out_of_step", "command_refused"}
    assert ref.snapshot()["winner"] == real.winner
    assert ("colour_named" in told) or not any(event.kind == "colour_wanted" for event in events)


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=3)
@given(tables(most=4))
def test_a_well_seen_round_is_followed_by_every_preset(name: str, table: tuple[int, int, list[Any]]) -> None:
    ref, real, events, pairs = follow(*table, say_colour=True, sees_draws=True, rules=Rules.preset(name))
    for is_, says in pairs:
        assert says == is_
    told = {event.kind for event in events}
    if ref.rules.cards_a_turn == "one":  # the first card of a set may fit only together with a later one
        assert "illegal_play" not in told
    assert not told & {"illegal_draw", "out_of_step", "command_refused"}
    assert ref.snapshot()["winner"] == real.winner
    assert ref.memory.game.places == real.places


@settings(max_examples=6)
@given(tables())
def test_missed_penalty_draws_are_inferred(table: tuple[int, int, list[Any]]) -> None:
    """No draw is seen at all: turns after penalties are still right, and nobody is accused of a wrong card."""
    _, _, events, _ = follow(*table, say_colour=True, sees_draws=False)
    for event in events:
        if event.kind == "illegal_play":
            reasons = {reason.id.value for reason in getattr(event, "reasons", ())}
            assert "out_of_turn" in reasons or reasons == {"penalty_pending"}
            break


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=2)
@given(tables(most=3))
def test_unseen_draws_never_lose_the_pile_of_any_preset(name: str, table: tuple[int, int, list[Any]]) -> None:
    """No draw is seen: the referee infers and asks, but what lies on top stays right."""
    _, _, _, pairs = follow(*table, say_colour=True, sees_draws=False, rules=Rules.preset(name))
    assert pairs
    for is_, says in pairs:
        if says["winner"] is None and is_["winner"] is None:
            assert says["top"] == is_["top"]


def test_f05_a_penalty_ends_with_the_last_card_there_is() -> None:
    """Nine players hold nearly the whole deck: a Wild Draw Four takes what is left, and the turn passes."""
    rules = Rules()
    ref = Referee(rules, [f"P{seat}" for seat in range(10)])
    ref.handle(CardOnDiscard(0.0, Card.parse("red_1")))
    left = ref.snapshot()["draw_pile"]
    for turn in range(left - 1):
        ref.handle(CardsDrawn(1.0 + turn, turn % 10, 1))
        ref.handle(KeepCard(1.2 + turn, turn % 10))
    seat = ref.snapshot()["turn"]
    assert ref.snapshot()["draw_pile"] == 1
    ref.handle(CardOnDiscard(100.0, Card.parse("wild_draw4"), seat))
    ref.handle(NameColour(100.5, Colour.RED))
    after = ref.snapshot()["turn"]
    told = ref.handle(CardsDrawn(101.0, after, 2))
    now = ref.snapshot()
    assert now["pending"]["count"] == 0
    assert now["turn"] == (after + 1) % 10
    assert any(event.kind == "cards_drawn" for event in told)
