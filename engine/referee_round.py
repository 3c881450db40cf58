"""Between rounds: what a card after the end means, the next deal, and points counted by people."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine import effects
from engine.cards import Card
from engine.events import HandShown, Note, RoundStarted
from engine.game import next_dealer
from engine.hand import Hand
from engine.legality import explain
from engine.moves import Play
from engine.observations import CardOnDiscard, HandSeen
from engine.referee_memory import fresh_game, fresh_memory
from engine.referee_work import SURE_SEAT, Work, pass_over
from engine.scoring import hand_points, round_points

REOPEN_WITHIN: Final = 20.0
"""Seconds after the end of a round within which the next player's fitting card shows that it is not over."""
DEAL_TAKES: Final = 10.0
"""Seconds after the end of a round from which on a card may be the start card of the next."""


def announce(work: Work, *, inferred: bool = False) -> None:
    """Say once that the round begins."""
    state = work.state
    if not work.memory.announced:
        size = state.rules.hand_size
        work.say(RoundStarted(work.t, state.round, state.dealer, size, state.seats, inferred))
        work.note(announced=True)


def after_the_end(work: Work, seen: CardOnDiscard) -> bool:
    """A card after the round was won: True if the game goes on with it.

    A fitting card of the seat that would be on turn shows that the winner still holds cards: a draw was missed.
    """
    if _goes_on(work, seen):
        return True
    if work.auto_rounds:
        next_deal(work, None, inferred=True)
        return True
    work.note(held=(work.t, seen.card))
    work.say(Note(work.t, "after_the_end", seen.seat, seen.card))
    return False


def _goes_on(work: Work, seen: CardOnDiscard) -> bool:
    since = work.t - (work.t if work.memory.won_at is None else work.memory.won_at)
    if seen.seat is None or seen.seat_confidence < SURE_SEAT or since > REOPEN_WITHIN:
        return False
    trial = work.fork()
    reopen(trial)
    if trial.state.turn != seen.seat and since < DEAL_TAKES and seen.seat not in seen.idle:
        _let_one_pass(trial, seen)
    if trial.state.turn != seen.seat or explain(trial.state, Play(seen.card, seat=seen.seat)):
        return False
    work.adopt(trial)
    return True


def _let_one_pass(trial: Work, seen: CardOnDiscard) -> None:
    """Let the seat on turn have drawn and passed unseen if its hand was at a pile and the next one plays."""
    turn = trial.state.turn
    if trial.state.after(turn) == seen.seat and turn not in seen.idle and not trial.state.pending:
        pass_over(trial)


def reopen(work: Work) -> None:
    """The winner still holds a card; points given for the round are taken off again."""
    state = work.state
    winner, top = state.winner, state.top
    if winner is None or top is None:
        return
    work.state = replace(
        state.with_hand(winner, Hand((), 1)),
        scores=effects.scores_before(state),
        winner=None,
        match_winner=None,
        points=None,
        places=tuple(seat for seat in state.places if seat != winner),
        draw_hidden=max(0, state.draw_hidden - 1),
        turn=_turn_had_it_gone_on(work, top),
    )
    work.note(won_at=None, points=None, own=())
    work.trouble("play_after_end", "set_count", seat=winner)


def _turn_had_it_gone_on(work: Work, top: Card) -> int:
    """Who is on turn after the last card, whose draws have been counted already."""
    trial = work.fork()
    winner = work.state.winner
    assert winner is not None  # reopen() has looked
    effects.turn_after(trial, winner, top)
    return trial.state.after(trial.state.turn) if trial.state.pending else trial.state.turn


def next_deal(work: Work, dealer: int | None, *, inferred: bool = False) -> None:
    """Deal anew: the next round, a new match after one that was won, or the same round again if it was not over."""
    state = work.state
    scores, number = state.scores, state.round
    if state.match_winner is not None:
        scores, number = (0,) * state.seats, 1
    elif state.winner is not None:
        number += 1
    elif state.top is not None:
        work.say(Note(work.t, "round_abandoned", count=state.round))
    if dealer is None:
        dealer = state.dealer if state.winner is None and state.dealer not in state.left else next_dealer(state)
    left = state.left if state.seats - len(state.left) > 1 else frozenset()
    held = work.memory.held
    late = held is not None and held[0] - (work.memory.won_at or held[0]) >= DEAL_TAKES
    work.state = fresh_game(state.rules, state.seats, dealer, scores, number, left)
    work.memory = fresh_memory(work.state)
    work.note(held=held if late else None)
    announce(work, inferred=inferred)


def see_hand(work: Work, seen: HandSeen) -> None:
    """An open hand: it sets the count, may judge a challenge, and after the end it counts for points."""
    state = work.state
    hand = Hand().plus(seen.cards, seen.hidden)
    if state.top is None or hand == state.hands[seen.seat] or (seen.seat == state.winner and hand.count == 0):
        return
    more = hand.count - state.hands[seen.seat].count
    work.state = state.with_hand(seen.seat, hand, draw_hidden=max(0, state.draw_hidden - more))
    work.say(HandShown(work.t, seen.seat, hand.count))
    case = work.state.case
    if case is not None and case.accused == seen.seat:
        work.set(case=replace(case, hand=hand))
        _try_verdict(work)
    count_hands(work)


def _try_verdict(work: Work) -> None:
    case = work.state.case
    if not work.memory.challenged or case is None:
        return
    guilty = effects.is_guilty(case, work.state.rules.wild_draw4_when)
    if guilty is not None:
        effects.judge(work, guilty)


def count_hands(work: Work) -> None:
    """Give the points of a round that is over once every hand that counts is known, from its cards or from people."""
    state, winner = work.state, work.state.winner
    if winner is None or work.memory.points is not None or state.rules.scoring == "unscored":
        return
    if state.rules.scoring == "winner_takes":
        points = round_points(state.hands, winner, state.rules)
        if points is not None:
            give_points(work, winner, points)
        return
    told = dict(work.memory.own)
    seats = [told.get(seat, hand_points(hand, state.rules.custom)) for seat, hand in enumerate(state.hands)]
    known = tuple(points for points in seats if points is not None)
    if len(known) == len(seats):
        sign = -1 if state.rules.scoring == "own_minus" else 1
        effects.score_each(work, winner, tuple(sign * points for points in known))
        work.note(points=work.state.points)


def give_points(work: Work, winner: int, points: int) -> None:
    """The winner's points, once they are known."""
    effects.score(work, winner, points)
    work.note(points=points)
