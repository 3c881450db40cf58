"""Whose card lies on the discard pile: what the pile tells of new cards, with the hands that may have laid them."""

import math
from collections.abc import Sequence

from engine.cards import BACK, LABELS, Card
from engine.observations import CardMoved, CardOnDiscard, CardTakenBack
from vision.table.carried import Carried, Sight
from vision.table.layout import Point, TableLayout, onto_edge
from vision.table.placed import Laid, Lifted, Moved
from vision.table.reaches import Origin, ReachLog
from vision.table.zones import Zones
from vision.track.quads import middle

FROM = 1.5
"""A card seen this far from its place, in card lengths, shows from which side it came."""
WAY = 2.5
"""Seconds before it came to rest for which a card's way counts."""
JUST_USED = 0.2
"""What a seat's claim to a card counts that has just laid another one, where both were noticed at the same time."""
Claims = list[tuple[int, float]]


class Laying:
    """Names the seats for the cards of one table's discard pile.

    ``laid_at`` is when the last one came to rest, ``began`` when the first one did.
    """

    def __init__(self, layout: TableLayout, zones: Zones, log: ReachLog, carried: Carried) -> None:
        self._layout, self._zones, self._log, self._carried = layout, zones, log, carried
        self.laid_at, self.began = -math.inf, math.inf
        self._last = -1

    def told(self, events: Sequence[Laid | Lifted | Moved]) -> list[CardOnDiscard | CardTakenBack | CardMoved]:
        """The observations of what has happened to the pile, in order.

        Of cards noticed together each is sought among the hands as they were before all of them: one that was thrown
        may come to rest after the next card, or be nudged by it.
        """
        before = self.laid_at
        claims = [[] if isinstance(event, Lifted) else self._claims(event, before) for event in events]
        found: list[CardOnDiscard | CardTakenBack | CardMoved] = []
        used: set[int] = set()
        for event, own in zip(events, claims, strict=True):
            if isinstance(event, Lifted):
                found.append(self._lifted(event))
                continue
            if isinstance(event, Moved):
                found += _moved(event, own)
                continue
            own = _beside(own, used)
            found.append(self._laid(event, own))
            used |= {seat for seat, _ in own[:1]}
        return found

    def restart(self) -> None:
        """The next card is a start card."""
        self.laid_at, self.began, self._last = -math.inf, math.inf, -1

    def idle(self, since: float, until: float) -> tuple[int, ...] | None:
        """Seats that have neither drawn nor laid a card since then; None where that is not known."""
        draw, discard = self._zones.draw, self._zones.discard
        if draw is None or discard is None or self.laid_at == -math.inf:
            return None
        return self._log.idle(draw, discard, self._zones.size, since, self._layout.seats, until)

    def _claims(self, event: Laid | Moved, before: float) -> Claims:
        """Seats that may have laid a card, with shares; ``before`` is when the card before all of them was laid."""
        place, size = middle(event.track.quad), self._zones.size
        again = event.track.class_id == self._last  # the way of the card before is not this one's
        way = self._carried.way(event.track, max(before if again else -math.inf, event.t - WAY), event.t)
        if all(math.dist(sight.at, place) < size for sight in way):
            way = [*self._carried.face_down(place, size, event.t), *way]
        return self._log.who(place, size, event.t + 0.1, way, self._side(way, place))

    def _side(self, way: list[Sight], place: Point) -> Origin | None:
        """The seat from whose side a card came, None where it was not seen far enough from its place."""
        far = max(way, key=lambda sight: math.dist(sight.at, place), default=None)
        if far is None or math.dist(far.at, place) < FROM * self._zones.size:
            return None
        width, height = self._zones.shape
        return self._zones.seat_at(onto_edge(place, far.at, width, height), width, height)

    def _laid(self, event: Laid, claims: Claims) -> CardOnDiscard:
        track = event.track
        self._zones.laid(track)
        seat, sureness = claims[0] if claims else (None, 0.0)
        idle = self.idle(self.laid_at, event.t) or ()
        self._log.use(event.t, seat)
        if self.laid_at == -math.inf:
            self.began = event.t
        self.laid_at, self._last = event.t, track.class_id
        others = [(Card.parse(LABELS[k]), share) for k, share in track.votes.ranked(5) if LABELS[k] != BACK]
        sure = track.votes.share * min(1.0, 0.2 + track.confidence)
        return CardOnDiscard(event.t, others[0][0], seat, sure, sureness, tuple(others[1:]), tuple(claims[1:]), idle)

    def _lifted(self, event: Lifted) -> CardTakenBack:
        claims = self._log.who(middle(event.card.quad), self._zones.size, event.t)
        seat = claims[0][0] if claims else None
        self._log.use(event.t, seat)
        return CardTakenBack(event.t, Card.parse(LABELS[event.card.class_id]), seat)


def _beside(claims: Claims, used: set[int]) -> Claims:
    """Claims, likeliest first, where some seats have just laid another card."""
    return sorted(
        ((seat, share * (JUST_USED if seat in used else 1.0)) for seat, share in claims), key=lambda claim: -claim[1]
    )


def _moved(event: Moved, claims: Claims) -> list[CardMoved]:
    """What is told of a card that lies elsewhere: nothing where no hand was there."""
    card = Card.parse(LABELS[event.track.class_id])
    return [CardMoved(event.t, card, seat, share, tuple(claims[1:])) for seat, share in claims[:1]]
