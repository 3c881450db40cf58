"""What happens at a table without meaning anything: resting hands, nudges, tidying, drinks, shadows, light."""

import math

from vision.synth.game.acts_game import seat_ward
from vision.synth.game.clips import Carry, Passing, Path, Reach, bearing
from vision.synth.game.light import Effect, EffectKind
from vision.synth.game.plane import Point, Pose
from vision.synth.game.stage import Stage
from vision.synth.game.steps import Step

_TIDIED = 30
"""Cards of the discard pile that are seen, and so made straight."""
_TIDYING = 0.6
"""Seconds that takes."""


def wait(stage: Stage, step: Step) -> None:
    """Nothing happens for a while."""
    stage.clock = max(stage.clock, stage.free) + step.seconds


def rest(stage: Stage, step: Step) -> None:
    """A hand lies over one of the piles."""
    seat = stage.seat(step)
    goal = stage.discard_at if stage.rng.random() < 0.7 else stage.draw_at
    size = stage.plane.card
    spot = (goal[0] + stage.jitter(0.3 * size), goal[1] + stage.jitter(0.3 * size))
    path, there = stage.reach.visit(seat, spot, stage.begin(seat), dwell=stage.rng.uniform(0.8, 2.2))
    stage.tell(there, step)
    stage.film(Reach(seat, stage.reach.shoulder(seat), path, flat=True, sway=1.5))


def nudge(stage: Stage, step: Step) -> None:
    """A hand pushes the top card a little."""
    if not stage.discard:
        return
    seat, size = stage.seat(step), stage.plane.card
    card, pose = stage.discard.pop()
    moved = pose.moved(stage.jitter(0.1 * size), stage.jitter(0.1 * size))
    shoulder = stage.reach.shoulder(seat)
    begin, edge, grip = stage.begin(seat), seat.out(1.2 * size), 0.25
    first = stage.reach.tip_for(shoulder, (pose.x, pose.y), grip)
    second = stage.reach.tip_for(shoulder, (moved.x, moved.y), grip)
    touch = begin + stage.reach.into()
    keys = ((begin, edge), (touch, first), (touch + 0.35, second), (touch + 0.35 + stage.reach.out(), edge))
    turn = pose.angle - bearing(shoulder, (pose.x, pose.y))
    last = Pose(moved.x, moved.y, bearing(shoulder, (moved.x, moved.y)) + turn)
    stage.cue(touch, lambda table: table.lift())
    stage.put(touch + 0.35, card, last)
    stage.film(Reach(seat, shoulder, Path(keys), (Carry(touch, touch + 0.35, card, grip, turn),)))
    stage.tell(touch, step)


def tidy(stage: Stage, step: Step) -> None:
    """Both the pile and its top card are made straight by a hand that lies on them."""
    if len(stage.discard) < 3:
        return
    seat, more = stage.seat(step), stage.more
    begin = stage.begin(seat)
    touch = begin + stage.reach.into()
    leave = touch + _TIDYING
    spot, edge = seat_ward(stage, seat, stage.discard_at, 0.2), stage.edge(seat)
    keys = ((begin, edge), (touch, spot), (leave, spot), (leave + stage.reach.out(), edge))
    old = stage.discard[-_TIDIED:]
    way = old[-1][1].angle
    new = [_straight(stage, pose, way + more.gauss(0, 0.03)) for _, pose in old]
    stage.discard[-_TIDIED:] = [(card, pose) for (card, _), pose in zip(old, new, strict=True)]
    for part in range(1, 7):
        poses = [_between(one, other, part / 6) for (_, one), other in zip(old, new, strict=True)]
        stage.cue(touch + part / 6 * _TIDYING, lambda table, poses=poses: table.arrange(poses))
    stage.film(Reach(seat, stage.reach.shoulder(seat), Path(keys), flat=True, sway=4.0))
    stage.tell(touch, step)


def _straight(stage: Stage, pose: Pose, angle: float) -> Pose:
    """A card of a straight pile, not turned farther than a hand would turn it."""
    size = 0.02 * stage.plane.card
    half = math.remainder(angle - pose.angle, math.pi)
    x, y = stage.discard_at
    return Pose(x + stage.more.gauss(0, size), y + stage.more.gauss(0, size), pose.angle + half)


def _between(one: Pose, other: Pose, share: float) -> Pose:
    gap = other.angle - one.angle
    return one.moved((other.x - one.x) * share, (other.y - one.y) * share, gap * share)


