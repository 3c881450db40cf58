"""How much of a simulated game was followed rightly."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Deed = tuple[int | None, str]
"""Who laid which card; nobody in particular for the start card."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Cards laid and cards drawn: how many there were, how many were told, how many of those were right.

    A card counts as right with the right face and seat, in the right order; a drawn card with the right seat.
    """

    laid: int
    told: int
    right: int
    drawn: int
    drawn_told: int
    drawn_right: int

    @property
    def perfect(self) -> bool:
        """Whether everything was told rightly and nothing besides."""
        return self.laid == self.told == self.right and self.drawn == self.drawn_told == self.drawn_right

    def as_text(self) -> str:
        """The figures in one sentence."""
        extra = self.told - self.right
        wrong = f", {extra} told wrongly" if extra else ""
        return (
            f"{self.right} of {self.laid} cards laid were told with the right face and player{wrong}; "
            f"{self.drawn_right} of {self.drawn} cards drawn."
        )


def compare(truth: Iterable[Mapping[str, Any]], events: Iterable[Mapping[str, Any]]) -> Comparison:
    """Hold the referee's ``events`` (as JSON objects) against the simulated table's ``truth``."""
    truth, events = list(truth), list(events)
    laid = [deed for row in truth if (deed := _true_deed(row)) is not None]
    told = [deed for event in events if (deed := _told_deed(event)) is not None]
    drawn = Counter(int(row["seat"]) for row in truth if row["kind"] == "draw")
    drawn_told: Counter[int] = Counter()
    for event in events:
        if event["kind"] == "cards_drawn":
            drawn_told[int(event["seat"])] += int(event["count"])
    return Comparison(
        laid=len(laid),
        told=len(told),
        right=in_common(laid, told),
        drawn=drawn.total(),
        drawn_told=drawn_told.total(),
        drawn_right=(drawn & drawn_told).total(),
    )


def in_common(first: list[Deed], second: list[Deed]) -> int:
    """Length of the longest run of deeds, gaps allowed, that both lists hold in the same order."""
    best = [0] * (len(second) + 1)
    for one in first:
        diagonal = 0
        for j, other in enumerate(second, start=1):
            diagonal, best[j] = best[j], diagonal + 1 if one == other else max(best[j], best[j - 1])
    return best[-1]


def _true_deed(row: Mapping[str, Any]) -> Deed | None:
    if row["kind"] == "start":
        return None, str(row["card"])
    return (int(row["seat"]), str(row["card"])) if row["kind"] == "play" else None


def _told_deed(event: Mapping[str, Any]) -> Deed | None:
    if event["kind"] == "start_card":
        return None, str(event["card"])
    return (int(event["seat"]), str(event["card"])) if event["kind"] in ("card_played", "illegal_play") else None
