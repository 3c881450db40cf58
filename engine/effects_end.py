"""Going out, winning, losing, leaving, and the points of a round (R35 to R40)."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card
from engine.desk import Desk, take
from engine.effects_turn import turn_after
from engine.events import (
    ColourWanted,
    MatchWon,
    PointsCounted,
    RoundLost,
    RoundReopened,
    RoundWon,
    SeatLeft,
    SeatOut,
    SummedOut,
)
from engine.hand import Hand
from engine.scoring import hand_points, match_winner, own_points, round_points, team
from engine.state import State


def go_out(desk: Desk, seat: int, card: Card, laid: int, faced: State) -> None:
    """The last card: its draw effect first, then the round is won (R35, F11). A penalty passed on with it counts."""
    trial = Desk(desk.state, desk.t)
    turn_after(trial, seat, card, laid, faced)
    victim, count = trial.state.turn, trial.state.pending
    if count:
        cause = trial.state.pending_card
        assert cause is not None  # a penalty has its card
        take(desk, victim, count, cause.rank.value)
    uncalled = desk.state.rules.uno_at_last_card and desk.state.last_call != seat
    turn = trial.state.after(victim) if count else victim
    win(desk, seat)
    if uncalled:
        desk.set(uno_open=(seat,), turn=turn, direction=trial.state.direction)


def out_of_play(desk: Desk, seat: int) -> bool:
    """`seat` takes the next place and play goes on without it (R38); True if that leaves the loser alone."""
    state = desk.state
    desk.set(places=(*state.places, seat), called=state.called - {seat}, uno_open=())
    desk.say(SeatOut(desk.t, seat, len(desk.state.places)))
    return last_one_left(desk)


def last_one_left(desk: Desk) -> bool:
    """End the round when only one seat plays on: it has lost, or all others have left and it has won."""
    state = desk.state
    if len(state.playing) > 1:
        return False
    (last,) = state.playing
    if state.places:
        desk.say(RoundLost(desk.t, last))
    win(desk, state.places[0] if state.places else last)
    return True


def sum_out(desk: Desk, seat: int, card: Card) -> None:
    """The hand of `seat` adds up to the number on `card` (R37); in an elimination it goes under the draw pile."""
    desk.say(SummedOut(desk.t, seat, card))
    if desk.state.rules.after_winner == "round_ends":
        win(desk, seat)
        return
    _clear_hand(desk, seat)
    if not out_of_play(desk, seat):
        _turn_past(desk, seat)


def summing_up(state: State, seat: int, card: Card) -> int | None:
    """The seat whose known hand adds up to the card: the next ones first, the player of the card last."""
    if not state.rules.sum_out or not card.rank.is_number:
        return None
    order = [state.after(seat, step) for step in range(1, len(state.playing) + 1)]
    value = int(card.rank)
    return next((one for one in order if hand_points(state.hands[one], state.rules.custom) == value), None)


def leave(desk: Desk, seat: int) -> None:
    """`seat` leaves for good: its cards go under the draw pile, what it faced stays with the next seat (F14).

    After the end of a round the cards stay to be counted. Who is left alone at the table has won the match.
    """
    count = desk.state.hands[seat].count if desk.state.winner is None else 0
    if count:
        _clear_hand(desk, seat)
    state = desk.state
    desk.set(
        left=state.left | {seat},
        called=state.called - {seat},
        uno_open=tuple(one for one in state.uno_open if one != seat),
        fresh=None if state.fresh == seat else state.fresh,
        looking=None,
        case=None if state.case is not None and state.case.accused == seat else state.case,
    )
    desk.say(SeatLeft(desk.t, seat, count))
    if state.winner is None and state.top is not None and not last_one_left(desk):
        _turn_past(desk, seat)
    at_table = [one for one in range(state.seats) if one not in desk.state.left]
    if len(at_table) == 1 and desk.state.match_winner is None:
        desk.set(match_winner=at_table[0], winner=at_table[0] if desk.state.winner is None else desk.state.winner)
        desk.say(MatchWon(desk.t, at_table[0], desk.state.scores[at_table[0]]))


def _turn_past(desk: Desk, seat: int) -> None:
    """Whatever waits for `seat`, which plays no more, waits for the next one; a swap is off."""
    state = desk.state
    after = state.after(seat)
    if state.turn == seat:
        desk.set(turn=after, drew=False, drawn=None, skips=max(0, state.skips - 1))
    if state.namer == seat:
        desk.set(namer=desk.state.turn)
        desk.say(ColourWanted(desk.t, desk.state.turn))
    if state.swapper == seat or len(state.playing) < 2:
        desk.set(swapper=None)
    if state.case is not None and state.case.challenger == seat:
        desk.set(case=replace(state.case, challenger=after))


def _clear_hand(desk: Desk, seat: int) -> None:
    state = desk.state
    hand = state.hands[seat]
    if state.seed is None:
        desk.state = state.with_hand(seat, Hand(), draw_hidden=state.draw_hidden + hand.count)
    else:
        desk.state = state.with_hand(
            seat, Hand(), draw=(*hand.known, *state.draw), draw_hidden=state.draw_hidden + hand.hidden
        )


def win(desk: Desk, seat: int) -> None:
    """`seat` has won the round; count points where all hands that count are known."""
    state = desk.state
    rules = state.rules
    desk.set(
        winner=seat, pending=0, pending_card=None, case=None, namer=None, uno_open=(), drew=False, drawn=None,
        skips=0, swapper=None, fresh=None, looking=None, caught=(),
    )  # fmt: skip
    points = round_points(state.hands, seat, rules) if rules.scoring == "winner_takes" else None
    desk.say(RoundWon(desk.t, seat, points))
    if points is not None:
        score(desk, seat, points)
    elif rules.scoring in ("own_minus", "lowest_total"):
        each = own_points(state.hands, rules)
        if each is not None:
            score_each(desk, seat, each)


def score(desk: Desk, seat: int, points: int) -> None:
    """The winner's points count, for partners too; the goal reached wins the match (R40)."""
    state = desk.state
    mates = team(seat, state.seats, state.rules)
    scores = tuple(total + points * (one in mates) for one, total in enumerate(state.scores))
    desk.state = replace(state, scores=scores, points=points)
    desk.say(PointsCounted(desk.t, seat, points, scores[seat]))
    _end_match(desk, seat)


