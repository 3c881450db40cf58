"""UNO calls, accusations and challenges (R27 to R29, R31 to R33)."""

from __future__ import annotations

from engine.cards import Card
from engine.desk import Desk, penalise, take
from engine.effects_end import reopen
from engine.effects_turn import skip
from engine.events import Challenged, ChallengeResult, FalseAccusation, FalseUno, UnoCalled, UnoMissed
from engine.state import Case, State

CALL_UP_TO = 2


def call_uno(desk: Desk, seat: int) -> None:
    """`seat` says UNO: with one card, or about to play down to one; with more it is a false call (R31, R32)."""
    state = desk.state
    if not may_call_uno(state, seat):
        desk.say(FalseUno(desk.t, seat))
        penalise(desk, seat, state.rules.false_uno_penalty, "false_uno")
        return
    open_to = tuple(other for other in state.uno_open if other != seat)
    last = seat if seat in state.called or state.winner == seat else state.last_call
    desk.set(called=state.called | {seat}, uno_open=open_to, last_call=last)
    desk.say(UnoCalled(desk.t, seat))


def may_call_uno(state: State, seat: int) -> bool:
    """Whether UNO is no false call (R32). With a set about to be played, it may come with as many cards as leave one
    (R20 and R31)."""
    hand = state.hands[seat]
    if hand.count <= CALL_UP_TO:
        return True
    if state.rules.cards_a_turn == "one" or seat != state.turn or state.pending or state.drew:
        return False
    ranks = [card.rank for card in hand.known if not card.is_wild]
    return hand.hidden > 0 or any(ranks.count(rank) >= hand.count - 1 for rank in ranks)


def accuse(desk: Desk, accused: int, accuser: int | None) -> None:
    """`accused` is said not to have called (R31); wrongly, and the accuser draws instead (R33)."""
    state = desk.state
    if accused in state.uno_open or _caught_again(state, accused, accuser):
        catchers = state.caught[1:] if state.caught[:1] == (accused,) else ()
        desk.say(UnoMissed(desk.t, accused, accuser))
        if state.winner == accused:
            reopen(desk, accused)
        penalise(desk, accused, state.rules.uno_penalty, "uno")
        known = () if accuser is None else (accuser,)
        desk.set(
            uno_open=tuple(seat for seat in desk.state.uno_open if seat != accused),
            caught=(accused, *catchers, *known) if state.rules.uno_each_catcher else (),
        )
        return
    desk.say(FalseAccusation(desk.t, accused, accuser))
    if accuser is not None:
        penalise(desk, accuser, state.rules.false_accusation_penalty, "accusation")


def _caught_again(state: State, accused: int, accuser: int | None) -> bool:
    """Each one who catches counts, once each, until the next player acts (R31)."""
    return accuser is not None and state.caught[:1] == (accused,) and accuser not in (accused, *state.caught[1:])


def is_guilty(case: Case, when: str) -> bool | None:
    """Whether a Wild Draw Four was against R18, by the hand and colour before it (F09); None where cards are hidden."""
    if when == "always":
        return False
    colour = case.hand.holds_colour(case.colour)
    if colour is True or when == "no_colour" or case.top is None or case.top.is_wild:
        return colour
    if any(card.rank is case.top.rank for card in case.hand.known):
        return True
    return colour


def would_be_guilty(state: State, seat: int, card: Card) -> bool | None:
    """The same for a card that `seat` may lay now; False for any card but a Wild Draw Four."""
    if card.rank.value != "wild_draw4":
        return False
    case = Case(seat, state.after(seat), state.hands[seat].minus(card), state.colour, state.top)
    return is_guilty(case, state.rules.wild_draw4_when)


def challenge(desk: Desk) -> None:
    """The case is raised; judge it at once where the hand is known (R27)."""
    case = desk.state.case
    if case is None:
        return
    desk.set(uno_open=(), fresh=None, caught=())
    desk.say(Challenged(desk.t, case.challenger, case.accused))
    guilty = is_guilty(case, desk.state.rules.wild_draw4_when)
    if guilty is not None:
        judge(desk, guilty)


def judge(desk: Desk, guilty: bool) -> None:
    """Guilty: the accused draws, the challenger keeps the turn. Innocent: the challenger draws and loses it (R28)."""
    state = desk.state
    case, card = state.case, state.pending_card
    if case is None or card is None:
        return
    count = state.rules.guilty_draws if guilty else state.rules.innocent_draws
    desk.say(ChallengeResult(desk.t, case.challenger, case.accused, guilty, count, desk.inferred))
    desk.set(case=None, pending=0, pending_card=None, uno_open=(), fresh=None, caught=())
    take(desk, case.accused if guilty else case.challenger, count, "challenge")
    if not guilty:
        skip(desk, case.challenger, card)
