"""A card has come to rest on the pile: who laid it, what it is, and whether it may lie there."""

from __future__ import annotations

from typing import Final

from engine import effects
from engine.cards import Card
from engine.custom import copies_of
from engine.events import CardPlayed, IllegalPlay, JumpedIn, StartCard
from engine.game import may_start, start
from engine.observations import CardOnDiscard
from engine.referee_memory import Provisional, Question
from engine.referee_round import after_the_end, announce
from engine.referee_seat import find_player, reasons_against, resume
from engine.referee_sets import begin_set, join_set
from engine.referee_work import EARLY, SURE_SEAT, Work, drop_doubt, let_stand, raise_doubt, take_back
from engine.state import State

DOUBTFUL_SEAT: Final = 0.3
"""From here on another seat than the one assumed is asked about."""
SURE_CARD: Final = 0.6
"""A face less sure than this may be another of its readings."""
POSSIBLE_CARD: Final = 0.05


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
    seat, assumed = find_player(work, seen)
    card = _read(work, seen, seat)
    _name_colour_by(work, card)
    late = seat != work.state.turn
    _lay(work, seat, card, assumed=assumed)
    _name_early(work)
    work.note(strayed=work.memory.strayed or (late and work.memory.provisional is not None), player=seat)
    _forget(work)
    _ask(work, seen, seat, card)


def _replaces(work: Work, open_play: Provisional, seen: CardOnDiscard) -> bool:
    """The player of the illegal card has laid a legal one instead: the card went back unseen."""
    same = seen.seat == open_play.seat and seen.seat_confidence >= SURE_SEAT
    trial = work.fork()
    trial.state = open_play.before
    return same and not reasons_against(trial, open_play.seat, seen.card)


def _start(work: Work, card: Card) -> None:
    announce(work)
    if not may_start(work.state.rules, card):
        work.note(rejected=card)
        work.say(StartCard(work.t, card, work.state.dealer, accepted=False))
        return
    work.note(rejected=None)
    work.set(draw_hidden=work.state.draw_hidden - 1)
    start(work, card)
    _name_early(work)


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


def _read(work: Work, seen: CardOnDiscard, seat: int) -> Card:
    """The face: for an unclear picture the likeliest legal reading, else the likeliest."""
    if seen.confidence >= SURE_CARD:
        return seen.card
    readings = [seen.card, *(card for card, share in seen.alternatives if share >= POSSIBLE_CARD)]
    legal = [card for card in readings if not reasons_against(work, seat, card)]
    return legal[0] if legal else seen.card


def _name_colour_by(work: Work, card: Card) -> None:
    """The coloured card on a wild shows which colour was named (F04)."""
    namer = work.state.namer
    if namer is not None and card.colour is not None:
        with work.inferring():
            effects.name_colour(work, card.colour, namer)


def _name_early(work: Work) -> None:
    """The colour was named before the Wild was seen."""
    early, namer = work.memory.early_colour, work.state.namer
    if early is None:
        return
    work.note(early_colour=None)
    if namer is not None and abs(early[0] - work.t) <= EARLY:
        effects.name_colour(work, early[1], namer)


def _lay(work: Work, seat: int, card: Card, *, assumed: bool) -> None:
    if not work.state.hands[seat].may_hold(card):
        work.trouble("hand", "set_count", seat=seat, card=card)
        work.state = work.state.with_hand(seat, work.state.hands[seat].covered())
    elif work.memory.trouble is not None and work.memory.trouble.t < work.t:
        work.note(trouble=None)
    reasons = reasons_against(work, seat, card)
    if reasons and _one_too_many(work.state, card):
        resume(work, seat)  # what is known is wrong, and no ground to accuse anybody on
        reasons = ()
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


def _one_too_many(state: State, card: Card) -> bool:
    """Whether all cards of this face lie on the pile already, as far as known."""
    return sum(other == card for other in state.discard) >= copies_of(card, state.rules.custom)


def _forget(work: Work) -> None:
    """What only mattered until a card was laid."""
    work.note(
        early=frozenset(), other_turn=None, served=None, partly=None, perhaps=None, credit=(0,) * work.state.seats
    )


def _ask(work: Work, seen: CardOnDiscard, seat: int, card: Card) -> None:
    """Say where the reading may be wrong; the game goes on from the likeliest."""
    if work.memory.provisional is not None or work.state.winner is not None:
        return
    if seen.confidence < SURE_CARD and seen.alternatives:
        others = [seen.card, *(other for other, _ in seen.alternatives)]
        options = (card.label, *dict.fromkeys(other.label for other in others if other != card))
        raise_doubt(work, Question("card", options, seat, card))
    elif seen.seat not in (None, seat) and seen.seat_confidence >= DOUBTFUL_SEAT:
        raise_doubt(work, Question("seat", (str(seat), str(seen.seat)), seat, card))