def score_each(desk: Desk, winner: int, points: tuple[int, ...]) -> None:
    """Every seat's own points count, those of the winner of the round are none."""
    state = desk.state
    scores = tuple(total + more for total, more in zip(state.scores, points, strict=True))
    desk.state = replace(state, scores=scores, points=points[winner])
    for seat, more in enumerate(points):
        if more:
            desk.say(PointsCounted(desk.t, seat, more, scores[seat]))
    _end_match(desk, winner)


def _end_match(desk: Desk, winner: int) -> None:
    champion = match_winner(desk.state.scores, desk.state.rules, winner)
    if champion is not None:
        desk.set(match_winner=champion)
        desk.say(MatchWon(desk.t, champion, desk.state.scores[champion]))


def reopen(desk: Desk, seat: int) -> None:
    """The winner did not call UNO with the last card: the points are taken off again and the round goes on (R31)."""
    state = desk.state
    scores = scores_before(state)
    wild = state.top is not None and state.top.is_wild and state.colour is None
    desk.set(winner=None, match_winner=None, points=None, scores=scores, namer=seat if wild else None)
    desk.say(RoundReopened(desk.t, seat))


def scores_before(state: State) -> tuple[int, ...]:
    """The scores without the points of the round that is over."""
    if state.points is None or state.winner is None:
        return state.scores
    if state.rules.scoring == "winner_takes":
        mates = team(state.winner, state.seats, state.rules)
        return tuple(total - state.points * (one in mates) for one, total in enumerate(state.scores))
    each = own_points(state.hands, state.rules) or (0,) * state.seats
    return tuple(total - more for total, more in zip(state.scores, each, strict=True))
