"""Moves, positions and rounds as text; `parse_x(format_x(x)) == x`.

A move is one word: `red_5`, `wild:green` (a wild and its colour), `red_5+blue_5` (a set, the top card last), `draw`,
`keep`, `colour:red`, `uno:2`, `accuse:2`, `accuse:2/0` (accused/accuser), `challenge`; a wild's power is `wild!look>2`.
`@2` at the end names the seat. A position is one line of `key=value` words, what is as at the beginning left out. A
round is a position and its moves, one a line; `#` begins a remark. Whole matches for people are in `notation_file`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, Final, get_args, get_type_hints

from engine.cards import Card, Colour
from engine.errors import EngineError, NotationError
from engine.moves import Move, Play
from engine.notation_rules import format_rules, parse_rules
from engine.notation_value import (
    CARD_WORDS,
    NONE,
    format_value,
    nearest,
    parse_card,
    parse_number,
    parse_value,
    parse_word,
    unknown,
)
from engine.state import State

HEADS: Final = {"name_colour": "colour", "call_uno": "uno"}
"""Shorter words for some kinds of moves."""
_KINDS: Final[dict[str, Any]] = {HEADS.get(kind.kind, kind.kind): kind for kind in get_args(Move) if kind is not Play}
MOVE_WORDS: Final = (*_KINDS, *CARD_WORDS)
_EXPECTED: Final = f"a card such as red_5 or wild:green, or one of {', '.join(_KINDS)}"
_HINTS: Final = get_type_hints(State)
_NEEDED: Final = ("rules", "hands")


@dataclass(frozen=True, slots=True)
class GameText:
    """A position and the moves made from it."""

    start: State
    moves: tuple[Move, ...]


def format_move(move: Move) -> str:
    """One word for a move."""
    seat: int | None
    if isinstance(move, Play):
        word, seat = _play(move), move.seat
    else:
        values = [format_value(getattr(move, part.name)) for part in _own(type(move))]
        while values and values[-1] == NONE:
            values.pop()
        word = HEADS.get(move.kind, move.kind) + (":" + "/".join(values) if values else "")
        seat = getattr(move, "seat", None) if _at(type(move)) else None
    return word if seat is None else f"{word}@{seat}"


def _own(kind: type[Move]) -> list[Field[Any]]:
    """The fields that stand behind the colon: all but a seat that may be left out."""
    return [part for part in fields(kind) if part.name != "seat" or part.default is MISSING]


def _at(kind: type[Move]) -> bool:
    return any(part.name == "seat" and part.default is not MISSING for part in fields(kind))


def _play(move: Play) -> str:
    word = "+".join(card.label for card in move.cards) + ("" if move.colour is None else f":{move.colour}")
    word += "" if move.power is None else f"!{move.power}"
    return word if move.target is None else f"{word}>{move.target}"


def parse_move(text: str) -> Move:
    """The move of a word; raises NotationError with the column, what was expected and the nearest word."""
    start = len(text) - len(text.lstrip())
    try:
        return _move(text.strip())
    except NotationError as error:
        raise error.moved(start) from None


def _move(text: str) -> Move:
    word, at, tail = text.partition("@")
    head = re.split(r"[:!>+]", word)[0]
    kind = _KINDS.get(head)
    if kind is not None and at and not _at(kind):
        raise NotationError(f"{head!r} takes no @", expected=f"{head}:seat", column=len(word) + 1)
    seat = parse_number(tail, len(word) + 2) if at else None
    if kind is None:
        return _parse_play(word, seat)
    values = _values(kind, head, word)
    return kind(*values, seat) if _at(kind) else kind(*values)  # type: ignore[no-any-return]  # one of Move


def _values(kind: Any, head: str, word: str) -> list[Any]:
    own = _own(kind)
    column = len(head) + 2
    words = word[len(head) + 1 :].split("/") if len(word) > len(head) else []
    form = head + (":" + "/".join(part.name for part in own) if own else "")
    if word[len(head) :][:1] not in ("", ":") or len(words) > len(own):
        raise NotationError(f"{word!r} is no {head}", expected=form, column=column - 1)
    values = []
    for index, part in enumerate(own):
        if index >= len(words) and part.default is not MISSING:
            values.append(part.default)
            continue
        text = words[index] if index < len(words) else ""
        values.append(parse_value(text, get_type_hints(kind)[part.name], part.name, column))
        column += len(text) + 1
    return values


_PLAY: Final = re.compile(r"(?P<cards>[^:!>]*)(?::(?P<colour>[^!>]*))?(?:!(?P<power>[^>]*))?(?:>(?P<target>.*))?")


def _parse_play(word: str, seat: int | None) -> Play:
    match = _PLAY.fullmatch(word)
    if match is None:
        raise unknown(word, "move", MOVE_WORDS, expected=_EXPECTED)
    cards = _cards(match["cards"])
    more: dict[str, Any] = {} if len(cards) == 1 else {"more": tuple(cards[:-1])}
    for name in ("power", "target"):
        if match[name] is not None:
            hint = get_type_hints(Play)[name]
            more[name] = parse_value(match[name], hint, name, match.start(name) + 1)
    colour = None
    if match["colour"] is not None:
        colour = parse_word(match["colour"], Colour, "colour", match.start("colour") + 1)
    return Play(cards[-1], colour, seat, **more)


def _cards(text: str) -> list[Card]:
    words = text.split("+")
    if len(words) == 1 and text not in CARD_WORDS and nearest(text, MOVE_WORDS) not in CARD_WORDS:
        try:
            return [Card.parse(text)]
        except EngineError:
            raise unknown(text, "move", MOVE_WORDS, expected=_EXPECTED) from None
    cards = []
    column = 1
    for word in words:
        cards.append(parse_card(word, column))
        column += len(word) + 1
    return cards


def format_state(state: State) -> str:
    """One line for a position."""
    words = []
    for part in fields(State):
        value = getattr(state, part.name)
        if part.name == "rules":
            words.append(f"rules={format_rules(value)}")
        elif part.default is MISSING or value != part.default:
            words.append(f"{part.name}={format_value(value)}")
    return " ".join(words)


def parse_state(text: str) -> State:
    """The position of a line; raises NotationError."""
    known = [part.name for part in fields(State)]
    values: dict[str, Any] = {}
    for found in re.finditer(r"\S+", text):
        key, equals, word = found[0].partition("=")
        column = found.start() + 1
        if not equals or key not in known:
            raise unknown(key, "part of a position", known, column, "words such as turn=0 hands=…|…")
        try:
            values[key] = parse_rules(word) if key == "rules" else parse_value(word, _HINTS[key], key)
        except NotationError as error:
            raise error.moved(column + len(key)) from None
    missing = [part.name for part in fields(State) if part.default is MISSING and part.name not in values]
    if missing:
        end = len(text.rstrip()) + 1
        raise NotationError(f"the position has no {missing[0]}", expected=f"{missing[0]}=…", column=end)
    return State(**values)


def format_game(start: State, moves: Sequence[Move]) -> str:
    """The position, then a move a line."""
    return "\n".join([format_state(start), *map(format_move, moves), ""])


def parse_game(text: str) -> GameText:
    """The inverse of `format_game`; raises NotationError with line and column."""
    start: State | None = None
    moves = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0]
        if not words.strip():
            continue
        try:
            if start is None:
                start = parse_state(words.rstrip())
            else:
                moves.append(parse_move(words.rstrip()))
        except NotationError as error:
            raise error.moved(0, number) from None
    if start is None:
        raise NotationError("the game is empty", expected="a position in the first line", line=1)
    return GameText(start, tuple(moves))
