"""Somebody took cards from the draw pile: a penalty, a turn's draw, or more than the rules give."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine import effects
from engine.cards import Rank
from engine.desk import take
from engine.events import Drew, IllegalDraw, Note
from engine.reasons import Reason, ReasonId
from engine.referee_memory import with_credit
from engine.referee_work import Work, has_acted, let_stand, pass_over

SURE: Final = 0.9
"""A draw too many is held against its player from this certainty on."""
LIKELY: Final = 0.5
"""A draw that is less certain counts only where the turn asks for one."""


def on_draw(
    work: Work, seat: int | None, count: int, *, confidence: float = 1.0, idle: tuple[int, ...] | None = None
) -> None:
    """Follow the draw. Cards taken while dealing or clearing up are no draws; those counted before are not counted
    again. A draw before the turn is recorded, never held against anyone: the pass before it may have been missed."""
    likely = confidence >= LIKELY
    if work.state.top is None or (not likely and not _is_due(work, seat)):
        return
    _note(work, seat, likely=likely)
    seat_known = seat is not None
    who = work.state.turn if seat is None else seat
    count = _without_counted(work, who, count)
    if count == 0 or (work.state.winner is not None and work.memory.provisional is None):
        return
    work.note(laid=None)
    if _while_illegal(work, who, count):
        return
    while seat_known and work.state.skips and who != work.state.turn:
        pass_over(work)
    if seat_known:
        _infer_before(work, who, count)
        _infer_turns(work, who, idle)
    count = _without_counted(work, who, count)
    if who == work.state.turn:
        count = _on_turn(work, who, count)
    if count:
        _extra(work, who, count, sure=seat_known and confidence >= SURE)


def _note(work: Work, seat: int | None, *, likely: bool) -> None:
    """Remember who drew, and whether that is certain; a draw that was not is counted already once one is seen."""
    if likely and seat is not None and work.memory.perhaps == seat:
        work.memory = with_credit(work.memory, seat, 1)
    work.note(perhaps=seat if not likely and not work.state.pending else None)
    if seat is not None:
        unsure = work.memory.unsure if likely else work.memory.unsure | {seat}
        work.note(drew_at=(seat, work.t), unsure=unsure)


def _is_due(work: Work, seat: int | None) -> bool:
    """Whether the turn, or a penalty, has the seat draw next."""
    state = work.state
    if seat is None or work.memory.provisional is not None:
        return False
    if work.memory.credit[seat] > 0:
        return True
    if state.winner is not None or state.skips:
        return False
    if seat == state.turn:
        return bool(state.pending) or not has_acted(work)
    return seat == state.after(state.turn) and not state.pending and has_acted(work)


def _infer_turns(work: Work, seat: int, idle: tuple[int, ...] | None) -> None:
    """Let the seat on turn have drawn and passed unseen, if its hand was at a pile and the next one draws; of two
    players also the other one, if the one who has drawn draws again."""
    state = work.state
    if idle is None or state.pending or state.skips or work.memory.provisional is not None:
        return
    if seat == state.after(state.turn) and state.turn not in idle and seat != state.turn:
        pass_over(work)
    elif seat == state.turn and state.drew and len(state.playing) == 2 and state.after(seat) not in idle:
        pass_over(work)
        pass_over(work)


def _without_counted(work: Work, seat: int, count: int) -> int:
    """The draws that are not yet in the count."""
    late = min(count, max(0, work.memory.credit[seat]))
    if late:
        work.memory = with_credit(work.memory, seat, -late)
        work.say(Note(work.t, "late_draw", seat, count=late))
    return count - late


def _while_illegal(work: Work, seat: int, count: int) -> bool:
    """Draws of an illegal play's own player are its penalty; another's show that the play stands."""
    open_play = work.memory.provisional
    if open_play is None:
        return False
    if seat == open_play.seat:
        _force(work, seat, count, "extra")
        work.note(provisional=replace(open_play, drawn=open_play.drawn + count))
        return True
    let_stand(work, open_play, inferred=True)
    return work.state.winner is not None


def _infer_before(work: Work, seat: int, count: int) -> None:
    """What must have happened for `seat` to draw: a lost challenge, or the end of the turn before."""
    state = work.state
    case = state.case
    if case is not None and seat == case.accused and count > 1:
        with work.inferring():
            effects.judge(work, guilty=True)
        work.memory = with_credit(work.memory, seat, state.rules.guilty_draws)
    elif work.memory.challenged and seat == state.turn:
        with work.inferring():
            effects.judge(work, guilty=False)
        work.memory = with_credit(work.memory, seat, state.rules.innocent_draws)
    elif seat == state.after(state.turn) and (state.pending or has_acted(work)):
        pass_over(work)


def _on_turn(work: Work, seat: int, count: int) -> int:
    """Serve a penalty, or draw one for the turn; the number of cards beyond that."""
    state = work.state
    if state.pending:
        left = state.draw_count + max(0, len(state.discard) - 1)
        served = state.pending if count >= left else min(count, state.pending)  # with no card left nothing stays due
        after_wild = state.case is not None
        effects.serve(work, served)
        work.note(partly=seat if work.state.pending else None)
        if after_wild and work.state.pending == 0:
            work.note(served=seat)
        return max(0, count - served)
    if state.skips:
        return count
    if state.rules.draw == "until_playable":
        while count and (work.state.draw_count or len(work.state.discard) > 1):
            effects.draw_one(work)
            count -= 1
        if count == 0:
            return 0
    if work.state.drew:
        return count
    if state.draw_count == 0 and len(state.discard) == 1:
        _force(work, seat, 1, "choice")
        work.set(drew=True)
    else:
        effects.draw_one(work)
    return count - 1


def _extra(work: Work, seat: int, count: int, *, sure: bool) -> None:
    """Cards that the turn does not give: counted, and called illegal only on sure evidence."""
    state = work.state
    if seat == work.memory.served and count <= state.rules.innocent_draws - effects.DRAWS[Rank.WILD_DRAW4]:
        _force(work, seat, count, "wild_draw4")
        return
    if seat != state.turn:
        _force(work, seat, count, "out_of_turn")
        work.note(early=work.memory.early | {seat})
        return
    _force(work, seat, count, "extra")
    if sure:
        skipped = Reason(ReasonId.SKIPPED, "R14", seat=seat)
        drew = Reason(ReasonId.ALREADY_DREW, "R19", seat=seat)
        work.say(IllegalDraw(work.t, seat, count, (skipped if state.skips else drew,)))


def _force(work: Work, seat: int, count: int, cause: str) -> None:
    """Count cards that were seen to be drawn, even if the pile should not hold so many."""
    before = work.state.hands[seat].count
    drew, drawn = work.state.drew, work.state.drawn
    take(work, seat, count, cause)
    missing = count - (work.state.hands[seat].count - before)
    if missing:
        hand = work.state.hands[seat].plus(hidden=missing)
        work.state = work.state.with_hand(seat, hand)
        work.say(Drew(work.t, seat, missing, cause, hand.count))
        work.trouble("pile", "set_count", seat=seat)
    work.set(drew=drew, drawn=drawn)
