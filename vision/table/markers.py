"""A printed sheet for the middle of the table: two places for the piles, and four markers that tell exactly where."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ImageError
from vision.frames.frame import Image
from vision.frames.turn import Turn
from vision.table.layout import Zone

SHEET: Final = (297.0, 210.0)
"""Width and height of the sheet, A4 on its side, in millimetres."""
SIDE: Final = 32.0
"""Of a marker, in millimetres."""
MARGIN: Final = 14.0
DRAW_AT: Final = (92.0, 105.0)
DISCARD_AT: Final = (200.0, 105.0)
DRAW_RADIUS, DISCARD_RADIUS = 50.0, 58.0
_CARD: Final = (56.0, 87.0)
_DPI: Final = 300
_FAMILY: Final = cv2.aruco.DICT_4X4_50
_FEWEST: Final = 2
Corners = NDArray[np.float64]
"""(4, 2) pixels, clockwise from the marker's own upper left."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet in an upright picture. ``turn`` puts the camera's picture upright; ``found``: which markers."""

    turn: Turn
    discard: Zone
    draw: Zone
    size: tuple[int, int]
    found: tuple[int, ...]
    corners: Mapping[int, tuple[tuple[float, float], ...]]


def find_markers(image: Image) -> dict[int, Corners]:
    """The sheet's markers in a picture (H, W, 3), by number."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(_FAMILY))
    quads, found, _ = detector.detectMarkers(grey)
    numbers = [] if not len(quads) else np.asarray(found).ravel().tolist()
    known = {
        int(number): np.asarray(quad, np.float64).reshape(4, 2) for quad, number in zip(quads, numbers, strict=True)
    }
    return {number: quad for number, quad in known.items() if number in _PLACES}


def find_sheet(image: Image) -> Sheet | None:
    """Where the sheet lies in a camera's picture, even turned or mirrored; None without two of its markers."""
    for mirrored in (False, True):
        seen = Turn(0, mirrored).apply(image)
        markers = find_markers(seen)
        if len(markers) >= _FEWEST:
            return _laid_out(seen, markers, mirrored=mirrored)
    return None


def moved_by_markers(saved: Mapping[int, Any], image: Image) -> NDArray[np.float64] | None:
    """How points of the picture in which the corners were ``saved`` (shares of its sides) lie in an upright ``image``.

    A 3 × 3 matrix for pictures of the same size; None where two of the saved markers are not seen.
    """
    markers = find_markers(image)
    common = sorted(set(markers) & set(saved))
    if len(common) < _FEWEST:
        return None
    height, width = image.shape[:2]
    start = np.concatenate([np.array(saved[number], np.float64) * (width, height) for number in common])
    matrix, _ = cv2.findHomography(start, np.concatenate([markers[number] for number in common]))
    return None if matrix is None else np.asarray(matrix, np.float64)


