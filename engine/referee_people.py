"""What people say: each command followed where the rules allow it, refused with reasons where not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import effects
from engine import moves as mv
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
from engine.events import Mended, QuestionAsked
from engine.legality import explain
from engine.observations import CardOnDiscard
from engine.reasons import Reason, ReasonId
from engine.referee_draw import on_draw
from engine.referee_memory import VERDICTS
from engine.referee_play import on_card
from engine.referee_round import give_points, next_deal, reopen
from engine.referee_work import Work, let_stand, pass_over, take_back

PlainCommand = (
    NameColour | CallUno | Accuse | Challenge | JudgeChallenge | DrawCards | KeepCard | PlayCard | LetStand | TakeBack
    | SetCount | SetTurn | SetPoints | NewRound
)  # fmt: skip
"""Every command that changes the position; Undo, CorrectCard and CorrectSeat change the history instead."""
MOST_DRAWN: Final = 20
MOST_POINTS: Final = 2000


def seats_named(command: Command) -> tuple[int, ...]:
    """The seats that a command names."""
    names = ("seat", "accused", "accuser", "dealer")
    return tuple(seat for name in names if (seat := getattr(command, name, None)) is not None)


def on_command(work: Work, command: PlainCommand) -> None:
    """Follow or refuse a command whose seats exist."""
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
    elif work.state.top is None:
        work.refuse(command.kind, Reason(ReasonId.NO_START_CARD, "R08"))
    elif work.state.winner is not None and work.memory.provisional is None:
        work.refuse(command.kind, Reason(ReasonId.ROUND_OVER, "R35", seat=work.state.winner))
    else:
        _IN_ROUND[type(command)](work, command)


def _allowed(work: Work, command: Command, move: mv.Move) -> bool:
    reasons = explain(work.state, move)
    if reasons:
        work.refuse(command.kind, *reasons)
    return not reasons


def _name_colour(work: Work, command: NameColour) -> None:
    """Name the colour, or mend it while the wild is still on top."""
    state = work.state
    if state.top is None or not state.top.is_wild:
        work.refuse(command.kind, Reason(ReasonId.COLOUR_NOT_WANTED, "R17", top=state.top))
    elif state.colour is not command.colour:
        effects.name_colour(work, command.colour, state.namer)


def _call_uno(work: Work, command: CallUno) -> None:
    if _allowed(work, command, mv.CallUno(command.seat)):
        effects.call_uno(work, command.seat)


def _accuse(work: Work, command: Accuse) -> None:
    effects.accuse(work, command.accused, command.accuser)


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
    elif state.pending:
        work.refuse(command.kind, *explain(state, mv.Keep())[:1])
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
    work.note(trouble=None)


def _set_turn(work: Work, command: SetTurn) -> None:
    if command.seat != work.state.turn:
        work.set(turn=command.seat, pending=0, pending_card=None, case=None, drew=False, drawn=None)
    work.note(trouble=None, early=frozenset())
    work.say(Mended(work.t, "turn", command.seat))


def _set_points(work: Work, command: SetPoints) -> None:
    winner = work.state.winner
    if winner is None or work.memory.points is not None or work.memory.provisional is not None:
        work.refuse(command.kind, Reason(ReasonId.NOT_ASKED))
    elif not 0 <= command.points <= MOST_POINTS:
        work.refuse(command.kind, Reason(ReasonId.BAD_COUNT, count=command.points))
    else:
        give_points(work, winner, command.points)


def _new_round(work: Work, command: NewRound) -> None:
    next_deal(work, command.dealer)
    held = work.memory.held
    if held is not None:
        work.note(held=None)
        on_card(work, CardOnDiscard(work.t, held[1]))


_IN_ROUND: Final[Mapping[type[Command], Callable[[Work, Any], None]]] = {
    NameColour: _name_colour,
    CallUno: _call_uno,
    Accuse: _accuse,
    Challenge: _challenge,
    JudgeChallenge: _judge,
    DrawCards: _draw,
    KeepCard: _keep,
    SetTurn: _set_turn,
}
