"""What a player may do. `seat` None means the seat whose move it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card, Colour


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card; with a wild also name the colour (or leave it to a NameColour)."""

    kind: ClassVar[str] = "play"
    card: Card
    colour: Colour | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card, or all of a pending penalty: under a Wild Draw Four this accepts it."""

    kind: ClassVar[str] = "draw"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the drawn card and pass."""

    kind: ClassVar[str] = "keep"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class NameColour:
    """Name the colour of the wild on top."""

    kind: ClassVar[str] = "name_colour"
    colour: Colour
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


Move = Play | Draw | Keep | NameColour | CallUno | Accuse | Challenge
