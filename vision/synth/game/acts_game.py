"""How the moves of the game other than plays are made: start card, draws, take-backs, reshuffle and deal."""

from vision.synth.game.clips import Carry, Path, Reach, Slide, bearing
from vision.synth.game.plane import Pose, Seat
from vision.synth.game.stage import Stage
from vision.synth.game.steps import Step

_SHUFFLED = 3.0
"""Seconds for which the cards are away before a new deal."""


def start(stage: Stage, step: Step) -> None:
    """The dealer turns up the top card of the draw pile."""
    seat, card = stage.seat(step), stage.card(step)
    pose = stage.reach.lay_pose(seat, stage.discard_at)
    top = stage.pile.pop()
    stage.rng.uniform(-0.3, 0.3)  # keeps the games of earlier versions as they were
    shoulder, grip = stage.reach.shoulder(seat), 0.3
    begin = stage.begin(seat)
    took = begin + stage.reach.into()
    laid = took + 0.2 + stage.reach.into()
    flip = (took + 0.2 + laid) / 2
    tip = stage.reach.tip_for(shoulder, (pose.x, pose.y), grip)
    keys = (
        (begin, stage.edge(seat)), (took, stage.reach.tip_for(shoulder, (top.x, top.y), grip)),
        (took + 0.2, stage.reach.tip_for(shoulder, (top.x, top.y), grip)), (laid, tip), (laid + 0.15, tip),
        (laid + 0.15 + stage.reach.out(), stage.edge(seat)),
    )  # fmt: skip
    carry = Carry(took + 0.1, laid, card, grip, pose.angle - bearing(shoulder, (pose.x, pose.y)), flip)
    stage.cue(took + 0.1, lambda table: table.take())
    stage.put(laid, card, pose)
    stage.film(Reach(seat, shoulder, Path(keys), (carry,)))
    stage.tell(laid, step)


def draw(stage: Stage, step: Step) -> None:
    """A seat takes a card from the draw pile, or several in one reach."""
    if not stage.pile:
        return
    if step.count > 1:
        _draw_several(stage, step)
        return
    seat, top = stage.seat(step), stage.pile.pop()
    shoulder, grip = stage.reach.shoulder(seat), stage.rng.uniform(0.2, 0.4)
    spot = stage.reach.tip_for(shoulder, (top.x, top.y), grip)
    path, there = stage.reach.visit(seat, spot, stage.begin(seat))
    took = there + 0.1
    carry = Carry(took, path.end, "back", grip, top.angle - bearing(shoulder, (top.x, top.y)))
    stage.cue(took, lambda table: table.take())
    stage.cue(path.end, lambda table: table.hold(seat.index, 1))
    stage.film(Reach(seat, shoulder, path, (carry,)))
    stage.tell(took, step)


def _draw_several(stage: Stage, step: Step) -> None:
    """One card after the other joins those in the hand."""
    seat, count = stage.seat(step), min(step.count, len(stage.pile))
    shoulder, grip = stage.reach.shoulder(seat), stage.more.uniform(0.2, 0.35)
    begin = stage.begin(seat)
    t, keys, takes = begin + stage.reach.into(), [(begin, stage.edge(seat))], []
    for number in range(count):
        top = stage.pile.pop()
        spot = stage.reach.tip_for(shoulder, (top.x, top.y), grip)
        takes.append((t + 0.1, top))
        keys += [(t, spot), (t + 0.16, spot)]
        if number + 1 < count:
            keys.append((t + 0.36, seat_ward(stage, seat, spot, 0.5)))
            t += 0.56 + stage.more.uniform(0.0, 0.2)
    keys.append((t + 0.16 + stage.reach.out(), stage.edge(seat)))
    path = Path(tuple(keys))
    carries = []
    for number, (took, top) in enumerate(takes):
        turn = top.angle - bearing(shoulder, (top.x, top.y)) + stage.more.uniform(-0.12, 0.12)
        carries.append(Carry(took, path.end, "back", grip + 0.04 * number, turn))
        stage.cue(took, lambda table: table.take())
        stage.tell(took, step)
    stage.cue(path.end, lambda table: table.hold(seat.index, count))
    stage.film(Reach(seat, shoulder, path, tuple(carries)))


def seat_ward(stage: Stage, seat: Seat, spot: tuple[float, float], cards: float) -> tuple[float, float]:
    """The point so many card lengths nearer to the seat."""
    way = cards * stage.plane.card
    return spot[0] - seat.inward[0] * way, spot[1] - seat.inward[1] * way


