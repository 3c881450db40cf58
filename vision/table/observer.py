"""Watches the table: frames and detections in, observations for the referee out."""

import math
from typing import Any

import numpy as np

from engine.cards import BACK, LABELS
from engine.observations import (
    CameraBack,
    CameraLost,
    CardOnDiscard,
    CardsDrawn,
    HandInView,
    Observation,
    Settling,
)
from vision.detect.detections import Detections
from vision.frames.frame import Frame, Image
from vision.table.arms import Arm, ArmFinder, seats_at
from vision.table.camera import CameraWatch
from vision.table.carried import Carried
from vision.table.cells import Cells
from vision.table.coming import BESIDES
from vision.table.discard import DiscardPile
from vision.table.drawing import Drawing
from vision.table.draws import DrawWatch
from vision.table.elsewhere import Elsewhere
from vision.table.glimpses import rested_since
from vision.table.laying import Laying
from vision.table.layout import Point, TableLayout
from vision.table.motion import Motion
from vision.table.placed import Laid, Lifted
from vision.table.reaches import Reach, ReachLog
from vision.table.shown import shown_arm, shown_track
from vision.table.stills import Still, shrink
from vision.table.zones import Zones
from vision.track.quads import middle, overlap
from vision.track.tracker import Track, Tracker

AFTERGLOW = 0.7
"""Seconds after the last motion for which cards are still looked for in every frame, unless all is clear before."""
GLIMPSE = 0.06
"""Seconds after which cards are looked for again while a hand is over the table."""
GLANCE = 1.5
"""Seconds after which cards are looked for once even though nothing moves."""
RECENT = 0.25
"""Seconds for which a card that is missed by the detector still counts as seen."""
AT_PILE = 1.6
"""A tip this close to the discard pile, in card lengths, is at it."""
BESIDE, ASIDE = 0.35, 0.25
"""A card this far from another of its face, in card lengths, is another one; this far from the pile it is coming."""
APART = 0.5
"""Two cards of one face that share less than this are no card found twice."""
CALM = 0.25
"""Seconds without motion over a pile after which it counts as quiet."""


