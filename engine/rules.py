"""The rules as one frozen value. An option is a field with the list of its values and its row in the rule table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, TypeVar

from engine.custom import CustomCard
from engine.errors import RulesError, SeatError
from engine.near import near
from engine.rules_checks import table_problems, unplayable
from engine.rules_text import describe_rules

__all__ = ["HAND_SIZE", "HOUSE", "MAX_SEATS", "MIN_SEATS", "OPTIONS", "PRESETS", "Rules", "describe_rules"]
T = TypeVar("T", bound=bool | int | str)
HOUSE: Final = "house"
"""The row of options that no rule document names."""
MIN_SEATS: Final = 2
MAX_SEATS: Final = 10
HAND_SIZE: Final = 7


def _option(row: str, *values: T) -> T:
    """A dataclass field that takes one of `values`, the first by default; `row` is its rule id."""
    made: T = field(default=values[0], metadata={"row": row, "values": values})
    # a dataclass field stands for its value in the class body
    return made


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules. The defaults are the official ones; every field's metadata names its row and its values.

    `custom` are cards that the box holds beyond the 108. Raises RulesError for a value outside an option's list and
    for a combination that cannot be played.
    """

    name: str = "official"
    first_dealer: str = _option("R04", "chosen", "highest_number")
    next_dealer: str = _option("R05", "next_seat", "winner")
    hand_size: int = _option("R06", 7, 10)
    first_seat: str = _option("R07", "dealers_left", "dealer", "counted")
    start_card: str = _option("R08", "not_wild_draw4", "numbers", "any")
    start_action: str = _option("R09", "applied", "ignored")
    start_wild_namer: str = _option("R10", "first_seat", "before_dealer")
    first_play: str = _option("R11", "any_match", "colour_only")
    direction: str = _option("R12", "clockwise", "counter_clockwise")
    skip_passing: bool = _option("R14", False, True)
    draw_penalties: bool = _option("R16", True, False)
    wild_powers: bool = _option("R17", False, True)
    wild_draw4_when: str = _option("R18", "no_colour", "no_match", "always")
    wild_draw4_bluff: bool = _option("R18", True, False)
    draw: str = _option("R19", "one", "until_playable")
    forced_play: str = _option("R19", "off", "drawn", "always")
    cards_a_turn: str = _option("R20", "one", "set")
    turn_seconds: int = _option("R22", 0, 5)
    stacking: str = _option("R23", "off", "draw2", "wild_on_draw2", "wild_on_wild", "any")
    deflecting: bool = _option("R25", False, True)
    guilty_draws: int = _option("R28", 4, 6)
    innocent_draws: int = _option("R28", 6)
    jump_in: str = _option("R30", "off", "numbers", "identical")
    uno_penalty: int = _option("R31", 2, 3)
    uno_each_catcher: bool = _option("R31", False, True)
    uno_at_last_card: bool = _option("R31", False, True)
    false_uno_penalty: int = _option("R32", 2, 5)
    false_accusation_penalty: int = _option("R33", 2)
    illegal_play_penalty: int = _option("R34", 2)
    finish_on: str = _option("R36", "any", "no_skip_reverse_wild", "numbers")
    sum_out: bool = _option("R37", False, True)
    after_winner: str = _option("R38", "round_ends", "elimination")
    scoring: str = _option("R40", "winner_takes", "own_minus", "lowest_total", "unscored")
    goal: int = _option("R40", 500, 300)
    partners: bool = _option(HOUSE, False, True)
    seven_zero: bool = _option(HOUSE, False, True)
    custom: tuple[CustomCard, ...] = ()

    def __post_init__(self) -> None:
        if not self.name or set(self.name) & set(" \t\n=;"):
            raise RulesError(f"The rules were called {self.name!r}; use one word without spaces, = or ;.")
        for option, values in OPTIONS.items():
            value = getattr(self, option)
            if not any(type(value) is type(known) and value == known for known in values):
                listed = ", ".join(map(_written, values))
                raise RulesError(
                    f"The rule option {option} was given as {value!r}{near(str(value), map(_written, values))}; "
                    f"choose one of {listed}."
                )
        problems = unplayable(self)
        if problems:
            raise RulesError(f"The rules {self.name} cannot be played: {'; '.join(problems)}.")

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The rules of that name; raises RulesError with the near matches."""
        if name not in PRESETS:
            raise RulesError(
                f"There are no rules called {name!r}{near(name, PRESETS)}; known are {', '.join(PRESETS)}."
            )
        return PRESETS[name]

    def changed(self, changes: Mapping[str, Any], name: str | None = None) -> Rules:
        """These rules with named options changed; raises RulesError for an unknown option or value."""
        for option in changes:
            if option not in OPTIONS:
                raise RulesError(
                    f"There is no rule option {option!r}{near(option, OPTIONS)}; known are {', '.join(OPTIONS)}."
                )
        return replace(self, name=name or f"{self.name}*", **changes)

    def check_seats(self, seats: int) -> None:
        """Raise SeatError unless so many can play (R03) and the deck can be dealt."""
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise SeatError(f"{seats} seats were given; {MIN_SEATS} to {MAX_SEATS} can play: name as many.")
        problems = table_problems(self, seats)
        if problems:
            raise SeatError("; ".join(problems) + ".")


def _written(value: object) -> str:
    """A value as a TOML table has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


OPTIONS: Final[Mapping[str, tuple[Any, ...]]] = {
    option.name: option.metadata["values"] for option in fields(Rules) if "values" in option.metadata
}
"""Every option by name with its values, the official one first."""

PRESETS: Final[Mapping[str, Rules]] = {
    rules.name: rules
    for rules in (
        Rules(),
        Rules(
            "stack300",
            first_seat="counted",
            start_card="any",
            start_action="ignored",
            skip_passing=True,
            stacking="wild_on_wild",
            guilty_draws=6,
            jump_in="numbers",
            goal=300,
        ),
        Rules(
            "dealer-draw",
            first_dealer="highest_number",
            false_uno_penalty=5,
            after_winner="elimination",
            scoring="unscored",
        ),
        Rules("pairs", first_dealer="highest_number", next_dealer="winner", cards_a_turn="set"),
        Rules(
            "dealer-leads",
            first_dealer="highest_number",
            next_dealer="winner",
            first_seat="dealer",
            start_card="numbers",
            uno_at_last_card=True,
        ),
        Rules(
            "low-score",
            wild_draw4_when="no_match",
            cards_a_turn="set",
            jump_in="identical",
            scoring="lowest_total",
        ),
        Rules(
            "party",
            wild_powers=True,
            wild_draw4_when="always",
            turn_seconds=5,
            stacking="draw2",
            uno_penalty=3,
            uno_each_catcher=True,
            sum_out=True,
        ),
        Rules(
            "open500",
            next_dealer="winner",
            first_seat="dealer",
            start_card="any",
            start_wild_namer="before_dealer",
        ),
    )
}
"""One rule document each; where a document is silent, the official value stands."""
