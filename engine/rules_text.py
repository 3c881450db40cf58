"""Rules as people read them: one sentence for each option and value, in each language of `SENTENCES`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from engine.errors import DataError
from engine.rules_en import ENGLISH_RULES
from engine.rules_zh import CHINESE_RULES

if TYPE_CHECKING:
    from engine.rules import Rules

SENTENCES: Final[Mapping[str, Mapping[str, Mapping[Any, str]]]] = {"en": ENGLISH_RULES, "zh": CHINESE_RULES}


def option_sentence(option: str, value: bool | int | str, lang: str = "en") -> str:
    """What this value of this option means. Raises DataError for another language."""
    if lang not in SENTENCES:
        raise DataError(f"The language {lang!r} was asked for; there are {', '.join(SENTENCES)}.")
    return SENTENCES[lang][option][value]


def describe_rules(rules: Rules, lang: str = "en") -> list[tuple[str, bool | int | str, str]]:
    """Every option in the order of the rule table: its name, its value and the sentence that tells it."""
    names = [option.name for option in fields(rules) if "values" in option.metadata]
    return [(name, getattr(rules, name), option_sentence(name, getattr(rules, name), lang)) for name in names]


def rules_diff(one: Rules, other: Rules, lang: str = "en") -> list[tuple[str, str, str]]:
    """The options in which two sets of rules differ: name, the sentence of the one, the sentence of the other."""
    pairs = zip(describe_rules(one, lang), describe_rules(other, lang), strict=True)
    return [(name, mine, theirs) for (name, value, mine), (_, other_value, theirs) in pairs if value != other_value]
