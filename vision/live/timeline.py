"""A source's clock that only ever goes forward, whatever the camera's does."""

from dataclasses import replace
from typing import Final

from vision.frames.frame import Frame

BACK_S: Final = 0.5
"""Seconds by which a clock may go back without anybody having to know."""
AHEAD_S: Final = 10.0
"""Seconds between two frames of a live source from which on time was lost, as when the computer slept."""
_STEP_S: Final = 1 / 30


class Timeline:
    """Frames in, frames out whose times grow. ``live``: a long gap is a jump, too."""

    def __init__(self, *, live: bool) -> None:
        self._live = live
        self._ahead = 0.0
        self._last: float | None = None

    def follow(self, frame: Frame, *, expected: bool = False) -> tuple[Frame, bool]:
        """The frame with the session's time, and whether the clock has jumped; not where a gap was ``expected``."""
        t = frame.t + self._ahead
        last, jumped = self._last, False
        if last is not None and t < last:
            jumped = last - t > BACK_S
            t = last + _STEP_S
            self._ahead = t - frame.t
        elif last is not None and self._live and not expected and t - last > AHEAD_S:
            jumped = True
        self._last = t
        return (frame if t == frame.t else replace(frame, t=t)), jumped
