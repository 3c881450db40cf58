"""Whole matches of players against each other, and the table of results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.counting import CountingPlayer
from engine.errors import SeatError
from engine.game import begin, draw_for_dealer, next_round
from engine.moves import Move
from engine.near import near
from engine.notation_file import GameFile, RoundText, with_seat
from engine.players import GreedyPlayer, Manners, Player, RandomPlayer, play_round
from engine.rules import Rules
from engine.state import State

PLAYERS: Final[Mapping[str, Callable[[], Player]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "counting": CountingPlayer,
}
MOST_ROUNDS: Final = 100
"""A match is cut off after so many rounds."""


@dataclass(frozen=True, slots=True)
class Match:
    """How a match went. `winner` is None if it was cut off; unscored rules make a match of one round."""

    winner: int | None
    scores: tuple[int, ...]
    round_winners: tuple[int, ...]
    moves: int
    rounds: tuple[RoundText, ...] = ()

    def as_file(self, rules: Rules, names: Sequence[str]) -> GameFile:
        """The match as a text can hold it. Raises DataError for names that cannot be written."""
        return GameFile(rules, tuple(names), self.rounds)


def player_called(name: str) -> Player:
    """A player of that kind; raises SeatError with the near matches."""
    if name not in PLAYERS:
        raise SeatError(f"There is no player called {name!r}{near(name, PLAYERS)}; known are {', '.join(PLAYERS)}.")
    return PLAYERS[name]()


def play_match(
    rules: Rules, players: Sequence[Player], rng: random.Random, *, manners: Manners | None = None, dealer: int = 0
) -> Match:
    """Play rounds until the match is won. `dealer` deals first unless the rules draw cards for it (R04).

    Raises SeatError for a number of players that the rules do not allow.
    """
    rules.check_seats(len(players))
    if rules.first_dealer == "highest_number":
        dealer, _ = draw_for_dealer(len(players), rng)
    state, _ = begin(rules, len(players), rng, dealer=dealer)
    texts: list[RoundText] = []
    winners: list[int] = []
    while True:
        text, state = _round(state, players, rng, manners)
        texts.append(text)
        if state.winner is None:
            break
        winners.append(state.winner)
        if rules.scoring == "unscored" or state.match_winner is not None or len(texts) == MOST_ROUNDS:
            break
        state, _ = next_round(state, rng)
    champion = state.winner if rules.scoring == "unscored" else state.match_winner
    return Match(champion, state.scores, tuple(winners), sum(len(text.lines) for text in texts), tuple(texts))


def _round(
    start: State, players: Sequence[Player], rng: random.Random, manners: Manners | None
) -> tuple[RoundText, State]:
    state, moves = start, list[Move]()
    for ply in play_round(start, players, rng, manners):
        moves.append(with_seat(ply.move, ply.seat))
        state = ply.state
    hands = tuple(hand.known for hand in start.hands)
    return RoundText(start.discard[0], tuple(moves), start.dealer, hands, start.draw, start.seed), state


@dataclass(slots=True)
class Standing:
    """What one seat has come to."""

    player: str
    matches: int = 0
    rounds: int = 0
    points: int = 0


@dataclass(slots=True)
class Table:
    """The results of many matches, a standing for each seat."""

    standings: list[Standing]
    played: int = 0
    cut_off: int = 0
    rounds: int = 0
    moves: int = 0
    last: Match | None = field(default=None, repr=False)

    def add(self, match: Match) -> None:
        """Count one more match."""
        self.played += 1
        self.rounds += len(match.round_winners)
        self.moves += match.moves
        self.last = match
        for seat, standing in enumerate(self.standings):
            standing.matches += match.winner == seat
            standing.rounds += match.round_winners.count(seat)
            standing.points += match.scores[seat]
        self.cut_off += match.winner is None


def simulate(
    rules: Rules, kinds: Sequence[str], matches: int, rng: random.Random, *, manners: Manners | None = None
) -> Iterator[Table]:
    """Play so many matches; the results so far after each of them. Each seat deals first in its turn.

    Raises SeatError for an unknown kind of player or a number of seats that the rules do not allow.
    """
    players = [player_called(kind) for kind in kinds]
    rules.check_seats(len(players))
    table = Table([Standing(kind) for kind in kinds])
    for number in range(matches):
        table.add(play_match(rules, players, rng, manners=manners, dealer=number % len(players)))
        yield table
