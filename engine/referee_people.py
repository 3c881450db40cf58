"""What people say: each command followed where the rules allow it, refused with reasons where not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import effects
from engine import moves as mv
from engine.cards import Rank
from engine.commands import (
    Accuse,
    CallUno,
    Challenge,
    Command,
    DrawCards,
    JudgeChallenge,
    KeepCard,
    LetStand,
    NameColour,
    NewRound,
    PlayCard,
    SetCount,
    SetPoints,
    SetTurn,
    TakeBack,
)
from engine.commands_house import Leave, SumOut, SwapHands, TimeUp, UsePower
from engine.events import Mended, QuestionAsked
from engine.legality import explain
from engine.observations import CardOnDiscard
from engine.reasons import Reason, ReasonId
from engine.referee_colour import name_colour, note_colour
from engine.referee_draw import on_draw
from engine.referee_memory import VERDICTS
from engine.referee_play import on_card
from engine.referee_round import count_hands, give_points, next_deal, reopen
from engine.referee_work import Work, let_stand, pass_over, take_back

PlainCommand = (
    NameColour | CallUno | Accuse | Challenge | JudgeChallenge | DrawCards | KeepCard | PlayCard | LetStand | TakeBack
    | SetCount | SetTurn | SetPoints | NewRound | SwapHands | UsePower | SumOut | TimeUp | Leave
)  # fmt: skip
"""Every command that changes the position; Undo, CorrectCard and CorrectSeat change the history instead."""
MOST_DRAWN: Final = 20
MOST_POINTS: Final = 2000


def seats_named(command: Command) -> tuple[int, ...]:
    """The seats that a command names."""
    names = ("seat", "accused", "accuser", "dealer")
    return tuple(seat for name in names if (seat := getattr(command, name, None)) is not None)


def on_command(work: Work, command: PlainCommand) -> None:
    """Follow or refuse a command whose seats exist. What people do, but for UNO, ends a set of cards (R20)."""
    _follow(work, command)
    said = {event.kind for event in work.events}
    if said - {"command_refused"} and not isinstance(command, PlayCard | CallUno):
        work.note(laid=None)


def _follow(work: Work, command: PlainCommand) -> None:
    if isinstance(command, NewRound):
        _new_round(work, command)
    elif isinstance(command, SetPoints):
        _set_points(work, command)
    elif isinstance(command, LetStand | TakeBack):
        _settle_illegal(work, command)
    elif isinstance(command, SetCount):
        _set_count(work, command)
    elif isinstance(command, PlayCard):
        on_card(work, CardOnDiscard(command.t, command.card, command.seat))
    elif isinstance(command, Leave):
        if _allowed(work, command, mv.Leave(command.seat)):
            effects.leave(work, command.seat)
    elif work.state.top is None:
        _before_the_start(work, command)
    elif work.state.winner is not None and work.memory.provisional is None and not _last_word(work, command):
        work.refuse(command.kind, Reason(ReasonId.ROUND_OVER, "R35", seat=work.state.winner))
    else:
        _IN_ROUND[type(command)](work, command)


def _before_the_start(work: Work, command: PlainCommand) -> None:
    """Nothing can be done yet but to name the colour of a start card that the camera sees later than people do."""
    if isinstance(command, NameColour):
        note_colour(work, command)
    else:
        work.refuse(command.kind, Reason(ReasonId.NO_START_CARD, "R08"))


def _last_word(work: Work, command: Command) -> bool:
    """UNO said or missed with the last card, after the round is won (R31)."""
    said = command.accused if isinstance(command, Accuse) else command.seat if isinstance(command, CallUno) else None
    return said is not None and said == work.state.winner and said in work.state.uno_open


def _allowed(work: Work, command: Command, move: mv.Move) -> bool:
    reasons = explain(work.state, move)
    if reasons:
        work.refuse(command.kind, *reasons)
    return not reasons


def _call_uno(work: Work, command: CallUno) -> None:
    """UNO is said. Where the count rests on draws and plays that nobody saw, it is the count that is wrong (F23)."""
    seat = command.seat
    if not _allowed(work, command, mv.CallUno(seat)):
        return
    if seat in work.memory.unsure and not effects.may_call_uno(work.state, seat):
        _holds_only(work, seat, 1 if work.memory.player == seat else effects.CALL_UP_TO)
    effects.call_uno(work, seat)


def _holds_only(work: Work, seat: int, count: int) -> None:
    """People show that a seat holds fewer cards than counted."""
    hand = work.state.hands[seat]
    more = work.state.draw_hidden + hand.count - count
    work.state = work.state.with_hand(seat, hand.with_count(count), draw_hidden=more)
    work.trouble("uno_count", "set_count", seat=seat)


def _accuse(work: Work, command: Accuse) -> None:
    accused = command.accused
    if not _allowed(work, command, mv.Accuse(accused, command.accuser)):
        return
    unsure = accused in work.memory.unsure and work.memory.player == accused
    if unsure and accused not in work.state.uno_open and work.state.hands[accused].count > 1:
        _holds_only(work, accused, 1)
        work.set(uno_open=(*work.state.uno_open, accused))
    effects.accuse(work, accused, command.accuser)


def _challenge(work: Work, command: Challenge) -> None:
    """Raise the case; with a hidden hand it waits for a verdict."""
    if work.memory.challenged or not _allowed(work, command, mv.Challenge()):
        return
    effects.challenge(work)
    if work.state.case is not None:
        accused = work.state.case.accused
        work.note(challenged=True)
        work.say(QuestionAsked(work.t, "challenge", VERDICTS, accused))


def _judge(work: Work, command: JudgeChallenge) -> None:
    if not _allowed(work, command, mv.Challenge()):
        return
    if not work.memory.challenged:
        effects.challenge(work)
    if work.state.case is not None:
        effects.judge(work, command.guilty)


def _draw(work: Work, command: DrawCards) -> None:
    if not 1 <= command.count <= MOST_DRAWN:
        work.refuse(command.kind, Reason(ReasonId.BAD_COUNT, count=command.count))
        return
    on_draw(work, command.seat, command.count)


def _keep(work: Work, command: KeepCard) -> None:
    """Pass; a draw that nobody saw is inferred."""
    state = work.state
    if command.seat not in (None, state.turn):
        work.refuse(command.kind, Reason(ReasonId.OUT_OF_TURN, "R30", seat=state.turn))
    elif state.pending and not state.skips:
        work.refuse(command.kind, *explain(state, mv.Keep())[:1])
    elif state.skips:
        effects.accept_skip(work)
    elif state.drew:
        effects.keep(work)
    else:
        pass_over(work)


def _settle_illegal(work: Work, command: LetStand | TakeBack) -> None:
    open_play = work.memory.provisional
    if open_play is None:
        work.refuse(command.kind, Reason(ReasonId.NOT_ASKED))
    elif isinstance(command, LetStand):
        let_stand(work, open_play, inferred=False)
    else:
        take_back(work, open_play)


def _set_count(work: Work, command: SetCount) -> None:
    state = work.state
    if not 1 <= command.count <= state.draw_count + state.hands[command.seat].count:
        work.refuse(command.kind, Reason(ReasonId.BAD_COUNT, count=command.count))
        return
    if state.winner == command.seat and work.memory.provisional is None:
        reopen(work)
    hand = work.state.hands[command.seat]
    fewer = hand.count - command.count
    work.state = work.state.with_hand(
        command.seat, hand.with_count(command.count), draw_hidden=max(0, work.state.draw_hidden + fewer)
    )
    work.events.clear()
    work.say(Mended(work.t, "count", command.seat, command.count))
    work.note(trouble=None, unsure=work.memory.unsure - {command.seat})


def _set_turn(work: Work, command: SetTurn) -> None:
    if command.seat != work.state.turn:
        work.set(turn=command.seat, pending=0, pending_card=None, case=None, drew=False, drawn=None)
    work.note(trouble=None, early=frozenset())
    work.say(Mended(work.t, "turn", command.seat))


def _set_points(work: Work, command: SetPoints) -> None:
    winner = work.state.winner
    scoring = work.state.rules.scoring
    asked = winner is not None and work.memory.points is None and work.memory.provisional is None
    if winner is None or not asked or scoring == "unscored":
        work.refuse(command.kind, Reason(ReasonId.NOT_ASKED))
    elif not 0 <= command.points <= MOST_POINTS:
        work.refuse(command.kind, Reason(ReasonId.BAD_COUNT, count=command.points))
    elif scoring == "winner_takes":
        give_points(work, winner, command.points)
    else:
        seat = work.memory.to_count() if command.seat is None else command.seat
        if seat is not None:
            others = tuple(pair for pair in work.memory.own if pair[0] != seat)
            work.note(own=(*others, (seat, command.points)))
            work.say(Mended(work.t, "points", seat, command.points))
            count_hands(work)


def _swap(work: Work, command: SwapHands) -> None:
    if work.state.swapper is not None and _allowed(work, command, mv.Swap(command.seat)):
        effects.swap_hands(work, work.state.swapper, command.seat)
    elif work.state.swapper is None:
        work.refuse(command.kind, Reason(ReasonId.SWAP_NOT_WANTED, "house"))


def _use_power(work: Work, command: UsePower) -> None:
    """The Wild on top changes no colour: it goes on in the colour before it (R17)."""
    state = work.state
    seat, colour = state.namer, state.colour_before
    top = state.top
    if not state.rules.wild_powers or top is None or top.rank is not Rank.WILD or seat is None or colour is None:
        work.refuse(command.kind, Reason(ReasonId.POWER_NOT_ALLOWED, "R17", card=top))
    elif command.seat == seat or not state.plays(command.seat):
        work.refuse(command.kind, Reason(ReasonId.BAD_TARGET, "R17", seat=command.seat))
    else:
        work.set(namer=None, colour=colour)
        effects.use_power(work, seat, command.power, command.seat)


def _sum_out(work: Work, command: SumOut) -> None:
    if work.state.top is not None and _allowed(work, command, mv.SumOut(command.seat)):
        effects.sum_out(work, command.seat, work.state.top)


def _time_up(work: Work, command: TimeUp) -> None:
    if _allowed(work, command, mv.TimeUp()):
        effects.time_up(work)


def _new_round(work: Work, command: NewRound) -> None:
    next_deal(work, command.dealer)
    held = work.memory.held
    if held is not None:
        work.note(held=None)
        on_card(work, CardOnDiscard(work.t, held[1]))


_IN_ROUND: Final[Mapping[type[Command], Callable[[Work, Any], None]]] = {
    NameColour: name_colour,
    CallUno: _call_uno,
    Accuse: _accuse,
    Challenge: _challenge,
    JudgeChallenge: _judge,
    DrawCards: _draw,
    KeepCard: _keep,
    SetTurn: _set_turn,
    SwapHands: _swap,
    UsePower: _use_power,
    SumOut: _sum_out,
    TimeUp: _time_up,
}
