"""What a player may do. `seat` None means the seat whose move it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from engine.cards import Card, Colour


class Power(StrEnum):
    """What a Wild may do instead of changing the colour (R17)."""

    LOOK = "look"
    SWAP_THREE = "swap_three"


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card; with a wild also name the colour (or leave it to a NameColour).

    `more` are the other cards of a set laid at once, under `card` (R20). `power` is used on the seat `target` (R17).
    A play of a seat that is not on turn is a jump-in (R30).
    """

    kind: ClassVar[str] = "play"
    card: Card
    colour: Colour | None = None
    seat: int | None = None
    more: tuple[Card, ...] = ()
    power: Power | None = None
    target: int | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards laid, bottom to top."""
        return (*self.more, self.card)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card, or all of a pending penalty: under a Wild Draw Four this accepts it."""

    kind: ClassVar[str] = "draw"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the drawn card and pass; or accept being skipped where a Skip could be answered (R14)."""

    kind: ClassVar[str] = "keep"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NameColour:
    """Name the colour of the wild on top."""

    kind: ClassVar[str] = "name_colour"
    colour: Colour
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Name the seat to swap hands with, after a 7 or a wild that does so."""

    kind: ClassVar[str] = "swap"
    target: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class CallUno:
    """Say "UNO"."""

    kind: ClassVar[str] = "call_uno"
    seat: int


@dataclass(frozen=True, slots=True)
class Accuse:
    """Say that `accused` did not call UNO."""

    kind: ClassVar[str] = "accuse"
    accused: int
    accuser: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that the Wild Draw Four was played with a card of the colour in hand."""

    kind: ClassVar[str] = "challenge"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SumOut:
    """Show a hand whose points add up to the number just played (R37)."""

    kind: ClassVar[str] = "sum_out"
    seat: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of the seat on turn is over (R22)."""

    kind: ClassVar[str] = "time_up"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table for good."""

    kind: ClassVar[str] = "leave"
    seat: int


Move = Play | Draw | Keep | NameColour | Swap | CallUno | Accuse | Challenge | SumOut | TimeUp | Leave
