"""How cards are laid: put down, put down after some fumbling, or thrown; another hand may be over the table."""

from vision.synth.game.clips import Carry, Path, Reach, Slide, ahead, bearing
from vision.synth.game.plane import Point, Pose, Seat
from vision.synth.game.stage import Stage
from vision.synth.game.steps import Step

_PULLED = 0.12
"""Seconds the hand goes on after it let a thrown card go."""


def play(stage: Stage, step: Step) -> None:
    """A seat lays a card, in one of these ways."""
    if stage.happens(stage.spec.pairs):
        _second_hand(stage, step)
    if stage.happens(stage.spec.throws):
        _throw(stage, step)
    else:
        _put_down(stage, step)


def _put_down(stage: Stage, step: Step) -> None:
    seat, card = stage.seat(step), stage.card(step)
    pose = stage.reach.lay_pose(seat, stage.discard_at)
    shoulder, grip = stage.reach.shoulder(seat), stage.reach.grip()
    spot = stage.reach.tip_for(shoulder, (pose.x, pose.y), grip)
    path, laid = stage.reach.visit(seat, spot, stage.begin(seat))
    if stage.happens(stage.spec.fumbles):
        path, laid = _fumbled(stage, path, laid)
    turn = pose.angle - bearing(shoulder, (pose.x, pose.y))
    flip = laid - stage.rng.uniform(0.12, 0.3) if stage.rng.random() < stage.spec.flips else -1.0
    stage.cue(path.start, lambda table: table.hold(seat.index, -1))
    stage.put(laid, card, pose)
    stage.film(Reach(seat, shoulder, path, (Carry(path.start, laid, card, grip, turn, flip),)))
    stage.tell(laid, step)


def _fumbled(stage: Stage, path: Path, laid: float) -> tuple[Path, float]:
    """The same way with a stop short of the pile, a turn aside and a second attempt."""
    (begin, edge), (there, spot), *rest = path.keys
    back = bearing(spot, edge)
    size, aside = stage.plane.card, stage.more.choice((-1.0, 1.0))
    short = ahead(spot, back, stage.more.uniform(0.4, 0.8) * size)
    beside = ahead(short, back + aside * 1.3, stage.more.uniform(0.2, 0.6) * size)
    pause = stage.more.uniform(0.15, 0.7)
    late = 0.35 + pause + 0.4
    keys: list[tuple[float, Point]] = [(begin, edge), (there, short), (there + 0.35, beside)]
    keys += [(there + 0.35 + pause, beside), (there + late, spot), *((t + late, point) for t, point in rest)]
    return Path(tuple(keys)), laid + late


def _throw(stage: Stage, step: Step) -> None:
    """The hand comes part of the way and lets go; the card slides and turns until it lies."""
    seat, card = stage.seat(step), stage.card(step)
    last = _landing(stage, seat)
    shoulder, grip = stage.reach.shoulder(seat), stage.reach.grip()
    begin, edge = stage.begin(seat), stage.edge(seat)
    goal = stage.reach.tip_for(shoulder, (last.x, last.y), grip)
    share = stage.more.uniform(0.45, 0.75)
    tip = edge[0] + (goal[0] - edge[0]) * share, edge[1] + (goal[1] - edge[1]) * share
    go = begin + 0.8 * stage.reach.into()
    way = bearing(shoulder, tip)
    x, y = ahead(tip, way, grip * stage.plane.card)
    turn = last.angle - way + stage.more.gauss(0, 0.7)
    laid = go + stage.more.uniform(0.3, 0.55)
    beyond = ahead(tip, way, 0.25 * stage.plane.card)
    home = go + _PULLED + stage.reach.out()
    path = Path(((begin, edge), (go, tip), (go + _PULLED, beyond), (home, edge)))
    carry = Carry(begin, go, card, grip, turn, go - 0.2 if stage.happens(stage.spec.flips) else -1.0)
    stage.cue(begin, lambda table: table.hold(seat.index, -1))
    stage.put(laid, card, last)
    stage.film(Reach(seat, shoulder, path, (carry,)), until=laid)
    stage.reel.clips.append(Slide(card, Pose(x, y, way + turn), last, go, laid))
    stage.tell(laid, step, thrown=True)


def _landing(stage: Stage, seat: Seat) -> Pose:
    """Where a thrown card ends: about the pile, farther off and turned more than one put down."""
    pose = stage.reach.lay_pose(seat, stage.discard_at)
    spread = 0.1 * stage.plane.card * stage.spec.mess
    return pose.moved(stage.more.gauss(0, spread), stage.more.gauss(0, spread), stage.more.gauss(0, 0.35))


def _second_hand(stage: Stage, step: Step) -> None:
    """Another seat's hand is over the table meanwhile, doing nothing."""
    others = [seat for seat in stage.seats if seat.index != step.seat]
    seat = stage.more.choice(others)
    begin = max(stage.clock + stage.more.uniform(-0.5, 0.4), stage.busy.get(seat.index, 0.0), 0.0)
    cx, cy = stage.plane.middle
    share = stage.more.uniform(0.3, 0.75)
    x, y = seat.anchor
    side = stage.more.uniform(-0.6, 0.6) * stage.plane.card
    spot = x + (cx - x) * share - seat.inward[1] * side, y + (cy - y) * share + seat.inward[0] * side
    there = begin + stage.more.uniform(0.4, 0.7)
    leave = there + stage.more.uniform(0.4, 1.6)
    keys = ((begin, stage.edge(seat)), (there, spot), (leave, spot), (leave + 0.45, stage.edge(seat)))
    stage.film_beside(Reach(seat, stage.reach.shoulder(seat), Path(keys), flat=True, sway=2.0))
    stage.tell(there, Step("rest", seat.index), beside=step.seat)
