"""What each move does. Nothing is checked: `legality` says what is allowed; a referee also records what is not."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card, Colour, Rank
from engine.desk import Desk, penalise, take
from engine.events import (
    CardPlayed,
    Challenged,
    ChallengeResult,
    ColourNamed,
    ColourWanted,
    DirectionChanged,
    FalseAccusation,
    FalseUno,
    MatchWon,
    PointsCounted,
    RoundWon,
    TurnPassed,
    TurnSkipped,
    UnoCalled,
    UnoMissed,
    UnoReached,
)
from engine.scoring import round_points
from engine.state import Case

DRAWS = {Rank.DRAW2: 2, Rank.WILD_DRAW4: 4}
CALL_UP_TO = 2


def play(desk: Desk, seat: int, card: Card, colour: Colour | None = None, *, assumed: bool = False) -> None:
    """`seat` lays `card`; a wild takes `colour`, or asks for one. `assumed` says that the seat was not seen."""
    before = desk.state
    hand = before.hands[seat].minus(card)
    desk.state = before.with_hand(
        seat,
        hand,
        discard=(*before.discard, card),
        colour=card.colour,
        namer=None,
        pending=0,
        pending_card=None,
        drew=False,
        drawn=None,
        case=None,
        called=before.called if hand.count <= 1 else before.called - {seat},
        uno_open=(),
        turn=seat,
    )
    desk.say(CardPlayed(desk.t, seat, card, hand.count, assumed))
    if hand.count == 1:
        _reach_uno(desk, seat)
    if hand.count == 0:
        _go_out(desk, seat, card)
        return
    if card.is_wild:
        _colour_after_wild(desk, seat, colour)
    if card.rank is Rank.WILD_DRAW4:
        case = Case(seat, before.after(seat), hand, before.colour, before.top)
        desk.set(case=case)
    turn_after(desk, seat, card)


def _reach_uno(desk: Desk, seat: int) -> None:
    called = seat in desk.state.called
    desk.say(UnoReached(desk.t, seat, called))
    desk.set(uno_open=() if called else (seat,))


def _go_out(desk: Desk, seat: int, card: Card) -> None:
    """The last card: its draw effect first, then the round is won (R35, F11)."""
    if card.rank in DRAWS:
        take(desk, desk.state.after(seat), DRAWS[card.rank], card.rank.value)
    win(desk, seat)


def _colour_after_wild(desk: Desk, seat: int, colour: Colour | None) -> None:
    if colour is None:
        desk.set(namer=seat)
        desk.say(ColourWanted(desk.t, seat))
    else:
        name_colour(desk, colour, seat)


def turn_after(desk: Desk, seat: int, card: Card) -> None:
    """Who is next, and what they face (R14 to R18)."""
    two = desk.state.seats == 2
    if card.rank is Rank.SKIP or (card.rank is Rank.REVERSE and two):
        skip(desk, desk.state.after(seat), card)
        return
    if card.rank is Rank.REVERSE:
        turn_round(desk)
    if card.rank in DRAWS:
        desk.set(pending=DRAWS[card.rank], pending_card=card)
    desk.set(turn=desk.state.after(seat))


def skip(desk: Desk, seat: int, card: Card) -> None:
    """`seat` loses its turn; the one after it is on."""
    desk.say(TurnSkipped(desk.t, seat, card))
    desk.set(turn=desk.state.after(seat), pending=0, pending_card=None, case=None)


def turn_round(desk: Desk) -> None:
    """Play goes the other way (R15)."""
    desk.set(direction=-desk.state.direction)
    desk.say(DirectionChanged(desk.t, desk.state.direction))


def name_colour(desk: Desk, colour: Colour, seat: int | None) -> None:
    """The colour of the wild on top is `colour` (R17); it stays until a coloured card is played (F03)."""
    desk.set(colour=colour, namer=None)
    desk.say(ColourNamed(desk.t, colour, seat, desk.inferred))


def serve(desk: Desk, count: int | None = None) -> None:
    """The seat on turn draws of its pending penalty, all by default; once served the turn is lost (R16, R18)."""
    state = desk.state
    card, seat = state.pending_card, state.turn
    if card is None:
        return
    count = state.pending if count is None else min(count, state.pending)
    desk.set(pending=state.pending - count, case=None, uno_open=())
    take(desk, seat, count, card.rank.value)
    if desk.state.pending == 0:
        skip(desk, seat, card)


def draw_one(desk: Desk) -> None:
    """The seat on turn draws one (R19); with nothing to draw its turn passes (F05)."""
    seat = desk.state.turn
    desk.set(uno_open=())
    before = desk.state.hands[seat].count
    known = take(desk, seat, 1, "choice")
    if desk.state.hands[seat].count == before:
        keep(desk)
    else:
        desk.set(drew=True, drawn=known[0] if known else None)


def keep(desk: Desk) -> None:
    """The seat on turn passes."""
    seat = desk.state.turn
    desk.say(TurnPassed(desk.t, seat, desk.inferred))
    desk.set(turn=desk.state.after(seat), drew=False, drawn=None, uno_open=())


def call_uno(desk: Desk, seat: int) -> None:
    """`seat` says UNO: with one card, or two and about to play; with more it is a false call (R31, R32)."""
    state = desk.state
    if state.hands[seat].count > CALL_UP_TO:
        desk.say(FalseUno(desk.t, seat))
        penalise(desk, seat, state.rules.false_uno_penalty, "false_uno")
        return
    open_to = tuple(other for other in state.uno_open if other != seat)
    desk.set(called=state.called | {seat}, uno_open=open_to)
    desk.say(UnoCalled(desk.t, seat))


def accuse(desk: Desk, accused: int, accuser: int | None) -> None:
    """`accused` is said not to have called (R31); wrongly, and the accuser draws instead (R33)."""
    state = desk.state
    if accused in state.uno_open:
        desk.say(UnoMissed(desk.t, accused, accuser))
        penalise(desk, accused, state.rules.uno_penalty, "uno")
        desk.set(uno_open=tuple(seat for seat in desk.state.uno_open if seat != accused))
        return
    desk.say(FalseAccusation(desk.t, accused, accuser))
    if accuser is not None:
        penalise(desk, accuser, state.rules.false_accusation_penalty, "accusation")


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


def challenge(desk: Desk) -> None:
    """The case is raised; judge it at once where the hand is known (R27)."""
    case = desk.state.case
    if case is None:
        return
    desk.set(uno_open=())
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
    desk.set(case=None, pending=0, pending_card=None, uno_open=())
    take(desk, case.accused if guilty else case.challenger, count, "challenge")
    if not guilty:
        skip(desk, case.challenger, card)


def win(desk: Desk, seat: int) -> None:
    """`seat` has won the round; count points where all other hands are known."""
    points = round_points(desk.state.hands, seat)
    desk.set(winner=seat, pending=0, pending_card=None, case=None, namer=None, uno_open=(), drew=False, drawn=None)
    desk.say(RoundWon(desk.t, seat, points))
    if points is not None:
        score(desk, seat, points)


def score(desk: Desk, seat: int, points: int) -> None:
    """The winner's points count; the goal reached wins the match (R40)."""
    state = desk.state
    total = state.scores[seat] + points
    desk.state = replace(state, scores=(*state.scores[:seat], total, *state.scores[seat + 1 :]))
    desk.say(PointsCounted(desk.t, seat, points, total))
    if total >= state.rules.goal:
        desk.set(match_winner=seat)
        desk.say(MatchWon(desk.t, seat, total))
