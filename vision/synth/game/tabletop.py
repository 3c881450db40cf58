"""What lies still on the simulated table: hands at the edges, draw pile, discard pile; drawn once per change."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.synth.game.plane import Plane, Pose, Seat
from vision.synth.game.sprites import PAD, Sprite, card_sprite, lay

Image = NDArray[np.uint8]
_SHOWN = 30
_STACKED = 12
"""Cards of the draw pile to one card that is drawn."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card at rest."""

    label: str
    pose: Pose


class Tabletop:
    """The still part of the table; ``picture`` draws it, anew only after a change.

    ``things`` are the sprites of what stands about, in table units, and where each stands.
    """

    def __init__(
        self, plane: Plane, ground: Image, seats: list[Seat], style: str, hands: str,
        things: Sequence[tuple[Sprite, Pose]] = (),
    ) -> None:  # fmt: skip
        self.plane, self.ground, self.seats, self.style = plane, ground, seats, style
        self.things = [sprite for sprite, _ in things]
        self.places: list[Pose | None] = [pose for _, pose in things]
        self.discard: list[Lying] = []
        self.pile: list[Pose] = []
        self.hands = [0] * len(seats)
        self.shift = [0.0] * len(seats)
        self.fans = hands == "backs"
        self._drawn: Image | None = None

    def picture(self) -> Image:
        """(H, W, 3) the still table; not to be drawn into."""
        if self._drawn is None:
            self._drawn = self.ground.copy()
            for number, pose in enumerate(self.places):
                if pose is not None:
                    self.draw_thing(self._drawn, number, pose)
            for card in self.lying():
                draw_card(self._drawn, self.plane, card.label, card.pose, self.style)
        return self._drawn

    def lying(self) -> list[Lying]:
        """Every card that lies, lowest first."""
        cards = [card for seat in range(len(self.seats)) for card in self._fan(seat)] if self.fans else []
        cards += [Lying("back", pose) for pose in self._pile_shown()]
        return cards + self.discard[-_SHOWN:]

    def put(self, label: str, pose: Pose) -> None:
        """A card comes to rest on the discard pile."""
        self.discard.append(Lying(label, pose))
        self._drawn = None

    def lift(self) -> None:
        """The top card of the discard pile leaves it."""
        self.discard.pop()
        self._drawn = None

    def take(self) -> None:
        """The top card of the draw pile leaves it."""
        self.pile.pop()
        self._drawn = None

    def sweep(self) -> None:
        """All discards but the top one leave the pile, to be shuffled."""
        del self.discard[:-1]
        self._drawn = None

    def clear(self) -> None:
        """The whole discard pile is taken away."""
        self.discard.clear()
        self._drawn = None

    def arrange(self, poses: Sequence[Pose]) -> None:
        """The uppermost discards lie at these places now, lowest first."""
        moved = self.discard[-len(poses) :]
        self.discard[-len(poses) :] = [Lying(card.label, pose) for card, pose in zip(moved, poses, strict=True)]
        self._drawn = None

    def move_thing(self, number: int, pose: Pose | None) -> None:
        """A thing stands elsewhere, or is in somebody's hand."""
        self.places[number] = pose
        self._drawn = None

    def draw_thing(self, picture: Image, number: int, pose: Pose) -> None:
        """Draw a thing into ``picture`` in place."""
        sprite = self.things[number]
        width, height = sprite.size
        lay(picture, sprite, self.plane.card_matrix(pose, width, height, height))

    def look_from(self, plane: Plane, ground: Image) -> None:
        """The camera sees the table in another way now."""
        self.plane, self.ground = plane, ground
        self._drawn = None

    def stack(self, poses: list[Pose]) -> None:
        """A new draw pile lies there, lowest card first."""
        self.pile = list(poses)
        self._drawn = None

    def hold(self, seat: int, change: int) -> None:
        """A seat's hand grows or shrinks by ``change`` cards."""
        self.hands[seat] = max(0, self.hands[seat] + change)
        self._drawn = None

    def slide(self, seat: int, shift: float) -> None:
        """A seat's fan is moved along the edge to ``shift`` table units."""
        self.shift[seat] = shift
        self._drawn = None

    def _pile_shown(self) -> list[Pose]:
        low = self.pile[:-_STACKED:_STACKED] if len(self.pile) > _STACKED else []
        return low + self.pile[-3:]

    def _fan(self, seat: int) -> list[Lying]:
        count = self.hands[seat]
        place = self.seats[seat]
        step = min(0.3 * self.plane.card, 2.2 * self.plane.card / max(count, 1))
        turn = min(0.1, 0.7 / max(count, 1))
        facing = math.atan2(place.inward[0], -place.inward[1])
        cards = []
        for number in range(count):
            off = number - (count - 1) / 2
            x, y = place.out(self.plane.card * 0.12 + abs(off) ** 2 * 1.5, off * step + self.shift[seat])
            cards.append(Lying("back", Pose(x, y, facing + off * turn)))
        return cards


def draw_card(
    picture: Image, plane: Plane, label: str, pose: Pose, style: str, smear: tuple[float, float] = (0.0, 0.0)
) -> None:
    """Draw one card into ``picture`` in place."""
    pixels = max(24, round(plane.card * plane.size[1] / 720))
    sprite = card_sprite(label, style, pixels)
    width, height = sprite.size
    lay(picture, sprite, plane.card_matrix(pose, width, height, plane.card * (1 + 2 * PAD)), smear)
