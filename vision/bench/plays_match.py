"""Pairs what was told with what happened: plays, take-backs, draws, accusations."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.referee_work import AT_ONCE
from vision.bench.plays_recording import Row

WITHIN = 1.0
"""Seconds within which a play is told of its right time."""
DRAWN_WITHIN = 5.0
"""The same for draws, which may be inferred from the next play."""
OWED_WITHIN = 15.0
"""The same for penalties, which are told as soon as they are owed and drawn when people get to it."""
OWED = AT_ONCE | {"draw2", "wild_draw4"}
"""Causes of draws that are penalties."""
LAID = ("card_played", "illegal_play", "start_card")


@dataclass(frozen=True, slots=True)
class Pairs:
    """Rows of the truth with the events that tell them, and what is left over of both."""

    paired: tuple[tuple[Row, Row], ...]
    missed: tuple[Row, ...]
    invented: tuple[Row, ...]


def pair(
    truth: Iterable[Row], told: Iterable[Row], within: Callable[[Row], float], alike: Callable[[Row, Row], bool]
) -> Pairs:
    """Pair each row, earliest first, with the nearest event that is alike, within as many seconds as it allows.

    An event of the same seat goes before others that are as good.
    """
    left = list(told)
    paired: list[tuple[Row, Row]] = []
    missed: list[Row] = []
    for row in truth:
        near = [event for event in left if abs(_t(event) - _t(row)) <= within(event) and alike(row, event)]
        if not near:
            missed.append(row)
            continue
        best = min(near, key=lambda event: (event.get("seat") != row["seat"], abs(_t(event) - _t(row))))
        left.remove(best)
        paired.append((row, best))
    return Pairs(tuple(paired), tuple(missed), tuple(left))


def pair_plays(truth: Sequence[Row], events: Sequence[Row]) -> Pairs:
    """Cards laid: the face and the time are right."""
    laid = [row for row in truth if row["kind"] in ("start", "play")]
    told = [event for event in events if event["kind"] in LAID]
    return pair(laid, told, lambda event: WITHIN, same_card)  # noqa: ARG005 - the same for all


def pair_take_backs(truth: Sequence[Row], events: Sequence[Row]) -> Pairs:
    """Cards taken back."""
    back = [row for row in truth if row["kind"] == "taken_back"]
    told = [event for event in events if event["kind"] == "taken_back"]
    return pair(back, told, lambda event: DRAWN_WITHIN, same_card)  # noqa: ARG005 - the same for all


def pair_draws(truth: Sequence[Row], events: Sequence[Row]) -> Pairs:
    """Cards drawn, each for itself: the seat is right."""
    drawn = [row for row in truth if row["kind"] == "draw"]
    told = [event for event in events if event["kind"] == "cards_drawn" for _ in range(int(event["count"]))]
    return pair(drawn, told, _drawn_within, lambda row, event: bool(row["seat"] == event["seat"]))


def _drawn_within(event: Row) -> float:
    return OWED_WITHIN if event["cause"] in OWED else DRAWN_WITHIN


def true_accusation(event: Row, truth: Sequence[Row]) -> bool:
    """Whether the seat that an illegal play was told of did lay a card against the rules then."""
    if event["kind"] != "illegal_play":
        return False
    return any(
        "illegal" in row and row["seat"] == event["seat"] and abs(_t(row) - _t(event)) <= WITHIN for row in truth
    )


def same_card(row: Row, event: Row) -> bool:
    """Whether both are about one face."""
    return bool(row["card"] == event["card"])


def _t(row: Row) -> float:
    value: Any = row["t"]
    return float(value)
