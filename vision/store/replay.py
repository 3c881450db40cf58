"""Plays a recording again: the same items to a referee of the same setup, and what differs from what it told then."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.commands import Command
from engine.describe import describe
from engine.errors import EngineError
from engine.events import Event
from engine.observations import Observation
from vision.errors import StoreError
from vision.store.encoding import event_text, item_from
from vision.store.recording import Kind, Record, RecordReader, open_recording
from vision.store.setup import Setup

BACK_S: Final = 5.0
"""Seconds by which an item may be older than the one before: deeds are told when they are sure, a little late."""
APART_S: Final = 5.0
"""Seconds by which the source's clock and the computer's may differ from one item of a live source to the next."""


@dataclass(frozen=True, slots=True)
class Step:
    """One item with the events that answered it then, as text; ``wall_ns``: nanoseconds since 1970."""

    item: Observation | Command
    wall_ns: int
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Somebody said that this was wrong, at ``t`` seconds of the source's clock where that is known."""

    t: float | None
    note: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording without its pictures. ``cut``: None where it is whole, else a sentence that says how it ends."""

    name: str
    setup: Setup
    steps: tuple[Step, ...]
    marks: tuple[Mark, ...]
    pictures: int
    cut: str | None
    damaged: bool

    @property
    def seconds(self) -> float:
        """The time of the last item."""
        return self.steps[-1].item.t if self.steps else 0.0


@dataclass(frozen=True, slots=True)
class Told:
    """One event of the replay, with its sentence."""

    event: Event
    sentence: str


@dataclass(frozen=True, slots=True)
class Difference:
    """The first item whose answer is another one now: the events as text, then and now."""

    t: float
    then: tuple[str, ...]
    now: tuple[str, ...]

    def __str__(self) -> str:
        """One sentence."""
        was, now = " ".join(self.then) or "nothing", " ".join(self.now) or "nothing"
        return f"At {clock_text(self.t)} the recording tells {was}, and this Lastcard tells {now}."


def read_recording(path: Path) -> Recording:
    """The recording at ``path``, as far as it can be read. Raises ``StoreError``."""
    name = str(path)
    steps: list[Step] = []
    marks: list[Mark] = []
    setup: Setup | None = None
    pictures, ended = 0, False
    with open_recording(path) as file:
        reader = RecordReader(file, name)
        for record in reader:
            if record.kind is Kind.SETTINGS:
                setup = Setup.from_json(record.data(), name)
            elif record.kind is Kind.ITEM:
                steps.append(_step(record, name))
            elif record.kind is Kind.MARK:
                data = record.data()
                marks.append(Mark(data.get("t"), str(data.get("note", ""))))
            pictures += record.kind is Kind.PICTURE
            ended = record.kind is Kind.END
    if setup is None:
        raise StoreError(f"{name} is cut off before its settings and holds nothing to replay; give another recording.")
    cut = _how_it_ends(name, steps, whole=reader.whole, ended=ended)
    return Recording(name, setup, tuple(steps), tuple(marks), pictures, cut, not reader.whole)


def read_pictures(path: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """What was seen, and the JPEG, of each picture in the recording, oldest first. Raises ``StoreError``."""
    with open_recording(path) as file:
        for record in RecordReader(file, str(path)):
            if record.kind is Kind.PICTURE:
                yield record.data(), record.jpeg()


class Replay:
    """Plays ``recording``; iterate once. Afterwards ``difference`` is the first that there was, None where all agreed.

    Raises ``StoreError`` for an item that the rules of the recording cannot take.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.difference: Difference | None = None
        self.referee = recording.setup.referee()

    def __iter__(self) -> Iterator[Told]:
        """Yield what the referee tells, in order."""
        names = self.recording.setup.names
        for step in self.recording.steps:
            try:
                events = self.referee.handle(step.item)
            except EngineError as error:
                raise StoreError(
                    f"{self.recording.name} holds an item that cannot be followed: {str(error).rstrip('.')}; "
                    "replay it with the Lastcard that wrote it."
                ) from None
            self._compare(step, events)
            for event in events:
                yield Told(event, describe(event, names))

    def _compare(self, step: Step, events: tuple[Event, ...]) -> None:
        now = tuple(map(event_text, events))
        if self.difference is None and now != step.events:
            self.difference = Difference(step.item.t, step.events, now)


def clock_jumps(recording: Recording) -> list[str]:
    """A sentence for each place at which the clock was set or the computer slept; the order of items is kept."""
    live = bool(recording.setup.about.get("live"))
    found = []
    for before, after in zip(recording.steps, recording.steps[1:], strict=False):
        by = after.item.t - before.item.t
        wall = (after.wall_ns - before.wall_ns) / 1e9
        at = clock_text(before.item.t)
        if by < -BACK_S:
            found.append(f"The source's clock jumps back by {-by:.1f} s after {at}; the order of the recording counts.")
        elif live and abs(wall - by) > APART_S:
            way = "forward" if wall > by else "back"
            found.append(
                f"The computer's clock jumps {way} by {abs(wall - by):.1f} s after {at}; the source's times count."
            )
    return found


def clock_text(t: float) -> str:
    """Minutes and seconds."""
    return f"{int(t // 60)}:{t % 60:04.1f}"


def _step(record: Record, name: str) -> Step:
    data = record.data()
    try:
        item = item_from(str(data["stream"]), data["item"])
        return Step(item, int(data["wall_ns"]), tuple(str(event) for event in data["events"]))
    except (EngineError, KeyError, TypeError, ValueError) as error:
        raise StoreError(
            f"{name} holds an item that cannot be read: {str(error).rstrip('.')}; "
            "replay it with the Lastcard that wrote it."
        ) from None


def _how_it_ends(name: str, steps: list[Step], *, whole: bool, ended: bool) -> str | None:
    if whole and ended:
        return None
    at = clock_text(steps[-1].item.t) if steps else "its beginning"
    if whole:
        return f"{name} was not closed, as when the program is killed; it reaches to {at}, with nothing missing."
    return f"{name} is cut off or damaged after {at}; what came before is replayed, copy the file again for the rest."
