"""A written match played over again: what happened line by line, and every illegal move with its reasons.

Hands, pile and seed that are not written stay hidden, and then only what the table shows can make a move illegal. An
illegal play stands, as the record has it that play went on from there; any other illegal move is passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine import effects
from engine.custom import copies_of, deck_of
from engine.desk import Desk
from engine.errors import NotationError, RulesError, SeatError
from engine.events import Event, RoundStarted
from engine.game import apply, next_dealer, perform, start
from engine.hand import Hand, in_order
from engine.legality import explain
from engine.moves import Move, Play
from engine.notation_file import GameFile, Line, Points, RoundText, Verdict, format_line
from engine.reasons import Reason
from engine.state import State


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a match: its number and text, what happened, the position after it, and what speaks against it.

    `problem` says why a verdict or points do not belong there, "" if they do. The first step of a round is its deal.
    """

    line: int
    text: str
    events: tuple[Event, ...]
    state: State
    reasons: tuple[Reason, ...] = ()
    problem: str = ""

    @property
    def allowed(self) -> bool:
        """True when nothing speaks against it."""
        return not self.reasons and not self.problem


def replay_file(game: GameFile) -> Iterator[Step]:
    """Every line of the match in order. Raises NotationError for a round that cannot begin so."""
    state: State | None = None
    for played in game.rounds:
        state, events = _begin(game, played, state)
        yield Step(played.at, f"round {state.round}", events, state)
        for index, line in enumerate(played.lines):
            number = played.where[index] if index < len(played.where) else 0
            step = _step(state, line, number, format_line(line, game.names))
            yield step
            state = step.state


def check_file(game: GameFile) -> tuple[Step, ...]:
    """The lines that are not allowed. Raises NotationError for a round that cannot begin so."""
    return tuple(step for step in replay_file(game) if not step.allowed)


def _begin(game: GameFile, played: RoundText, before: State | None) -> tuple[State, tuple[Event, ...]]:
    """The position after the deal and the start card."""
    rules, seats = game.rules, len(game.names)
    try:
        rules.check_seats(seats)
    except (SeatError, RulesError) as error:
        raise _bad(played, str(error).rstrip("."), "a number of seats that the rules allow") from None
    if before is not None and (before.winner is None or before.match_winner is not None):
        what = "is still running" if before.winner is None else "has won the match for somebody"
        raise _bad(played, f"the round before {what}", "a new round after a won one, in a match that goes on")
    dealer = played.dealer
    if dealer is None:
        dealer = 0 if before is None else next_dealer(before)
    state = State(
        rules,
        _hands(game, played, before),
        (0,) * seats if before is None else before.scores,
        dealer,
        dealer,
        round=1 if before is None else before.round + 1,
        draw=played.pile or (),
        draw_hidden=0,
        seed=played.seed if played.pile is not None else None,
        left=frozenset() if before is None else before.left,
    )
    desk = Desk(_with_pile(state, played))
    desk.say(RoundStarted(desk.t, state.round, dealer, rules.hand_size, seats))
    start(desk, played.start)
    return desk.result()


def _bad(played: RoundText, problem: str, expected: str) -> NotationError:
    return NotationError(problem, expected=expected, line=played.at or None)


def _hands(game: GameFile, played: RoundText, before: State | None) -> tuple[Hand, ...]:
    size = game.rules.hand_size
    left = frozenset() if before is None else before.left
    hands = []
    for seat, name in enumerate(game.names):
        known = played.hands[seat] if seat < len(played.hands) else None
        wanted = 0 if seat in left else size
        if known is not None and len(known) != wanted:
            raise _bad(played, f"the hand of {name} has {len(known)} cards", f"{wanted} cards")
        hands.append(Hand((), wanted) if known is None else Hand(in_order(known)))
    return tuple(hands)


def _with_pile(state: State, played: RoundText) -> State:
    """The draw pile is all the rest; with a pile that is written nothing may be missing."""
    seen = Counter([played.start, *state.draw, *(card for hand in state.hands for card in hand.known)])
    for card, count in seen.items():
        most = copies_of(card, state.rules.custom)
        if count > most:
            raise _bad(played, f"there are {count} {card}", f"at most {most}, as in the box")
    rest = len(deck_of(state.rules.custom)) - 1 - sum(hand.count for hand in state.hands)
    if played.pile is None:
        return State(
            state.rules, state.hands, state.scores, state.dealer, state.turn, state.round,
            draw_hidden=rest, left=state.left,
        )  # fmt: skip
    if len(state.draw) != rest:
        raise _bad(played, f"the pile has {len(state.draw)} cards", f"the other {rest} cards of the box")
    return state


def _step(state: State, line: Line, number: int, text: str) -> Step:
    if isinstance(line, Verdict | Points):
        return _told(state, line, number, text)
    reasons = explain(state, line)
    if not reasons:
        after, events = apply(state, line)
        return Step(number, text, events, after)
    if _can_stand(state, line):
        desk = Desk(state)
        perform(desk, line)
        return Step(number, text, (), desk.state, reasons)
    return Step(number, text, (), state, reasons)


def _can_stand(state: State, move: Move) -> bool:
    """Whether play can have gone on from an illegal play: one of a seat that plays, in a round that runs."""
    return (
        isinstance(move, Play)
        and state.winner is None
        and state.top is not None
        and move.seat is not None
        and state.has_seat(move.seat)
        and state.plays(move.seat)
        and state.hands[move.seat].count > 0
        and move.power is None
    )


def _told(state: State, line: Verdict | Points, number: int, text: str) -> Step:
    """What only people at the table could see."""
    desk = Desk(state)
    if isinstance(line, Verdict):
        if state.case is None:
            return Step(number, text, (), state, problem="there is no Wild Draw Four to judge")
        effects.judge(desk, line.guilty)
    elif state.winner is None:
        return Step(number, text, (), state, problem="the round is still running")
    elif state.rules.scoring != "winner_takes":
        return Step(number, text, (), state, problem="by these rules the winner gets no points")
    elif state.points is None:
        effects.score(desk, state.winner, line.count)
    elif state.points != line.count:
        return Step(number, text, (), state, problem=f"the cards that are known make {state.points} points")
    return Step(number, text, desk.result()[1], desk.state)
