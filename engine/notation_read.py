"""Reading what `notation_file` writes. Every error says line and column, what was expected and the nearest word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.cards import Card
from engine.errors import NotationError
from engine.moves import Accuse, CallUno, Leave, Move, Play, SumOut, Swap
from engine.notation import MOVE_WORDS, parse_move
from engine.notation_file import (
    FILE_KEYS,
    HAND,
    HEADER,
    POINTS,
    ROUND_KEYS,
    SOMEBODY,
    VERDICT,
    GameFile,
    Line,
    Points,
    RoundText,
    Verdict,
    name_problem,
)
from engine.notation_rules import parse_rules
from engine.notation_value import parse_card, parse_number, unknown
from engine.rules import MAX_SEATS, MIN_SEATS, Rules

MOST_CARDS: Final = 1000
_ALONE: Final[dict[str, Any]] = {"uno": CallUno, "sum_out": SumOut, "leave": Leave}
"""Words of moves that need nothing but their seat."""
_AIMED: Final = ("accuse", "swap")


@dataclass(slots=True)
class _Words:
    """What stands before and behind the colon of one line, and in which columns."""

    line: int
    key: str
    key_at: int
    value: str
    value_at: int

    def error(self, problem: str, expected: str) -> NotationError:
        return NotationError(problem, expected=expected, line=self.line, column=self.value_at)


@dataclass(slots=True)
class _Reader:
    """What has been read so far."""

    rules: Rules | None = None
    names: tuple[str, ...] = ()
    rounds: list[_Draft] = field(default_factory=list)


@dataclass(slots=True)
class _Draft:
    """A round being read."""

    at: int
    facts: dict[str, Any] = field(default_factory=dict)
    hands: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    where: list[int] = field(default_factory=list)


def parse_file(text: str) -> GameFile:
    """The match of a text; raises NotationError."""
    reader = _Reader()
    last = 1
    for words in _lines(text):
        last = words.line
        try:
            _take(reader, words)
        except NotationError as error:
            raise error if error.line is not None else error.moved(0, words.line) from None
    if reader.rules is None or not reader.names:
        missing = "rules" if reader.rules is None else "seats"
        raise NotationError(f"the game has no {missing}", expected=f"a line {missing}: …", line=last)
    return GameFile(reader.rules, reader.names, tuple(_finish(draft, len(reader.names)) for draft in reader.rounds))


def _lines(text: str) -> Iterator[_Words]:
    """Every line that says something, the first one checked."""
    started = False
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        line = raw.split("#")[0].rstrip()
        if not line.strip():
            continue
        at = len(line) - len(line.lstrip()) + 1
        if not started:
            if line.split() != HEADER.split():
                raise NotationError(f"{line.strip()!r} is no beginning", expected=HEADER, line=number, column=at)
            started = True
            continue
        key, colon, value = line.partition(":")
        if not colon:
            end = len(line) + 1
            raise NotationError("a colon is missing", expected="NAME: MOVE or key: value", line=number, column=end)
        lead = len(value) - len(value.lstrip())
        yield _Words(number, key.strip(), at, value.strip(), len(key) + 2 + lead)
    if not started:
        raise NotationError("the game is empty", expected=HEADER, line=1)


def _take(reader: _Reader, words: _Words) -> None:
    if words.key in FILE_KEYS:
        _take_head(reader, words)
    elif not reader.rounds:
        raise unknown(words.key, "line before the first round", FILE_KEYS, words.key_at, "rules:, seats: or round:")
    elif words.key in ROUND_KEYS or words.key.split(" ")[0] == HAND:
        _take_fact(reader.rounds[-1], reader.names, words)
    else:
        if "start" not in reader.rounds[-1].facts:
            raise NotationError("the round has no start card yet", expected="start: CARD", column=words.key_at)
        reader.rounds[-1].lines.append(_line(words, reader.names))
        reader.rounds[-1].where.append(words.line)


def _take_head(reader: _Reader, words: _Words) -> None:
    if words.key == "rules":
        if reader.rounds or reader.rules is not None:
            raise NotationError("rules were given before", expected="one line rules:", column=words.key_at)
        try:
            reader.rules = parse_rules(re.sub(r"\s", " ", words.value), " ")
        except NotationError as error:
            raise error.moved(words.value_at - 1) from None
    elif words.key == "seats":
        if reader.names:
            raise NotationError("seats were given before", expected="one line seats:", column=words.key_at)
        reader.names = _names(words)
    elif reader.rules is None or not reader.names:
        missing = "rules" if reader.rules is None else "seats"
        raise NotationError(f"no {missing} stand before the round", expected=f"{missing}: …", column=words.key_at)
    elif words.value:
        raise words.error(f"{words.value!r} follows round:", "nothing")
    else:
        _finish_check(reader)
        reader.rounds.append(_Draft(words.line))


def _names(words: _Words) -> tuple[str, ...]:
    names: list[str] = []
    column = words.value_at
    for part in words.value.split(","):
        name = part.strip()
        at = column + len(part) - len(part.lstrip())
        problem = "was given before" if name in names else name_problem(name)
        if problem:
            raise NotationError(f"the name {name!r} {problem}", expected="a name for each seat", column=at)
        names.append(name)
        column += len(part) + 1
    if not MIN_SEATS <= len(names) <= MAX_SEATS:
        raise words.error(f"{len(names)} seats were given", f"{MIN_SEATS} to {MAX_SEATS} names with commas between")
    return tuple(names)


def _seat(name: str, names: Sequence[str], column: int) -> int:
    if name not in names:
        raise unknown(name, "seat", names, column)
    return names.index(name)


def _take_fact(draft: _Draft, names: Sequence[str], words: _Words) -> None:
    """A line about the beginning of a round."""
    if draft.lines:
        raise NotationError(f"{words.key}: stands after a move", expected="a move", column=words.key_at)
    if words.key.startswith(HAND):
        seat = _seat(words.key.removeprefix(HAND).strip(), names, words.key_at + len(HAND) + 1)
        known: dict[Any, Any] = draft.hands
        key: Any = seat
        value: Any = _cards(words)
    else:
        known, key = draft.facts, words.key
        value = _fact(words, names)
    if key in known:
        raise NotationError(f"{words.key} was given before", expected="it once a round", column=words.key_at)
    known[key] = value


def _fact(words: _Words, names: Sequence[str]) -> Any:
    if words.key == "dealer":
        return _seat(words.value, names, words.value_at)
    if words.key == "start":
        return parse_card(words.value, words.value_at)
    return _cards(words) if words.key == "pile" else parse_number(words.value, words.value_at)


def _cards(words: _Words) -> tuple[Card, ...]:
    cards = tuple(parse_card(found[0], words.value_at + found.start()) for found in re.finditer(r"\S+", words.value))
    if len(cards) > MOST_CARDS:
        raise words.error(f"{len(cards)} cards were given", f"at most {MOST_CARDS}")
    return cards


def _finish_check(reader: _Reader) -> None:
    if reader.rounds and "start" not in reader.rounds[-1].facts:
        raise NotationError("the round has no start card", expected="start: CARD", line=reader.rounds[-1].at)


def _finish(draft: _Draft, seats: int) -> RoundText:
    if "start" not in draft.facts:
        raise NotationError("the round has no start card", expected="start: CARD", line=draft.at)
    hands = tuple(draft.hands.get(seat) for seat in range(seats)) if draft.hands else ()
    return RoundText(lines=tuple(draft.lines), hands=hands, at=draft.at, where=tuple(draft.where), **draft.facts)


def _line(words: _Words, names: Sequence[str]) -> Line:
    """A move, a verdict or points."""
    if words.key == VERDICT:
        if words.value not in ("guilty", "innocent"):
            raise unknown(words.value, VERDICT, ["guilty", "innocent"], words.value_at)
        return Verdict(words.value == "guilty")
    if words.key == POINTS:
        return Points(parse_number(words.value, words.value_at))
    word, _, tail = words.value.partition(" ")
    aimed_at = words.value_at + len(words.value) - len(tail.lstrip())
    target = _seat(tail.strip(), names, aimed_at) if tail else None
    if words.key == SOMEBODY and word == "accuse":
        return Accuse(_aim(words, target), None)
    known = [*names, VERDICT, POINTS, *ROUND_KEYS, *FILE_KEYS, HAND, SOMEBODY]
    if words.key not in names:
        raise unknown(words.key, "seat", known, words.key_at, f"one of {', '.join(names)}, or verdict, points, round")
    return _move(words, word, names.index(words.key), target)


def _aim(words: _Words, target: int | None) -> int:
    if target is None:
        raise NotationError(
            f"{words.value!r} names nobody", expected="a seat", column=words.value_at + len(words.value)
        )
    return target


def _move(words: _Words, word: str, seat: int, target: int | None) -> Move:
    if word == "accuse":
        return Accuse(_aim(words, target), seat)
    if word == "swap":
        return Swap(_aim(words, target), seat)
    if word in _ALONE:
        move: Any = _ALONE[word](seat)
    elif "@" in word or ">" in word:
        raise words.error(f"{word!r} holds a seat's number", "seats by name: NAME: MOVE NAME")
    else:
        move = replace(_parsed(word, words.value_at), seat=seat)
    if target is not None:
        if not isinstance(move, Play):
            raise words.error(f"{word!r} is aimed at nobody", "no name behind it")
        move = replace(move, target=target)
    return move  # type: ignore[no-any-return]  # one of Move


def _parsed(word: str, column: int) -> Any:
    known = (*MOVE_WORDS, *_ALONE, *_AIMED)
    head = re.split(r"[:!+]", word)[0]
    if head in (*_ALONE, *_AIMED):
        raise unknown(word, "move", known, column, f"{head} alone, or {head} NAME")
    try:
        return parse_move(word)
    except NotationError as error:
        raise error.moved(column - 1) from None
