"""Whether a picture still shows the same view as before, whatever the light does and whoever reaches over the table."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.frame import Image

Matrix = NDArray[np.float64]
"""3 × 3: takes points (x, y, 1) of one picture to the other."""
Slopes = NDArray[np.float32]

LINES: Final = 360
"""About how many lines of a picture are compared."""
_COARSE: Final = 120
"""Lines of the picture in which outlines are compared: 30 for each tile."""
_TILES: Final = (4, 6)
_STRONG: Final = 24.0
"""Slope of brightness, of 255 a pixel, that counts as an edge."""
_FEW: Final = 12
"""Edge pixels of a tile below which it says nothing."""
ALIKE: Final = 0.7
"""Correlation of outlines above which two tiles show the same."""
LEAST_TILES: Final = 4
"""Tiles with outlines that it takes to judge by."""
_FEATURES: Final = 600
_INLIERS: Final = 18
_SPREAD: Final = 3
"""Tiles that the features which agree have to lie in."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture in grey, small, and how steep its brightness is, tile by tile (24, pixels of a tile).

    ``scale``: pixels of the camera's picture for one of the grey one's.
    """

    grey: NDArray[np.uint8]
    slopes: Slopes
    scale: float

    @classmethod
    def of(cls, image: Image) -> "View":
        """The view of a picture (H, W, 3)."""
        step = max(1, image.shape[0] // LINES)
        small = image[::step, ::step] if step > 1 else image
        grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(small), cv2.COLOR_BGR2GRAY), np.uint8)
        return cls(grey, _slopes(grey), float(step))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the camera's picture."""
        return self.grey.shape[1] * self.scale, self.grey.shape[0] * self.scale

    def compare(self, now: "View") -> "Compared":
        """Tile by tile, how like this view's outlines are those of ``now``; both of the same size."""
        return Compared(_drawn(self.slopes), _drawn(now.slopes), _likeness(self.slopes, now.slopes))

    def absorb(self, now: "View", tiles: NDArray[np.bool_]) -> None:
        """Take over the tiles of ``now`` that are marked (24,)."""
        self.slopes[tiles] = now.slopes[tiles]
        rows, columns = _TILES
        marks = np.asarray(tiles, np.uint8).reshape(rows, columns)
        where = cv2.resize(marks, (self.grey.shape[1], self.grey.shape[0]), interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(now.grey, np.asarray(where, np.uint8), self.grey)

    def moved_to(self, now: "View") -> Matrix | None:
        """How points of this view's picture (camera pixels) lie in the picture of ``now``; None where it is not known.

        Only a camera's movement counts: scattered features have to agree on one shift, turn and size.
        """
        detector = cv2.ORB_create(nfeatures=_FEATURES, fastThreshold=12)  # type: ignore[attr-defined]  # in every wheel
        ours, our_looks = detector.detectAndCompute(self.grey, None)
        theirs, their_looks = detector.detectAndCompute(now.grey, None)
        if our_looks is None or their_looks is None or min(len(ours), len(theirs)) < _INLIERS:
            return None
        pairs = _matches(our_looks, their_looks)
        if len(pairs) < _INLIERS:
            return None
        start = np.array([ours[one].pt for one, _ in pairs], np.float32)
        goal = np.array([theirs[other].pt for _, other in pairs], np.float32)
        matrix, agreeing = cv2.estimateAffinePartial2D(start, goal, method=cv2.RANSAC, ransacReprojThreshold=3.0)
        if matrix is None or not self._convincing(start[agreeing.ravel() > 0], len(pairs)):
            return None
        size = float(np.hypot(matrix[0, 0], matrix[1, 0]))
        if not 0.4 <= size <= 2.5:
            return None
        return _scaled(np.vstack([matrix, [0.0, 0.0, 1.0]]), self.scale, now.scale)

    def _convincing(self, agreeing: NDArray[np.float32], pairs: int) -> bool:
        """Whether enough features agree, from all over the picture."""
        if len(agreeing) < max(_INLIERS, 0.25 * pairs):
            return False
        rows, columns = _TILES
        height, width = self.grey.shape
        tiles = {(int(y * rows / height), int(x * columns / width)) for x, y in agreeing}
        return len(tiles) >= _SPREAD


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Two views, tile by tile (24,): where the first and the second have outlines, and how alike they are, -1 to 1."""

    before: NDArray[np.bool_]
    after: NDArray[np.bool_]
    likeness: NDArray[np.float32]

    @property
    def alike(self) -> NDArray[np.bool_]:
        """Tiles that show the same."""
        return np.asarray(self.likeness > ALIKE)

    @property
    def elsewhere(self) -> bool:
        """Whether the second view is hardly one of the same place: hands change some tiles, a moved camera all."""
        both = self.before & self.after
        if int(both.sum()) >= LEAST_TILES:
            return bool((both & self.alike).sum() < 0.3 * both.sum())
        return self.vanished

    @property
    def at_rest(self) -> bool:
        """Whether nearly everything is where it was."""
        shown = int(self.after.sum())
        return not self.elsewhere and int((self.alike & self.after).sum()) > 0.7 * shown > 0

    @property
    def vanished(self) -> bool:
        """Whether hardly any of the outlines is left."""
        return bool(self.before.sum() >= LEAST_TILES and (self.before & self.after).sum() <= 0.25 * self.before.sum())


def shift_of(matrix: Matrix, width: float, height: float) -> float:
    """How far the picture's corners and middle move, at most, as a share of its height."""
    corners = [[0, 0], [width, 0], [0, height], [width, height], [width / 2, height / 2]]
    points = np.array(corners, np.float64)
    moved = cv2.perspectiveTransform(points[None], matrix)[0]
    return float(np.hypot(*(moved - points).T).max()) / height


def turn_of(matrix: Matrix) -> float:
    """Degrees by which the picture is turned, 0 to 180, either way."""
    return abs(float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0]))))


