"""Options and manners that several commands share."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vision.config import Settings, load_settings

if TYPE_CHECKING:
    from vision.detect.detector import Detector

ModelOption = Annotated[
    Path | None, typer.Option("--model", metavar="FILE", help="Another model: .onnx, or .pt with the extra train.")
]
SizeOption = Annotated[
    int | None, typer.Option("--size", min=32, max=4096, help="Long side in pixels at which pictures are read.")
]
ConfidenceOption = Annotated[
    float | None, typer.Option("--confidence", min=0.0, max=1.0, help="How sure a card must be to count.")
]
ThreadsOption = Annotated[int | None, typer.Option("--threads", min=1, help="Processor threads for reading cards.")]
DeckOption = Annotated[
    str | None, typer.Option("--deck", metavar="NAME", help="Learnt deck that the cards are of; see lastcard deck.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line, and nothing else on stdout.")]


def say(sentence: str) -> None:
    """Tell a person something that stops nothing, on stderr."""
    print(f"lastcard: {sentence}", file=sys.stderr, flush=True)  # noqa: T201 - this is where sentences are printed


def detector_from(
    model: Path | None,
    size: int | None,
    confidence: float | None,
    threads: int | None,
    settings: Settings | None = None,
    *,
    deck: str | None = None,
) -> "Detector":
    """The detector that the options ask for, the settings filling what they leave open.

    Raises ``ModelError``, ``DeckError`` or ``UsageError``.
    """
    from vision.detect.detector import load_detector

    settings = settings or load_settings()
    return load_detector(
        model or settings.model,
        size=size or settings.size,
        threads=threads or settings.threads,
        confidence=settings.confidence if confidence is None else confidence,
        deck=deck or settings.deck,
        note=say,
    )
