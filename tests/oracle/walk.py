"""Random positions, put to the engine and to the oracle."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from engine.cards import COLOURS
from engine.game import apply, explain, legal_moves, new_game
from engine.hand import Hand, in_order
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, Move, NameColour, Play, Power, TimeUp
from engine.rules import OPTIONS, PRESETS, Rules
from engine.state import State
from tests.oracle.oracle import Do, Pos, allows, colour_of, make

VARIANTS = (
    *PRESETS.values(),
    PRESETS["dealer-draw"].changed(
        {"jump_in": "numbers", "cards_a_turn": "set", "deflecting": True, "finish_on": "no_skip_reverse_wild"}
    ),
    Rules().changed({"stacking": "any", "deflecting": True, "wild_draw4_bluff": False}),
    Rules().changed({"draw": "until_playable", "skip_passing": True, "scoring": "own_minus"}),
    Rules().changed({"first_play": "colour_only", "start_action": "ignored", "finish_on": "numbers"}),
    Rules().changed({"stacking": "wild_on_draw2", "jump_in": "identical", "direction": "counter_clockwise"}),
)
"""Every preset, and what no preset has."""
LONGEST = 80


def positions(rng: random.Random) -> Iterator[State]:
    """Positions of random games without end, one after each move; every second game is dealt anew near its end."""
    while True:
        rules = rng.choice(VARIANTS)
        state = new_game(rules, rng.randint(2, 6), rng)
        if rng.random() < 0.5:
            state = _dealt_anew(state, rng)
        for _ in range(LONGEST):
            yield state
            moves = legal_moves(state)
            if not moves:
                break
            state, _ = apply(state, chosen(moves, rng))


def chosen(moves: tuple[Move, ...], rng: random.Random) -> Move:
    """A move by lot, mostly a play."""
    plays = [move for move in moves if isinstance(move, Play)]
    return rng.choice(plays if plays and rng.random() < 0.6 else moves)


def _dealt_anew(state: State, rng: random.Random) -> State:
    """Other hands, of one to nine cards, a short draw pile, and scores."""
    cards = [*state.draw, *(card for hand in state.hands for card in hand.known)]
    rng.shuffle(cards)
    hands = []
    for _ in range(state.seats):
        count = rng.randint(1, 9)
        hands.append(Hand(in_order(cards[-count:])))
        del cards[-count:]
    under = cards[: rng.randrange(len(cards) + 1)]
    pile = tuple(cards[len(under) :])
    scores = tuple(rng.randrange(0, 280) for _ in range(state.seats))
    return replace(state, hands=tuple(hands), draw=pile, discard=(*under, *state.discard), scores=scores)


def as_pos(state: State) -> Pos:
    """The position in the oracle's words."""
    case = state.case

    def shuffle(cards: list[str]) -> list[str]:
        random.Random(f"{state.seed}/{state.reshuffles}").shuffle(cards)
        return cards

    return Pos(
        rules={option: getattr(state.rules, option) for option in OPTIONS},
        hands=[[card.label for card in hand.known] for hand in state.hands],
        pile=[card.label for card in state.draw],
        discard=[card.label for card in state.discard],
        colour=None if state.colour is None else str(state.colour),
        turn=state.turn,
        way=state.direction,
        scores=list(state.scores),
        shuffle=shuffle,
        owed=state.pending,
        owed_for=None if state.pending_card is None else state.pending_card.label,
        drew=state.drew,
        drawn=None if state.drawn is None else state.drawn.label,
        namer=state.namer,
        charge=None
        if case is None
        else (
            case.accused,
            case.challenger,
            [card.label for card in case.hand.known],
            None if case.colour is None else str(case.colour),
            None if case.top is None else case.top.label,
        ),
        called=set(state.called),
        uncalled=list(state.uno_open),
        skips=state.skips,
        fresh=state.fresh,
        opening=state.opening,
        out=list(state.places),
        winner=state.winner,
        champion=state.match_winner,
    )


def as_do(move: Move) -> Do | None:
    """The move in the oracle's words; None for one that the rule table does not know."""
    if isinstance(move, Play):
        labels = tuple(card.label for card in move.cards)
        colour = None if move.colour is None else str(move.colour)
        power = None if move.power is None else str(move.power)
        return Do("play", labels, colour, move.seat, power, move.target)
    if isinstance(move, NameColour):
        return Do("name", colour=str(move.colour), seat=move.seat)
    if isinstance(move, CallUno):
        return Do("uno", seat=move.seat)
    if isinstance(move, Accuse):
        return Do("accuse", target=move.accused)
    kinds = {Draw: "draw", Keep: "keep", Challenge: "challenge", TimeUp: "time_up"}
    return Do(kinds[type(move)], seat=move.seat) if type(move) in kinds else None