def set_things(stage: Stage) -> None:
    """Choose where glasses, phones and pads stand: clear of the piles, the hands and each other."""
    size, width, height = stage.plane.card, stage.plane.width, 2 * stage.plane.middle[1]
    taken = [(stage.draw_at, 1.4), (stage.discard_at, 1.6), *((seat.anchor, 1.2) for seat in stage.seats)]
    for _ in range(60 * stage.spec.things):
        if len(stage.things) == stage.spec.things:
            break
        spot = (stage.more.uniform(0.08, 0.92) * width, stage.more.uniform(0.1, 0.9) * height)
        if all(math.dist(spot, other) > room * size for other, room in taken):
            taken.append((spot, 0.9))
            stage.things.append(Pose(*spot, stage.more.uniform(0, math.tau)))
    stage.reel.things = list(stage.things)


def sip(stage: Stage, step: Step) -> None:
    """Somebody takes up the thing that is nearest and puts it back near by."""
    things = stage.things
    if not things:
        return
    seat = stage.seat(step)
    number = min(range(len(things)), key=lambda index: math.dist(_at(things[index]), seat.anchor))
    pose, size, more = things[number], stage.plane.card, stage.more
    shoulder, edge = stage.reach.shoulder(seat), stage.edge(seat)
    begin = max(stage.clock - 0.3, stage.busy.get(seat.index, 0.0))
    away = more.uniform(0.8, 2.5)
    took, gone = begin + 0.6, begin + 1.2
    last = pose.moved(more.uniform(-0.1, 0.1) * size, more.uniform(-0.1, 0.1) * size)
    keys = (
        (begin, edge), (took, _at(pose)), (took + 0.1, _at(pose)), (gone, edge), (gone + away, edge),
        (gone + away + 0.6, _at(last)), (gone + away + 0.7, _at(last)), (gone + away + 1.2, edge),
    )  # fmt: skip
    laid = gone + away + 0.65
    turn = pose.angle - bearing(shoulder, _at(pose))
    stage.cue(took + 0.05, lambda table: table.move_thing(number, None))
    stage.cue(laid, lambda table: table.move_thing(number, last))
    things_carried = Carry(took + 0.05, laid, "", 0.0, turn, thing=number)
    stage.film_beside(Reach(seat, shoulder, Path(keys), (things_carried,)))
    things[number] = last
    stage.tell(took, step)


def shadow(stage: Stage, step: Step) -> None:
    """A soft shadow passes over the table."""
    rng, width, begin = stage.rng, stage.plane.width, max(0.0, stage.clock - 0.6)
    y, far = rng.uniform(150, 570), rng.choice((-300.0, width + 300.0))
    path = Path(((begin, (far, y)), (begin + rng.uniform(1.2, 2.2), (width - far, y + stage.jitter(200)))))
    radius = (rng.uniform(160, 360), rng.uniform(160, 380))
    stage.tell(begin, step)
    stage.reel.clips.append(Passing(path, radius, rng.uniform(0.15, 0.4)))


def fidget(stage: Stage, step: Step) -> None:
    """A player moves the cards of a hand."""
    seat = stage.seat(step)
    card = stage.plane.card
    begin = max(0.0, stage.clock - 0.5, stage.busy.get(seat.index, 0.0) if stage.spec.sips or stage.spec.pairs else 0.0)
    spot = seat.out(0.05 * card, stage.jitter(0.4 * card))
    edge = seat.out(1.2 * card)
    path = Path(((begin, edge), (begin + 0.4, spot), (begin + 1.0, spot), (begin + 1.4, edge)))
    shift = stage.jitter(0.2 * card)
    stage.cue(begin + 0.7, lambda table: table.slide(seat.index, shift))
    stage.tell(begin, step)
    stage.reel.clips.append(Reach(seat, stage.reach.shoulder(seat), path, sway=3.0))


def light(stage: Stage, step: Step) -> None:
    """The light changes, or the camera."""
    more = stage.more
    t, sign = max(0.2, stage.clock + more.uniform(-0.4, 0.6)), more.choice((-1.0, 1.0))
    known: dict[str, tuple[EffectKind, float, float]] = {
        "lamp": ("lamp", _lamp(stage), 0.0),
        "exposure": ("exposure", sign * more.uniform(0.12, 0.3), more.uniform(0.8, 2.5)),
        "white": ("white", sign * more.uniform(0.04, 0.1), more.uniform(0.3, 0.8)),
        "focus": ("focus", more.uniform(1.0, 2.6), more.uniform(0.6, 1.3)),
        "bump": ("bump", sign * stage.spec.bump, 0.0),
    }
    stage.light(Effect(known[step.kind][0], t, *known[step.kind][1:]))
    stage.tell(t, step)


def _lamp(stage: Stage) -> float:
    """Off if it is on, on if it is off."""
    lit = sum(effect.size for effect in stage.reel.effects if effect.kind == "lamp")
    return -lit if abs(lit) > 0.01 else stage.more.uniform(-0.55, -0.3)


def _at(pose: Pose) -> Point:
    return pose.x, pose.y
