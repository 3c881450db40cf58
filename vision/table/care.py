"""Looks after a camera: puts its pictures upright and back in place, and says when they cannot be trusted."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight import Blind, Sight
from vision.frames.frame import Frame, Image
from vision.frames.turn import Turn
from vision.table.camera import CameraWatch
from vision.table.markers import moved_by_markers
from vision.table.sight import SightCheck
from vision.table.steady import TURNED, Pose, Steady

EVERY: Final = 0.09
"""Seconds from one judgement to the next; pictures in between are taken for the last one judged."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What became of one frame.

    ``frame`` is upright and in place. ``sure``: cards and hands may be looked for in it. ``lost``: why the table cannot
    be seen. ``poor``: what makes it hard to see. ``news``: what has just changed. ``stale``: the camera shows another
    view for good, so the table has to be learnt anew, or set up by somebody.
    """

    frame: Frame
    sure: bool = True
    lost: Blind | None = None
    poor: frozenset[Sight] = frozenset()
    news: tuple[Sight, ...] = ()
    stale: bool = False


class CameraCare:
    """One camera's pictures, in order.

    ``frozen_after``: seconds of the very same picture that a camera which works never gives; None for sources without
    noise. ``start`` is an upright picture of the table as it was set up, to find it again, and ``markers`` the corners
    of the printed sheet's markers in it.
    """

    def __init__(
        self,
        turn: Turn | None = None,
        *,
        frozen_after: float | None = None,
        start: Image | None = None,
        markers: Mapping[int, Any] | None = None,
    ) -> None:
        self.turn = turn or Turn()
        self._start = start
        self._size: tuple[int, int] | None = None
        self._given: tuple[int, int] | None = None
        self._watch = CameraWatch(frozen_after)
        self._sight = SightCheck()
        self._exact = partial(moved_by_markers, markers) if markers else None
        self._steady = Steady()
        self._judged = -1.0
        self._frozen = False
        self._pose = Pose()

    def look(self, frame: Frame) -> Look:
        """Judge the next frame."""
        upright = self.turn.apply(frame.image)
        news = self._resized(upright)
        image = self._fitted(upright)
        if not 0 <= frame.t - self._judged < EVERY:
            self._judged = frame.t
            news += self._judge(image, frame.t)
        lost = Blind.FROZEN if self._frozen else self._sight.blind
        if lost is None and self._pose.gone:
            lost = Blind.MOVED
        image = self._steady.steadied(image)
        seen = frame if image is frame.image else Frame(frame.seq, frame.t, image)
        return Look(seen, lost is None and self._pose.sure, lost, self._sight.poor, news, self._pose.stale)

    def placed(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Points (N, 2) of an upright picture where they lie in the frame that ``look`` gave back."""
        return self._steady.placed(points)

    def accept(self, turn: Turn | None = None) -> None:
        """Take the camera as it stands now for the one that is meant, its pictures to be put upright by ``turn``."""
        if turn is not None and turn != self.turn:
            self.turn, self._size, self._given = turn, None, None
        self._steady.accept()
        self._pose = Pose()

    def _judge(self, image: Image, t: float) -> tuple[Sight, ...]:
        self._frozen = self._watch.check(image, t) == "the picture is frozen"
        self._sight.look(image, t)
        if self._frozen or self._sight.blind is not None:
            self._pose = Pose(False)
            return ()
        if self._sight.doubtful:  # what is hard to see is no proof of another place
            self._pose = Pose(self._pose.sure, gone=self._pose.gone)
            return ()
        self._pose = self._steady.look(image, t)
        if self._pose.found is None:
            return (Sight.UNSURE,) if self._pose.unsure else ()
        return (Sight.TURNED if self._pose.found >= TURNED else Sight.REFOUND,)

    def _resized(self, image: Image) -> tuple[Sight, ...]:
        given = (image.shape[1], image.shape[0])
        before, self._given = self._given, given
        return () if before in (None, given) else (Sight.RESIZED,)

    def _begin(self, size: tuple[int, int]) -> None:
        """The first picture tells the size of all; how the table was saved is brought to it."""
        self._size = size
        if self._start is not None:
            saved = np.asarray(cv2.resize(self._start, size, interpolation=cv2.INTER_AREA), np.uint8)
            self._steady, self._start = Steady(saved, self._exact), None

    def _fitted(self, image: Image) -> Image:
        """The picture in the size of the first one, with margins where its shape is another."""
        size = (image.shape[1], image.shape[0])
        if self._size is None:
            self._begin(size)
        if size == self._size:
            return image
        width, height = self._size or size
        scale = min(width / size[0], height / size[1])
        fitted = (max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(image, fitted, interpolation=way), np.uint8)
        left, top = (width - fitted[0]) // 2, (height - fitted[1]) // 2
        right, bottom = width - fitted[0] - left, height - fitted[1] - top
        return np.asarray(cv2.copyMakeBorder(small, top, bottom, left, right, cv2.BORDER_REPLICATE), np.uint8)
