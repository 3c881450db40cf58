"""Which draws are told, and when: at once those that were seen, others once it is clear that the hand laid no card."""

import math
from collections.abc import Sequence

from engine.observations import CardOnDiscard, CardsDrawn
from engine.referee_draw import LIKELY
from vision.table.draws import MAYBE, SEEN, DrawWatch
from vision.table.laying import Laying
from vision.table.reaches import Reach, ReachLog
from vision.table.stills import Still
from vision.table.zones import Zones

LAND = 0.6
"""Seconds after which a card that a hand threw has come to rest."""


class Drawing:
    """Tells the draws of one table by what ``watch`` makes of its hands."""

    def __init__(self, watch: DrawWatch, zones: Zones, log: ReachLog, laying: Laying) -> None:
        self._watch, self._zones, self._log, self._laying = watch, zones, log, laying
        self._drawn_at = -math.inf
        self._perhaps: list[tuple[float, int, float]] = []

    def laid(self, told: Sequence[CardOnDiscard]) -> None:
        """Cards were laid: whoever may have laid one was not at the draw pile for a card."""
        named = {seat for card in told for seat in (card.seat, *(seat for seat, _ in card.other_seats))}
        self._perhaps = [entry for entry in self._perhaps if entry[1] not in named]

    def told(self, t: float, ended: Sequence[Reach], seen: Still | None, *, unfinished: bool) -> list[CardsDrawn]:
        """The draws to tell at ``t``, in order.

        ``ended`` are the reaches that are just over, ``seen`` is the present picture where the draw pile lies open, and
        ``unfinished`` says that a card is being laid.
        """
        draw, discard, quad = self._zones.draw, self._zones.discard, self._zones.draw_quad
        if draw is None or discard is None or quad is None:
            return []
        size, began = self._zones.size, self._laying.began
        found: list[CardsDrawn] = []
        for reach in self._log.going_on:
            if reach.start > began and self._watch.left_with_card(t, reach, draw, discard, size, seen, quad):
                found += self._grab(t, reach, SEEN)
        for reach in ended:
            sure = self._watch.drew(reach, draw, discard, size, seen, quad) if reach.start > began else 0.0
            if sure >= LIKELY:
                found += self._grab(t, reach, sure)
            elif sure:
                self._perhaps.append((t, reach.seat, reach.start))
        return found if unfinished else found + self._due(t)

    def _due(self, t: float) -> list[CardsDrawn]:
        """Draws of hands that were at the draw pile, once it is clear that none of them laid a card."""
        due = [entry for entry in self._perhaps if t - entry[0] >= LAND]
        self._perhaps = [entry for entry in self._perhaps if entry not in due]
        return [self._draw(t, seat, MAYBE, since) for _, seat, since in due]

    def _grab(self, t: float, reach: Reach, sure: float) -> list[CardsDrawn]:
        """The draws of one hand: one that was seen, and those for which it stayed at the pile long enough."""
        draw = self._zones.draw
        more = 0 if draw is None else self._watch.more(reach, draw, self._zones.size)
        return [self._draw(t, reach.seat, chance, reach.start) for chance in (sure, *[MAYBE] * more)]

    def _draw(self, t: float, seat: int, sure: float, since: float) -> CardsDrawn:
        """A draw by a hand that came over the table at ``since``."""
        idle = self._laying.idle(max(self._laying.laid_at, self._drawn_at), since)
        if sure >= LIKELY:
            self._drawn_at = t
        return CardsDrawn(t, seat, confidence=sure, idle=idle)
