"""Values of positions and moves as words without spaces, by their types; the inverse names what it cannot read.

`-` is nothing: None, or an empty list. Lists are joined by `,`, hands by `|`, the parts of a hand by `+`, those of any
other record by `/`.
"""

from __future__ import annotations

import difflib
import types
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from engine.cards import FACES, Card
from engine.errors import CardError, EngineError, NotationError
from engine.hand import Hand, in_order

NONE: Final = "-"
CARD_WORDS: Final = tuple(card.label for card in FACES)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like this one, "" where none is."""
    words = {one.lower(): one for one in known}
    found = difflib.get_close_matches(word.lower(), list(words), n=1, cutoff=0.5)
    return words[found[0]] if found else ""


def unknown(word: str, what: str, known: Iterable[str], column: int = 1, expected: str = "") -> NotationError:
    """The error for a word that is none of the known ones."""
    known = list(known)
    shown = repr(word) if len(word) <= 60 else repr(word[:57] + "...")
    problem = f"{shown} is no {what}" if word else f"the {what} is missing"
    return NotationError(problem, expected=expected or _listed(known), near=nearest(word, known), column=column)


def _listed(known: list[str], most: int = 12) -> str:
    return ", ".join(known[:most]) + (" …" if len(known) > most else "")


def parse_card(text: str, column: int = 1) -> Card:
    """The card of a label; raises NotationError."""
    try:
        return Card.parse(text)
    except CardError:
        raise unknown(text, "card", CARD_WORDS, column, "a card such as red_5, blue_skip, wild or wild_draw4") from None


def parse_number(text: str, column: int = 1) -> int:
    """A whole number; raises NotationError."""
    if not (text.removeprefix("-").isdecimal() and text.isascii()) or len(text) > 25:
        raise unknown(text, "number", [], column, "a whole number")
    return int(text)


def parse_word(text: str, words: type[StrEnum], what: str, column: int = 1) -> Any:
    """The member of the enumeration; raises NotationError."""
    if text not in list(words):
        raise unknown(text, what, list(words), column)
    return words(text)


def format_value(value: object) -> str:
    """The word for a value."""
    if value is None or value == () or value == frozenset():
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Hand):
        return _hand(value)
    if isinstance(value, frozenset):
        return ",".join(format_value(item) for item in sorted(value))
    if isinstance(value, tuple):
        return ("|" if isinstance(value[0], Hand) else ",").join(map(format_value, value))
    if is_dataclass(value) and not isinstance(value, Card):
        return "/".join(format_value(getattr(value, part.name)) for part in fields(value))
    return str(value)


def parse_value(text: str, hint: Any, what: str, column: int = 1) -> Any:
    """The value of a word whose type is `hint`; raises NotationError, with the column where the word begins added."""
    choices = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    if type(None) in choices and text == NONE:
        return None
    kind = next(choice for choice in choices if choice is not type(None))
    if get_origin(kind) in (tuple, frozenset):
        made: Callable[[Iterable[Any]], Any] = get_origin(kind)
        return made(_items(text, get_args(kind)[0], what, column))
    return _parse_one(text, kind, what, column)


def _parse_one(text: str, kind: Any, what: str, column: int) -> Any:
    if kind is bool:
        if text not in ("yes", "no"):
            raise unknown(text, what, ["yes", "no"], column)
        return text == "yes"
    if kind is int:
        return parse_number(text, column)
    if kind is Card:
        return parse_card(text, column)
    if kind is Hand:
        return parse_hand(text, column)
    if kind is str:
        return text
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return parse_word(text, kind, what, column)
    return _record(text, kind, what, column)


def _items(text: str, kind: Any, what: str, column: int) -> list[Any]:
    items = []
    for word in [] if text == NONE else text.split("|" if kind is Hand else ","):
        items.append(_parse_one(word, kind, what, column))
        column += len(word) + 1
    return items


def _record(text: str, kind: Any, what: str, column: int) -> Any:
    hints = get_type_hints(kind)
    parts = fields(kind)
    words = text.split("/")
    if len(words) != len(parts):
        form = "/".join(part.name for part in parts)
        raise NotationError(f"{text!r} has {len(words)} parts", expected=f"a {what} as {form}", column=column)
    made = []
    for word, part in zip(words, parts, strict=True):
        made.append(parse_value(word, hints[part.name], part.name, column))
        column += len(word) + 1
    try:
        return kind(*made)
    except EngineError as error:
        raise NotationError(str(error).rstrip("."), expected=f"a {what}", column=column) from None


def _hand(hand: Hand) -> str:
    counted = Counter(hand.known)
    parts = [card.label if count == 1 else f"{count}*{card.label}" for card, count in counted.items()]
    return "+".join([*parts, f"?{hand.hidden}"] if hand.hidden else parts) or NONE


def parse_hand(text: str, column: int = 1) -> Hand:
    """A hand such as `2*red_5+wild+?3`: two red 5s, a Wild, three unknown cards. Raises NotationError."""
    known: list[Card] = []
    hidden = 0
    for part in [] if text == NONE else text.split("+"):
        count, star, label = part.rpartition("*")
        if part.startswith("?"):
            hidden += parse_number(part[1:], column + 1)
        else:
            times = parse_number(count, column) if star else 1
            known += [parse_card(label, column + len(count) + len(star))] * max(0, min(times, 200))
        column += len(part) + 1
    return Hand(in_order(known), hidden)
