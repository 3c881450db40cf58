"""``lastcard bench plays``: how well whole games are followed, in figures."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.bench.plays_follow import follow, follow_truth
from vision.bench.plays_moments import show, worst
from vision.bench.plays_recording import Recording
from vision.bench.plays_score import Moment, Score, score
from vision.detect.detector import Detector
from vision.errors import UsageError
from vision.synth.game.oracle import KnowsCards

TRICKS = {"easy": "&illegal=0.05&takebacks=0.03"}
"""What a preset that plays by the rules gets besides, so that there is something to notice."""
SHOWN = 24
"""Pictures of worst moments at most."""


@dataclass(frozen=True, slots=True)
class PlaysReport:
    """The figures of all games of one ``name`` (a preset or a folder), and the worst moments with their pictures."""

    name: str
    games: Sequence[str]
    detector: str
    total: Score
    words: bool = True
    shown: Sequence[tuple[Moment, Path | None]] = ()

    def figures(self) -> dict[str, float | None]:
        """The eight figures; None for one that these games say nothing about."""
        total = self.total
        return {
            "play_f1": _rounded(total.plays.f1),
            "seat_accuracy": _share(total.seats_right, total.plays.right),
            "draw_f1": _rounded(total.draws.f1),
            "false_accusations_per_game": _share(total.false_accusations, total.games),
            "illegal_flagged": _share(total.flagged, total.illegal),
            "final_state_right": _share(total.finals_right, total.finals),
            "delay_p95_s": _rounded(float(np.percentile(total.delays, 95))) if total.delays else None,
            "fps": round(total.frames / total.seconds, 1) if total.seconds > 0 else None,
        }

    def as_json(self) -> dict[str, Any]:
        """One object for JSON."""
        total = self.total
        return {
            "preset": self.name,
            "games": list(self.games),
            "detector": self.detector,
            "words": self.words,
            "figures": self.figures(),
            "counts": {
                "plays": total.plays.true,
                "draws": total.draws.true,
                "take_backs": total.take_backs.true,
                "illegal": total.illegal,
                "frames": total.frames,
            },
            "take_back_f1": _rounded(total.take_backs.f1),
            "illegal_by_reason": {key: {"laid": n, "flagged": m} for key, (n, m) in total.by_reason.items()},
            "mistakes": dict(Counter(moment.kind for moment in total.moments).most_common()),
            "worst": [
                {
                    "game": moment.game,
                    "t": moment.t,
                    "kind": moment.kind,
                    "text": moment.text,
                    "picture": None if path is None else str(path),
                }
                for moment, path in self.shown
            ],
        }

    def as_text(self) -> str:
        """The figures as lines for people."""
        figures, total = self.figures(), self.total
        names = {
            "play_f1": f"plays F1 ({total.plays.true} plays)",
            "seat_accuracy": "seat right",
            "draw_f1": f"draws F1 ({total.draws.true} draws)",
            "false_accusations_per_game": "false accusations a game",
            "illegal_flagged": f"illegal plays flagged (of {total.illegal})",
            "final_state_right": "final state right",
            "delay_p95_s": "delay p95 in seconds",
            "fps": "frames a second",
        }
        spoken = "people tell what no camera sees" if self.words else "nobody says anything"
        lines = [f"{self.name}, {total.games} games, {self.detector}, {spoken}:"]
        lines += [f"  {name:34} {'—' if figures[key] is None else figures[key]}" for key, name in names.items()]
        if self.shown:
            lines.append("  worst moments:")
        for moment, path in self.shown:
            lines.append(f"    {moment.game} {moment.t:7.2f} s  {moment.text}" + (f"  {path}" if path else ""))
        return "\n".join(lines)


def run_plays_bench(
    name: str,
    recordings: Sequence[Recording],
    detector_for: Callable[[KnowsCards], Detector] | None,
    *,
    detector: str,
    words: bool = True,
    out: Path | None = None,
    step: Callable[[], None] | None = None,
) -> PlaysReport:
    """Follow every game and score it; ``step`` is called after each. Raises what breaks a source or a picture.

    Without ``detector_for`` no picture is drawn: the referee is told of everything by perfect eyes.
    """
    total = Score()
    for recording in recordings:
        if detector_for is None:
            total += score(follow_truth(recording, words=words))
        else:
            total += score(follow(recording, detector_for, words=words))
        if step is not None:
            step()
    moments = worst(total.moments, SHOWN)
    paths: dict[Moment, Path] = {}
    if out is not None:
        for recording in recordings:
            own = [moment for moment in moments if moment.game == recording.name]
            paths |= show(recording, own, out) if own else {}
    shown = [(moment, paths.get(moment)) for moment in moments]
    return PlaysReport(name, [recording.name for recording in recordings], detector, total, words, shown)


def games_of(preset: str, seeds: Sequence[int], turns: int, settings: str = "") -> Iterator[Recording]:
    """The simulated games of a preset; ``turns`` 0 plays whole rounds. Raises ``UsageError``."""
    for seed in seeds:
        text = f"sim:{preset}?seed={seed}&turns={turns}{TRICKS.get(preset, '')}"
        yield Recording.simulated(text + (f"&{settings}" if settings else ""))


def parse_seeds(text: str) -> list[int]:
    """Read ``1-20``, ``3`` or ``1,4,7-9``. Raises ``UsageError``."""
    seeds: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last if dash else first)
        if not all(end.isdecimal() for end in ends) or int(ends[0]) > int(ends[1]) or int(ends[1]) >= 2**31:
            raise UsageError(f"The seeds {text!r} are none; give numbers and ranges such as 1-20 or 1,4,7-9.")
        seeds += range(int(ends[0]), int(ends[1]) + 1)
    return list(dict.fromkeys(seeds))


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
