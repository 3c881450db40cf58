"""Which rules `quick` plays."""

from __future__ import annotations

from typing import Final

from engine.quick_faces import DRAW2, NO_RANK
from engine.rules import OPTIONS, Rules

_FREE: Final = frozenset(
    {
        "first_dealer",
        "next_dealer",
        "hand_size",
        "first_seat",
        "start_card",
        "start_action",
        "start_wild_namer",
        "direction",
        "wild_draw4_when",
        "wild_draw4_bluff",
        "stacking",
        "guilty_draws",
        "innocent_draws",
        "uno_penalty",
        "false_uno_penalty",
        "false_accusation_penalty",
        "illegal_play_penalty",
        "scoring",
        "goal",
        "partners",
    }
)
"""Options that may have any value here."""
STACKS: Final[dict[str, dict[int, frozenset[int]]]] = {
    "off": {},
    "draw2": {DRAW2: frozenset({DRAW2})},
    "wild_on_draw2": {DRAW2: frozenset({DRAW2, NO_RANK})},
    "wild_on_wild": {DRAW2: frozenset({DRAW2, NO_RANK}), NO_RANK: frozenset({NO_RANK})},
    "any": {DRAW2: frozenset({DRAW2, NO_RANK}), NO_RANK: frozenset({DRAW2, NO_RANK})},
}
"""Ranks that go on a Draw Two, or on a Wild Draw Four (NO_RANK), while it is to be drawn for (R23)."""


def unsupported(rules: Rules) -> tuple[str, ...]:
    """The options that a Table does not know and takes for the official ones."""
    official = Rules.preset("official")
    return tuple(
        option for option in OPTIONS if option not in _FREE and getattr(rules, option) != getattr(official, option)
    )


def supports(rules: Rules) -> bool:
    """Whether a Table plays by these rules exactly."""
    return not unsupported(rules) and not rules.custom
