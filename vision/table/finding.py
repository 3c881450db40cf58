"""Finds how a table lies: by the printed sheet, else by watching the cards that lie still."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.frames.frame import Frame, Image
from vision.frames.turn import Turn
from vision.table.calibration import LARGEST, SMALLEST, Calibration
from vision.table.layout import Point, TableLayout, Zone
from vision.table.markers import Sheet, find_sheet
from vision.table.observer import TableObserver

SHEET_EVERY = 5
"""Frames from one search for the sheet to the next."""
ROOM = 1.15
"""Radius of a pile's place in card lengths."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What was found: the layout in upright pictures such as ``picture``, and the sheet where there is one."""

    layout: TableLayout
    turn: Turn
    picture: Image
    sheet: Sheet | None = None

    def calibration(self, layout: TableLayout | None = None) -> Calibration:
        """As a calibration, with another layout where a person knows better. Raises ``CalibrationError``."""
        height, width = self.picture.shape[:2]
        markers = {} if self.sheet is None else self.sheet.corners
        return Calibration(layout or self.layout, self.turn, (width, height), markers)


def find_table(
    frames: Iterator[Frame], detector: Detector, layout: TableLayout, turn: Turn | None, seconds: float
) -> Iterator[tuple[float, Found | None]]:
    """Look for the table in the first ``seconds`` of the frames.

    ``turn``: how the pictures are put upright, None where the sheet may tell. Yields, frame by frame, the share of the
    time that is over, and in the end what was found; piles that were not found are None in its layout. Nothing is
    yielded where there is no frame.
    """
    watching = _Watching(detector, layout, turn or Turn())
    last: Found | None = None
    for number, frame in enumerate(frames):
        sheet = find_sheet(frame.image) if number % SHEET_EVERY == 0 else None
        if sheet is not None and turn in (None, sheet.turn):
            piled = replace(layout, discard=sheet.discard, draw=sheet.draw)
            yield 1.0, Found(piled, sheet.turn, sheet.turn.apply(frame.image), sheet)
            return
        last = watching.look(frame)
        if frame.t >= seconds:
            break
        yield min(1.0, frame.t / seconds), None
    if last is not None:
        yield 1.0, last


class _Watching:
    """Learns the piles with the observer that a game is followed with."""

    def __init__(self, detector: Detector, layout: TableLayout, turn: Turn) -> None:
        self._detector, self._layout, self._turn = detector, layout, turn
        self._observer = TableObserver(layout, frozen_after=None)

    def look(self, given: Frame) -> Found:
        frame = Frame(given.seq, given.t, self._turn.apply(given.image))
        needed = self._observer.needs_detection(frame)
        self._observer.update(frame, self._detector.detect(frame.image) if needed else Detections.empty())
        seen = self._observer.debug
        height, width = frame.image.shape[:2]
        quads = [np.array(track["quad"], np.float64) for track in seen["tracks"]]
        radius = _room(quads, height)
        if seen["discard"] is not None and seen["draw"] is not None:  # piles that lie close have less room each
            radius = max(SMALLEST, min(radius, 0.8 * math.dist(seen["discard"], seen["draw"]) / height))
        discard, draw = (_zone(seen[name], radius, width, height) for name in ("discard", "draw"))
        return Found(replace(self._layout, discard=discard, draw=draw), self._turn, frame.image)


def _room(quads: list[np.ndarray], height: int) -> float:
    lengths = [max(math.dist(quad[0], quad[1]), math.dist(quad[1], quad[2])) for quad in quads]
    length = float(np.median(lengths)) if lengths else 0.18 * height
    return min(LARGEST, max(SMALLEST, ROOM * length / height))


def _zone(middle: Point | None, radius: float, width: int, height: int) -> Zone | None:
    return None if middle is None else Zone(middle[0] / width, middle[1] / height, radius)
