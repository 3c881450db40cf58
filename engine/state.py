"""The whole position as one frozen value. Hidden hands and a hidden draw pile are numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.cards import Card, Colour
from engine.hand import Hand
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Case:
    """A Wild Draw Four that may be challenged: the accused's other cards and the colour *before* it was played."""

    accused: int
    challenger: int
    hand: Hand
    colour: Colour | None
    top: Card | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A position. Piles are listed bottom to top.

    `colour` is the one in force, None while a wild's is not named; `namer` is who has to name it. `pending` cards are
    to be drawn by the seat on turn because of `pending_card`. `drew` says that the seat on turn has drawn, `drawn` is
    that card where known. `called` seats have called UNO, `uno_open` ones may be accused. `seed` drives reshuffles of
    a known draw pile; None means that the pile is only counted (`draw_hidden`).
    """

    rules: Rules
    hands: tuple[Hand, ...]
    scores: tuple[int, ...]
    dealer: int
    turn: int
    round: int = 1
    direction: int = 1
    draw: tuple[Card, ...] = ()
    draw_hidden: int = 0
    discard: tuple[Card, ...] = ()
    colour: Colour | None = None
    namer: int | None = None
    pending: int = 0
    pending_card: Card | None = None
    drew: bool = False
    drawn: Card | None = None
    case: Case | None = None
    called: frozenset[int] = frozenset()
    uno_open: tuple[int, ...] = ()
    winner: int | None = None
    match_winner: int | None = None
    seed: int | None = None
    reshuffles: int = 0

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def top(self) -> Card | None:
        """The card that lies on top, None before the start card."""
        return self.discard[-1] if self.discard else None

    @property
    def draw_count(self) -> int:
        """Cards in the draw pile."""
        return len(self.draw) + self.draw_hidden

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat so many steps on from `seat`, in the direction of play."""
        return (seat + steps * self.direction) % self.seats

    def has_seat(self, seat: int) -> bool:
        """True for a seat of this table."""
        return 0 <= seat < self.seats

    def with_hand(self, seat: int, hand: Hand, **changes: Any) -> State:
        """This position with another hand at one seat, and whatever else changes."""
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        return replace(self, hands=hands, **changes)

    def seen_by(self, seat: int | None) -> State:
        """What that seat (None: an onlooker) may know: other hands, the draw pile and the shuffling are hidden.

        The one place where secrets are stripped. Once the round is won, hands lie open.
        """
        hands = self.hands
        if self.winner is None:
            hands = tuple(hand if index == seat else hand.covered() for index, hand in enumerate(self.hands))
        case = self.case
        if case is not None and case.accused != seat:
            case = replace(case, hand=case.hand.covered())
        drawn = self.drawn if seat == self.turn else None
        return replace(self, hands=hands, case=case, drawn=drawn, draw=(), draw_hidden=self.draw_count, seed=None)
