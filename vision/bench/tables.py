"""How well photos of whole tables are read, held against a list of what lies on them."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.cards import LABELS
from vision.detect.detector import Detector
from vision.errors import UsageError
from vision.frames.images import read_image
from vision.table.photo import SEATS, PhotoPlan, TablePhoto, read_table
from vision.train.evaluation.report import Report, sure

_COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
_RANKS = {"draw_2": "draw2"}
_BLACK = {"wild": "wild", "draw_4": "wild_draw4"}
CENTRE_WEIGHT, ACTIVE_WEIGHT, HANDS_WEIGHT = 0.1, 0.1, 0.8


@dataclass(frozen=True, slots=True)
class TableTruth:
    """A photo of a table and what it shows."""

    path: Path
    seen: TablePhoto


def _label(code: str) -> str:
    """Return the label that a code such as r_5, y_draw_2 or draw_4 stands for."""
    colour, _, rank = code.partition("_")
    label = _BLACK.get(code) or f"{_COLOURS.get(colour, colour)}_{_RANKS.get(rank, rank)}"
    if label not in LABELS:
        raise ValueError(f"{code} is no card")
    return label


def _hand(codes: str) -> tuple[str, ...]:
    return () if codes in ("", "EMPTY") else tuple(_label(code) for code in codes.split(";"))


def read_tables(folder: Path) -> list[TableTruth]:
    """Read `states.csv`: image_id, center_card, active_player, player_1_cards … player_4_cards, p1 at the bottom.

    Raises UsageError where it is broken.
    """
    path = folder / "states.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return [
            TableTruth(
                folder / f"{row['image_id']}.jpg",
                TablePhoto(
                    _label(row["center_card"]),
                    SEATS[int(row["active_player"].removeprefix("p")) - 1],
                    {seat: _hand(row[f"player_{k}_cards"]) for k, seat in enumerate(SEATS, 1)},
                ),
            )
            for row in rows
        ]
    except (OSError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise UsageError(f"{path} does not list what lies on each table ({error}).") from error


def hand_f1(true: tuple[str, ...], read: tuple[str, ...]) -> float:
    """Return F1 of the cards of one hand, 1 where it is rightly empty."""
    if not true and not read:
        return 1.0
    return 2 * sum((Counter(true) & Counter(read)).values()) / (len(true) + len(read))


def score(true: TablePhoto, read: TablePhoto) -> float:
    """Return how rightly a table was read, 0..1: a tenth each for the middle and the turn, the rest for the hands."""
    hands = [hand_f1(cards, read.hands.get(seat, ())) for seat, cards in true.hands.items()]
    middle = CENTRE_WEIGHT * (true.center == read.center) + ACTIVE_WEIGHT * (true.active_seat == read.active_seat)
    return middle + HANDS_WEIGHT * sum(hands) / len(hands)


def measure_tables(report: Report, tables: list[TableTruth], detector: Detector, step: Callable[[], None]) -> None:
    """Add the mean score of `tables`, its parts, and which hands were read wrongly."""
    scores: list[float] = []
    centres = turns = whole = 0
    hands: list[float] = []
    for table in tables:
        image = read_image(table.path)
        read = read_table(image, sure(detector.detect(image)), PhotoPlan())
        scores.append(score(table.seen, read))
        centres += read.center == table.seen.center
        turns += read.active_seat == table.seen.active_seat
        whole += scores[-1] > 0.9999
        hands += [hand_f1(cards, read.hands[seat]) for seat, cards in table.seen.hands.items()]
        _note(report, table, read)
        step()
    count = len(tables)
    report.figures["states"] = {
        "images": count, "score": round(sum(scores) / count, 4), "centre": round(centres / count, 4),
        "active": round(turns / count, 4), "hands_f1": round(sum(hands) / len(hands), 4),
        "tables_right": round(whole / count, 4),
    }  # fmt: skip


def _note(report: Report, table: TableTruth, read: TablePhoto) -> None:
    pairs: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
        ("middle", (table.seen.center or "none",), (read.center or "none",))
    ]
    pairs += [("turn", (table.seen.active_seat or "none",), (read.active_seat or "none",))]
    pairs += [(seat, cards, read.hands[seat]) for seat, cards in table.seen.hands.items()]
    for where, true, got in pairs:
        if Counter(true) != Counter(got):
            report.wrong.append((table.path.name, f"{where}: {' '.join(true)}", " ".join(got)))
