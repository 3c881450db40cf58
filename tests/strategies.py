"""Hypothesis strategies for everything the engine takes and gives."""

import random
from dataclasses import fields

from hypothesis import strategies as st

from engine import players as pl
from engine.cards import COLOURS, FACES, Card, Colour
from engine.commands import COMMANDS, Command
from engine.events import EVENTS, Event
from engine.game import apply, legal_moves, new_game
from engine.hand import Hand
from engine.moves import (
    Accuse,
    CallUno,
    Challenge,
    Draw,
    Keep,
    Leave,
    Move,
    NameColour,
    Play,
    Power,
    SumOut,
    Swap,
    TimeUp,
)
from engine.observations import OBSERVATIONS, CardOnDiscard, CardsDrawn, CardTakenBack, HandSeen, Observation
from engine.rules import OPTIONS, PRESETS, Rules
from engine.state import State

TIMES = st.floats(min_value=0, max_value=1e6, allow_nan=False)
SHARES = st.floats(min_value=0, max_value=1, allow_nan=False)


def colours() -> st.SearchStrategy[Colour]:
    return st.sampled_from(COLOURS)


def cards() -> st.SearchStrategy[Card]:
    return st.sampled_from(FACES)


def hands() -> st.SearchStrategy[Hand]:
    return st.builds(Hand().plus, st.lists(cards(), max_size=9), st.integers(0, 9))


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """A preset, or any options that go together; hands of seven, for any number of seats."""
    if draw(st.booleans()):
        return draw(st.sampled_from(list(PRESETS.values())))
    fixed = {"hand_size": 7, "partners": False}
    changes = fixed | {
        option: draw(st.sampled_from(values)) for option, values in OPTIONS.items() if option not in fixed
    }
    if not changes["draw_penalties"]:
        changes |= {"deflecting": False, "stacking": "off"}
    if changes["after_winner"] == "elimination":
        changes |= {"scoring": "unscored", "uno_at_last_card": False}
    return Rules().changed(changes)


@st.composite
def deals(draw: st.DrawFn, rule_sets: st.SearchStrategy[Rules] | None = None) -> State:
    """A round just dealt, for 2 to 10 seats."""
    seats = draw(st.integers(2, 10))
    rng = random.Random(draw(st.integers(0, 10**6)))
    return new_game(
        draw(st.just(Rules()) if rule_sets is None else rule_sets), seats, rng, dealer=draw(st.integers(0, seats - 1))
    )


@st.composite
def games(draw: st.DrawFn, rule_sets: st.SearchStrategy[Rules] | None = None) -> tuple[State, tuple[Move, ...]]:
    """A deal and up to 60 legal moves from it, UNO calls and accusations among them."""
    start = state = draw(deals(rule_sets))
    rng = random.Random(draw(st.integers(0, 10**6)))
    made: list[Move] = []
    for _ in range(draw(st.integers(0, 60))):
        moves = legal_moves(state)
        if not moves:
            break
        made.append(rng.choice(moves))
        state, _ = apply(state, made[-1])
    return start, tuple(made)


@st.composite
def states(draw: st.DrawFn, rule_sets: st.SearchStrategy[Rules] | None = None) -> State:
    """A position from the middle of a game."""
    state, moves = draw(games(rule_sets))
    for move in moves:
        state, _ = apply(state, move)
    return state


def moves(seats: int = 10) -> st.SearchStrategy[Move]:
    """Any move, allowed or not."""
    seat = st.integers(0, seats - 1)
    maybe = st.none() | seat
    some = st.lists(cards(), max_size=2).map(tuple)
    return st.one_of(
        st.builds(Play, cards(), st.none() | colours(), maybe),
        st.builds(Play, cards(), st.none() | colours(), maybe, some, st.none() | st.sampled_from(Power), maybe),
        st.builds(Swap, seat, maybe),
        st.builds(SumOut, seat),
        st.builds(TimeUp, maybe),
        st.builds(Leave, seat),
        st.builds(Draw, maybe),
        st.builds(Keep, maybe),
        st.builds(NameColour, colours(), maybe),
        st.builds(CallUno, seat),
        st.builds(Accuse, seat, maybe),
        st.builds(Challenge, maybe),
    )