def compare(state: State, rng: random.Random) -> None:
    """The same moves are allowed and the same thing comes of one of them; raises AssertionError."""
    pos = as_pos(state)
    moves = legal_moves(state)
    listed = [do for do in map(as_do, moves) if do is not None and do.what not in ("uno", "accuse")]
    wrong = [do for do in listed if not allows(pos, do)]
    assert not wrong, f"allowed by the engine alone: {wrong} in {pos}"
    mine = {_key(do) for do in conceivable(pos) if allows(pos, do)}
    assert mine == {_key(do) for do in listed}, f"{mine ^ {_key(do) for do in listed}} in {pos}"
    for _ in range(3):
        move = _any_move(state, rng)
        do = as_do(move)
        assert do is not None
        assert allows(pos, do) is not bool(explain(state, move)), f"{do} in {pos}"
    if moves:
        _compare_making(state, pos, chosen(moves, rng))


def _compare_making(state: State, pos: Pos, move: Move) -> None:
    do = as_do(move)
    if do is None:
        return
    after, _ = apply(state, move)
    make(pos, do)
    swapped = isinstance(move, Play) and move.power is Power.SWAP_THREE
    was, now = outcome(pos, hands=not swapped), outcome(as_pos(after), hands=not swapped)
    assert was == now, f"{do}: {was} is not {now} after {as_pos(state)}"


def outcome(pos: Pos, *, hands: bool) -> dict[str, object]:
    """What can be seen of a position; swapping three cards by lot leaves open which."""
    seen: dict[str, object] = {
        "hands": [sorted(hand) if hands else len(hand) for hand in pos.hands],
        "held": sorted(card for hand in pos.hands for card in hand),
        "pile": pos.pile,
        "discard": pos.discard,
        "scores": pos.scores,
        "out": pos.out,
        "winner": pos.winner,
        "champion": pos.champion,
    }
    if pos.winner is not None:
        return seen
    charge = pos.charge if hands or pos.charge is None else None
    return seen | {
        "colour": pos.colour,
        "turn": pos.turn,
        "way": pos.way,
        "owed": (pos.owed, pos.owed_for),
        "drawn": (pos.drew, pos.drawn),
        "namer": pos.namer,
        "charge": None if charge is None else (*charge[:2], sorted(charge[2]), *charge[3:]),
        "called": pos.called,
        "uncalled": sorted(pos.uncalled),
        "skips": pos.skips,
        "fresh": pos.fresh,
    }


def conceivable(pos: Pos) -> Iterator[Do]:
    """Every move worth asking about, as the engine lists them."""
    yield from (Do(what) for what in ("draw", "keep", "challenge", "time_up"))
    yield from (Do("name", colour=colour) for colour in ("red", "yellow", "green", "blue"))
    for card in set(pos.hands[pos.turn]):
        if colour_of(card) is not None:
            yield Do("play", (card,))
            continue
        yield from (Do("play", (card,), colour) for colour in ("red", "yellow", "green", "blue"))
        for power, seat in product(("look", "swap_three"), range(len(pos.hands))):
            yield Do("play", (card,), power=power, target=seat)
    for seat, hand in enumerate(pos.hands):
        if seat != pos.turn and pos.discard[-1] in hand:
            yield Do("play", (pos.discard[-1],), seat=seat)
    if pos.rules["cards_a_turn"] == "set":
        yield from _sets(pos.hands[pos.turn])


def _sets(hand: list[str]) -> Iterator[Do]:
    """Two or more cards of the hand, whichever go together, with each of them on top."""
    coloured = [card for card in hand if colour_of(card) is not None]
    for content in sorted({card.split("_", 1)[1] for card in coloured}):
        cards = [card for card in coloured if card.split("_", 1)[1] == content]
        for chosen_ones in product((False, True), repeat=len(cards)):
            laid = [card for card, taken in zip(cards, chosen_ones, strict=True) if taken]
            for top in set(laid) if len(laid) > 1 else ():
                rest = list(laid)
                rest.remove(top)
                yield Do("play", (*rest, top))


def _key(do: Do) -> tuple[object, ...]:
    """Moves that differ only in the order of the lower cards are one."""
    return (do.what, tuple(sorted(do.cards[:-1])), do.cards[-1:], do.colour, do.seat, do.power, do.target)


def _any_move(state: State, rng: random.Random) -> Move:
    """A move that need not be allowed, mostly with cards that are in a hand."""
    seat = rng.choice([None, rng.randrange(state.seats)])
    what = rng.randrange(10)
    if what < 6:
        hand = state.hands[state.turn if seat is None else seat].known
        card = rng.choice(hand or state.discard)
        colour = rng.choice(COLOURS) if rng.random() < 0.5 else None
        more = (rng.choice(hand),) if hand and rng.random() < 0.2 else ()
        return Play(card, colour, seat, more=more)
    if what == 6:
        return NameColour(rng.choice(COLOURS), seat)
    others: list[Move] = [Draw(seat), Keep(seat), Challenge(seat), TimeUp(seat)]
    return rng.choice(others)
