"""How an arm reaches for something: shoulder, grip, speed, and where a laid card ends up."""

from random import Random

from vision.synth.game.clips import Path, ahead, bearing
from vision.synth.game.plane import Plane, Point, Pose, Seat
from vision.synth.game.spec import GameSpec

_SHOULDER = 420.0


class Reacher:
    """Draws the particulars of one reach after another from ``rng``."""

    def __init__(self, spec: GameSpec, plane: Plane, rng: Random) -> None:
        self.spec, self.plane, self.rng = spec, plane, rng

    def shoulder(self, seat: Seat) -> Point:
        """Where the arm hangs, outside the picture."""
        return seat.out(_SHOULDER, self.rng.uniform(-50, 50))

    def grip(self) -> float:
        """How far the middle of a carried card lies before the finger tips, in card heights: small hides its face."""
        if self.rng.random() < self.spec.cover:
            return self.rng.uniform(0.02, 0.18)
        return self.rng.uniform(0.25, 0.42)

    def into(self) -> float:
        """Seconds to reach in."""
        return 0.6 / self.spec.pace * self.rng.uniform(0.85, 1.2)

    def out(self) -> float:
        """Seconds to draw back."""
        return 0.5 / self.spec.pace * self.rng.uniform(0.85, 1.2)

    def lay_pose(self, seat: Seat, pile: Point) -> Pose:
        """Where a card laid by ``seat`` comes to rest: about the pile, turned about the player's way."""
        mess, size = self.spec.mess, self.plane.card
        x = pile[0] + self.rng.gauss(0, 0.09 * mess * size)
        y = pile[1] + self.rng.gauss(0, 0.09 * mess * size)
        facing = bearing(self.shoulder(seat), (x, y))
        return Pose(x, y, facing + self.rng.gauss(0, 0.22 * mess))

    def tip_for(self, shoulder: Point, card: Point, grip: float) -> Point:
        """Where the finger tips are when the card in the hand is over ``card``."""
        return ahead(card, bearing(shoulder, card), -grip * self.plane.card)

    def visit(self, seat: Seat, spot: Point, begin: float, dwell: float | None = None) -> tuple[Path, float]:
        """A way from the edge to ``spot`` and back, and when it arrives there."""
        edge = seat.out(1.4 * self.plane.card)
        there = begin + self.into()
        leave = there + (self.rng.uniform(0.16, 0.3) / self.spec.pace if dwell is None else dwell)
        return Path(((begin, edge), (there, spot), (leave, spot), (leave + self.out(), edge))), there
