"""Who laid a card: what the camera saw of hands, weighed against what the rules make likely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine import effects
from engine.cards import Card, Rank
from engine.events import TurnPassed, TurnSkipped
from engine.legality import explain
from engine.legality_play import jumps_in
from engine.moves import Play
from engine.observations import CardOnDiscard
from engine.reasons import Reason, ReasonId
from engine.referee_work import EARLY, SURE_SEAT, Work, has_acted, pass_over
from engine.state import State

MISSED_AT_MOST, BUSY_AT_MOST = 1, 2
"""Turns in a row that may have passed unseen, and of seats whose hands were seen at the piles."""
UNSEEN: Final = 0.25
"""How likely a play is that assumes a turn nobody saw, beside one that assumes nothing."""
WRONG_CARD: Final = 0.06
WRONG_TURN: Final = 0.03
WRONG_BOTH: Final = 0.015
"""The same for a play against the rules: a card that does not go on, a seat that is not on turn, both."""
WRONG_EARLY: Final = 0.03
"""The same for a card laid with a part of the penalty drawn: of cards that are drawn together not all are seen."""

UNSEEN_PLAY: Final = 0.1
"""The same for a play that assumes a card before it that nobody saw."""
AGAIN: Final = 0.07
"""The same where the one that lays now has just drawn."""
QUICKEST: Final = 0.7
"""Seconds from a draw within which nobody looks at the card, lays it and has it covered by the next one."""
AWAY: Final = 0.2
"""How likely a seat is to have played whose hand was seen nowhere near the piles."""


CLAIMED: Final = 0.3
"""Evidence from which on the camera saw an arm of a seat, or of one beside it."""
FAR_OFF: Final = 0.3
"""How much less likely than one beside it a seat is to have played whose arm was not seen."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A seat that may have laid the card: how likely, and the position with what must have happened before."""

    seat: int
    weight: float
    work: Work


def find_player(work: Work, seen: CardOnDiscard) -> tuple[int, bool]:
    """Who laid the card, with what must have happened unseen before; whether the seat is assumed.

    Each seat counts as much as the camera's evidence for it, times how likely the rules make the play. So weak evidence
    never makes a play one out of turn, and clear evidence always does.
    """
    if seen.seat is not None and seen.seat_confidence >= 1.0:
        work.note(strayed=False)
        return _settled(work, seen.seat, seen), False
    claims = _claims(work, seen)
    guesses = [_guess(work, seat, share, seen) for seat, share in claims.items()]
    guesses.append(_expectation(work, seen, claims))
    guesses += _after_unseen_plays(work, seen, claims)
    best = max(guesses, key=lambda guess: guess.weight)
    if work.memory.strayed and _strays(best.work, best.seat, seen.card):
        resume(work, best.seat)
        return best.seat, True
    work.adopt(best.work)
    work.note(strayed=False)
    return best.seat, claims.get(best.seat, 0.0) < SURE_SEAT


def _strays(work: Work, seat: int, card: Card) -> bool:
    """Whether the play would be one out of turn."""
    return any(reason.id is ReasonId.OUT_OF_TURN for reason in reasons_against(work, seat, card))


def resume(work: Work, seat: int) -> None:
    """Two plays out of turn in a row show that the turn was followed wrongly: it goes on from `seat`.

    Players next to each other against the direction of play show that it is the other one.
    """
    last, state = work.memory.player, work.state
    if last is not None and len(state.playing) > 2 and seat == state.after(last, -1):
        work.set(direction=-state.direction)
    work.set(turn=seat, pending=0, pending_card=None, case=None, skips=0, drew=False, drawn=None)
    work.note(strayed=True)


def _claims(work: Work, seen: CardOnDiscard) -> dict[int, float]:
    """The camera's evidence for each seat that it names."""
    if seen.seat is None:
        return {}
    named = ((seen.seat, seen.seat_confidence), *seen.other_seats)
    return {seat: share for seat, share in reversed(named) if work.state.has_seat(seat)}


def _guess(work: Work, seat: int, share: float, seen: CardOnDiscard) -> Guess:
    trial = work.fork()
    missed = _settle(trial, seat, seen)
    return Guess(seat, share * _likely(trial, seat, seen.card, missed), trial)


