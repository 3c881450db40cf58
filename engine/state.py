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

    For house rules: `left` seats have left the table, `places` are those out of cards, in order (R38). `opening` until
    the first play (R11). `skips` turns are to be lost from the seat on turn on, which may answer (R14). `swapper` has
    to say whom to swap hands with. `fresh` laid the top card, and nobody has acted since (R30, R37). `looking` (seat,
    target) sees a hand (R17). `last_call` has called UNO with the last card (R31). `caught` is a seat caught without a
    call and those who caught it (R31). `points` are what the winner got. `colour_before` was in force
    before the wild on top.
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
    left: frozenset[int] = frozenset()
    places: tuple[int, ...] = ()
    opening: bool = False
    skips: int = 0
    swapper: int | None = None
    fresh: int | None = None
    looking: tuple[int, int] | None = None
    last_call: int | None = None
    caught: tuple[int, ...] = ()
    points: int | None = None
    colour_before: Colour | None = None

    @property
    def seats(self) -> int:
        """How many sit at the table, also when some have left it."""
        return len(self.hands)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are neither gone nor out."""
        return tuple(seat for seat in range(self.seats) if self.plays(seat))

    def plays(self, seat: int) -> bool:
        """False for a seat that has left or is out of cards."""
        return seat not in self.left and seat not in self.places

    @property
    def top(self) -> Card | None:
        """The card that lies on top, None before the start card."""
        return self.discard[-1] if self.discard else None

    @property
    def draw_count(self) -> int:
        """Cards in the draw pile."""
        return len(self.draw) + self.draw_hidden

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat so many steps on from `seat`, in the direction of play, past those that do not play."""
        if not self.left and not self.places:
            return (seat + steps * self.direction) % self.seats
        step = self.direction if steps >= 0 else -self.direction
        ring = [other for away in range(1, self.seats + 1) if self.plays(other := (seat + away * step) % self.seats)]
        return ring[(abs(steps) - 1) % len(ring)] if ring and steps else seat

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
            shown = {seat, self.looking[1] if self.looking is not None and self.looking[0] == seat else None}
            hands = tuple(hand if index in shown else hand.covered() for index, hand in enumerate(self.hands))
        case = self.case
        if case is not None and case.accused != seat:
            case = replace(case, hand=case.hand.covered())
        drawn = self.drawn if seat == self.turn else None
        return replace(self, hands=hands, case=case, drawn=drawn, draw=(), draw_hidden=self.draw_count, seed=None)
