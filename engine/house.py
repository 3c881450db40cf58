"""A table's own rules: one TOML table of a preset and named changes.

[rules]
preset = "stack300"
name = "sunday"
goal = 500
jump_in = "off"

[[rules.cards]]
name = "shuffle_hands"
copies = 1
effect = "shuffle_hands"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from engine.custom import CustomCard
from engine.errors import RulesError
from engine.near import near
from engine.rules import OPTIONS, Rules

OWN_NAME: Final = "house"
CARD_FIELDS: Final = tuple(field.name for field in fields(CustomCard))


def parse_rules(text: str) -> Rules:
    """The rules of a TOML text with one table `rules`. Raises RulesError that says where and what is near."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"The rules are no TOML: {error}.") from None
    for key in data:
        if key != "rules":
            raise RulesError(f"The rules file has {key!r} at its top; put everything into one table [rules].")
    if not isinstance(data.get("rules"), Mapping):
        raise RulesError("The rules file has no table [rules]; begin it with that line.")
    return rules_of(data["rules"])


def rules_of(table: Mapping[str, Any]) -> Rules:
    """The rules of a table `preset`, `name`, `cards` and options. Raises RulesError."""
    preset = table.get("preset", "official")
    if not isinstance(preset, str):
        raise RulesError(f"The preset was given as {preset!r}; write a name such as 'official'.")
    name = table.get("name", OWN_NAME)
    if not isinstance(name, str):
        raise RulesError(f"The name was given as {name!r}; write one word in quotes.")
    words = ("preset", "name", "cards")
    for key in table:
        if key not in words and key not in OPTIONS:
            known = (*OPTIONS, *words)
            raise RulesError(f"There is no rule option {key!r}{near(key, known)}; known are {', '.join(known)}.")
    changes = {key: value for key, value in table.items() if key in OPTIONS}
    base = replace(Rules.preset(preset), custom=_cards(table.get("cards", [])))
    return base.changed(changes, name)


def format_rules(rules: Rules, preset: str = "official") -> str:
    """The inverse of `parse_rules`: the preset and what differs from it."""
    base = Rules.preset(preset)
    lines = ["[rules]", f'preset = "{preset}"', f'name = "{rules.name}"']
    lines += [
        f"{option} = {_toml(getattr(rules, option))}"
        for option in OPTIONS
        if getattr(rules, option) != getattr(base, option)
    ]
    for card in rules.custom:
        lines += ["", "[[rules.cards]]", *(f"{name} = {_toml(getattr(card, name))}" for name in CARD_FIELDS)]
    return "\n".join([*lines, ""])


def _cards(tables: object) -> tuple[CustomCard, ...]:
    if not isinstance(tables, list) or not all(isinstance(table, Mapping) for table in tables):
        raise RulesError("Cards of your own are tables: write each as [[rules.cards]] with a name.")
    return tuple(map(_card, tables))


def _card(table: Mapping[str, Any]) -> CustomCard:
    for key in table:
        if key not in CARD_FIELDS:
            raise RulesError(f"A card has no {key!r}{near(key, CARD_FIELDS)}; known are {', '.join(CARD_FIELDS)}.")
    if "name" not in table:
        raise RulesError("A card of your own has no name; give it one.")
    return CustomCard(**table)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
