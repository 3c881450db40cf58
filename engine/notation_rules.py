"""Rules as one word: the preset they come from and what differs, `official;goal:300`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engine.custom import CustomCard
from engine.errors import NotationError, RulesError
from engine.notation_value import format_value, parse_value, unknown
from engine.rules import OPTIONS, PRESETS, Rules

CARD: Final = "card"


def changes_of(rules: Rules) -> tuple[str, ...]:
    """What differs from the preset that the rules come from by their name, or the official one: `goal:300` and so on.

    A card of the table's own is `card:name/copies/effect/points`.
    """
    base = _base(rules.name)
    changed = [name for name in OPTIONS if getattr(rules, name) != getattr(base, name)]
    words = [f"{name}:{written(getattr(rules, name))}" for name in changed]
    return (*words, *(f"{CARD}:{format_value(own)}" for own in rules.custom))


def _base(name: str) -> Rules:
    return PRESETS.get(name.rstrip("*"), PRESETS["official"])


def format_rules(rules: Rules) -> str:
    """One word."""
    return ";".join([rules.name, *changes_of(rules)])


def written(value: object) -> str:
    """An option's value as files have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_rules(text: str, separator: str = ";") -> Rules:
    """The inverse; raises NotationError for an unknown option or value, or rules that cannot be played."""
    name, *changes = text.split(separator)
    if not changes and name in PRESETS:
        return PRESETS[name]
    if not changes and not name.endswith("*"):
        raise unknown(name, "set of rules", PRESETS)
    column = len(name) + 2
    chosen: dict[str, Any] = {}
    cards: list[CustomCard] = []
    for change in changes:
        option, _, shown = change.partition(":")
        if option == CARD:
            cards.append(parse_value(shown, CustomCard, CARD, column + len(CARD) + 1))
        elif option:
            chosen[option] = _option(option, shown, column)
        column += len(change) + 1
    try:
        return replace(_base(name), name=name, custom=tuple(cards), **chosen)
    except RulesError as error:
        raise NotationError(str(error).rstrip("."), expected="rules that can be played") from None


def _option(option: str, shown: str, column: int) -> Any:
    """The value of an option as written at that column."""
    if option not in OPTIONS:
        raise unknown(option, "rule option", (*OPTIONS, CARD), column)
    for value in OPTIONS[option]:
        if written(value) == shown.lower():
            return value
    words = [written(value) for value in OPTIONS[option]]
    raise unknown(shown, f"value of {option}", words, column + len(option) + 1)
