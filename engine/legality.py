"""What is allowed and why not. `explain` gives every reason at once; no reason means allowed.

Hidden cards never count against a player: with hidden hands only what the table shows can make a play illegal.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import COLOURS, FACES, Card, Rank
from engine.effects import CALL_UP_TO, is_guilty
from engine.hand import in_order
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, Move, NameColour, Play
from engine.reasons import Reason, ReasonId
from engine.state import Case, State


def actor(state: State, move: Move) -> int | None:
    """The seat whose move it is; None for an accusation by nobody in particular."""
    if isinstance(move, Accuse):
        return move.accuser
    if move.seat is not None:
        return move.seat
    if isinstance(move, NameColour) and state.namer is not None:
        return state.namer
    if isinstance(move, Challenge) and state.case is not None:
        return state.case.challenger
    return state.turn


def matches(state: State, card: Card) -> bool:
    """Whether the card goes on what lies on top: same colour, number or symbol, or a wild (R13).

    After a wild only the named colour counts (F02); while none is named, any card may be right.
    """
    top = state.top
    if top is None or card.is_wild or state.colour is None:
        return True
    return card.colour is state.colour or (not top.is_wild and card.rank is top.rank)


def explain(state: State, move: Move) -> tuple[Reason, ...]:
    """Every reason against the move, () if it is allowed."""
    seats = [move.accused, move.accuser] if isinstance(move, Accuse) else [move.seat]
    for seat in seats:
        if seat is not None and not state.has_seat(seat):
            return (Reason(ReasonId.NO_SUCH_SEAT, "R03", seat=seat, count=state.seats),)
    if state.winner is not None:
        return (Reason(ReasonId.ROUND_OVER, "R35", seat=state.winner),)
    if state.top is None:
        return (Reason(ReasonId.NO_START_CARD, "R08"),)
    return tuple(_reasons(state, move))


def _reasons(state: State, move: Move) -> Iterator[Reason]:
    if isinstance(move, Play):
        yield from _against_play(state, move)
    elif isinstance(move, Draw):
        yield from _against_draw(state, move)
    elif isinstance(move, Keep):
        yield from _against_keep(state, move)
    elif isinstance(move, NameColour):
        yield from _against_naming(state, move)
    elif isinstance(move, CallUno):
        if move.seat in state.called:
            yield Reason(ReasonId.ALREADY_CALLED, "R31", seat=move.seat)
    elif isinstance(move, Challenge):
        yield from _against_challenge(state, move)


def _turn(state: State, seat: int | None) -> Iterator[Reason]:
    if seat is not None and seat != state.turn:
        yield Reason(ReasonId.OUT_OF_TURN, "R30", seat=state.turn)
    if state.namer is not None:
        yield Reason(ReasonId.COLOUR_WANTED, "R17", seat=state.namer)


def _penalty(state: State) -> Reason:
    row = "R16" if state.pending_card is not None and state.pending_card.rank is Rank.DRAW2 else "R18"
    return Reason(ReasonId.PENALTY_PENDING, row, seat=state.turn, count=state.pending, top=state.pending_card)


def _against_play(state: State, move: Play) -> Iterator[Reason]:
    card = move.card
    seat = state.turn if move.seat is None else move.seat
    yield from _turn(state, seat)
    if state.pending:
        yield _penalty(state)
    if not matches(state, card):
        yield Reason(ReasonId.NO_MATCH, "R13", card=card, top=state.top, colour=state.colour)
    if state.drawn is not None and seat == state.turn and card != state.drawn:
        yield Reason(ReasonId.NOT_THE_DRAWN_CARD, "R19", card=state.drawn)
    if not state.hands[seat].may_hold(card):
        yield Reason(ReasonId.NOT_IN_HAND, card=card)
    if move.colour is not None and card.colour not in (None, move.colour):
        yield Reason(ReasonId.COLOUR_OF_COLOURED, "R02", card=card, colour=move.colour)
    yield from _against_wild_draw4(state, seat, card)


def _against_wild_draw4(state: State, seat: int, card: Card) -> Iterator[Reason]:
    """R18; with bluffing allowed the challenge is the remedy, not a refusal."""
    if card.rank is not Rank.WILD_DRAW4 or state.rules.wild_draw4_bluff:
        return
    case = Case(seat, state.after(seat), state.hands[seat].minus(card), state.colour, state.top)
    if is_guilty(case, state.rules.wild_draw4_when):
        yield Reason(ReasonId.WILD_DRAW4_WITH_COLOUR, "R18", card=card, colour=state.colour)


def _against_draw(state: State, move: Draw) -> Iterator[Reason]:
    yield from _turn(state, move.seat)
    if state.drew and not state.pending:
        yield Reason(ReasonId.ALREADY_DREW, "R19", seat=state.turn)


def _against_keep(state: State, move: Keep) -> Iterator[Reason]:
    yield from _turn(state, move.seat)
    if state.pending:
        yield _penalty(state)
    if not state.drew:
        yield Reason(ReasonId.NOTHING_DRAWN, "R19", seat=state.turn)


def _against_naming(state: State, move: NameColour) -> Iterator[Reason]:
    if state.namer is None:
        yield Reason(ReasonId.COLOUR_NOT_WANTED, "R17", top=state.top)
    elif move.seat not in (None, state.namer):
        yield Reason(ReasonId.OUT_OF_TURN, "R17", seat=state.namer)


def _against_challenge(state: State, move: Challenge) -> Iterator[Reason]:
    if state.case is None:
        yield Reason(ReasonId.CHALLENGE_CLOSED, "R27")
    elif move.seat not in (None, state.case.challenger):
        yield Reason(ReasonId.OUT_OF_TURN, "R27", seat=state.case.challenger)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every allowed move, in a fixed order. Left out are UNO calls and accusations that would only cost a penalty,
    and wilds without a colour; `explain` has nothing against those."""
    if state.winner is not None or state.top is None:
        return ()
    return tuple(move for move in _candidates(state) if not explain(state, move))


def moves_of(state: State, seat: int) -> tuple[Move, ...]:
    """The legal moves that are this seat's to make, accusations included."""
    moves = legal_moves(state)
    mine = [move for move in moves if not isinstance(move, Accuse) and actor(state, move) == seat]
    others = [move for move in moves if isinstance(move, Accuse) and move.accused != seat]
    return (*mine, *(Accuse(move.accused, seat) for move in others))


def _candidates(state: State) -> Iterator[Move]:
    for colour in COLOURS:
        yield NameColour(colour)
    for card in _playable_faces(state):
        if card.is_wild:
            yield from (Play(card, colour) for colour in COLOURS)
        else:
            yield Play(card)
    yield Draw()
    yield Keep()
    yield Challenge()
    for seat, hand in enumerate(state.hands):
        if seat in state.uno_open or (seat == state.turn and hand.count == CALL_UP_TO and not state.pending):
            yield CallUno(seat)
    for seat in state.uno_open:
        yield Accuse(seat)


def _playable_faces(state: State) -> tuple[Card, ...]:
    hand = state.hands[state.turn]
    return FACES if hand.hidden else in_order(set(hand.known))
