"""Gives every step its times and places: which arm moves where, what lies afterwards, and the truth about it."""

from collections.abc import Callable
from random import Random

from vision.synth.game.clips import Carry, Cue, Passing, Path, Reach, Reel, bearing
from vision.synth.game.hands import Reacher
from vision.synth.game.plane import Plane, Point, Pose, Seat
from vision.synth.game.spec import GameSpec
from vision.synth.game.steps import NOISE, Step

_FIRST = 1.0
_LAST = 2.0


class Director:
    """Turns steps into a ``Reel``; all chance comes from ``rng``."""

    def __init__(self, spec: GameSpec, plane: Plane, seats: list[Seat], rng: Random) -> None:
        self.spec, self.plane, self.seats, self.rng = spec, plane, seats, rng
        self.reel = Reel()
        self.clock = _FIRST
        self.free = 0.0
        self.last_seat: int | None = None
        self.discard: list[tuple[str, Pose]] = []
        cx, cy = plane.middle
        self.draw_at: Point = (cx - 0.95 * plane.card, cy + self._jitter(0.1 * plane.card))
        self.discard_at: Point = (cx + 0.75 * plane.card, cy + self._jitter(0.1 * plane.card))
        self.pile: list[Pose] = []
        self.reach = Reacher(spec, plane, rng)

    def direct(self, steps: list[Step], pile: int, hand: int) -> Reel:
        """The reel of these steps with a draw pile of ``pile`` cards and ``hand`` cards for each seat at the start."""
        self._stack(0.0, pile)
        for seat in self.seats:
            self._cue(0.0, lambda table, index=seat.index: table.hold(index, hand))
        for step in steps:
            self._act(step)
        self.reel.length = max([self.clock, *(clip.end for clip in self.reel.clips)]) + _LAST
        self.reel.cues.sort(key=lambda cue: cue.t)
        self.reel.truth.sort(key=_time)
        self.reel.noise.sort(key=_time)
        return self.reel

    def _act(self, step: Step) -> None:
        acts: dict[str, Callable[[Step], None]] = {
            "start": self._start, "play": self._play, "draw": self._draw, "taken_back": self._take_back,
            "reshuffle": self._reshuffle, "rest": self._rest, "nudge": self._nudge, "shadow": self._shadow,
            "fidget": self._fidget, "wait": self._wait,
        }  # fmt: skip
        acts.get(step.kind, self._say)(step)

    # What the game is about

    def _start(self, step: Step) -> None:
        seat, card = self._seat(step), self._card(step)
        pose = self.reach.lay_pose(seat, self.discard_at)
        top, turn = self.pile.pop(), self.rng.uniform(-0.3, 0.3)
        shoulder, grip = self.reach.shoulder(seat), 0.3
        begin = self._begin(seat)
        took = begin + self.reach.into()
        laid = took + 0.2 + self.reach.into()
        flip = (took + 0.2 + laid) / 2
        tip = self.reach.tip_for(shoulder, (pose.x, pose.y), grip)
        keys = (
            (begin, seat.out(1.4 * self.plane.card)), (took, self.reach.tip_for(shoulder, (top.x, top.y), grip)),
            (took + 0.2, self.reach.tip_for(shoulder, (top.x, top.y), grip)), (laid, tip), (laid + 0.15, tip),
            (laid + 0.15 + self.reach.out(), seat.out(1.4 * self.plane.card)),
        )  # fmt: skip
        turn = pose.angle - bearing(shoulder, (pose.x, pose.y))
        carry = Carry(took + 0.1, laid, card, grip, turn, flip)
        self._cue(took + 0.1, lambda table: table.take())
        self._put(laid, card, pose)
        self._film(Reach(seat, shoulder, Path(keys), (carry,)))
        self._tell(laid, step)

    def _play(self, step: Step) -> None:
        seat, card = self._seat(step), self._card(step)
        pose = self.reach.lay_pose(seat, self.discard_at)
        shoulder, grip = self.reach.shoulder(seat), self.reach.grip()
        path, laid = self.reach.visit(seat, self.reach.tip_for(shoulder, (pose.x, pose.y), grip), self._begin(seat))
        turn = pose.angle - bearing(shoulder, (pose.x, pose.y))
        flip = laid - self.rng.uniform(0.12, 0.3) if self.rng.random() < self.spec.flips else -1.0
        self._cue(path.start, lambda table: table.hold(seat.index, -1))
        self._put(laid, card, pose)
        self._film(Reach(seat, shoulder, path, (Carry(path.start, laid, card, grip, turn, flip),)))
        self._tell(laid, step)

    def _draw(self, step: Step) -> None:
        seat = self._seat(step)
        if not self.pile:
            return
        top = self.pile.pop()
        shoulder, grip = self.reach.shoulder(seat), self.rng.uniform(0.2, 0.4)
        path, there = self.reach.visit(seat, self.reach.tip_for(shoulder, (top.x, top.y), grip), self._begin(seat))
        took = there + 0.1
        carry = Carry(took, path.end, "back", grip, top.angle - bearing(shoulder, (top.x, top.y)))
        self._cue(took, lambda table: table.take())
        self._cue(path.end, lambda table: table.hold(seat.index, 1))
        self._film(Reach(seat, shoulder, path, (carry,)))
        self._tell(took, step)

    def _take_back(self, step: Step) -> None:
        seat = self._seat(step)
        card, pose = self.discard.pop()
        shoulder, grip = self.reach.shoulder(seat), self.rng.uniform(0.2, 0.4)
        path, there = self.reach.visit(seat, self.reach.tip_for(shoulder, (pose.x, pose.y), grip), self._begin(seat))
        took = there + 0.1
        carry = Carry(took, path.end, card, grip, pose.angle - bearing(shoulder, (pose.x, pose.y)))
        self._cue(took, lambda table: table.lift())
        self._cue(path.end, lambda table: table.hold(seat.index, 1))
        self._film(Reach(seat, shoulder, path, (carry,)))
        self._tell(took, step)

    def _reshuffle(self, step: Step) -> None:
        seat, size = self._seat(step), len(self.discard) - 1
        shoulder = self.reach.shoulder(seat)
        begin, edge = self._begin(seat), seat.out(1.4 * self.plane.card)
        there = begin + self.reach.into()
        home = there + 0.6
        keys = (
            (begin, edge), (there, self.discard_at), (there + 0.2, self.discard_at), (home, self.draw_at),
            (home + 0.2, self.draw_at), (home + 0.2 + self.reach.out(), edge),
        )  # fmt: skip
        self._cue(there + 0.1, lambda table: table.sweep())
        del self.discard[:-1]
        self._stack(home + 0.1, size)
        self._film(Reach(seat, shoulder, Path(keys), (Carry(there + 0.1, home + 0.1, "back", 0.2, 0.2),), flat=True))
        self._tell(home + 0.1, step)

    def _say(self, step: Step) -> None:
        self._tell(max(self.clock - 0.3, self.free), step)

    def _wait(self, step: Step) -> None:
        self.clock = max(self.clock, self.free) + step.seconds

    # What means nothing

    def _rest(self, step: Step) -> None:
        seat = self._seat(step)
        goal = self.discard_at if self.rng.random() < 0.7 else self.draw_at
        spot = (goal[0] + self._jitter(0.3 * self.plane.card), goal[1] + self._jitter(0.3 * self.plane.card))
        path, there = self.reach.visit(seat, spot, self._begin(seat), dwell=self.rng.uniform(0.8, 2.2))
        self._tell(there, step)
        self._film(Reach(seat, self.reach.shoulder(seat), path, flat=True, sway=1.5))

    def _nudge(self, step: Step) -> None:
        if not self.discard:
            return
        seat = self._seat(step)
        card, pose = self.discard.pop()
        size = self.plane.card
        moved = pose.moved(self._jitter(0.1 * size), self._jitter(0.1 * size))
        shoulder = self.reach.shoulder(seat)
        begin, edge, grip = self._begin(seat), seat.out(1.2 * size), 0.25
        first = self.reach.tip_for(shoulder, (pose.x, pose.y), grip)
        second = self.reach.tip_for(shoulder, (moved.x, moved.y), grip)
        touch = begin + self.reach.into()
        keys = ((begin, edge), (touch, first), (touch + 0.35, second), (touch + 0.35 + self.reach.out(), edge))
        turn = pose.angle - bearing(shoulder, (pose.x, pose.y))
        rest = Pose(moved.x, moved.y, bearing(shoulder, (moved.x, moved.y)) + turn)
        self._cue(touch, lambda table: table.lift())
        self._put(touch + 0.35, card, rest)
        self._film(Reach(seat, shoulder, Path(keys), (Carry(touch, touch + 0.35, card, grip, turn),)))
        self._tell(touch, step)

    def _shadow(self, step: Step) -> None:
        width, begin = self.plane.width, max(0.0, self.clock - 0.6)
        y, far = self.rng.uniform(150, 570), self.rng.choice((-300.0, width + 300.0))
        path = Path(((begin, (far, y)), (begin + self.rng.uniform(1.2, 2.2), (width - far, y + self._jitter(200)))))
        radius = (self.rng.uniform(160, 360), self.rng.uniform(160, 380))
        self._tell(begin, step)
        self.reel.clips.append(Passing(path, radius, self.rng.uniform(0.15, 0.4)))

    def _fidget(self, step: Step) -> None:
        seat = self._seat(step)
        begin, card = max(0.0, self.clock - 0.5), self.plane.card
        spot = seat.out(0.05 * card, self._jitter(0.4 * card))
        edge = seat.out(1.2 * card)
        path = Path(((begin, edge), (begin + 0.4, spot), (begin + 1.0, spot), (begin + 1.4, edge)))
        shift = self._jitter(0.2 * card)
        self._cue(begin + 0.7, lambda table: table.slide(seat.index, shift))
        self._tell(begin, step)
        self.reel.clips.append(Reach(seat, self.reach.shoulder(seat), path, sway=3.0))

    # Book-keeping

    def _begin(self, seat: Seat) -> float:
        """When this seat's arm may set out: after its last one is back, perhaps before another's is."""
        early = self.spec.overlap * self.rng.random() if seat.index != self.last_seat and self.clock > _FIRST else 0.0
        self.last_seat = seat.index
        return self.free - early if early and self.rng.random() < 0.4 else self.clock

    def _film(self, reach: Reach) -> None:
        self.reel.clips.append(reach)
        self.free = reach.end
        self.clock = max(self.clock, reach.end + self.rng.uniform(0.3, 0.9) / self.spec.pace)

    def _put(self, t: float, card: str, pose: Pose) -> None:
        self.discard.append((card, pose))
        self._cue(t, lambda table: table.put(card, pose))

    def _stack(self, t: float, size: int) -> None:
        angle, mess = self._jitter(0.3), self.spec.mess
        x, y = self.draw_at
        poses = [
            Pose(x + self._jitter(4 * mess), y + self._jitter(4 * mess), angle + self._jitter(0.05 * mess))
            for _ in range(size)
        ]
        self.pile = list(poses)
        self._cue(t, lambda table: table.stack(poses))

    def _cue(self, t: float, change: Callable[..., None]) -> None:
        self.reel.cues.append(Cue(t, change))

    def _tell(self, t: float, step: Step) -> None:
        row: dict[str, object] = {"t": round(t, 3), "kind": step.kind, "seat": step.seat, "card": step.card}
        rows = self.reel.noise if step.kind in NOISE else self.reel.truth
        rows.append({**row, **step.facts})

    def _seat(self, step: Step) -> Seat:
        return self.seats[step.seat or 0]

    def _card(self, step: Step) -> str:
        assert step.card is not None, "a play or start step names its card"
        return step.card

    def _jitter(self, size: float) -> float:
        return self.rng.uniform(-size, size)


def _time(row: dict[str, object]) -> float:
    t = row["t"]
    assert isinstance(t, float)
    return t
