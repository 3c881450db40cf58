"""A simulated table whose script a test writes, watched by the observer with a detector that knows the cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.observations import CardOnDiscard, CardsDrawn, CardTakenBack, Observation
from engine.referee_draw import LIKELY
from vision.detect.detections import Detections
from vision.frames.simulated import SimulatedSource
from vision.synth.game.oracle import SimulatedDetector
from vision.synth.game.script import Script
from vision.synth.game.spec import PRESETS, GameSpec
from vision.synth.game.steps import Step
from vision.table.layout import TableLayout
from vision.table.observer import TableObserver

SPEC = replace(PRESETS["clean"], size=(640, 360), fps=12.0, noise=2.0)
"""A small table that draws quickly."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What a table's truth was and what the observer made of it."""

    source: SimulatedSource
    found: list[Observation]

    @property
    def deeds(self) -> list[tuple[str, int | None, str | None]]:
        """What was told about the game, as rows (kind, seat, card) in the truth's words, without times."""
        return [deed for item in self.found if (deed := told(item)) is not None]

    @property
    def truth(self) -> list[tuple[str, object, object]]:
        """What happened, in the same form."""
        rows = [row for row in self.source.truth if row["kind"] in ("start", "play", "draw", "taken_back")]
        return [("play" if row["kind"] == "start" else str(row["kind"]), row["seat"], row["card"]) for row in rows]


def told(item: Observation) -> tuple[str, int | None, str | None] | None:
    """(kind, seat, card) of an observation about the game, None for one about hands and camera."""
    match item:
        case CardOnDiscard(seat=seat, card=card):
            return "play", seat, card.label
        case CardTakenBack(seat=seat, card=card):
            return "taken_back", seat, card.label
        case CardsDrawn(seat=seat, confidence=sure) if sure >= LIKELY:
            return "draw", seat, None
        case _:
            return None


def watch(
    steps: Sequence[Step], spec: GameSpec = SPEC, *, flips: float = 0.0, misses: float = 0.0, jitter: float = 0.4
) -> Watched:
    """Have the steps happen after a start card, and watch them."""
    source = SimulatedSource(spec, Script((Step("start", 0, "red_5"), *steps)))
    detector = SimulatedDetector(source, flips=flips, misses=misses, jitter=jitter, seed=spec.seed)
    observer = TableObserver(TableLayout.automatic(spec.seats))
    found: list[Observation] = []
    for frame in source:
        needed = observer.needs_detection(frame)
        found += observer.update(frame, detector.detect(frame.image) if needed else Detections.empty())
    return Watched(source, found)
