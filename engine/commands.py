"""What a person tells the referee: by button, key, voice or API.

Every command carries `t` (seconds of the source's clock) and `based_on`, the state id its sender looked at. A command
based on an older state is refused by an event, so that a late click never hits the wrong card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, get_args

from engine.cards import Card, Colour
from engine.codec import from_json, to_json
from engine.commands_house import Leave, SumOut, SwapHands, TimeUp, UsePower
from engine.errors import CommandError, DataError


@dataclass(frozen=True, slots=True)
class NameColour:
    """The colour that goes on after a wild."""

    kind: ClassVar[str] = "name_colour"
    t: float
    colour: Colour
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class CallUno:
    """`seat` says "UNO"."""

    kind: ClassVar[str] = "call_uno"
    t: float
    seat: int
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class Accuse:
    """Somebody says that `accused` did not call UNO."""

    kind: ClassVar[str] = "accuse"
    t: float
    accused: int
    accuser: int | None = None
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """The seat that faces a Wild Draw Four challenges it."""

    kind: ClassVar[str] = "challenge"
    t: float
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class JudgeChallenge:
    """The challenger has looked at the hidden hand and says what it held."""

    kind: ClassVar[str] = "judge_challenge"
    t: float
    guilty: bool
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class DrawCards:
    """`seat` (None: the one on turn) has drawn."""

    kind: ClassVar[str] = "draw"
    t: float
    seat: int | None = None
    count: int = 1
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class KeepCard:
    """`seat` (None: the one on turn) keeps the drawn card and passes."""

    kind: ClassVar[str] = "keep"
    t: float
    seat: int | None = None
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class PlayCard:
    """`seat` (None: the one on turn) has played a card that the camera did not see."""

    kind: ClassVar[str] = "play"
    t: float
    card: Card
    seat: int | None = None
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """The face of the last play, or of the start card, was this one."""

    kind: ClassVar[str] = "correct_card"
    t: float
    card: Card
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class CorrectSeat:
    """The last play, draw or pass was this seat's."""

    kind: ClassVar[str] = "correct_seat"
    t: float
    seat: int
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The last thing that changed the game did not happen."""

    kind: ClassVar[str] = "undo"
    t: float
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class LetStand:
    """The table lets an illegal play stand."""

    kind: ClassVar[str] = "let_stand"
    t: float
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The table has an illegal play taken back, though the camera did not see it."""

    kind: ClassVar[str] = "take_back"
    t: float
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class SetCount:
    """`seat` holds this many cards: mends a count that has run out of step."""

    kind: ClassVar[str] = "set_count"
    t: float
    seat: int
    count: int
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class SetTurn:
    """It is this seat's turn: mends a turn that has run out of step."""

    kind: ClassVar[str] = "set_turn"
    t: float
    seat: int
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class SetPoints:
    """The winner of the last round gets these points, counted by people; where each hand counts, it is `seat`'s."""

    kind: ClassVar[str] = "set_points"
    t: float
    points: int
    seat: int | None = None
    based_on: int | None = None


@dataclass(frozen=True, slots=True)
class NewRound:
    """The next round is dealt by `dealer` (None: as the rules say)."""

    kind: ClassVar[str] = "new_round"
    t: float
    dealer: int | None = None
    based_on: int | None = None


Command = (
    NameColour
    | CallUno
    | Accuse
    | Challenge
    | JudgeChallenge
    | DrawCards
    | KeepCard
    | PlayCard
    | CorrectCard
    | CorrectSeat
    | Undo
    | LetStand
    | TakeBack
    | SetCount
    | SetTurn
    | SetPoints
    | NewRound
    | SwapHands
    | UsePower
    | SumOut
    | TimeUp
    | Leave
)
COMMANDS: Final[dict[str, type[Command]]] = {kind.kind: kind for kind in get_args(Command)}


def command_to_json(command: Command) -> dict[str, Any]:
    """`{"v": 1, "kind": ..., "t": ..., ...}`."""
    return {"v": 1, "kind": command.kind, **to_json(command)}


def command_from_json(data: Mapping[str, Any], *, t: float | None = None) -> Command:
    """The command that a JSON object describes, such as `{"kind": "name_colour", "colour": "red", "based_on": 12}`.

    `t`, where given, is the time of arrival and replaces the object's own; without either the time is 0.
    Raises CommandError.
    """
    if not isinstance(data, Mapping):
        raise CommandError(f"A command must be a JSON object, but {type(data).__name__} was given.")
    kind = COMMANDS.get(str(data.get("kind")))
    if kind is None:
        raise CommandError(f"{data.get('kind')!r} is no kind of command; known are {', '.join(COMMANDS)}.")
    rest = {key: value for key, value in data.items() if key not in ("v", "kind")}
    rest["t"] = rest.get("t", 0.0) if t is None else t
    try:
        return from_json(kind, rest, f"command {kind.kind}")
    except DataError as error:
        raise CommandError(str(error)) from None
