"""Rounds played on plain numbers: the rules of `game` without records and events, for odds and long simulations.

`Table.legal` and `Table.do` are the same game as `legal_moves` and `apply`; tests hold the two against each other move
by move. `quick_rules.supports` says for which rules that is so. The numbers are those of `quick_faces`.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

from engine.quick_faces import (
    ACCUSE,
    CALL,
    CHALLENGE,
    COLOUR_OF,
    DECK,
    DRAW,
    DRAW2,
    GOES,
    KEEP,
    LAY_WILD,
    NAME,
    NO_RANK,
    NOBODY,
    POINTS,
    RANK_OF,
    REVERSE,
    SKIP,
    WAYS,
    WILD,
    WILD_DRAW4,
    against_r18,
)
from engine.quick_rules import STACKS
from engine.rules import Rules


class Table:
    """One round with open hands. `random` gives numbers from 0 up to 1; everything that is drawn by lot uses it.

    `hands`, `draw` and `discard` are lists of faces, piles from bottom to top; `winner` is NOBODY while it runs.
    """

    __slots__ = (
        "called", "case", "colour", "dealer", "direction", "discard", "draw", "drawn", "drew", "guilty", "hands",
        "namer", "open_to", "pending", "random", "rank", "rules", "seats", "shuffled", "turn", "winner",
    )  # fmt: skip

    def __init__(self, rules: Rules, seats: int, draw: Callable[[], float], *, dealer: int = 0) -> None:
        self.rules = rules
        self.seats = seats
        self.random = draw
        self.dealer = dealer
        self.turn = (dealer + 1) % seats
        self.direction = 1
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.draw: list[int] = []
        self.discard: list[int] = []
        self.colour = self.namer = self.drawn = self.open_to = self.winner = self.case = NOBODY
        self.rank = NO_RANK
        self.pending = 0
        self.drew = self.guilty = False
        self.called: set[int] = set()
        self.shuffled: Callable[[list[int]], None] = self.shuffle

    # ---- dealing

    def deal(self) -> None:
        """Shuffle, deal and turn up the start card (R06, R08, R09)."""
        cards = list(DECK)
        self.shuffle(cards)
        size = self.rules.hand_size
        for seat in range(self.seats):
            self.hands[seat] = cards[-size:]
            del cards[-size:]
        while not self._may_start(cards[-1]):
            cards.insert(int(self.random() * (len(cards) - 1)), cards.pop())
        self.draw = cards
        self.start(cards.pop())

    def shuffle(self, cards: list[int]) -> None:
        """Put the cards in an order by lot."""
        draw = self.random
        cards.sort(key=lambda _: draw())

    def _may_start(self, face: int) -> bool:
        if self.rules.start_card == "numbers":
            return RANK_OF[face] < SKIP
        return self.rules.start_card == "any" or face != WILD_DRAW4

    def start(self, face: int) -> None:
        """The start card lies on the table (R07, R09, R10, R12)."""
        rules = self.rules
        self.discard = [face]
        self.colour, self.rank = COLOUR_OF[face], RANK_OF[face]
        self.direction = 1 if rules.direction == "clockwise" else -1
        self.turn = self.after(self.dealer)
        if rules.first_seat == "dealer":
            self.turn = self.dealer
        elif rules.first_seat == "counted" and self.rank < SKIP:
            self.turn = (self.dealer + self.rank) % self.seats
        if rules.start_action == "applied":
            self._start_action()
        if face >= WILD:
            before = rules.start_wild_namer == "before_dealer"
            self.namer = (self.dealer - self.direction) % self.seats if before else self.turn

    def _start_action(self) -> None:
        if self.rank == SKIP or (self.rank == REVERSE and self.seats == 2):
            self.turn = self.after(self.turn)
        elif self.rank == REVERSE:
            self.direction = -self.direction
            if self.rules.first_seat != "dealer":
                self.turn = self.after(self.dealer)
        elif self.rank == DRAW2:
            self.pending = 2

    def copy(self) -> Table:
        """The same position, for playing on from it many times."""
        other = Table(self.rules, self.seats, self.random, dealer=self.dealer)
        other.hands = [hand[:] for hand in self.hands]
        other.draw, other.discard, other.called = self.draw[:], self.discard[:], set(self.called)
        other.turn, other.direction, other.colour, other.rank = self.turn, self.direction, self.colour, self.rank
        other.namer, other.pending, other.drew, other.drawn = self.namer, self.pending, self.drew, self.drawn
        other.case, other.guilty, other.open_to, other.winner = self.case, self.guilty, self.open_to, self.winner
        return other

    # ---- what is allowed

    def after(self, seat: int) -> int:
        """The next seat in the direction of play."""
        return (seat + self.direction) % self.seats

    def playable(self) -> list[int]:
        """The cards in the hand on turn that may be laid, each as often as it is there; () when none may be now."""
        if self.namer != NOBODY:
            return []
        if self.pending:
            return self._answers()
        goes = GOES[self.colour][self.rank]
        hand = self.hands[self.turn]
        if self.drew:
            hand = [] if self.drawn == NOBODY else [self.drawn]
        cards = [face for face in hand if goes[face]]
        if WILD_DRAW4 in cards and not self.rules.wild_draw4_bluff and self._bluff():
            return [face for face in cards if face != WILD_DRAW4]
        return cards

    def _answers(self) -> list[int]:
        """The cards in the hand on turn that pass the penalty on (R23)."""
        ranks = STACKS[self.rules.stacking].get(self.rank)
        if ranks is None:
            return []
        goes = GOES[self.colour][self.rank]
        return [face for face in self.hands[self.turn] if RANK_OF[face] in ranks and face != WILD and goes[face]]

    def _bluff(self) -> bool:
        """Whether the seat on turn may be caught with a Wild Draw Four laid now (R18)."""
        return against_r18(self.rules.wild_draw4_when, self.colour, self.rank, self.hands[self.turn])

    def legal(self) -> list[int]:
        """Every allowed move, the same as `legal_moves` gives, in no fixed order."""
        if self.winner != NOBODY:
            return []
        if self.namer != NOBODY:
            moves = [NAME + colour for colour in range(4)]
        elif self.pending:
            moves = [DRAW] if self.case == NOBODY else [DRAW, CHALLENGE]
            for face in set(self._answers()):
                moves += WAYS[face]
        else:
            moves = [KEEP if self.drew else DRAW]
            for face in set(self.playable()):
                moves += WAYS[face]
        if not self.pending and len(self.hands[self.turn]) == 2 and self.turn not in self.called:
            moves.append(CALL + self.turn)
        if self.open_to != NOBODY:
            moves += [CALL + self.open_to, ACCUSE + self.open_to]
        return moves

    # ---- what a move does

    def do(self, move: int) -> None:
        """Carry out a move of `legal()`; nothing is checked."""
        if move < WILD:
            self.lay(move)
        elif move < NAME:
            wild, colour = divmod(move - LAY_WILD, 4)
            self.lay(WILD + wild, colour)
        elif move < DRAW:
            self.colour, self.namer = move - NAME, NOBODY
        elif move >= ACCUSE:
            self.accuse(move - ACCUSE)
        elif move >= CALL:
            self.call(move - CALL)
        else:
            {DRAW: self.take_turn, KEEP: self.keep, CHALLENGE: self.challenge}[move]()

    def lay(self, face: int, colour: int = NOBODY) -> None:
        """The seat on turn lays the card, a wild with its colour (R13 to R18, R23, R31, R35)."""
        seat = self.turn
        hand = self.hands[seat]
        if face == WILD_DRAW4:
            self.guilty = self._bluff()
        hand.remove(face)
        self.discard.append(face)
        self.drew, self.drawn, self.case, self.open_to = False, NOBODY, NOBODY, NOBODY
        if len(hand) > 1:
            if self.called:
                self.called.discard(seat)
        elif not hand:
            self._go_out(seat, face)
            return
        elif seat not in self.called:
            self.open_to = seat
        if face < WILD:
            self.colour, self.rank = COLOUR_OF[face], RANK_OF[face]
            if self.rank < SKIP:
                self.turn = (seat + self.direction) % self.seats
            else:
                self._act(seat)
            return
        self.colour, self.rank = colour, NO_RANK
        self.turn = (seat + self.direction) % self.seats
        if face == WILD_DRAW4:
            if not self.pending:
                self.case = seat
            self.pending += 4

    def _act(self, seat: int) -> None:
        """The symbol on top does what it says (R14 to R16)."""
        if self.rank == REVERSE and self.seats > 2:
            self.direction = -self.direction
        elif self.rank == DRAW2:
            self.pending += 2
        else:
            seat += self.direction
        self.turn = (seat + self.direction) % self.seats

    def _go_out(self, seat: int, face: int) -> None:
        """A last Draw Two or Wild Draw Four still makes the next seat draw, with what it passes on (R35)."""
        if face == WILD_DRAW4 or RANK_OF[face] == DRAW2:
            self.lift(self.after(seat), self.pending + (4 if face == WILD_DRAW4 else 2))
        self.winner = seat
        self.pending = 0

    def lift(self, seat: int, count: int) -> int:
        """The seat draws as many as there are (R21); how many it got. Whoever draws has called nothing (F10)."""
        hand, draw = self.hands[seat], self.draw
        got = 0
        while got < count:
            if not draw:
                self._reshuffle()
                draw = self.draw
                if not draw:
                    break
            hand.append(draw.pop())
            got += 1
        if got:
            self.called.discard(seat)
            if self.open_to == seat:
                self.open_to = NOBODY
        return got

    def _reshuffle(self) -> None:
        """The discards but the top one become the draw pile (R21)."""
        under = self.discard[:-1]
        if under:
            del self.discard[:-1]
            self.shuffled(under)
            self.draw = under

    def take_turn(self) -> None:
        """Draw: what is pending, else one card (R16, R18, R19)."""
        seat = self.turn
        if self.pending:
            count, self.pending, self.case, self.open_to = self.pending, 0, NOBODY, NOBODY
            self.lift(seat, count)
            self.turn = (seat + self.direction) % self.seats
            return
        self.open_to = NOBODY
        if self.lift(seat, 1):
            self.drew, self.drawn = True, self.hands[seat][-1]
        else:
            self.turn = (seat + self.direction) % self.seats

    def keep(self) -> None:
        """Keep the drawn card and pass (R19)."""
        self.drew, self.drawn, self.open_to = False, NOBODY, NOBODY
        self.turn = (self.turn + self.direction) % self.seats

    def challenge(self) -> None:
        """The seat on turn challenges the Wild Draw Four (R27, R28)."""
        accused, self.pending, self.case, self.open_to = self.case, 0, NOBODY, NOBODY
        if self.guilty:
            self.lift(accused, self.rules.guilty_draws)
        else:
            self.lift(self.turn, self.rules.innocent_draws)
            self.turn = (self.turn + self.direction) % self.seats

    def call(self, seat: int) -> None:
        """The seat says UNO in time (R31)."""
        self.called.add(seat)
        if self.open_to == seat:
            self.open_to = NOBODY

    def accuse(self, seat: int) -> None:
        """The seat is caught without its UNO (R31)."""
        self.lift(seat, self.rules.uno_penalty)
        self.open_to = NOBODY

    def points(self) -> int:
        """What the winner gets: the points of all cards that are left in hands (R39, R40)."""
        return sum(POINTS[face] for hand in self.hands for face in hand)


def same_shuffle(seed: int, done: int = 0) -> Callable[[list[int]], None]:
    """Reshuffling as a State with this seed and so many reshuffles `done` does it, for `Table.shuffled`."""
    times = itertools.count(done)

    def shuffled(cards: list[int]) -> None:
        random.Random(f"{seed}/{next(times)}").shuffle(cards)

    return shuffled
