"""Where and when: the state of the table while its steps are given times and places."""

from collections.abc import Callable
from random import Random

from vision.synth.game.clips import Clip, Cue, Reach, Reel
from vision.synth.game.hands import Reacher
from vision.synth.game.light import Effect
from vision.synth.game.plane import Plane, Point, Pose, Seat
from vision.synth.game.spec import GameSpec
from vision.synth.game.steps import NOISE, Step

FIRST = 1.0
"""Seconds before anything happens."""


class Stage:
    """The ``reel`` so far, the clock of the next step, and what lies where by then.

    All chance of the plain table comes from ``rng``, that of what only harder tables have from ``more``. ``clock`` is
    when the next arm may set out, ``free`` when the last one is back, ``busy`` until when a seat's hand is taken up.
    """

    def __init__(self, spec: GameSpec, plane: Plane, seats: list[Seat], rng: Random) -> None:
        self.spec, self.plane, self.seats, self.rng = spec, plane, seats, rng
        self.more = Random(f"{spec.seed} manners")
        self.reel = Reel()
        self.clock = FIRST
        self.free = 0.0
        self.last_seat: int | None = None
        self.busy: dict[int, float] = {}
        self.discard: list[tuple[str, Pose]] = []
        cx, cy = plane.middle
        self.draw_at: Point = (cx - 0.95 * plane.card, cy + self.jitter(0.1 * plane.card))
        self.discard_at: Point = (cx + 0.75 * plane.card, cy + self.jitter(0.1 * plane.card))
        self.pile: list[Pose] = []
        self.things: list[Pose] = []
        self.full = self.hand = 0
        self.reach = Reacher(spec, plane, rng)

    def begin(self, seat: Seat) -> float:
        """When this seat's arm may set out: after its last one is back, perhaps before another's is."""
        early = self.spec.overlap * self.rng.random() if seat.index != self.last_seat and self.clock > FIRST else 0.0
        self.last_seat = seat.index
        at = self.free - early if early and self.rng.random() < 0.4 else self.clock
        return max(at, self.busy.get(seat.index, at))

    def edge(self, seat: Seat) -> Point:
        """Where a hand is that has just left the picture."""
        return seat.out(1.4 * self.plane.card)

    def film(self, reach: Reach, until: float = 0.0) -> None:
        """Add an arm; the next step waits until it is back, and until ``until``."""
        self.reel.clips.append(reach)
        self.free = max(reach.end, until)
        self.busy[reach.seat.index] = reach.end
        self.clock = max(self.clock, self.free + self.rng.uniform(0.3, 0.9) / self.spec.pace)

    def film_beside(self, clip: Clip) -> None:
        """Add what nothing waits for, but for the next move of the same hand."""
        self.reel.clips.append(clip)
        if isinstance(clip, Reach):
            self.busy[clip.seat.index] = clip.end + 0.1

    def put(self, t: float, card: str, pose: Pose) -> None:
        """A card comes to rest on the discard pile."""
        self.discard.append((card, pose))
        self.cue(t, lambda table: table.put(card, pose))

    def stack(self, t: float, size: int) -> None:
        """A draw pile of ``size`` cards lies there from ``t`` on."""
        angle, mess = self.jitter(0.3), self.spec.mess
        x, y = self.draw_at
        poses = [
            Pose(x + self.jitter(4 * mess), y + self.jitter(4 * mess), angle + self.jitter(0.05 * mess))
            for _ in range(size)
        ]
        self.pile = list(poses)
        self.cue(t, lambda table: table.stack(poses))

    def cue(self, t: float, change: Callable[..., None]) -> None:
        """What lies on the table changes at ``t``."""
        self.reel.cues.append(Cue(t, change))

    def light(self, effect: Effect) -> None:
        """The light or the camera changes."""
        self.reel.effects.append(effect)

    def tell(self, t: float, step: Step, **facts: object) -> None:
        """A row about ``step``, for the truth or for the noise."""
        row: dict[str, object] = {"t": round(t, 3), "kind": step.kind, "seat": step.seat, "card": step.card}
        rows = self.reel.noise if step.kind in NOISE else self.reel.truth
        rows.append({**row, **step.facts, **facts})

    def seat(self, step: Step) -> Seat:
        """Who does it."""
        return self.seats[step.seat or 0]

    def card(self, step: Step) -> str:
        """Which card it is about."""
        assert step.card is not None, "a play or start step names its card"
        return step.card

    def jitter(self, size: float) -> float:
        """A number from -size to size."""
        return self.rng.uniform(-size, size)

    def happens(self, chance: float) -> bool:
        """Whether something of this chance happens; no chance at all changes nothing else."""
        return chance > 0 and self.more.random() < chance
