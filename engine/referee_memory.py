"""What the referee knows at one moment, as one frozen value: the position and everything that is still open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.cards import COLOURS, Card, Colour
from engine.custom import deck_of
from engine.events import Event, OutOfStep
from engine.hand import Hand
from engine.knowledge import UNKNOWN, Knowledge
from engine.reasons import Reason
from engine.rules import Rules
from engine.state import State

REMEDIES: Final = ("take_back", "let_stand")
VERDICTS: Final = ("guilty", "innocent")


@dataclass(frozen=True, slots=True)
class Question:
    """Something only a person can say; likeliest option first.

    Kinds: colour, swap, seat, card, illegal, challenge, points.
    """

    kind: str
    options: tuple[str, ...] = ()
    seat: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Provisional:
    """An illegal play that lies on the table: the position before it, and the events to tell if it stands.

    `drawn` counts cards that its player has drawn since, which a penalty for taking it back would include.
    """

    before: State
    seat: int
    card: Card
    reasons: tuple[Reason, ...]
    held: tuple[Event, ...]
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class LaidSet:
    """Cards that `seat` has laid in this turn, bottom to top, the position before them and what was said (R20); `t` is
    when the last of them came."""

    before: State
    seat: int
    cards: tuple[Card, ...]
    said: tuple[Event, ...]
    t: float = 0.0


@dataclass(frozen=True, slots=True)
class Memory:
    """`game` has hidden hands. `credit` holds, by seat, draws that were counted before they were seen. `early` seats
    drew out of turn since the last play. `other_turn` is who may also play next after an illegal play out of turn.
    `challenged` means that a challenge waits for its verdict. `doubt` is a reading (card or seat) that may be wrong.
    `held` is a card laid after the round's end. `points` are what the winner of the round got, `own` those of single
    hands where each counts. `laid` may be joined by more cards of its kind. `partly` has drawn some of its penalty.
    `knowledge` is what is known of hidden hands beyond `game`. `strayed`: the last card was laid out of turn, as far as
    known; `player` laid it. `told` is what led up to a card that was taken back. `perhaps` is the seat whose
    draw in this turn was not certain. `drew_at` is who drew last, and when in seconds. `unsure` are the seats whose
    counts rest on what nobody saw. `moved` is when the top card was last seen to lie elsewhere. `early_colour` was
    named at a time, in seconds, at which no Wild was seen yet.
    """

    game: State
    announced: bool = False
    rejected: Card | None = None
    provisional: Provisional | None = None
    challenged: bool = False
    doubt: Question | None = None
    credit: tuple[int, ...] = ()
    early: frozenset[int] = frozenset()
    other_turn: int | None = None
    served: int | None = None
    trouble: OutOfStep | None = None
    won_at: float | None = None
    points: int | None = None
    held: tuple[float, Card] | None = None
    own: tuple[tuple[int, int], ...] = ()
    laid: LaidSet | None = None
    partly: int | None = None
    knowledge: Knowledge = UNKNOWN
    strayed: bool = False
    player: int | None = None
    told: tuple[Event, ...] = ()
    perhaps: int | None = None
    drew_at: tuple[int, float] | None = None
    unsure: frozenset[int] = frozenset()
    moved: float | None = None
    early_colour: tuple[float, Colour] | None = None

    def question(self) -> Question | None:
        """What is asked now, the most pressing first."""
        game = self.game
        if self.provisional is not None:
            return Question("illegal", REMEDIES, self.provisional.seat, self.provisional.card)
        if self.challenged and game.case is not None:
            return Question("challenge", VERDICTS, game.case.accused)
        if game.namer is not None:
            return Question("colour", tuple(COLOURS), game.namer, game.top)
        if game.swapper is not None:
            others = tuple(str(seat) for seat in game.playing if seat != game.swapper)
            return Question("swap", others, game.swapper, game.top)
        if self.doubt is not None:
            return self.doubt
        if game.winner is not None and self.points is None and game.rules.scoring != "unscored":
            return Question("points", (), self.to_count())
        return None

    def to_count(self) -> int | None:
        """The seat whose points are asked for: the winner, who gets all of them, or the next one whose own count."""
        game = self.game
        if game.rules.scoring == "winner_takes":
            return game.winner
        told = {seat for seat, _ in self.own}
        return next((seat for seat in range(game.seats) if seat not in told and not game.hands[seat].open), None)


def fresh_game(
    rules: Rules,
    seats: int,
    dealer: int,
    scores: tuple[int, ...] | None = None,
    number: int = 1,
    left: frozenset[int] = frozenset(),
) -> State:
    """A dealt round as a camera sees it: counts only, no start card yet."""
    hands = tuple(Hand((), 0 if seat in left else rules.hand_size) for seat in range(seats))
    return State(
        rules,
        hands,
        scores or (0,) * seats,
        dealer,
        (dealer + 1) % seats,
        number,
        draw_hidden=len(deck_of(rules.custom)) - sum(hand.count for hand in hands),
        left=left,
    )


def fresh_memory(game: State, *, announced: bool = False) -> Memory:
    """Nothing open."""
    return Memory(game, announced, credit=(0,) * game.seats, knowledge=Knowledge.nothing(game.seats))


def with_credit(memory: Memory, seat: int, count: int) -> Memory:
    """`count` more (or fewer) draws of `seat` are counted before they were seen."""
    credit = list(memory.credit)
    credit[seat] += count
    return replace(memory, credit=tuple(credit))
