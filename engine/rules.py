"""The rules as one frozen value. An option is a field with the list of its values and its row in the rule table."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, TypeVar

from engine.errors import RulesError, SeatError

T = TypeVar("T", bound=bool | int | str)


def _option(row: str, *values: T) -> T:
    """A dataclass field that takes one of `values`, the first by default; `row` is its rule id."""
    made: T = field(default=values[0], metadata={"row": row, "values": values})
    # a dataclass field stands for its value in the class body
    return made


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules. The defaults are the official ones; every field's metadata names its row and its values.

    Raises RulesError for a value outside an option's list.
    """

    name: str = "official"
    next_dealer: str = _option("R05", "next_seat", "winner")
    hand_size: int = _option("R06", 7, 10)
    start_card: str = _option("R08", "not_wild_draw4", "numbers")
    start_action: str = _option("R09", "applied", "ignored")
    wild_draw4_when: str = _option("R18", "no_colour", "no_match", "always")
    wild_draw4_bluff: bool = _option("R18", True, False)
    guilty_draws: int = _option("R28", 4, 6)
    innocent_draws: int = _option("R28", 6)
    uno_penalty: int = _option("R31", 2, 3)
    false_uno_penalty: int = _option("R32", 2, 5)
    false_accusation_penalty: int = _option("R33", 2)
    illegal_play_penalty: int = _option("R34", 2)
    goal: int = _option("R40", 500, 300)

    def __post_init__(self) -> None:
        if not self.name or set(self.name) & set(" \t\n=;"):
            raise RulesError(f"The rules were called {self.name!r}; use one word without spaces, = or ;.")
        for option in fields(self):
            values = option.metadata.get("values")
            value = getattr(self, option.name)
            if values is not None and not any(type(value) is type(known) and value == known for known in values):
                listed = ", ".join(map(str, values))
                raise RulesError(f"The rule option {option.name} was given as {value!r}; choose one of {listed}.")

    @classmethod
    def preset(cls, name: str) -> Rules:
        """The rules of that name; raises RulesError with the near matches."""
        if name not in PRESETS:
            raise RulesError(
                f"There are no rules called {name!r}{_near(name, PRESETS)}; known are {', '.join(PRESETS)}."
            )
        return PRESETS[name]

    def changed(self, changes: Mapping[str, Any], name: str | None = None) -> Rules:
        """These rules with named options changed; raises RulesError for an unknown option or value."""
        known = [option.name for option in fields(self) if "values" in option.metadata]
        for option in changes:
            if option not in known:
                raise RulesError(
                    f"There is no rule option {option!r}{_near(option, known)}; known are {', '.join(known)}."
                )
        return replace(self, name=name or f"{self.name}*", **changes)

    def check_seats(self, seats: int) -> None:
        """Raise SeatError unless so many can play (R03) and the deck can be dealt."""
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise SeatError(f"{seats} seats were given; {MIN_SEATS} to {MAX_SEATS} can play: name as many.")
        if self.hand_size != HAND_SIZE and seats != SEATS_FOR_TEN:
            raise SeatError(
                f"{self.hand_size} cards each are for {SEATS_FOR_TEN} seats, not {seats}: deal {HAND_SIZE}."
            )


MIN_SEATS: Final = 2
MAX_SEATS: Final = 10
HAND_SIZE: Final = 7
SEATS_FOR_TEN: Final = 3
PRESETS: Final[Mapping[str, Rules]] = {"official": Rules()}


def _near(word: str, known: Mapping[str, object] | list[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=2)
    return f" (did you mean {' or '.join(near)}?)" if near else ""
