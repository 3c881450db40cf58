"""The last seconds of pictures, small, with what was read in them."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from vision.errors import ImageError
from vision.frames.frame import Frame
from vision.frames.images import encode_jpeg

SECONDS: Final = 30.0
"""How far back pictures are kept."""
EVERY: Final = 0.25
"""Seconds from one kept picture to the next."""
_BYTES: Final = 24 * 1024 * 1024
_WIDTH: Final = 960
_QUALITY: Final = 80


@dataclass(frozen=True, slots=True)
class Kept:
    """One picture as JPEG, with its number, time and size and what was seen in it as JSON values."""

    t: float
    seen: Mapping[str, Any]
    jpeg: bytes


class PictureRing:
    """Keeps a picture every ``EVERY`` seconds for ``SECONDS``, within a bound of memory."""

    def __init__(self, *, seconds: float = SECONDS, every: float = EVERY, limit: int = _BYTES) -> None:
        self._seconds, self._every, self._limit = seconds, every, limit
        self._kept: deque[Kept] = deque()
        self._bytes = 0

    def wants(self, t: float) -> bool:
        """Whether a picture of this time is due."""
        return not self._kept or not 0 <= t - self._kept[-1].t < self._every

    def offer(self, frame: Frame, seen: Callable[[], Mapping[str, Any]], *, always: bool = False) -> Kept | None:
        """Keep the frame where it is due, or ``always``, and return what was kept; ``seen`` tells what is in it."""
        if not always and not self.wants(frame.t):
            return None
        try:
            jpeg = encode_jpeg(frame.image, width=_WIDTH, quality=_QUALITY)
        except ImageError:
            return None  # a picture that cannot be kept is no reason to hold up the game
        kept = Kept(frame.t, {**_about(frame), **seen()}, jpeg)
        self._kept.append(kept)
        self._bytes += len(jpeg)
        while self._kept and (self._bytes > self._limit or kept.t - self._kept[0].t > self._seconds):
            self._bytes -= len(self._kept.popleft().jpeg)
        return kept

    def since(self, t: float) -> list[Kept]:
        """What was kept from ``t`` on, oldest first."""
        return [kept for kept in self._kept if kept.t >= t]


def _about(frame: Frame) -> dict[str, Any]:
    height, width = frame.image.shape[:2]
    return {"seq": frame.seq, "t": round(frame.t, 4), "size": [width, height]}
