"""What every page shows, in one JSON value: the referee's snapshot, the camera, the cards in view and the log."""

import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Literal

from engine.events import CameraGone, CameraReturned, CameraSees, Event
from engine.sight import Sight
from vision.detect.detections import Detections
from vision.frames.frame import Frame
from vision.live.eye import WORST_FIRST

CameraStatus = Literal["starting", "running", "lost", "ended"]
_SMOOTH: Final = 0.1
"""How much the newest frame weighs in the frame rate shown."""


class FrameRate:
    """Frames a second, smoothed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: float | None = None
        self._gap: float | None = None

    def tick(self) -> None:
        """A frame has been dealt with."""
        now = self._clock()
        if self._last is not None:
            gap = now - self._last
            self._gap = gap if self._gap is None else self._gap + _SMOOTH * (gap - self._gap)
        self._last = now

    @property
    def fps(self) -> float | None:
        """None before the second frame."""
        return round(1 / self._gap, 1) if self._gap else None


class Board:
    """Puts the state together, in the session's thread. ``lines``: how many sentences of the log it shows."""

    def __init__(
        self, source: str, *, live: bool, lines: int = 50, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = FrameRate(clock)
        self._camera: dict[str, Any] = {
            "source": source,
            "live": live,
            "status": "starting",
            "message": "Waiting for the first picture.",
            "reason": None,
            "trouble": None,
            "size": None,
            "frame": None,
            "t": None,
        }
        self._cards: list[dict[str, Any]] = []
        self._log: deque[dict[str, Any]] = deque(maxlen=lines)
        self._warnings: list[str] = []

    def saw(self, frame: Frame, detections: Detections) -> None:
        """``frame`` has been looked at and holds ``detections``."""
        height, width = frame.image.shape[:2]
        self._rate.tick()
        self._camera.update(size=[width, height], frame=frame.seq, t=round(frame.t, 3))
        if self._camera["status"] == "starting":
            self.camera("running", "")
        self._cards = cards_json(detections)

    def camera(self, status: CameraStatus, message: str) -> None:
        """Where the camera stands, with a sentence."""
        self._camera.update(status=status, message=message)

    def camera_event(self, event: Event, sentence: str) -> None:
        """An event was told; those about the camera show until they no longer hold."""
        if isinstance(event, CameraGone):
            self.camera("lost", sentence)
            self._camera["reason"] = event.reason
        elif isinstance(event, CameraReturned):
            self.camera("running", "")
            self._camera["reason"] = None
        elif isinstance(event, CameraSees) and event.sight in WORST_FIRST:
            self._camera["trouble"] = {"sight": event.sight.value, "text": sentence}
        elif isinstance(event, CameraSees) and event.sight is Sight.CLEAR:
            self._camera["trouble"] = None

    def said(self, line: dict[str, Any]) -> None:
        """A sentence goes to the log."""
        self._log.append(line)

    def warn(self, sentence: str) -> None:
        """Something apart from the game is wrong, once."""
        if sentence not in self._warnings:
            self._warnings.append(sentence)

    def view(self) -> dict[str, Any]:
        """The part that changes with every frame."""
        return {"camera": {**self._camera, "fps": self._rate.fps}, "cards_in_view": self._cards}

    def state(self, snapshot: dict[str, Any]) -> dict[str, Any]:
        """Everything; the value is not changed afterwards."""
        return {**snapshot, **self.view(), "log": list(self._log), "warnings": list(self._warnings)}


def cards_json(detections: Detections) -> list[dict[str, Any]]:
    """Label, quad (four corners, pixels of the frame) and confidence of each card."""
    rows = zip(detections.labels, detections.quads, detections.confidences, strict=True)
    return [
        {
            "label": label,
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad],
            "confidence": round(float(confidence), 3),
        }
        for label, quad, confidence in rows
    ]
