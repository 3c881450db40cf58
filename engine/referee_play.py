"""A card has come to rest on the pile: who laid it, what it is, and whether it may lie there."""

from __future__ import annotations

from typing import Final

from engine import effects
from engine.cards import Card
from engine.events import CardPlayed, IllegalPlay, JumpedIn, StartCard
from engine.game import may_start, start
from engine.legality import explain
from engine.legality_play import jumps_in
from engine.moves import Play
from engine.observations import CardOnDiscard
from engine.reasons import Reason, ReasonId
from engine.referee_memory import Provisional, Question
from engine.referee_round import after_the_end, announce
from engine.referee_sets import begin_set, join_set
from engine.referee_work import SURE_SEAT, Work, drop_doubt, has_acted, let_stand, pass_over, raise_doubt, take_back
from engine.state import State

DOUBTFUL_SEAT: Final = 0.3
"""From here to SURE_SEAT another seat than the expected one is asked about; below, it is not even that."""
SURE_CARD: Final = 0.6
"""A face less sure than this may be another of its readings."""
POSSIBLE_CARD: Final = 0.05
MISSED_AT_MOST: Final = 1
"""Turns in a row that may have passed unseen."""


def on_card(work: Work, seen: CardOnDiscard) -> None:
    """Follow the card, whatever it is: a start card, a play or an illegal play."""
    if work.state.winner is not None and work.memory.provisional is None and not after_the_end(work, seen):
        return
    if work.state.top is None:
        _start(work, seen.card)
        return
    drop_doubt(work)
    if join_set(work, seen):
        _forget(work)
        return
    open_play = work.memory.provisional
    if open_play is not None and _replaces(work, open_play, seen):
        take_back(work, open_play)
    elif open_play is not None:
        let_stand(work, open_play, inferred=True)
        if work.state.winner is not None and not after_the_end(work, seen):
            return
    _settle_swap(work)
    seat, assumed = _find_player(work, seen)
    card = _read(work, seen, seat)
    _name_colour_by(work, card)
    _lay(work, seat, card, assumed=assumed)
    _forget(work)
    _ask(work, seen, seat, card)


def _replaces(work: Work, open_play: Provisional, seen: CardOnDiscard) -> bool:
    """The player of the illegal card has laid a legal one instead: the card went back unseen."""
    same = seen.seat == open_play.seat and seen.seat_confidence >= SURE_SEAT
    trial = work.fork()
    trial.state = open_play.before
    return same and not _reasons(trial, open_play.seat, seen.card)


def _start(work: Work, card: Card) -> None:
    announce(work)
    if not may_start(work.state.rules, card):
        work.note(rejected=card)
        work.say(StartCard(work.t, card, work.state.dealer, accepted=False))
        return
    work.note(rejected=None)
    work.set(draw_hidden=work.state.draw_hidden - 1)
    start(work, card)


def _settle_swap(work: Work) -> None:
    """The game goes on though nobody said whose hand was taken: with two players it is plain, else counts are open."""
    swapper = work.state.swapper
    if swapper is None:
        return
    others = [seat for seat in work.state.playing if seat != swapper]
    if len(others) == 1:
        with work.inferring():
            effects.swap_hands(work, swapper, others[0])
    else:
        work.set(swapper=None)
        work.trouble("swap", "set_count", seat=swapper)


def _find_player(work: Work, seen: CardOnDiscard) -> tuple[int, bool]:
    """Who laid the card, with what must have happened unseen before; whether the seat is assumed.

    Weak evidence never makes a play one out of turn: then the seat that was to play is assumed.
    """
    seat = seen.seat
    if seat is None or seen.seat_confidence < SURE_SEAT:
        return _expected(work, seat, seen.card), True
    if seat == work.memory.other_turn and seat != work.state.turn:
        work.set(turn=seat, pending=0, pending_card=None, case=None, drew=False, drawn=None)
        return seat, False
    if not jumps_in(work.state, seat, seen.card):
        _catch_up(work, seat, seen.card)
    return seat, False


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


def _catch_up(work: Work, seat: int, card: Card) -> None:
    """Let the seats before `seat` have done their part, if at most one of them did so unseen and the card fits then."""
    trial = work.fork()
    missed = 0
    _verdict_by_play(trial, seat)
    for _ in range(work.state.seats + 1):
        if trial.state.turn == seat and _may_lay(trial.state, card):
            if missed == 0 or not _reasons(trial, seat, card) or trial.state.turn == _expected_seat(work):
                work.adopt(trial)
            return
        missed += _unseen(trial)
        if missed > MISSED_AT_MOST:
            return
        pass_over(trial)


