"""What a session is put together from: protocols for its parts, and what comes of a command."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.commands import Command
from engine.events import Event
from engine.observations import Observation
from vision.detect.detections import Detections
from vision.errors import LastcardError
from vision.frames.frame import Frame
from vision.store.events import Entry


class Observer(Protocol):
    """Makes observations out of detections.

    It may have ``needs_detection(frame) -> bool`` to spare the detector, and gets no detections where it says no; and
    ``debug``, what it sees now as JSON values, which recordings keep.
    """

    def update(self, frame: Frame, detections: Detections) -> list[Observation]:
        """What ``frame`` tells; called once a frame, in order."""
        ...


class RefereeLike(Protocol):
    """Takes observations and commands, gives events."""

    def handle(self, item: Observation | Command) -> tuple[Event, ...]:
        """What follows from ``item``."""
        ...

    def snapshot(self) -> dict[str, Any]:
        """The public state."""
        ...


class Log(Protocol):
    """Where items and events are kept."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep ``entries``; they are safe when this returns. Raises ``StoreError``."""
        ...


class TooManyCommands(LastcardError):
    """More commands wait than anybody could have meant."""


class SessionOver(LastcardError):
    """The session takes no more commands."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command led to.

    ``stale``: refused because it was based on an older state than the current one.
    """

    events: tuple[Event, ...]
    sentences: tuple[str, ...]
    state_id: int
    refused: bool
    stale: bool
