"""Who is next after a card, and what they face (R14 to R18, R23 to R26)."""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Rank
from engine.desk import Desk
from engine.events import DirectionChanged, PenaltyPassed, TurnSkipped
from engine.state import State

DRAWS: Final = {Rank.DRAW2: 2, Rank.WILD_DRAW4: 4}
STACKS: Final[dict[str, frozenset[tuple[Rank, Rank]]]] = {
    "off": frozenset(),
    "draw2": frozenset({(Rank.DRAW2, Rank.DRAW2)}),
    "wild_on_draw2": frozenset({(Rank.DRAW2, Rank.DRAW2), (Rank.WILD_DRAW4, Rank.DRAW2)}),
    "wild_on_wild": frozenset(
        {(Rank.DRAW2, Rank.DRAW2), (Rank.WILD_DRAW4, Rank.DRAW2), (Rank.WILD_DRAW4, Rank.WILD_DRAW4)}
    ),
    "any": frozenset((upper, lower) for upper in DRAWS for lower in DRAWS),
}
"""Which draw card may be laid on which (R23): (upper, lower)."""


def matches(state: State, card: Card) -> bool:
    """Whether the card goes on what lies on top: same colour, number or symbol, or a wild (R13).

    After a wild only the named colour counts (F02); while none is named, any card may be right.
    """
    top = state.top
    if top is None or card.is_wild or state.colour is None:
        return True
    return card.colour is state.colour or (not top.is_wild and card.rank is top.rank)


def fits(state: State, card: Card) -> bool:
    """`matches`, and by colour where the first play has to (R11)."""
    by_colour = state.opening and state.rules.first_play == "colour_only" and state.colour is not None
    return matches(state, card) and (not by_colour or card.is_wild or card.colour is state.colour)


def draws(state: State, card: Card) -> int:
    """Cards that the next seat draws for this one, 0 for none."""
    return DRAWS.get(card.rank, 0) if state.rules.draw_penalties else 0


def skip_like(state: State, card: Card) -> bool:
    """Whether the card makes a seat lose its turn: a Skip, a Reverse of two, a Draw Two that draws nothing."""
    if card.rank is Rank.REVERSE:
        return len(state.playing) == 2
    return card.rank is Rank.SKIP or (card.rank is Rank.DRAW2 and not state.rules.draw_penalties)


def answers(state: State, card: Card) -> bool:
    """Whether the card's kind passes the pending penalty on (R23, R25); that it fits is another question."""
    lower = state.pending_card
    if lower is None or not state.pending:
        return False
    if card.rank in (Rank.SKIP, Rank.REVERSE):
        return state.rules.deflecting
    return (card.rank, lower.rank) in STACKS[state.rules.stacking]


def turn_after(desk: Desk, seat: int, card: Card, laid: int = 1, faced: State | None = None) -> None:
    """The turn goes on from `seat`, which has laid so many cards like `card`; `faced` is the position before, for what
    `seat` passes on of it."""
    state = desk.state
    owed = faced.pending if faced is not None and faced.turn == seat and answers(faced, card) else 0
    if owed and faced is not None and card.rank not in DRAWS:
        _deflect(desk, seat, card, laid, faced)
    elif skip_like(state, card):
        waiting = 0 if faced is None or faced.turn != seat else max(0, faced.skips - 1)
        _skip_on(desk, seat, card, laid + waiting)
    else:
        for _ in range(laid if card.rank is Rank.REVERSE else 0):
            turn_round(desk)
        if draws(state, card):
            desk.set(pending=owed + draws(state, card) * laid, pending_card=card)
        desk.set(turn=desk.state.after(seat))
        if owed:
            desk.say(PenaltyPassed(desk.t, seat, desk.state.turn, desk.state.pending))


def _deflect(desk: Desk, seat: int, card: Card, laid: int, faced: State) -> None:
    """R25: a Skip passes the penalty on, a Reverse turns it back; with two players both send it back."""
    steps = 1
    if skip_like(desk.state, card):
        steps = min(laid, max(1, len(desk.state.playing) - 1))
    else:
        for _ in range(laid):
            turn_round(desk)
    desk.set(pending=faced.pending, pending_card=faced.pending_card, turn=desk.state.after(seat, steps))
    desk.say(PenaltyPassed(desk.t, seat, desk.state.turn, desk.state.pending))


def _skip_on(desk: Desk, seat: int, card: Card, count: int) -> None:
    """As many seats lose their turn, at most all others (R14, F17); where a Skip may be answered, each is asked."""
    count = min(count, len(desk.state.playing) - 1)
    if desk.state.rules.skip_passing:
        desk.set(skips=count, turn=desk.state.after(seat))
        return
    for step in range(1, count + 1):
        desk.say(TurnSkipped(desk.t, desk.state.after(seat, step), card))
    desk.set(turn=desk.state.after(seat, count + 1))


def skip(desk: Desk, seat: int, card: Card) -> None:
    """`seat` loses its turn; the one after it is on."""
    desk.say(TurnSkipped(desk.t, seat, card))
    desk.set(turn=desk.state.after(seat), pending=0, pending_card=None, case=None)


def accept_skip(desk: Desk) -> None:
    """The seat on turn has no answer to the Skip (R14). That is no act: UNO can still be said, cards jump in."""
    state = desk.state
    assert state.top is not None  # somebody laid the Skip
    desk.say(TurnSkipped(desk.t, state.turn, state.top))
    desk.set(turn=state.after(state.turn), skips=state.skips - 1)


def turn_round(desk: Desk) -> None:
    """Play goes the other way (R15)."""
    desk.set(direction=-desk.state.direction)
    desk.say(DirectionChanged(desk.t, desk.state.direction))
