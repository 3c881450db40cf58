"""What happens in the game itself. `t` is seconds of the source's clock; seats count from 0; `inferred` marks what no
camera saw and no person said, but later evidence proves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card, Colour
from engine.reasons import Reason


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round begins: every seat holds `hand_size` cards."""

    kind: ClassVar[str] = "round_started"
    t: float
    round: int
    dealer: int
    hand_size: int
    seats: int
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class StartCard:
    """The first card is turned up; `seat` is on turn after its effect. `accepted` is False for a card that the rules
    put back (R08)."""

    kind: ClassVar[str] = "start_card"
    t: float
    card: Card
    seat: int
    accepted: bool = True


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """`seat` laid `card` and holds `left` cards; `inferred` says that the seat was assumed, not seen."""

    kind: ClassVar[str] = "card_played"
    t: float
    seat: int
    card: Card
    left: int
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class IllegalPlay:
    """`seat` laid `card` against the rules: every reason, and what the table may do about it."""

    kind: ClassVar[str] = "illegal_play"
    t: float
    seat: int
    card: Card
    reasons: tuple[Reason, ...]
    remedies: tuple[str, ...] = ("take_back", "let_stand")


@dataclass(frozen=True, slots=True)
class IllegalDraw:
    """`seat` drew `count` cards that the rules do not give it; they count all the same."""

    kind: ClassVar[str] = "illegal_draw"
    t: float
    seat: int
    count: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last card went back to `seat`'s hand."""

    kind: ClassVar[str] = "taken_back"
    t: float
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class LeftStanding:
    """An illegal play stands: a person said so, or (`inferred`) the game went on from it."""

    kind: ClassVar[str] = "let_stand"
    t: float
    seat: int
    card: Card
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """`seat` drew `count` cards and holds `left`. `cause`: choice, draw2, wild_draw4, challenge, uno, accusation,
    false_uno, illegal_play, out_of_turn, time or extra."""

    kind: ClassVar[str] = "cards_drawn"
    t: float
    seat: int
    count: int
    cause: str
    left: int
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """`seat` keeps what it drew, or cannot draw; the turn passes."""

    kind: ClassVar[str] = "turn_passed"
    t: float
    seat: int
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """`seat` loses its turn because of `card`."""

    kind: ClassVar[str] = "turn_skipped"
    t: float
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class DirectionChanged:
    """Play goes on clockwise (1) or counter-clockwise (-1)."""

    kind: ClassVar[str] = "direction_changed"
    t: float
    direction: int


@dataclass(frozen=True, slots=True)
class ColourWanted:
    """`seat` has to name a colour."""

    kind: ClassVar[str] = "colour_wanted"
    t: float
    seat: int


@dataclass(frozen=True, slots=True)
class ColourNamed:
    """`colour` goes on; `inferred` when the card laid on the wild showed it."""

    kind: ClassVar[str] = "colour_named"
    t: float
    colour: Colour
    seat: int | None = None
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class UnoReached:
    """`seat` holds one card."""

    kind: ClassVar[str] = "uno_reached"
    t: float
    seat: int
    called: bool = False


@dataclass(frozen=True, slots=True)
class UnoCalled:
    """`seat` called UNO, rightly."""

    kind: ClassVar[str] = "uno_called"
    t: float
    seat: int


@dataclass(frozen=True, slots=True)
class UnoMissed:
    """`seat` was caught with one card and no call."""

    kind: ClassVar[str] = "uno_missed"
    t: float
    seat: int
    accuser: int | None = None


@dataclass(frozen=True, slots=True)
class FalseUno:
    """`seat` called UNO with more cards than that."""

    kind: ClassVar[str] = "false_uno"
    t: float
    seat: int


@dataclass(frozen=True, slots=True)
class FalseAccusation:
    """`accused` had nothing to call, or had called."""

    kind: ClassVar[str] = "false_accusation"
    t: float
    accused: int
    accuser: int | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """`seat` has to draw `count` cards. `cause` as in Drew."""

    kind: ClassVar[str] = "penalty"
    t: float
    seat: int
    count: int
    cause: str


@dataclass(frozen=True, slots=True)
class Challenged:
    """`challenger` says that `accused` held a card of the colour."""

    kind: ClassVar[str] = "challenged"
    t: float
    challenger: int
    accused: int


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """`guilty`: the accused draws `count`; otherwise the challenger does. `inferred`: from who played next."""

    kind: ClassVar[str] = "challenge_result"
    t: float
    challenger: int
    accused: int
    guilty: bool
    count: int
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards but the top one are the new draw pile of `count` cards."""

    kind: ClassVar[str] = "reshuffled"
    t: float
    count: int


@dataclass(frozen=True, slots=True)
class RoundWon:
    """`seat` has no card left. `points` is None while hands are hidden."""

    kind: ClassVar[str] = "round_won"
    t: float
    seat: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class PointsCounted:
    """The winner of the round gets `points`, and stands at `score`."""

    kind: ClassVar[str] = "points_counted"
    t: float
    seat: int
    points: int
    score: int


@dataclass(frozen=True, slots=True)
class MatchWon:
    """`seat` reached the goal with `score`."""

    kind: ClassVar[str] = "match_won"
    t: float
    seat: int
    score: int