class TableObserver:
    """Turns what one camera sees of one table into observations.

    ``frozen_after``: seconds of pictures without any change after which the camera counts as lost; None for sources
    that have no noise, such as screen recordings.
    """

    def __init__(self, layout: TableLayout, *, frozen_after: float | None = 1.8) -> None:
        self.layout = layout
        self._camera = CameraWatch(frozen_after)
        self._motion = Motion()
        self._log = ReachLog()
        self._tracker = Tracker()
        self._zones = Zones(layout)
        self._finder = ArmFinder(self._zones.seat_at)
        self._pile = DiscardPile()
        self._elsewhere = Elsewhere()
        self._draws = DrawWatch()
        self._carried = Carried()
        self._laying = Laying(layout, self._zones, self._log, self._carried)
        self._drawing = Drawing(self._draws, self._zones, self._log, self._laying)
        self._arms: list[Arm] = []
        self._small: Image = np.zeros((1, 1, 3), np.uint8)
        self._step, self._cell = 1, 1.0
        self._lost: str | None = None
        self._looked = self._skipped = -1
        self._moved = self._zone_moved = self._draw_moved = -math.inf
        self._detected = -math.inf
        self._hand = self._settling = self._told = False

    def needs_detection(self, frame: Frame) -> bool:
        """Whether the cards of this frame are worth looking for; if not, hand ``update`` no detections with it."""
        self._look(frame)
        needed = self._lost is None and frame.t - self._detected >= self._patience(frame.t)
        self._skipped = -1 if needed else frame.seq
        return needed

    def _patience(self, t: float) -> float:
        """How old the last detections may be: as long as nothing is to be decided, hands need only be glanced at."""
        if self._arms:
            if self._unfinished(t):
                return 0.0
            leaving = self._draws.awaits(self._log.going_on, self._zones.draw, self._zones.discard, self._zones.size)
            return 0.0 if leaving else GLIMPSE
        sound = self._pile.sound_at > self._moved or t - self._moved > AFTERGLOW
        if not sound or self._pile.unsure:
            return 0.0
        return 0.4 if self._zones.discard is None or self._zones.draw is None else GLANCE

    def _unfinished(self, t: float) -> bool:
        """Whether another face than the top card's was just seen at the pile: soon a hand may cover it again."""
        top = self._pile.top
        fresh = (track for track in self._tracker.tracks if track.label != BACK and t - track.seen <= RECENT)
        return top is not None and any(
            rested_since(track) > top.t and track.class_id != top.class_id and self._zones.on_discard(track)
            for track in fresh
        )

    def update(self, frame: Frame, detections: Detections) -> list[Observation]:
        """What has happened by this frame, in order."""
        self._look(frame)
        found = self._camera_news(frame.t)
        if self._lost is not None:
            return found
        now = Still(self._small, self._step, self._motion.level)
        ended = self._log.update(frame.t, self._arms, self._cell)
        if self._skipped != frame.seq:
            found += self._cards(frame.t, detections, now)
        found += self._drawn(frame.t, ended, now)
        self._motion.settle(self._finder.mask)
        return found + self._mood(frame.t)

    @property
    def debug(self) -> dict[str, Any]:
        """What the observer sees now, as JSON-able values in pixels: tracks, arms, piles."""
        return {
            "tracks": [shown_track(track) for track in self._tracker.tracks],
            "arms": [shown_arm(arm, self._cell) for arm in self._arms],
            "discard": list(self._zones.discard) if self._zones.discard else None,
            "draw": list(self._zones.draw) if self._zones.draw else None,
            "top": LABELS[self._pile.top.class_id] if self._pile.top else None,
            "hand_in_view": self._hand,
            "settling": self._settling,
        }

    def _look(self, frame: Frame) -> None:
        """Compare the frame with the settled table, once."""
        if self._looked == frame.seq:
            return
        self._looked = frame.seq
        self._small, self._step = shrink(frame.image)
        self._lost = self._camera.check(self._small, frame.t)
        if self._lost is not None:
            return
        height, width = frame.image.shape[:2]
        self._zones.fit(width, height)
        self._motion.look(self._small, frame.t)
        self._cell = self._motion.cell * self._step
        self._arms = self._finder.find(self._motion.foreign)
        self._note_motion(frame.t)

    def _note_motion(self, t: float) -> None:
        moving = self._motion.moving
        rim = round(0.1 * moving.shape[0])
        if self._arms or moving[rim:-rim, rim:-rim].sum() >= 4:
            self._moved = t
        busy = Cells(moving | self._finder.mask, self._cell)
        span = self._zones.size * 0.9
        if self._zones.discard is not None and busy.around(self._zones.discard, span):
            self._zone_moved = t
        if self._zones.draw is not None and busy.around(self._zones.draw, span):
            self._draw_moved = t

    def _camera_news(self, t: float) -> list[Observation]:
        lost = self._lost is not None
        if lost == self._told:
            return []
        self._told = lost
        return [CameraLost(t, self._lost or "")] if lost else [CameraBack(t)]

    def _cards(self, t: float, detections: Detections, now: Still) -> list[Observation]:
        self._detected = t
        tracks = self._tracker.update(t, detections)
        self._carried.note(t, tracks)
        self._zones.learn(t, tracks)
        if self._zones.draw is not None:
            self._draws.watch(t, tracks, self._log.going_on, self._zones.draw, self._zones.size, self._carried)
        seen = [track for track in tracks if t - track.seen <= RECENT and track.label != BACK]
        faces = [track for track in seen if self._zones.on_discard(track)]
        self._note_coming(t, seen)
        hands = seats_at(self._arms, self._cell, self._zones.discard, AT_PILE * self._zones.size)
        since = min((reach.start for reach in self._log.going_on), default=math.inf)
        covered, quiet = Cells(self._finder.mask, self._cell).cover, t - self._zone_moved >= CALM
        events = self._pile.judge(t, faces, now, covered, quiet=quiet, hands=hands, since=since)
        if self.layout.discard is None and not events:
            begun = self._elsewhere.judge(
                t, seen, now, covered, self._pile, self._zones, quiet=t - self._moved >= CALM, hands=hands, since=since
            )
            events = [*self._moved_elsewhere(t), *begun] if begun else []
        if self._pile.sound_at == t:
            self._log.clear(pushed=self._pile.pushed_at)
        for event in events:
            if isinstance(event, Laid):
                self._draws.laid(event.track)
        told = self._laying.told(events)
        self._drawing.laid([item for item in told if isinstance(item, CardOnDiscard)])
        return list(told)

    def _moved_elsewhere(self, t: float) -> list[Lifted]:
        """The pile lies elsewhere: what was taken for the start card was none."""
        gone = [] if self._pile.top is None else [Lifted(self._pile.top, t)]
        self._pile, self._elsewhere = self._elsewhere.pile, Elsewhere()
        self._zones.discard = None
        self._laying.restart()
        return gone

    def _note_coming(self, t: float, faces: list[Track]) -> None:
        """Tell the pile of the cards that are moved over the table."""
        if self._zones.discard is None:
            return
        for track in faces:
            place = middle(track.quad)
            way = math.dist(place, self._zones.discard) / self._zones.size
            twins = [
                math.dist(place, middle(other.quad)) / self._zones.size
                for other in faces
                if other.seen == t and other.class_id == track.class_id and overlap(track.quad, other.quad) < APART
            ]
            beside = way > BESIDES or (way > ASIDE and any(gap > BESIDE for gap in twins))
            if track.seen == t and track.still_for(t) < 0.1 and beside:
                self._pile.coming.note(t, track.class_id, way)

    def _drawn(self, t: float, ended: list[Reach], now: Still) -> list[CardsDrawn]:
        draw, quad = self._zones.draw, self._zones.draw_quad
        if draw is None or quad is None:
            return []
        clear = (
            t > self._draw_moved
            and self._pile_in_sight(t, draw)
            and not Cells(self._motion.foreign, self._cell).reach_beyond(quad)
        )
        found = self._drawing.told(t, ended, now if clear else None, unfinished=self._unfinished(t))
        self._draws.keep(t, now if t - self._draw_moved >= CALM else None)
        return found

    def _pile_in_sight(self, t: float, draw: Point) -> bool:
        """Whether a back is seen to lie on the draw pile."""
        return any(
            track.label == BACK
            and t - track.seen <= RECENT
            and math.dist(middle(track.quad), draw) < 0.3 * self._zones.size
            for track in self._tracker.tracks
        )

    def _mood(self, t: float) -> list[Observation]:
        """Hand in view and settling, as they begin and end."""
        hand = bool(self._arms)
        settling = not hand and (t - self._zone_moved < CALM or self._pile.unsure)
        found: list[Observation] = []
        if hand != self._hand:
            found.append(HandInView(t, hand))
        if settling != self._settling:
            found.append(Settling(t, settling))
        self._hand, self._settling = hand, settling
        return found