st.register_type_strategy(Card, cards())


CODES: dict[str, dict[str, tuple[str, ...]]] = {
    "corrected": {"what": ("card", "seat")},
    "mended": {"what": ("count", "turn", "points")},
    "question_asked": {"question": ("colour", "swap", "seat", "card", "illegal", "challenge", "points")},
    "out_of_step": {"cause": ("hand", "pile", "swap", "deck", "play_after_end", "unseen_play", "uno_count")},
    "note": {
        "code": ("nothing_to_draw", "short_draw", "late_draw", "round_abandoned", "after_the_end", "colour_early")
    },
}
"""The fields of events that hold one of a few words."""


def events() -> st.SearchStrategy[Event]:
    """An event of any kind with any facts."""
    kinds: list[st.SearchStrategy[Event]] = []
    for kind in EVENTS.values():
        special: dict[str, st.SearchStrategy[object]] = {
            name: st.sampled_from(words) for name, words in CODES.get(kind.kind, {}).items()
        }
        if kind.kind == "direction_changed":
            special["direction"] = st.sampled_from([1, -1])
        kinds.append(st.builds(kind, t=TIMES, **special))
    return st.one_of(kinds)


def any_observations() -> st.SearchStrategy[Observation]:
    """An observation of any kind with any facts, sensible or not; for JSON."""
    special: dict[object, st.SearchStrategy[Observation]] = {
        CardOnDiscard: st.builds(
            CardOnDiscard,
            t=TIMES,
            confidence=SHARES,
            seat_confidence=SHARES,
            alternatives=st.lists(st.tuples(cards(), SHARES), max_size=3).map(tuple),
        )
    }
    return st.one_of([special[kind] if kind in special else st.builds(kind, t=TIMES) for kind in OBSERVATIONS.values()])


def any_commands() -> st.SearchStrategy[Command]:
    """A command of any kind with any facts, sensible or not."""
    return st.one_of([st.builds(kind, t=TIMES) for kind in COMMANDS.values()])


def observations(seats: int) -> st.SearchStrategy[Observation]:
    """What a camera at a table of `seats` may say, with time left at 0."""
    seat = st.integers(0, seats - 1)
    maybe = st.none() | seat
    other = st.lists(st.tuples(cards(), SHARES), max_size=2).map(tuple)
    return st.one_of(
        st.builds(CardOnDiscard, st.just(0.0), cards(), maybe, SHARES, SHARES, other),
        st.builds(CardOnDiscard, st.just(0.0), cards(), maybe),
        st.builds(CardTakenBack, st.just(0.0), cards(), maybe),
        st.builds(CardsDrawn, st.just(0.0), maybe, st.integers(1, 5)),
        st.builds(HandSeen, st.just(0.0), seat, st.lists(cards(), max_size=8).map(tuple), st.integers(0, 3)),
    )


def commands(seats: int) -> st.SearchStrategy[Command]:
    """What people at a table of `seats` may say, seats that do not exist among it."""
    seat = st.integers(0, seats)
    numbers = {"seat": seat, "accused": seat, "accuser": st.none() | seat, "dealer": st.none() | seat}
    numbers["count"] = st.integers(-1, 12)
    numbers["points"] = st.integers(-1, 600)
    kinds: list[st.SearchStrategy[Command]] = []
    for kind in COMMANDS.values():
        own = {field.name: numbers[field.name] for field in fields(kind) if field.name in numbers}
        kinds.append(st.builds(kind, t=st.just(0.0), based_on=st.none(), **own))
    return st.one_of(kinds)


def rosters(seats: int) -> st.SearchStrategy[list[pl.Player]]:
    """A player for every seat."""
    return st.lists(st.sampled_from([pl.RandomPlayer(), pl.GreedyPlayer()]), min_size=seats, max_size=seats)