def _expectation(work: Work, seen: CardOnDiscard, claims: dict[int, float]) -> Guess:
    """The seat that was to play, with its part of what the evidence leaves open."""
    trial = work.fork()
    seat = _expected(trial, seen.seat, seen.card)
    others = max(1, len(work.state.playing) - len(claims))
    open_share = max(1e-6, 1.0 - sum(claims.values())) / others
    if seat in seen.idle:
        open_share *= AWAY
    if not any(_beside(work.state, seat, named) for named, share in claims.items() if share >= CLAIMED):
        open_share *= FAR_OFF
    return Guess(seat, max(open_share, claims.get(seat, 0.0)) * _likely(trial, seat, seen.card, 0), trial)


def _beside(state: State, one: int, other: int) -> bool:
    """Whether an arm of one seat may be taken for one of the other: they sit side by side."""
    return (one - other) % state.seats in (0, 1, state.seats - 1)


def _after_unseen_plays(work: Work, seen: CardOnDiscard, claims: dict[int, float]) -> list[Guess]:
    """The next seat's play after a card that the one on turn laid unseen: a Wild if its colour was named already.

    Only a seat whose hand was at the piles can have laid a card.
    """
    before = work.fork()
    if _led_up(work, before.state.turn):
        pass_over(before)
    elif before.state.pending and work.memory.partly == before.state.turn:
        pass_over(before)  # the rest of its penalty was drawn unseen
    state = before.state
    mover, seat = state.turn, state.after(state.turn)
    drew = work.memory.partly
    if drew is not None and drew == state.after(mover, -1) and claims.get(drew, 0.0) > claims.get(seat, 0.0):
        seat = drew  # who has drawn and lays at once is next again: the unseen card turned the play
        before.set(direction=-state.direction)
        state = before.state
    share = claims.get(seat, 0.0)
    waits = state.pending or state.skips or state.namer is not None or state.swapper is not None
    if not share or waits or mover in seen.idle or state.hands[mover].count < 2 or seat == mover:
        return []
    drawn = work.memory.drew_at
    if drawn is not None and drawn[0] == mover and seen.t - drawn[1] < QUICKEST:
        return []
    wild = _unseen_wild(before, mover, seen)
    if wild is not None:
        return [Guess(seat, share * UNSEEN, wild)]
    trial = before.fork()
    trial.events += before.events
    hand = state.hands[mover]
    trial.state = state.with_hand(mover, hand.with_count(hand.count - 1))
    colour = seen.card.colour or state.colour  # as far as is known the unseen card was of the colour that goes on
    trial.set(turn=seat, drew=False, drawn=None, colour=colour)
    trial.trouble("unseen_play", "set_count", seat=mover)
    return [Guess(seat, share * (AGAIN if seat == drew else UNSEEN_PLAY), trial)]


def _unseen_wild(work: Work, seat: int, seen: CardOnDiscard) -> Work | None:
    """What holds once `seat` has laid the Wild whose colour was named, if the next card fits then."""
    early, wild = work.memory.early_colour, Card(Rank.WILD)
    if early is None or abs(early[0] - seen.t) > EARLY or not work.state.hands[seat].may_hold(wild):
        return None
    trial = work.fork()
    with trial.inferring():
        effects.play(trial, seat, wild, assumed=True)
        if trial.state.namer is None:
            return None
        effects.name_colour(trial, early[1], trial.state.namer)
    trial.note(early_colour=None)
    return None if reasons_against(trial, trial.state.turn, seen.card) else trial


def _likely(work: Work, seat: int, card: Card, missed: int) -> float:
    """How likely such a play is by the rules, 1 for one that assumes nothing."""
    found = {reason.id for reason in reasons_against(work, seat, card)}
    if not found:
        return UNSEEN**missed
    if found == {ReasonId.PENALTY_PENDING} and work.memory.partly == seat:
        return WRONG_EARLY
    if found == {ReasonId.OUT_OF_TURN}:
        return WRONG_TURN
    return WRONG_BOTH if ReasonId.OUT_OF_TURN in found else WRONG_CARD