def draw_sheet(dpi: int = _DPI) -> Image:
    """The sheet as a picture to be printed at ``dpi`` points an inch, (H, W, 3)."""
    scale = dpi / 25.4
    width, height = (round(side * scale) for side in SHEET)
    page = np.full((height, width, 3), 255, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(_FAMILY)
    side = round(SIDE * scale)
    for number, (x, y) in _PLACES.items():
        left, top = round(x * scale), round(y * scale)
        marker = cv2.aruco.generateImageMarker(family, number, side)
        page[top : top + side, left : left + side] = np.asarray(marker)[:, :, None]
    _draw_places(page, scale)
    return page


def write_sheet(path: Path) -> None:
    """Write the sheet as PDF or as a picture, as the name says. Raises ``ImageError``."""
    from PIL import Image as Pillow

    page = Pillow.fromarray(draw_sheet()[:, :, ::-1])
    kind = path.suffix.lower()
    if kind not in (".pdf", ".png"):
        raise ImageError(f"{path} cannot be written as {kind or 'a file without ending'}; use .pdf or .png.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if kind == ".pdf":
            page.save(path, "PDF", resolution=float(_DPI))
        else:
            page.save(path, "PNG", dpi=(_DPI, _DPI))
    except OSError as error:
        raise ImageError(f"{path} cannot be written ({error.strerror or error}); choose another folder.") from None


_FAR: Final = (SHEET[0] - MARGIN - SIDE, SHEET[1] - MARGIN - SIDE)
_PLACES: Final = {0: (MARGIN, MARGIN), 1: (_FAR[0], MARGIN), 2: _FAR, 3: (MARGIN, _FAR[1])}
"""Each marker's upper left corner on the sheet, in millimetres."""


def _laid_out(image: Image, markers: Mapping[int, Corners], *, mirrored: bool) -> Sheet:
    start = np.concatenate([_on_sheet(number) for number in markers])
    matrix, _ = cv2.findHomography(start, np.concatenate(list(markers.values())))
    across = _seen(matrix, [(SHEET[0], SHEET[1] / 2)])[0] - _seen(matrix, [(0.0, SHEET[1] / 2)])[0]
    rotation = int(-round(float(np.degrees(np.arctan2(across[1], across[0]))) / 90) * 90) % 360
    turn = Turn(rotation, mirrored)
    height, width = image.shape[:2]
    size = (width, height) if rotation % 180 == 0 else (height, width)
    upright = {number: _upright(quad, rotation, width, height) for number, quad in markers.items()}
    matrix, _ = cv2.findHomography(start, np.concatenate(list(upright.values())))
    shares = {
        number: tuple((round(float(x) / size[0], 5), round(float(y) / size[1], 5)) for x, y in quad)
        for number, quad in upright.items()
    }
    return Sheet(
        turn,
        _zone(matrix, DISCARD_AT, DISCARD_RADIUS, size),
        _zone(matrix, DRAW_AT, DRAW_RADIUS, size),
        size,
        tuple(sorted(markers)),
        shares,
    )


def _on_sheet(number: int) -> Corners:
    x, y = _PLACES[number]
    return np.array([(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)], np.float64)


def _seen(matrix: Any, points: list[tuple[float, float]]) -> Corners:
    """Points of the sheet in the picture."""
    moved = cv2.perspectiveTransform(np.array([points], np.float64), matrix)
    return np.asarray(moved[0], np.float64)


def _upright(quad: Corners, rotation: int, width: int, height: int) -> Corners:
    """The same points after the picture (its size before) is turned clockwise."""
    x, y = quad[:, 0], quad[:, 1]
    turned = {0: (x, y), 90: (height - y, x), 180: (width - x, height - y), 270: (y, width - x)}[rotation]
    return np.column_stack(turned)


def _zone(matrix: Any, middle: tuple[float, float], radius: float, size: tuple[int, int]) -> Zone:
    x, y = middle
    seen = _seen(matrix, [middle, (x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius)])
    wide = float(np.mean(np.hypot(*(seen[1:] - seen[0]).T)))
    return Zone(float(seen[0][0]) / size[0], float(seen[0][1]) / size[1], wide / size[1])


def _draw_places(page: Image, scale: float) -> None:
    for words, (x, y), radius in (("DRAW PILE", DRAW_AT, DRAW_RADIUS), ("DISCARD PILE", DISCARD_AT, DISCARD_RADIUS)):
        half = (_CARD[0] / 2 + 2, _CARD[1] / 2 + 2)
        corners = [(round((x - half[0]) * scale), round((y - half[1]) * scale))]
        corners.append((round((x + half[0]) * scale), round((y + half[1]) * scale)))
        cv2.rectangle(page, corners[0], corners[1], (150, 150, 150), max(1, round(0.5 * scale)))
        cv2.circle(page, (round(x * scale), round(y * scale)), round(radius * scale), (205, 205, 205), 2)
        _write(page, words, (x, y + half[1] + 6), scale)
    _write(
        page, "This side to the picture's lower edge. Print at full size, 100 %.", (SHEET[0] / 2, SHEET[1] - 6), scale
    )


def _write(page: Image, words: str, middle: tuple[float, float], scale: float) -> None:
    size, thick = 0.11 * scale, max(1, round(0.18 * scale))
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    spot = (round(middle[0] * scale - width / 2), round(middle[1] * scale + height / 2))
    cv2.putText(page, words, spot, cv2.FONT_HERSHEY_SIMPLEX, size, (90, 90, 90), thick, cv2.LINE_AA)
