"""Players for simulated games, and a helper that has them play a whole round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from engine.effects import is_guilty
from engine.errors import SeatError
from engine.events import Event
from engine.game import apply
from engine.legality import explain, moves_of
from engine.legality_play import jumps_in
from engine.moves import Accuse, CallUno, Challenge, Draw, Move, NameColour, Play, Swap, TimeUp
from engine.scoring import card_points
from engine.state import State

MAX_MOVES: Final = 5000


class Player(Protocol):
    """Chooses one of the moves that `moves_of(view, seat)` allows; `view` is `state.seen_by(seat)`."""

    def choose(self, view: State, seat: int, rng: random.Random) -> Move:
        """The move this player makes."""
        ...


class RandomPlayer:
    """Any allowed move, each as likely as the next; a card is played rather than another drawn half of the time."""

    def choose(self, view: State, seat: int, rng: random.Random) -> Move:
        """One of the allowed moves that change the position."""
        return rng.choice(_deeds(view, seat))


class GreedyPlayer:
    """Gets rid of the most points it may, keeps wilds for last, names its most frequent colour, never bluffs."""

    def choose(self, view: State, seat: int, rng: random.Random) -> Move:
        """The move with the highest worth; equal ones by lot."""
        moves = _deeds(view, seat)
        worth = {move: self._worth(view, seat, move) for move in moves}
        best = max(worth.values())
        return rng.choice([move for move in moves if worth[move] == best])

    def _worth(self, view: State, seat: int, move: Move) -> float:
        colours = Counter(card.colour for card in view.hands[seat].known)
        if isinstance(move, NameColour):
            return colours[move.colour]
        if isinstance(move, Swap):
            return -view.hands[move.target].count
        if isinstance(move, Challenge):
            return -100
        if not isinstance(move, Play):
            return 0 if isinstance(move, Draw) else -10
        if move.card.is_wild:
            return 1 + colours[move.colour] / 100 if self._honest(view, move) else -50
        return 10 + sum(map(card_points, move.cards))

    def _honest(self, view: State, move: Play) -> bool:
        """False for a Wild Draw Four that a challenge would catch (R18)."""
        after, _ = apply(view, move)
        return after.case is None or is_guilty(after.case, view.rules.wild_draw4_when) is not True


def _deeds(view: State, seat: int) -> list[Move]:
    """The moves that change the game, without words about UNO and without running out of time."""
    return [move for move in moves_of(view, seat) if not isinstance(move, CallUno | Accuse | TimeUp)]


@dataclass(frozen=True, slots=True)
class Manners:
    """How simulated people are: the share of UNO calls they forget, and of those the share that somebody notices; the
    share of their chances to jump in that they take."""

    forgets: float = 0.15
    noticed: float = 0.5
    jumps: float = 0.5


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a simulated round: who made it, what it was, what came of it and the position after it."""

    seat: int
    move: Move
    events: tuple[Event, ...]
    state: State


def play_round(
    state: State, players: Sequence[Player], rng: random.Random, manners: Manners | None = None
) -> Iterator[Ply]:
    """Play on from `state` until the round is won. Raises SeatError unless there is one player a seat.

    A game of players who only ever draw and pass would not end; it is cut off after 5000 moves.
    """
    if len(players) != state.seats:
        raise SeatError(f"{len(players)} players were given for {state.seats} seats; give one for each.")
    for _ in range(MAX_MOVES):
        if state.winner is not None:
            return
        seat, move = _next_move(state, players, rng, manners or Manners())
        state, events = apply(state, move)
        yield Ply(seat, move, events, state)


def _next_move(state: State, players: Sequence[Player], rng: random.Random, manners: Manners) -> tuple[int, Move]:
    """A word about UNO, if there is one to say, else what the seat does whose move it is."""
    for seat in state.uno_open:
        if rng.random() >= manners.forgets:
            return seat, CallUno(seat)
        if rng.random() < manners.noticed:
            accuser = rng.choice([other for other in state.playing if other != seat])
            return accuser, Accuse(seat, accuser)
    if state.rules.jump_in != "off" and state.fresh is not None and state.top is not None:
        for seat in state.playing:
            jump = Play(state.top, seat=seat)
            if jumps_in(state, seat, state.top) and not explain(state, jump) and rng.random() < manners.jumps:
                return seat, jump
    seat = next((one for one in (state.namer, state.swapper) if one is not None), state.turn)
    return seat, players[seat].choose(state.seen_by(seat), seat, rng)
