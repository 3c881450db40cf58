"""Cards that a box holds beyond the 108: the blank and customisable wilds of 112-card boxes, and what a table made of
them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.errors import RulesError

EFFECTS: Final = ("wild", "swap_hands", "shuffle_hands")
"""Besides naming the colour: nothing; swap hands with a seat of choice; all hands are shuffled and dealt anew."""
CUSTOM_POINTS: Final = 40
MOST_COPIES: Final = 12
MOST_POINTS: Final = 100


@dataclass(frozen=True, slots=True)
class CustomCard:
    """A wild of the table's own. `name` is one lower-case word ("blank", "shuffle_hands"), its label `custom_<name>`.

    Raises RulesError for a bad name, effect or number.
    """

    name: str
    copies: int = 1
    effect: str = "wild"
    points: int = CUSTOM_POINTS

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", str(self.name)):
            raise RulesError(f"A card of your own was called {self.name!r}; use small letters, digits and _.")
        if self.effect not in EFFECTS:
            raise RulesError(f"The card {self.name} was given the effect {self.effect!r}; choose {', '.join(EFFECTS)}.")
        for what, value, least, most in (
            ("copies", self.copies, 1, MOST_COPIES),
            ("points", self.points, 0, MOST_POINTS),
        ):
            if type(value) is not int or not least <= value <= most:
                raise RulesError(f"The card {self.name} was given {value!r} {what}; give {least} to {most}.")