def take_back(stage: Stage, step: Step) -> None:
    """The top card of the discard pile goes back to the hand that laid it."""
    seat = stage.seat(step)
    card, pose = stage.discard.pop()
    shoulder, grip = stage.reach.shoulder(seat), stage.rng.uniform(0.2, 0.4)
    spot = stage.reach.tip_for(shoulder, (pose.x, pose.y), grip)
    path, there = stage.reach.visit(seat, spot, stage.begin(seat))
    took = there + 0.1
    carry = Carry(took, path.end, card, grip, pose.angle - bearing(shoulder, (pose.x, pose.y)))
    stage.cue(took, lambda table: table.lift())
    stage.cue(path.end, lambda table: table.hold(seat.index, 1))
    stage.film(Reach(seat, shoulder, path, (carry,)))
    stage.tell(took, step)


def reshuffle(stage: Stage, step: Step) -> None:
    """All discards but the top one become the draw pile, on what is left of it."""
    seat, size = stage.seat(step), len(stage.discard) - 1 + len(stage.pile)
    shoulder = stage.reach.shoulder(seat)
    begin, edge = stage.begin(seat), stage.edge(seat)
    there = begin + stage.reach.into()
    home = there + 0.6
    keys = (
        (begin, edge), (there, stage.discard_at), (there + 0.2, stage.discard_at), (home, stage.draw_at),
        (home + 0.2, stage.draw_at), (home + 0.2 + stage.reach.out(), edge),
    )  # fmt: skip
    stage.cue(there + 0.1, lambda table: table.sweep())
    del stage.discard[:-1]
    stage.stack(home + 0.1, size)
    carry = Carry(there + 0.1, home + 0.1, "back", 0.2, 0.2)
    stage.film(Reach(seat, shoulder, Path(keys), (carry,), flat=True))
    stage.tell(home + 0.1, step)


def deal(stage: Stage, step: Step) -> None:
    """The cards are gathered, shuffled off the table and dealt: a hand for each seat and a new draw pile."""
    dealer = stage.seat(step)
    gathered = _carry_off(stage, dealer, stage.discard_at)
    stage.cue(gathered, lambda table: table.clear())
    stage.cue(_carry_off(stage, dealer, stage.draw_at), lambda table: table.stack([]))
    for seat in stage.seats:
        stage.cue(gathered + 0.3 * seat.index, lambda table, index=seat.index: table.hold(index, -200))
    stage.discard.clear()
    stage.clock = max(stage.clock, stage.free) + _SHUFFLED
    for seat in stage.seats:
        given = _push_over(stage, dealer, seat)
        stage.cue(given, lambda table, index=seat.index: table.hold(index, stage.hand))
    laid = _hand_over(stage, dealer, stage.draw_at)
    stage.stack(laid, stage.full)
    stage.tell(laid, step)


def _carry_off(stage: Stage, seat: Seat, spot: tuple[float, float]) -> float:
    """A hand takes a heap away; when it takes it is returned."""
    path, there = stage.reach.visit(seat, spot, stage.begin(seat))
    stage.film(Reach(seat, stage.reach.shoulder(seat), path, (Carry(there + 0.1, path.end, "back", 0.25, 0.3),)))
    return there + 0.1


def _push_over(stage: Stage, dealer: Seat, seat: Seat) -> float:
    """The dealer pushes a hand of cards over to its seat; when it is there is returned."""
    spot, (cx, cy) = seat.out(-0.2 * stage.plane.card), stage.plane.middle
    release = cx + (spot[0] - cx) * 0.3, cy + (spot[1] - cy) * 0.3
    if seat.index == dealer.index:
        return _hand_over(stage, dealer, spot)
    go = _hand_over(stage, dealer, release)
    angle = bearing(release, spot)
    stage.reel.clips.append(Slide("back", Pose(*release, angle), Pose(*spot, angle), go, go + 0.4))
    return go + 0.4


def _hand_over(stage: Stage, seat: Seat, spot: tuple[float, float]) -> float:
    """A hand lays a heap, face down, at ``spot``; when it lets go is returned."""
    path, there = stage.reach.visit(seat, spot, stage.begin(seat))
    stage.film(Reach(seat, stage.reach.shoulder(seat), path, (Carry(path.start, there + 0.1, "back", 0.25, 0.1),)))
    return there + 0.1
