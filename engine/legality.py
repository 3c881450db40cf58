"""What is allowed and why not. `explain` gives every reason at once; no reason means allowed.

Hidden cards never count against a player: with hidden hands only what the table shows can make a play illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.candidates import candidates
from engine.effects import matches, would_be_guilty
from engine.legality_play import against_play, penalty, turn
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, Leave, Move, NameColour, Play, SumOut, Swap, TimeUp
from engine.reasons import Reason, ReasonId
from engine.scoring import hand_points
from engine.state import State

__all__ = ["actor", "explain", "legal_moves", "matches", "moves_of"]


def actor(state: State, move: Move) -> int | None:
    """The seat whose move it is; None for an accusation by nobody in particular."""
    if isinstance(move, Accuse):
        return move.accuser
    if move.seat is not None:
        return move.seat
    if isinstance(move, NameColour) and state.namer is not None:
        return state.namer
    if isinstance(move, Swap) and state.swapper is not None:
        return state.swapper
    if isinstance(move, Challenge) and state.case is not None:
        return state.case.challenger
    return state.turn


def explain(state: State, move: Move) -> tuple[Reason, ...]:
    """Every reason against the move, () if it is allowed."""
    for seat in _seats(move):
        if not state.has_seat(seat):
            return (Reason(ReasonId.NO_SUCH_SEAT, "R03", seat=seat, count=state.seats),)
    if state.winner is not None and not _after_the_end(state, move):
        return (Reason(ReasonId.ROUND_OVER, "R35", seat=state.winner),)
    if state.top is None and not isinstance(move, Leave):
        return (Reason(ReasonId.NO_START_CARD, "R08"),)
    who = actor(state, move)
    if who is not None and not state.plays(who) and not (isinstance(move, NameColour) and who == state.namer):
        return (Reason(ReasonId.NOT_PLAYING, "R38", seat=who),)
    return tuple(_reasons(state, move))


def _seats(move: Move) -> tuple[int, ...]:
    named = (move.accused, move.accuser) if isinstance(move, Accuse) else (move.seat, getattr(move, "target", None))
    return tuple(seat for seat in named if seat is not None)


def _after_the_end(state: State, move: Move) -> bool:
    """People may leave between rounds; and with the last card to be called as well, the winner may call or be caught
    until the next deal (R31)."""
    if isinstance(move, Leave):
        return state.match_winner is None
    said = move.accused if isinstance(move, Accuse) else move.seat if isinstance(move, CallUno) else None
    return said is not None and said == state.winner and said in state.uno_open


def _reasons(state: State, move: Move) -> Iterator[Reason]:
    against = _AGAINST.get(type(move))
    return iter(()) if against is None else against(state, move)


def _against_call(state: State, move: CallUno) -> Iterator[Reason]:
    if move.seat in state.called and not _last_call(state, move.seat):
        yield Reason(ReasonId.ALREADY_CALLED, "R31", seat=move.seat)


def _last_call(state: State, seat: int) -> bool:
    """Whether the seat may call once more, with its last card (R31)."""
    about = state.winner == seat or (seat == state.turn and state.hands[seat].count == 1)
    return state.rules.uno_at_last_card and about and state.last_call != seat


def _against_draw(state: State, move: Draw) -> Iterator[Reason]:
    yield from turn(state, move.seat)
    if state.skips:
        yield Reason(ReasonId.SKIPPED, "R14", seat=state.turn)
    if state.pending:
        return
    if state.drew and not (state.rules.draw == "until_playable" and state.drawn is None):
        yield Reason(ReasonId.ALREADY_DREW, "R19", seat=state.turn)
    if state.rules.forced_play == "always" and not state.drew:
        yield from _must_play(state)


def _against_keep(state: State, move: Keep) -> Iterator[Reason]:
    yield from turn(state, move.seat)
    if state.skips:
        return
    if state.pending:
        yield penalty(state)
    if not state.drew:
        yield Reason(ReasonId.NOTHING_DRAWN, "R19", seat=state.turn)
    elif state.rules.forced_play != "off":
        yield from _must_play(state)


def _must_play(state: State) -> Iterator[Reason]:
    """A card that is known to be in the hand and can be played honestly (R19 with forced play)."""
    hand = state.hands[state.turn]
    cards = hand.known if not state.drew else () if state.drawn is None else (state.drawn,)
    for card in cards:
        if would_be_guilty(state, state.turn, card) is not True and not any(against_play(state, Play(card))):
            yield Reason(ReasonId.MUST_PLAY, "R19", card=card)
            return


def _against_naming(state: State, move: NameColour) -> Iterator[Reason]:
    if state.namer is None:
        yield Reason(ReasonId.COLOUR_NOT_WANTED, "R17", top=state.top)
    elif move.seat not in (None, state.namer):
        yield Reason(ReasonId.OUT_OF_TURN, "R17", seat=state.namer)


def _against_swap(state: State, move: Swap) -> Iterator[Reason]:
    if state.swapper is None:
        yield Reason(ReasonId.SWAP_NOT_WANTED, "house", top=state.top)
        return
    if move.seat not in (None, state.swapper):
        yield Reason(ReasonId.OUT_OF_TURN, "house", seat=state.swapper)
    if move.target == state.swapper or not state.plays(move.target):
        yield Reason(ReasonId.BAD_TARGET, "house", seat=move.target)


def _against_challenge(state: State, move: Challenge) -> Iterator[Reason]:
    if state.case is None:
        yield Reason(ReasonId.CHALLENGE_CLOSED, "R29" if state.pending else "R27")
    elif move.seat not in (None, state.case.challenger):
        yield Reason(ReasonId.OUT_OF_TURN, "R27", seat=state.case.challenger)


def _against_sum_out(state: State, move: SumOut) -> Iterator[Reason]:
    top = state.top
    if not state.rules.sum_out or state.fresh is None or top is None or not top.rank.is_number:
        yield Reason(ReasonId.SUM_OUT_CLOSED, "R37")
        return
    points = hand_points(state.hands[move.seat], state.rules.custom)
    if points is not None and points != int(top.rank):
        yield Reason(ReasonId.SUM_DIFFERS, "R37", top=top, count=points)


def _against_time_up(state: State, move: TimeUp) -> Iterator[Reason]:
    yield from turn(state, move.seat)
    if not state.rules.turn_seconds:
        yield Reason(ReasonId.NO_TIME_LIMIT, "R22")


_AGAINST: Final[Mapping[type[Move], Callable[[State, Any], Iterator[Reason]]]] = {
    Play: against_play,
    Draw: _against_draw,
    Keep: _against_keep,
    NameColour: _against_naming,
    Swap: _against_swap,
    CallUno: _against_call,
    Challenge: _against_challenge,
    SumOut: _against_sum_out,
    TimeUp: _against_time_up,
}
"""What may speak against each kind of move; an accusation and leaving are always possible."""


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every allowed move, in a fixed order. Left out are UNO calls and accusations that would only cost a penalty,
    wilds without a colour, leaving, and sets with hidden cards; `explain` has nothing against those."""
    if state.winner is not None or state.top is None:
        return ()
    return tuple(move for move in candidates(state) if not explain(state, move))


def moves_of(state: State, seat: int) -> tuple[Move, ...]:
    """The legal moves that are this seat's to make, accusations included."""
    moves = legal_moves(state)
    mine = [move for move in moves if not isinstance(move, Accuse) and actor(state, move) == seat]
    others = [move for move in moves if isinstance(move, Accuse) and move.accused != seat and state.plays(seat)]
    return (*mine, *(Accuse(move.accused, seat) for move in others))