def _expected_seat(work: Work) -> int:
    state = work.state
    return state.after(state.turn) if state.pending else state.turn


def _unseen(work: Work) -> int:
    """1 if passing over the seat on turn assumes something that nobody saw."""
    state = work.state
    if state.skips or (state.draw_count == 0 and len(state.discard) <= 1):  # with no card left a pass shows nothing
        return 0
    if state.pending:
        return int(work.memory.partly != state.turn and not work.memory.challenged)
    return 0 if has_acted(work) else 1


def _verdict_by_play(work: Work, seat: int) -> None:
    """A challenge without verdict: the challenger who goes on playing was right (R28)."""
    if work.memory.challenged and seat == work.state.turn:
        with work.inferring():
            effects.judge(work, guilty=True)


def _reasons(work: Work, seat: int, card: Card) -> tuple[Reason, ...]:
    """What the table shows against the play; a colour not yet named is no offence (F04), and a penalty is only the
    offence of the seat that has to draw it."""
    found = explain(work.state, Play(card, seat=seat))
    late = seat != work.state.turn
    ignored = {ReasonId.COLOUR_WANTED, ReasonId.SWAP_WANTED, ReasonId.NOT_IN_HAND}
    if late:
        ignored |= {ReasonId.PENALTY_PENDING, ReasonId.SKIPPED}
    return tuple(reason for reason in found if reason.id not in ignored)


def _read(work: Work, seen: CardOnDiscard, seat: int) -> Card:
    """The face: for an unclear picture the likeliest legal reading, else the likeliest."""
    if seen.confidence >= SURE_CARD:
        return seen.card
    readings = [seen.card, *(card for card, share in seen.alternatives if share >= POSSIBLE_CARD)]
    legal = [card for card in readings if not _reasons(work, seat, card)]
    return legal[0] if legal else seen.card


def _name_colour_by(work: Work, card: Card) -> None:
    """The coloured card on a wild shows which colour was named (F04)."""
    namer = work.state.namer
    if namer is not None and card.colour is not None:
        with work.inferring():
            effects.name_colour(work, card.colour, namer)


def _lay(work: Work, seat: int, card: Card, *, assumed: bool) -> None:
    if not work.state.hands[seat].may_hold(card):
        work.trouble("hand", "set_count", seat=seat, card=card)
        work.state = work.state.with_hand(seat, work.state.hands[seat].covered())
    elif work.memory.trouble is not None:
        work.note(trouble=None)
    reasons = _reasons(work, seat, card)
    before, at = work.state, len(work.events)
    if not reasons:
        if seat != before.turn:
            work.say(JumpedIn(work.t, seat))
        effects.play(work, seat, card, assumed=assumed)
        work.note(laid=None)
        begin_set(work, before, seat, card, tuple(work.events[at:]))
        return
    effects.play(work, seat, card, assumed=assumed)
    held = tuple(event for event in work.events[at:] if not isinstance(event, CardPlayed))
    work.note(laid=None)
    begin_set(work, before, seat, card, tuple(event for event in work.events[at:] if isinstance(event, CardPlayed)))
    del work.events[at:]
    work.say(IllegalPlay(work.t, seat, card, reasons))
    work.note(provisional=Provisional(before, seat, card, reasons, held))


def _forget(work: Work) -> None:
    """What only mattered until a card was laid."""
    work.note(early=frozenset(), other_turn=None, served=None, partly=None, credit=(0,) * work.state.seats)


def _ask(work: Work, seen: CardOnDiscard, seat: int, card: Card) -> None:
    """Say where the reading may be wrong; the game goes on from the likeliest."""
    if work.memory.provisional is not None or work.state.winner is not None:
        return
    if seen.confidence < SURE_CARD and seen.alternatives:
        others = [seen.card, *(other for other, _ in seen.alternatives)]
        options = (card.label, *dict.fromkeys(other.label for other in others if other != card))
        raise_doubt(work, Question("card", options, seat, card))
    elif seen.seat not in (None, seat) and DOUBTFUL_SEAT <= seen.seat_confidence < SURE_SEAT:
        raise_doubt(work, Question("seat", (str(seat), str(seen.seat)), seat, card))