def _slopes(grey: NDArray[np.uint8]) -> Slopes:
    """(24, pixels of a tile) how steep the brightness is, as if the picture were always lit alike."""
    rows, columns = _TILES
    down, across = _COARSE // rows, max(1, round(grey.shape[1] * _COARSE / grey.shape[0] / columns))
    small = cv2.resize(grey, (across * columns, _COARSE), interpolation=cv2.INTER_AREA)
    level = max(20.0, float(np.percentile(small[::2, ::2], 95)))
    lit = small.astype(np.float32) * (200.0 / level)
    steep = cv2.magnitude(cv2.Sobel(lit, cv2.CV_32F, 1, 0), cv2.Sobel(lit, cv2.CV_32F, 0, 1)) / 4
    tiles = np.asarray(steep, np.float32).reshape(rows, down, columns, across).swapaxes(1, 2)
    return np.ascontiguousarray(tiles.reshape(rows * columns, down * across))


def _drawn(slopes: Slopes) -> NDArray[np.bool_]:
    """(24,) which tiles have outlines enough to say anything."""
    return np.asarray((slopes > _STRONG).sum(axis=1) >= _FEW)


def _likeness(one: Slopes, other: Slopes) -> NDArray[np.float32]:
    """(24,) correlation of each tile, -1 to 1."""
    first, second = one - one.mean(axis=1, keepdims=True), other - other.mean(axis=1, keepdims=True)
    size = np.sqrt((first * first).sum(axis=1) * (second * second).sum(axis=1))
    return np.asarray((first * second).sum(axis=1) / np.maximum(size, 1e-6), np.float32)


def _matches(ours: NDArray[np.uint8], theirs: NDArray[np.uint8]) -> list[tuple[int, int]]:
    found = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=False).knnMatch(ours, theirs, k=2)
    return [
        (pair[0].queryIdx, pair[0].trainIdx)
        for pair in found
        if len(pair) == 2 and pair[0].distance < 0.8 * pair[1].distance
    ]


def _scaled(matrix: Matrix, own: float, other: float) -> Matrix:
    """The same matrix for pixels of the camera's pictures instead of the small ones."""
    back, forth = np.diag([1 / own, 1 / own, 1.0]), np.diag([other, other, 1.0])
    return np.asarray(forth @ matrix @ back, np.float64)
