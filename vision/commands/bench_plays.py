"""``lastcard bench plays``: how well whole games are followed."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from vision.commands.progress import progress_bar

if TYPE_CHECKING:
    from vision.bench.plays_recording import Recording
    from vision.detect.detector import Detector
    from vision.synth.game.oracle import KnowsCards

    DetectorFor = Callable[[KnowsCards], Detector]


class Reads(StrEnum):
    """Who reads the cards of the games; ``truth`` tells the referee of everything without any picture."""

    MODEL = "model"
    ORACLE = "oracle"
    TRUTH = "truth"


_READERS = {
    Reads.MODEL: "read by the model",
    Reads.ORACLE: "read by an oracle",
    Reads.TRUTH: "the referee alone, told by perfect eyes",
}


@dataclass(frozen=True, slots=True)
class PlaysPlan:
    """Which games are followed, by whom, and where the pictures of the worst moments go."""

    presets: Sequence[str]
    seeds: str
    turns: int
    settings: str
    recordings: Path | None
    reads: Reads
    words: bool
    out: Path | None


def bench_plays(plan: PlaysPlan, load: Callable[[], "Detector"], *, json_lines: bool) -> None:
    """Follow the games of the plan and print a report for each preset or folder."""
    from vision.bench.plays import run_plays_bench
    from vision.bench.plays_follow import oracle

    reader = _READERS[plan.reads]
    detector_for: DetectorFor | None = None
    if plan.reads is Reads.ORACLE:
        detector_for = oracle
    elif plan.reads is Reads.MODEL:
        model = load()
        detector_for = lambda table: model  # noqa: E731, ARG005 - it asks nobody
    for name, games in _games(plan):
        with progress_bar(f"Following {name}", len(games), shown=not json_lines) as (_, step):
            report = run_plays_bench(
                name, games, detector_for, detector=reader, words=plan.words, out=plan.out, step=step
            )
        typer.echo(json.dumps(report.as_json(), ensure_ascii=False) if json_lines else report.as_text())


def _games(plan: PlaysPlan) -> "list[tuple[str, list[Recording]]]":
    from vision.bench.plays import games_of, parse_seeds
    from vision.bench.plays_recording import find_recordings

    if plan.recordings is not None:
        return [(str(plan.recordings), find_recordings(plan.recordings))]
    seeds = parse_seeds(plan.seeds)
    return [(preset, list(games_of(preset, seeds, plan.turns, plan.settings))) for preset in plan.presets]
