"""What happens around the game: corrections, questions, trouble and the camera."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from engine.cards import Card
from engine.reasons import Reason
from engine.sight import Sight


@dataclass(frozen=True, slots=True)
class Corrected:
    """A person mended the last entry, or the next play did. `what` is "card" (labels) or "seat" (indices); JSON keys
    are "from" and "to"."""

    kind: ClassVar[str] = "corrected"
    t: float
    what: str
    before: str | int = field(metadata={"json": "from"})
    after: str | int = field(metadata={"json": "to"})


@dataclass(frozen=True, slots=True)
class Undone:
    """The last entry is undone: `what` is its kind (such as "card_on_discard"), `seat` and `card` what it told. Of kind
    "no_draw" is a draw that was not certain, and which the next play shows to be none."""

    kind: ClassVar[str] = "undone"
    t: float
    what: str
    seat: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Mended:
    """A person set a number right: `what` is "count", "points" or "turn"."""

    kind: ClassVar[str] = "mended"
    t: float
    what: str
    seat: int
    count: int | None = None


@dataclass(frozen=True, slots=True)
class HandShown:
    """`seat`'s hand of `count` cards lay open; the cards themselves are not told."""

    kind: ClassVar[str] = "hand_shown"
    t: float
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The referee cannot know. `question`: colour, swap, seat, card, illegal, challenge or points; likeliest option
    first."""

    kind: ClassVar[str] = "question_asked"
    t: float
    question: str
    options: tuple[str, ...]
    seat: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class QuestionSettled:
    """The question is answered, by a person or (`inferred`) by what happened next."""

    kind: ClassVar[str] = "question_settled"
    t: float
    question: str
    answer: str
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """What was seen cannot follow from what is known. `cause`: hand, pile, swap, deck, play_after_end,
    unseen_play or uno_count. `remedy`: a command."""

    kind: ClassVar[str] = "out_of_step"
    t: float
    cause: str
    remedy: str
    seat: int | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CameraGone:
    """The camera is lost; `reason` is a code of `Blind`, or one plain phrase."""

    kind: ClassVar[str] = "camera_lost"
    t: float
    reason: str


@dataclass(frozen=True, slots=True)
class CameraReturned:
    """The camera is back."""

    kind: ClassVar[str] = "camera_back"
    t: float


@dataclass(frozen=True, slots=True)
class CameraSees:
    """The camera sees worse or better than before, and the game goes on."""

    kind: ClassVar[str] = "camera_sight"
    t: float
    sight: Sight


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """A person's command could not be followed."""

    kind: ClassVar[str] = "command_refused"
    t: float
    command: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark worth a line. `code`: nothing_to_draw, short_draw, late_draw, round_abandoned, after_the_end or
    colour_early."""

    kind: ClassVar[str] = "note"
    t: float
    code: str
    seat: int | None = None
    card: Card | None = None
    count: int | None = None
