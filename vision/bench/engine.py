"""How many games a second the rules engine plays, beside RLCard's in the same run.

All deal and play one round of two or four seats, with players who choose by lot among what they may lay and draw when
that is nothing. Ours is `engine.quick`, the official game with challenges, UNO calls and points, and beside it the same
game through `engine.game`, which keeps a position and events of every move. `docs/rlcard.md` lists what RLCard leaves
out.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.game import apply, legal_moves, new_game
from engine.moves import Accuse, CallUno, Play
from engine.quick import Table
from engine.quick_players import play_out
from engine.rules import Rules

SEATS: Final = (2, 4)
SLICE: Final = 0.25
"""Seconds for which one engine plays before the other has its turn, so that both meet the same machine."""
Game = Callable[[random.Random], int]
"""Plays one round and says how many turns it took."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What one engine did: games and turns in so many seconds of processor time."""

    games: int
    turns: int
    seconds: float

    @property
    def games_a_second(self) -> float:
        """Games for each second of processor time."""
        return self.games / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        """Plain figures."""
        return {
            "games_a_second": round(self.games_a_second, 1),
            "turns_a_game": round(self.turns / self.games, 1) if self.games else 0.0,
            "games": self.games,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class EngineReport:
    """A pace by number of seats: ours, ours with a position and events kept of every move, and RLCard's.

    `version` is RLCard's, None where it is not installed.
    """

    ours: dict[int, Pace]
    recorded: dict[int, Pace]
    rlcard: dict[int, Pace]
    version: str | None

    def times_faster(self, seats: int) -> float | None:
        """How many times as many games a second ours plays; None without RLCard."""
        if seats not in self.rlcard:
            return None
        return self.ours[seats].games_a_second / self.rlcard[seats].games_a_second

    def as_json(self) -> dict[str, Any]:
        """Plain figures by number of seats."""
        report: dict[str, Any] = {"lastcard": {}, "lastcard_recorded": {}, "rlcard": {}, "times_faster": {}}
        for seats, pace in self.ours.items():
            report["lastcard"][str(seats)] = pace.as_json()
            report["lastcard_recorded"][str(seats)] = self.recorded[seats].as_json()
            if seats in self.rlcard:
                report["rlcard"][str(seats)] = self.rlcard[seats].as_json()
                report["times_faster"][str(seats)] = round(self.times_faster(seats) or 0.0, 2)
        return {**report, "rlcard_version": self.version}

    def as_text(self) -> str:
        """The figures as lines for people."""
        lines = []
        for seats, pace in self.ours.items():
            line = f"{seats} seats: {pace.games_a_second:,.0f} official games a second"
            times = self.times_faster(seats)
            if times is not None:
                line += (
                    f"; RLCard {self.version}'s {self.rlcard[seats].games_a_second:,.0f}, so {times:.1f} times as many"
                )
            kept = self.recorded[seats].games_a_second
            lines += [line, f"         with a position and events kept of every move: {kept:,.0f}"]
        if self.version is None:
            lines.append("RLCard is not installed, so nothing was compared; pip install 'lastcard[bench]' brings it.")
        return "\n".join(lines)


def run_engine_bench(seconds: float, *, seats: Sequence[int] = SEATS, seed: int = 1) -> EngineReport:
    """Measure for about `seconds` for each engine and number of seats."""
    version = importlib.metadata.version("rlcard") if importlib.util.find_spec("rlcard") else None
    ours: dict[int, Pace] = {}
    recorded: dict[int, Pace] = {}
    theirs: dict[int, Pace] = {}
    for count in seats:
        games = [_official(count), _recorded(count)]
        if version is not None:
            games.append(_rlcard(count, seed))
        paces = _measure(games, seconds, seed)
        ours[count], recorded[count] = paces[:2]
        if version is not None:
            theirs[count] = paces[2]
    return EngineReport(ours, recorded, theirs, version)


def _measure(games: Sequence[Game], seconds: float, seed: int) -> list[Pace]:
    """Let the engines play in turns until each has had its time."""
    rngs = [random.Random(seed) for _ in games]
    played, turns, spent = [0] * len(games), [0] * len(games), [0.0] * len(games)
    while spent[-1] < seconds:
        for index, game in enumerate(games):
            start = now = time.process_time()
            while now - start < min(SLICE, seconds):
                turns[index] += game(rngs[index])
                played[index] += 1
                now = time.process_time()
            spent[index] += now - start
    return [Pace(*figures) for figures in zip(played, turns, spent, strict=True)]


def _official(seats: int) -> Game:
    rules = Rules.preset("official")

    def game(rng: random.Random) -> int:
        table = Table(rules, seats, rng.random, dealer=rng.randrange(seats))
        table.deal()
        made = play_out(table)
        table.points()
        return made

    return game


def _recorded(seats: int) -> Game:
    """The same game through `legal_moves` and `apply`."""
    rules = Rules.preset("official")

    def game(rng: random.Random) -> int:
        state = new_game(rules, seats, rng, dealer=rng.randrange(seats))
        made = 0
        while state.winner is None:
            moves = [move for move in legal_moves(state) if not isinstance(move, CallUno | Accuse)]
            plays = [move for move in moves if isinstance(move, Play)]
            state, _ = apply(state, rng.choice(plays or moves))
            made += 1
        return made

    return game


def _rlcard(seats: int, seed: int) -> Game:
    from rlcard.games.uno import Game as RlcardGame

    table = RlcardGame(num_players=seats)
    table.np_random = np.random.RandomState(seed)

    def game(rng: random.Random) -> int:
        state, _ = table.init_game()
        made = 0
        while not table.is_over():
            state, _ = table.step(rng.choice(state["legal_actions"]))
            made += 1
        return made

    return game
