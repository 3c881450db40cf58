"""Keeps the table where it was in the picture when the camera is bumped, turned or put back, or says that it cannot."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.frame import Image
from vision.table.view import Matrix, View, shift_of, turn_of

EVERY: Final = 0.09
"""Seconds from one look at the view to the next."""
CALM: Final = 0.8
"""Seconds for which a tile has to stay as it is before it becomes what is expected there."""
PATIENCE: Final = 1.4
"""Seconds of another view after which the camera counts as moved, if the table is not found again before."""
LEARN: Final = 6.0
"""Seconds of another view, at rest, after which there is no sense in waiting for the old one."""
MEND: Final = 0.7
"""Seconds after the table was found for a second look."""
NUDGE: Final = 0.01
"""Movement of the picture, as a share of its height, that is nothing."""
TURNED: Final = 20.0
"""Degrees from which on a camera was turned, not only moved."""


@dataclass(frozen=True, slots=True)
class Pose:
    """What became of the view at one look.

    ``sure``: the picture may be judged. ``found``: degrees by which the camera has turned, where it was moved and the
    table has just been found again; else None. ``gone``: another view for so long that somebody should know.
    ``stale``: the old view is not coming back.
    """

    sure: bool = True
    found: float | None = None
    gone: bool = False
    stale: bool = False
    unsure: bool = False


class Steady:
    """Follows where the table lies in a camera's pictures; ``start`` is one to begin with, such as a saved one.

    ``exact`` tells, where it can, how points of the first picture lie in another: printed markers do.
    """

    def __init__(self, start: Image | None = None, exact: Callable[[Image], Matrix | None] | None = None) -> None:
        self._expected: View | None = None
        self._matrix: Matrix = np.eye(3)
        self._last: View | None = None
        self._still: NDArray[np.float64] = np.zeros(0)
        self._looked = -1.0
        self._odd_since: float | None = None
        self._rest_since: float | None = None
        self._thought: Matrix | None = None
        self._mend_at: float | None = None
        self._pose = Pose()
        self._exact = exact
        self._fresh = start is not None
        if start is not None:
            self._expect(View.of(start))

    @property
    def moved(self) -> bool:
        """Whether pictures have to be put back to where the table was at first."""
        return not np.allclose(self._matrix, np.eye(3))

    def steadied(self, image: Image) -> Image:
        """The picture as if the camera still stood where it stood at first."""
        if not self.moved:
            return image
        height, width = image.shape[:2]
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(
            cv2.warpPerspective(image, self._matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE),
            np.uint8,
        )

    def placed(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Points (N, 2) of the camera's picture where they lie in the steadied one."""
        if not self.moved or len(points) == 0:
            return points
        back = np.linalg.inv(self._matrix)
        moved = cv2.perspectiveTransform(points[None].astype(np.float64), back)
        return np.asarray(moved[0], np.float32)

    def look(self, image: Image, t: float) -> Pose:
        """Judge a picture as the camera gives it, at ``t`` seconds; those that come too soon are taken for the last."""
        if 0 <= t - self._looked < EVERY:
            return Pose(self._pose.sure, None, self._pose.gone, self._pose.stale)
        lapse, self._looked = max(0.0, t - self._looked), t
        now = View.of(self.steadied(image))
        if self._expected is None or self._expected.slopes.shape != now.slopes.shape:
            self._expect(now)
            self._pose = Pose()
        else:
            self._pose = self._judge(self._expected, now, t, lapse, image)
            self._fresh &= not self._pose.sure
        self._last = now
        return self._pose

    def accept(self) -> None:
        """Take the next picture as the view that is meant."""
        self._expected, self._last, self._matrix = None, None, np.eye(3)
        self._looked, self._pose = -1.0, Pose()
        self._settle()

    def _expect(self, view: View) -> None:
        self._expected = view
        self._still = np.zeros(len(view.compare(view).alike))
        self._settle()

    def _settle(self) -> None:
        self._odd_since = self._rest_since = self._thought = None

    def _judge(self, expected: View, now: View, t: float, lapse: float, image: Image) -> Pose:
        compared = expected.compare(now)
        steps = None if self._last is None else self._last.compare(now)
        if not compared.elsewhere or (self._odd_since is None and compared.vanished and not self._sudden(now)):
            self._settle()
            if self._mend_at is not None and t >= self._mend_at:
                self._mend(expected, now)
            calm = np.asarray(steps.likeness > 0.8) | ~steps.after if steps is not None else np.zeros(24, np.bool_)
            self._still = np.where(calm, self._still + lapse, 0.0)
            expected.absorb(now, np.asarray(self._still >= CALM))
            return Pose()
        self._odd_since = t if self._odd_since is None else self._odd_since
        at_rest = steps is not None and steps.at_rest
        if not at_rest or self._rest_since is None:
            self._rest_since = t if at_rest else None
        if at_rest and (found := self._by_markers(image) or self._found(expected, now, t)) is not None:
            return found
        if self._fresh and t - self._odd_since >= PATIENCE:
            self._expect(now)  # what was saved is of another evening: begin with what there is
            return Pose(unsure=True)
        return Pose(
            False,
            gone=t - self._odd_since >= PATIENCE,
            stale=self._rest_since is not None and t - self._rest_since >= LEARN,
        )

    def _sudden(self, now: View) -> bool:
        """Whether the outlines were there a moment ago."""
        return self._last is not None and self._last.compare(now).vanished

    def _by_markers(self, image: Image) -> Pose | None:
        """The table found by its printed markers."""
        matrix = None if self._exact is None else self._exact(image)
        if matrix is None:
            return None
        self._matrix, self._expected = matrix, None
        self._settle()
        return Pose(found=turn_of(matrix))

    def _found(self, expected: View, now: View, t: float) -> Pose | None:
        """Find the table in a picture at rest; twice in the same place, to be sure."""
        matrix = expected.moved_to(now)
        before, self._thought = self._thought, matrix
        if matrix is None or before is None:
            return None
        if shift_of(np.linalg.inv(before) @ matrix, *now.size) > NUDGE:
            return None
        if shift_of(matrix, *now.size) <= NUDGE:
            self._expect(now)
            return Pose()
        self._matrix = self._matrix @ matrix
        self._settle()
        self._mend_at = t + MEND
        return Pose(found=turn_of(matrix))

    def _mend(self, expected: View, now: View) -> None:
        """Look once more when the camera is at rest: the table may have been found while it still swayed."""
        self._mend_at = None
        matrix = expected.moved_to(now)
        if matrix is not None and shift_of(matrix, *now.size) < 4 * NUDGE:
            self._matrix = self._matrix @ matrix
