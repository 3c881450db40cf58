"""Every event, under one roof, and its JSON form. The records stand in `events_play` and `events_talk`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from engine.codec import from_json, to_json
from engine.errors import DataError
from engine.events_house import (
    CardsSwapped,
    HandLookedAt,
    HandsPassed,
    HandsShuffled,
    HandsSwapped,
    JumpedIn,
    PenaltyPassed,
    RoundLost,
    RoundReopened,
    SeatLeft,
    SeatOut,
    SummedOut,
    SwapWanted,
    TimeRanOut,
)
from engine.events_play import (
    CardPlayed,
    Challenged,
    ChallengeResult,
    ColourNamed,
    ColourWanted,
    DirectionChanged,
    Drew,
    FalseAccusation,
    FalseUno,
    IllegalDraw,
    IllegalPlay,
    LeftStanding,
    MatchWon,
    Penalty,
    PointsCounted,
    Reshuffled,
    RoundStarted,
    RoundWon,
    StartCard,
    TakenBack,
    TurnPassed,
    TurnSkipped,
    UnoCalled,
    UnoMissed,
    UnoReached,
)
from engine.events_talk import (
    CameraGone,
    CameraReturned,
    CameraSees,
    CommandRefused,
    Corrected,
    HandShown,
    Mended,
    Note,
    OutOfStep,
    QuestionAsked,
    QuestionSettled,
    Undone,
)

VERSION: Final = 1
Event = (
    RoundStarted
    | StartCard
    | CardPlayed
    | IllegalPlay
    | IllegalDraw
    | TakenBack
    | LeftStanding
    | Drew
    | TurnPassed
    | TurnSkipped
    | DirectionChanged
    | ColourWanted
    | ColourNamed
    | UnoReached
    | UnoCalled
    | UnoMissed
    | FalseUno
    | FalseAccusation
    | Penalty
    | Challenged
    | ChallengeResult
    | Reshuffled
    | Corrected
    | Undone
    | Mended
    | HandShown
    | RoundWon
    | PointsCounted
    | MatchWon
    | QuestionAsked
    | QuestionSettled
    | OutOfStep
    | CameraGone
    | CameraReturned
    | CameraSees
    | CommandRefused
    | Note
    | CardsSwapped
    | HandLookedAt
    | HandsPassed
    | HandsShuffled
    | HandsSwapped
    | JumpedIn
    | PenaltyPassed
    | RoundLost
    | RoundReopened
    | SeatLeft
    | SeatOut
    | SummedOut
    | SwapWanted
    | TimeRanOut
)
EVENTS: Final[dict[str, type[Event]]] = {kind.kind: kind for kind in get_args(Event)}


def event_to_json(event: Event) -> dict[str, Any]:
    """`{"v": 1, "kind": ..., "t": ..., ...}`."""
    return {"v": VERSION, "kind": event.kind, **to_json(event)}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The inverse of `event_to_json`; raises DataError, also for another version."""
    if data.get("v") != VERSION:
        raise DataError(f"An event of version {data.get('v')!r} was given; this engine reads version {VERSION}.")
    kind = EVENTS.get(str(data.get("kind")))
    if kind is None:
        raise DataError(f"{data.get('kind')!r} is no kind of event; known are {', '.join(EVENTS)}.")
    rest = {key: value for key, value in data.items() if key not in ("v", "kind")}
    return from_json(kind, rest, f"event {kind.kind}")


__all__ = [
    "EVENTS",
    "CameraGone",
    "CameraReturned",
    "CameraSees",
    "CardPlayed",
    "CardsSwapped",
    "ChallengeResult",
    "Challenged",
    "ColourNamed",
    "ColourWanted",
    "CommandRefused",
    "Corrected",
    "DirectionChanged",
    "Drew",
    "Event",
    "FalseAccusation",
    "FalseUno",
    "HandLookedAt",
    "HandShown",
    "HandsPassed",
    "HandsShuffled",
    "HandsSwapped",
    "IllegalDraw",
    "IllegalPlay",
    "JumpedIn",
    "LeftStanding",
    "MatchWon",
    "Mended",
    "Note",
    "OutOfStep",
    "Penalty",
    "PenaltyPassed",
    "PointsCounted",
    "QuestionAsked",
    "QuestionSettled",
    "Reshuffled",
    "RoundLost",
    "RoundReopened",
    "RoundStarted",
    "RoundWon",
    "SeatLeft",
    "SeatOut",
    "StartCard",
    "SummedOut",
    "SwapWanted",
    "TakenBack",
    "TimeRanOut",
    "TurnPassed",
    "TurnSkipped",
    "Undone",
    "UnoCalled",
    "UnoMissed",
    "UnoReached",
    "event_from_json",
    "event_to_json",
]