def _settled(work: Work, seat: int, seen: CardOnDiscard) -> int:
    _settle(work, seat, seen)
    return seat


def _settle(work: Work, seat: int, seen: CardOnDiscard) -> int:
    """Let happen what must have happened for `seat` to play; how much of it nobody saw."""
    if seat == work.memory.other_turn and seat != work.state.turn:
        work.set(turn=seat, pending=0, pending_card=None, case=None, drew=False, drawn=None)
        return 0
    return 0 if jumps_in(work.state, seat, seen.card) else _catch_up(work, seat, seen)


def _expected(work: Work, hint: int | None, card: Card) -> int:
    """The seat to play next: past one that is skipped or has a penalty to draw, unless it may answer with this card;
    past one that has drawn if the hint says so."""
    state = work.state
    for _ in range(state.skips):
        if not effects.skip_like(work.state, card) or hint == work.state.after(work.state.turn):
            pass_over(work)
    state = work.state
    waits = state.pending and not (_answers(state, card) and hint != state.after(state.turn))
    if waits or (has_acted(work) and hint == state.after(state.turn)):
        pass_over(work)
    return work.state.turn


def _answers(state: State, card: Card) -> bool:
    return effects.answers(state, card) and effects.matches(state, card)


def _may_lay(state: State, card: Card) -> bool:
    """Whether nothing waits for the seat on turn that this card would not answer."""
    return (not state.pending or _answers(state, card)) and (not state.skips or effects.skip_like(state, card))


def _catch_up(work: Work, seat: int, seen: CardOnDiscard) -> int:
    """Let the seats before `seat` have done their part, if at most one of them did so unseen and the card fits then.

    Returns how many did so unseen.
    """
    trial, card = work.fork(), seen.card
    missed = 0
    _verdict_by_play(trial, seat)
    for _ in range(work.state.seats + 1):
        if trial.state.turn == seat and _may_lay(trial.state, card):
            if missed == 0 or not reasons_against(trial, seat, card) or trial.state.turn == _expected_seat(work):
                work.adopt(trial)
                return missed
            return 0
        missed += _unseen(trial, seen.idle)
        if missed > (BUSY_AT_MOST if seen.idle else MISSED_AT_MOST):
            return 0
        pass_over(trial)
    return 0


def _expected_seat(work: Work) -> int:
    state = work.state
    return state.after(state.turn) if state.pending else state.turn


def _unseen(work: Work, idle: tuple[int, ...]) -> int:
    """1 if passing over the seat on turn assumes something that nobody saw, more if it was seen to do nothing."""
    state = work.state
    if _led_up(work, state.turn):
        return 0
    if state.skips or (state.draw_count == 0 and len(state.discard) <= 1):  # with no card left a pass shows nothing
        return 0
    if state.pending:
        return int(work.memory.partly != state.turn and not work.memory.challenged)
    if has_acted(work):
        return 0
    return 1 + BUSY_AT_MOST if state.turn in idle else 1


def _led_up(work: Work, seat: int) -> bool:
    """Whether a seat's turn was told to be over before a card that was taken back since (F22)."""
    return any(isinstance(event, TurnPassed | TurnSkipped) and event.seat == seat for event in work.memory.told)


def _verdict_by_play(work: Work, seat: int) -> None:
    """A challenge without verdict: the challenger who goes on playing was right (R28)."""
    if work.memory.challenged and seat == work.state.turn:
        with work.inferring():
            effects.judge(work, guilty=True)


def reasons_against(work: Work, seat: int, card: Card) -> tuple[Reason, ...]:
    """What the table shows against the play; a colour not yet named is no offence (F04), and a penalty is only the
    offence of the seat that has to draw it."""
    found = explain(work.state, Play(card, seat=seat))
    late = seat != work.state.turn
    ignored = {ReasonId.COLOUR_WANTED, ReasonId.SWAP_WANTED, ReasonId.NOT_IN_HAND}
    if late:
        ignored |= {ReasonId.PENALTY_PENDING, ReasonId.SKIPPED}
    return tuple(reason for reason in found if reason.id not in ignored)
