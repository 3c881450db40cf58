"""What a camera tells the referee. `t` is seconds of the source's own clock; seats count from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, get_args

from engine.cards import Card
from engine.codec import from_json, to_json
from engine.errors import DataError
from engine.sight import Sight


@dataclass(frozen=True, slots=True)
class CardOnDiscard:
    """A card has come to rest on top of the discard pile; the first one of a round is the start card.

    `seat` is who laid it, None where unseen; `alternatives` are other readings of the face, likeliest first, each with
    its confidence (0 to 1); `other_seats` are others who may have laid it, in the same way. `idle` are seats whose
    hands stayed away from both piles since the card before.
    """

    kind: ClassVar[str] = "card_on_discard"
    t: float
    card: Card
    seat: int | None = None
    confidence: float = 1.0
    seat_confidence: float = 1.0
    alternatives: tuple[tuple[Card, float], ...] = ()
    other_seats: tuple[tuple[int, float], ...] = ()
    idle: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTakenBack:
    """The top card of the discard pile was taken away again."""

    kind: ClassVar[str] = "card_taken_back"
    t: float
    card: Card
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class CardMoved:
    """The top card lies elsewhere than before a hand was there: it was pushed, or a second card of its face lies on it.

    `seat` is whose hand that was, and `other_seats` are others who may have done it, as with `CardOnDiscard`.
    """

    kind: ClassVar[str] = "card_moved"
    t: float
    card: Card
    seat: int | None = None
    seat_confidence: float = 1.0
    other_seats: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Somebody took `count` cards from the draw pile.

    `confidence` (0 to 1) is how surely: a hand that was at the pile need not have taken a card. `idle` are seats whose
    hands stayed away from both piles since the last card that was laid or drawn, None where that is not known.
    """

    kind: ClassVar[str] = "cards_drawn"
    t: float
    seat: int | None = None
    count: int = 1
    confidence: float = 1.0
    idle: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand lay open: these cards, and `hidden` more that could not be read."""

    kind: ClassVar[str] = "hand_seen"
    t: float
    seat: int
    cards: tuple[Card, ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class HandInView:
    """A person's hand covers the table (or has left it)."""

    kind: ClassVar[str] = "hand_in_view"
    t: float
    active: bool


@dataclass(frozen=True, slots=True)
class Settling:
    """Cards are moving and not yet read (or have come to rest)."""

    kind: ClassVar[str] = "settling"
    t: float
    active: bool


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The picture is gone, frozen or of another place; `reason` is a code of `Blind`, or one plain phrase."""

    kind: ClassVar[str] = "camera_lost"
    t: float
    reason: str


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The picture is good again."""

    kind: ClassVar[str] = "camera_back"
    t: float


@dataclass(frozen=True, slots=True)
class CameraSight:
    """The camera sees worse or better than before, and the game goes on."""

    kind: ClassVar[str] = "camera_sight"
    t: float
    sight: Sight


Observation = (
    CardOnDiscard
    | CardTakenBack
    | CardMoved
    | CardsDrawn
    | HandSeen
    | HandInView
    | Settling
    | CameraLost
    | CameraBack
    | CameraSight
)
OBSERVATIONS: Final[dict[str, type[Observation]]] = {kind.kind: kind for kind in get_args(Observation)}


def observation_to_json(observation: Observation) -> dict[str, Any]:
    """`{"v": 1, "kind": ..., "t": ..., ...}`."""
    return {"v": 1, "kind": observation.kind, **to_json(observation)}


def observation_from_json(data: Mapping[str, Any]) -> Observation:
    """The inverse of `observation_to_json`; raises DataError."""
    kind = OBSERVATIONS.get(str(data.get("kind")))
    if kind is None:
        raise DataError(f"{data.get('kind')!r} is no kind of observation; known are {', '.join(OBSERVATIONS)}.")
    rest = {key: value for key, value in data.items() if key not in ("v", "kind")}
    return from_json(kind, rest, f"observation {kind.kind}")
