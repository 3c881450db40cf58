"""What happens only by house rules: cards out of turn, hands that change, seats that are out or gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class JumpedIn:
    """`seat` plays out of turn with the identical card."""

    kind: ClassVar[str] = "jumped_in"
    t: float
    seat: int


@dataclass(frozen=True, slots=True)
class PenaltyPassed:
    """`seat` passes a draw penalty on; it is now `count` cards for `target`."""

    kind: ClassVar[str] = "penalty_passed"
    t: float
    seat: int
    target: int
    count: int


@dataclass(frozen=True, slots=True)
class SwapWanted:
    """`seat` has to say whom to swap hands with."""

    kind: ClassVar[str] = "swap_wanted"
    t: float
    seat: int


@dataclass(frozen=True, slots=True)
class HandsSwapped:
    """`seat` and `target` have swapped hands."""

    kind: ClassVar[str] = "hands_swapped"
    t: float
    seat: int
    target: int
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class HandsPassed:
    """All hands went on to the next seat."""

    kind: ClassVar[str] = "hands_passed"
    t: float


@dataclass(frozen=True, slots=True)
class HandsShuffled:
    """All hands were shuffled together and dealt anew."""

    kind: ClassVar[str] = "hands_shuffled"
    t: float


@dataclass(frozen=True, slots=True)
class HandLookedAt:
    """`seat` looks at the hand of `target`."""

    kind: ClassVar[str] = "hand_looked_at"
    t: float
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """`seat` and `target` swap `count` cards unseen."""

    kind: ClassVar[str] = "cards_swapped"
    t: float
    seat: int
    target: int
    count: int


@dataclass(frozen=True, slots=True)
class SummedOut:
    """The hand of `seat` adds up to `card`."""

    kind: ClassVar[str] = "summed_out"
    t: float
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class SeatOut:
    """`seat` has no card left and takes that place; play goes on."""

    kind: ClassVar[str] = "seat_out"
    t: float
    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class RoundLost:
    """`seat` is the last one with cards."""

    kind: ClassVar[str] = "round_lost"
    t: float
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """`seat` left the table; its `count` cards went under the draw pile."""

    kind: ClassVar[str] = "seat_left"
    t: float
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """`seat` took too long."""

    kind: ClassVar[str] = "time_ran_out"
    t: float
    seat: int


@dataclass(frozen=True, slots=True)
class RoundReopened:
    """`seat` did not call UNO with the last card: the round goes on."""

    kind: ClassVar[str] = "round_reopened"
    t: float
    seat: int
