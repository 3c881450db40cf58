"""Each seat's chance to win the round, from what an audience may know: many ways to deal the unknown cards, played out.

Nothing secret goes in: a position with an open draw pile is refused. Rounds are played out on numbers (`quick`) by the
rules as far as `quick` knows them; `Odds.ignored` names the options that it does not.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from engine.cards import Card
from engine.custom import deck_of
from engine.errors import PositionError
from engine.knowledge import Knowledge, Notes
from engine.odds_deal import deal, wanted
from engine.quick import Table
from engine.quick_faces import NOBODY
from engine.quick_players import SENSIBLE, Habits, play_out
from engine.quick_rules import unsupported
from engine.quick_state import charge, faces, table_of
from engine.rules import Rules
from engine.state import State

ERROR: Final = 0.02
BATCH: Final = 50
FEWEST: Final = 100
MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class Odds:
    """`chances` by seat, from 0 to 1 and together 1; `error` is the largest standard error among them.

    `ignored` are the names of rule options that the rounds played out do not follow.
    """

    chances: tuple[float, ...]
    error: float
    rollouts: int
    ignored: tuple[str, ...] = ()


def odds(
    view: State,
    rng: random.Random,
    *,
    known: Knowledge | None = None,
    error: float = ERROR,
    habits: Habits = SENSIBLE,
) -> Odds:
    """Estimate until the standard error of every chance is at most `error`, or 10 000 rounds have been played out.

    `view` is `state.seen_by(...)`, or a referee's position; `known` is what has been learnt of hidden hands. Raises
    PositionError for an open draw pile, and for cards that cannot be.
    """
    if view.draw or view.seed is not None:
        raise PositionError(
            "A position with an open draw pile was given; give what the audience sees: state.seen_by(…)."
        )
    settled = view.places[0] if view.places else view.winner
    if settled is not None:
        return Odds(tuple(float(seat == settled) for seat in range(view.seats)), 0.0, 0)
    ignored = (*unsupported(view.rules), *(("custom",) if view.rules.custom else ()))
    notes = [Notes() if known is None else known.notes[seat] for seat in view.playing]
    play = _rollout(_compact(view), notes, rng, habits)
    wins = [0] * len(view.playing)
    done = 0
    spread = 1.0
    while done < FEWEST or (spread > error and done < MOST):
        for _ in range(BATCH):
            wins[play()] += 1
        done += BATCH
        spread = _spread(wins, done)
    chances = [0.0] * view.seats
    for seat, won in zip(view.playing, wins, strict=True):
        chances[seat] = won / done
    return Odds(tuple(chances), spread, done, ignored)


def _spread(wins: list[int], done: int) -> float:
    """The largest standard error, each chance taken a little off 0 and 1."""
    chances = [(won + 1) / (done + 2) for won in wins]
    return max(sqrt(chance * (1 - chance) / max(1, done)) for chance in chances)


def _compact(view: State) -> State:
    """The position without the seats that play no more and without what Tables do not know."""
    seats = view.playing
    if len(seats) < 2:
        raise PositionError(f"{len(seats)} seats play on in the position given; odds are for two or more.")
    at = {seat: index for index, seat in enumerate(seats)}
    turn = view.after(view.turn, view.skips) if view.skips else view.turn
    case = view.case
    if case is not None and case.accused in at and case.challenger in at:
        case = replace(case, accused=at[case.accused], challenger=at[case.challenger])
    return replace(
        view,
        hands=tuple(view.hands[seat] for seat in seats),
        scores=tuple(view.scores[seat] for seat in seats),
        dealer=at.get(view.dealer, 0),
        turn=at.get(turn, 0),
        namer=None if view.namer is None else at.get(view.namer, 0),
        case=case,
        called=frozenset(at[seat] for seat in view.called if seat in at),
        uno_open=tuple(at[seat] for seat in view.uno_open if seat in at),
        left=frozenset(),
        places=(),
        skips=0,
    )


def unknown_cards(view: State) -> list[Card]:
    """The cards of the box that are neither on the table nor in a known hand. Raises PositionError if there are more of
    a face than the box has, or fewer left than hands hide."""
    seen = Counter(view.discard)
    for hand in view.hands:
        seen.update(hand.known)
    box = Counter(deck_of(view.rules.custom))
    for card, count in seen.items():
        if count > box[card]:
            raise PositionError(f"The position shows {count} {card}, and the box has {box[card]}; correct a card.")
    rest = list((box - seen).elements())
    hidden = sum(hand.hidden for hand in view.hands)
    if hidden > len(rest):
        raise PositionError(f"The hands hide {hidden} cards, and only {len(rest)} are left; correct a count.")
    return rest


def _rollout(view: State, notes: Sequence[Notes], rng: random.Random, habits: Habits) -> Callable[[], int]:
    """A function that deals the unknown cards by lot, plays the round out, and says who won."""
    unknown = faces(tuple(unknown_cards(view)))
    rules = _nearest(view.rules)
    if not view.discard:
        return lambda: _fresh(rules, view, rng, habits)
    hands = [wanted(hand, about) for hand, about in zip(view.hands, notes, strict=True)]
    base = table_of(replace(view, rules=rules), rng)

    def play() -> int:
        table = base.copy()
        table.shuffle(unknown)
        dealt, table.draw = deal(hands, unknown)
        for held, more in zip(table.hands, dealt, strict=True):
            held += more
        if view.case is not None:
            charge(table, view.case, table.hands[view.case.accused])
        if table.drew and table.drawn == NOBODY and table.hands[table.turn]:
            table.drawn = table.hands[table.turn][-1]
        return _winner(table, habits)

    return play


def _winner(table: Table, habits: Habits) -> int:
    """Who wins; should nobody within thousands of turns, the seat with the fewest cards."""
    play_out(table, habits)
    return table.winner if table.winner != NOBODY else min(range(table.seats), key=lambda seat: len(table.hands[seat]))


def _fresh(rules: Rules, view: State, rng: random.Random, habits: Habits) -> int:
    """Before the start card anything may have been dealt."""
    table = Table(rules, view.seats, rng.random, dealer=view.dealer)
    table.deal()
    return _winner(table, habits)


def _nearest(rules: Rules) -> Rules:
    """These rules with the official values where Tables know no others."""
    official = Rules()
    return replace(rules, custom=(), **{option: getattr(official, option) for option in unsupported(rules)})
