"""What a person tells the referee where house rules are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.moves import Power


@dataclass(frozen=True, slots=True)
class SwapHands:
    """The seat that has to swap hands (after a 7, say) swaps with `seat`."""

    kind: ClassVar[str] = "swap"
    t: float
    seat: int
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class UsePower:
    """The Wild on top is used on `seat` instead of changing the colour (R17)."""

    kind: ClassVar[str] = "use_power"
    t: float
    power: Power
    seat: int
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class SumOut:
    """`seat` shows a hand that adds up to the number just played (R37)."""

    kind: ClassVar[str] = "sum_out"
    t: float
    seat: int
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of the seat on turn is over (R22)."""

    kind: ClassVar[str] = "time_up"
    t: float
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """`seat` leaves the table for good."""

    kind: ClassVar[str] = "leave"
    t: float
    seat: int
    based_on: int | None = None
