"""A whole match as a text that people can read and write by hand; `parse_file(format_file(x)) == x`.

    lastcard 1
    rules: official goal:300
    seats: Ann, Bo, Cy

    round:                          # as many as were played
    dealer: Ann                     # may be left out: the rules say who deals
    start: green_7
    hand Bo: red_5 red_5 wild       # hands, pile and seed where they are known
    Bo: green_5
    Cy: wild:red
    Ann: draw
    Ann: keep
    Bo: uno
    Cy: accuse Bo
    verdict: guilty                 # of a challenge, and points: 45, where hands are not known

`#` begins a remark. Words are those of `notation`; seats have names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.cards import Card
from engine.errors import DataError
from engine.moves import Accuse, CallUno, Leave, Move, Play, SumOut, Swap
from engine.notation import HEADS, format_move
from engine.notation_rules import changes_of
from engine.rules import Rules

HEADER: Final = "lastcard 1"
SOMEBODY: Final = "somebody"
VERDICT: Final = "verdict"
POINTS: Final = "points"
FILE_KEYS: Final = ("rules", "seats", "round")
ROUND_KEYS: Final = ("dealer", "start", "pile", "seed")
HAND: Final = "hand"
RESERVED: Final = (*FILE_KEYS, *ROUND_KEYS, HAND, VERDICT, POINTS, SOMEBODY)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a challenge of hidden cards came to."""

    guilty: bool


@dataclass(frozen=True, slots=True)
class Points:
    """What the winner of a round with hidden cards got."""

    count: int


Line = Move | Verdict | Points


@dataclass(frozen=True, slots=True)
class RoundText:
    """One round. What is not written is None: the dealer (by the rules), a hand, the draw pile (bottom to top), the
    seed of its reshuffles. `at` is the line where it begins and `where` those of its `lines`; both make no difference.
    """

    start: Card
    lines: tuple[Line, ...] = ()
    dealer: int | None = None
    hands: tuple[tuple[Card, ...] | None, ...] = ()
    pile: tuple[Card, ...] | None = None
    seed: int | None = None
    at: int = field(default=0, compare=False)
    where: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class GameFile:
    """Rules, names of the seats, and the rounds. Raises DataError for a name or a move that cannot be written."""

    rules: Rules
    names: tuple[str, ...]
    rounds: tuple[RoundText, ...] = ()

    def __post_init__(self) -> None:
        if "#" in self.rules.name or not self.rules.name.isprintable():
            raise DataError(f"The rules are called {self.rules.name!r}; a written game needs a name without # in it.")
        for name in self.names:
            problem = name_problem(name)
            if problem:
                raise DataError(f"A seat was called {name!r}, which {problem}; call it otherwise.")
        if len(set(self.names)) != len(self.names):
            raise DataError(f"The seats were called {', '.join(self.names)}; give each a name of its own.")
        for played in self.rounds:
            for line in played.lines:
                if getattr(line, "seat", 0) is None:
                    raise DataError(f"{line} names no seat; a written move has to.")


def name_problem(name: str) -> str:
    """Why no seat can be called so, "" if one can."""
    if name in RESERVED or name.startswith(f"{HAND} "):
        return "is a word of the notation"
    if not name or name != " ".join(name.split()) or set(name) & set(":,#"):
        return "is empty or has a colon, a comma, a # or needless spaces in it"
    return "" if name.isprintable() else "has characters that cannot be seen"


def with_seat(move: Move, seat: int) -> Move:
    """The move with its seat named, as `RoundText` wants it."""
    if isinstance(move, Accuse):
        return move if move.accuser is not None else replace(move, accuser=seat)
    return replace(move, seat=seat) if move.seat is None else move


def format_file(game: GameFile) -> str:
    """The text of a match."""
    rules = " ".join([game.rules.name, *changes_of(game.rules)])
    parts = [[HEADER, f"rules: {rules}", f"seats: {', '.join(game.names)}"]]
    parts += [_round(played, game.names) for played in game.rounds]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _round(played: RoundText, names: Sequence[str]) -> list[str]:
    lines = ["round:"]
    if played.dealer is not None:
        lines.append(f"dealer: {names[played.dealer]}")
    lines.append(f"start: {played.start}")
    for name, hand in zip(names, played.hands, strict=False):
        if hand is not None:
            lines.append(f"{HAND} {name}: {' '.join(card.label for card in hand)}".rstrip())
    if played.pile is not None:
        lines.append(f"pile: {' '.join(card.label for card in played.pile)}".rstrip())
    if played.seed is not None:
        lines.append(f"seed: {played.seed}")
    return lines + [format_line(line, names) for line in played.lines]


def format_line(line: Line, names: Sequence[str]) -> str:
    """One line of a round."""
    if isinstance(line, Verdict):
        return f"{VERDICT}: {'guilty' if line.guilty else 'innocent'}"
    if isinstance(line, Points):
        return f"{POINTS}: {line.count}"
    if isinstance(line, Accuse):
        who = SOMEBODY if line.accuser is None else names[line.accuser]
        return f"{who}: accuse {names[line.accused]}"
    seat = line.seat
    assert seat is not None  # GameFile has seen to it
    word, target = _word(line)
    return f"{names[seat]}: {word}" + ("" if target is None else f" {names[target]}")


def _word(move: Move) -> tuple[str, int | None]:
    """The word of a move without seats, and the seat it is aimed at."""
    if isinstance(move, CallUno | SumOut | Leave):
        return HEADS.get(move.kind, move.kind), None
    if isinstance(move, Swap):
        return move.kind, move.target
    if isinstance(move, Play):
        return format_move(replace(move, seat=None, target=None)), move.target
    bare: Any = move
    return format_move(replace(bare, seat=None)), None
