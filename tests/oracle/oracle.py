"""A slow referee, written from the rule table alone, in plain words and lists.

It shares no code with the engine: cards are labels, a position is a Pos, a move is a Do. `allows` says whether a move
may be made, `make` changes the position. Where chance decides (a reshuffle), the caller's `shuffle` is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

COLOURS = ("red", "yellow", "green", "blue")
DRAWN_FOR = {"draw2": 2, "wild_draw4": 4}


@dataclass
class Do:
    """A move. `cards` are laid one on the other, the last one on top; `seat` None is the one whose move it is."""

    what: str
    cards: tuple[str, ...] = ()
    colour: str | None = None
    seat: int | None = None
    power: str | None = None
    target: int | None = None


@dataclass
class Pos:
    """A position with open hands. `way` is 1 or -1; `owed` cards for `owed_for` wait for the seat on turn."""

    rules: dict[str, Any]
    hands: list[list[str]]
    pile: list[str]
    discard: list[str]
    colour: str | None
    turn: int
    way: int
    scores: list[int]
    shuffle: Callable[[list[str]], list[str]]
    owed: int = 0
    owed_for: str | None = None
    drew: bool = False
    drawn: str | None = None
    namer: int | None = None
    charge: tuple[int, int, list[str], str | None, str | None] | None = None  # accused, challenger, rest, colour, top
    called: set[int] = field(default_factory=set)
    uncalled: list[int] = field(default_factory=list)
    skips: int = 0
    fresh: int | None = None
    opening: bool = False
    out: list[int] = field(default_factory=list)
    winner: int | None = None
    champion: int | None = None
    reshuffled: bool = False


def colour_of(card: str) -> str | None:
    """None for wilds."""
    first = card.split("_")[0]
    return first if first in COLOURS else None


def content(card: str) -> str:
    """The number or symbol."""
    return card if colour_of(card) is None else card.split("_", 1)[1]


def points(card: str) -> int:
    """R39."""
    if colour_of(card) is None:
        return 50
    return int(content(card)) if content(card).isdigit() else 20


def at_table(p: Pos) -> list[int]:
    """The seats that still play."""
    return [seat for seat in range(len(p.hands)) if seat not in p.out]


def following(p: Pos, seat: int, steps: int = 1) -> int:
    """The seat so many places on, past those that are out."""
    for _ in range(steps):
        seat = (seat + p.way) % len(p.hands)
        while seat in p.out:
            seat = (seat + p.way) % len(p.hands)
    return seat


def loses_a_turn(p: Pos, card: str) -> bool:
    """R14, and R15 for two."""
    return content(card) == "skip" or (content(card) == "reverse" and len(at_table(p)) == 2)


def goes_on_top(p: Pos, card: str) -> bool:
    """R13 and R11."""
    top = p.discard[-1]
    if colour_of(card) is None or p.colour is None:
        return True
    if colour_of(card) == p.colour:
        return True
    if p.opening and p.rules["first_play"] == "colour_only":
        return False
    return colour_of(top) is not None and content(card) == content(top)


def passes_on(p: Pos, card: str) -> bool:
    """R23, R25: whether the card's kind answers what is owed."""
    if not p.owed or p.owed_for is None:
        return False
    kind, below = content(card), content(p.owed_for)
    if kind in ("skip", "reverse"):
        return bool(p.rules["deflecting"])
    stacking = p.rules["stacking"]
    if (kind, below) == ("draw2", "draw2"):
        return bool(stacking != "off")
    if (kind, below) == ("wild_draw4", "draw2"):
        return stacking in ("wild_on_draw2", "wild_on_wild", "any")
    if (kind, below) == ("wild_draw4", "wild_draw4"):
        return stacking in ("wild_on_wild", "any")
    return (kind, below) == ("draw2", "wild_draw4") and stacking == "any"


def guilty(p: Pos, rest: list[str], colour: str | None, top: str | None) -> bool:
    """R18: what the Wild Draw Four's player must not hold besides it."""
    when = p.rules["wild_draw4_when"]
    if when == "always" or colour is None:
        return False
    if any(colour_of(card) == colour for card in rest):
        return True
    return bool(
        when == "no_match"
        and top is not None
        and colour_of(top) is not None
        and any(content(card) == content(top) for card in rest)
    )


# ---- what is allowed


def allows(p: Pos, do: Do) -> bool:
    """Whether the move may be made now."""
    if p.winner is not None:
        return False
    if do.seat is not None and do.seat in p.out:
        return False
    if do.what == "name":
        return p.namer is not None and do.seat in (None, p.namer)
    if do.what == "challenge":
        return p.charge is not None and do.seat in (None, p.charge[1])
    if do.what == "play":
        return may_play(p, do)
    if p.namer is not None or do.seat not in (None, p.turn):
        return False
    if do.what == "draw":
        return not p.skips and (p.owed > 0 or not p.drew)
    if do.what == "keep":
        return p.skips > 0 or (not p.owed and p.drew)
    return do.what == "time_up" and bool(p.rules["turn_seconds"])


def may_play(p: Pos, do: Do) -> bool:
    """Whether these cards may be laid by this seat."""
    seat = p.turn if do.seat is None else do.seat
    card = do.cards[-1]
    if p.namer is not None or not holds(p.hands[seat], do.cards) or not well_formed(p, do, seat):
        return False
    if len(do.cards) == len(p.hands[seat]) and not may_finish(p, card):
        return False
    if content(card) == "wild_draw4" and not p.rules["wild_draw4_bluff"] and not p.owed:
        rest = list(p.hands[seat])
        rest.remove(card)
        if guilty(p, rest, p.colour, p.discard[-1]):
            return False
    if seat != p.turn:
        return jumps_in(p, do, seat)
    if p.drew and list(do.cards) != [p.drawn]:
        return False
    if p.skips:
        return loses_a_turn(p, card)
    if p.owed and not passes_on(p, card):
        return False
    return any(goes_on_top(p, one) for one in do.cards)


def holds(hand: list[str], cards: tuple[str, ...]) -> bool:
    """Whether all the cards are in the hand."""
    return all(hand.count(card) >= cards.count(card) for card in cards)


def well_formed(p: Pos, do: Do, seat: int) -> bool:
    """R02, R17, R20: what the cards are, whoever lays them."""
    card = do.cards[-1]
    if len(do.cards) > 1:
        same = all(content(one) == content(card) and colour_of(one) is not None for one in do.cards)
        if p.rules["cards_a_turn"] != "set" or not same:
            return False
    if do.colour is not None and colour_of(card) not in (None, do.colour):
        return False
    if do.power is None:
        return do.target is None
    aimed = do.target is not None and do.target != seat and do.target in at_table(p)
    return bool(p.rules["wild_powers"] and card == "wild" and do.colour is None and p.colour is not None and aimed)


def may_finish(p: Pos, card: str) -> bool:
    """R36."""
    barred = p.rules["finish_on"]
    if barred == "numbers":
        return content(card).isdigit()
    return bool(barred == "any" or content(card) not in ("skip", "reverse", "wild"))


def jumps_in(p: Pos, do: Do, seat: int) -> bool:
    """R30: the identical card before the next player acts."""
    card, option = do.cards[-1], p.rules["jump_in"]
    if option == "off" or len(do.cards) > 1 or p.owed or p.fresh in (None, seat) or card != p.discard[-1]:
        return False
    return content(card).isdigit() or (option == "identical" and colour_of(card) is not None)


# ---- what a move does


def make(p: Pos, do: Do) -> None:
    """Carry out an allowed move, or a word about UNO."""
    if do.what == "play":
        play(p, do)
    elif do.what == "name":
        p.colour, p.namer = do.colour, None
    elif do.what == "challenge":
        challenge(p)
    elif do.what == "uno":
        assert do.seat is not None
        p.called.add(do.seat)
        p.uncalled = [seat for seat in p.uncalled if seat != do.seat]
    elif do.what == "accuse":
        assert do.target is not None
        take(p, do.target, p.rules["uno_penalty"])
        p.uncalled = [seat for seat in p.uncalled if seat != do.target]
    elif do.what == "draw":
        draw(p)
    elif do.what == "keep" and p.skips:
        p.turn, p.skips = following(p, p.turn), p.skips - 1
    elif do.what == "keep":
        acted(p)
        p.turn, p.drew, p.drawn = following(p, p.turn), False, None
    elif do.what == "time_up":
        run_out_of_time(p)


def acted(p: Pos) -> None:
    """The next player acts: too late for accusations (R31) and for jumping in (R30)."""
    p.uncalled, p.fresh = [], None


def take(p: Pos, seat: int, count: int) -> int:
    """R21: draw, shuffling the discards but the top one when the pile is used up; as many as there are."""
    got = 0
    while got < count:
        if not p.pile:
            p.pile, p.discard = p.shuffle(p.discard[:-1]), p.discard[-1:]
            p.reshuffled = True
        if not p.pile:
            break
        p.hands[seat].append(p.pile.pop())
        got += 1
    if got:
        p.called.discard(seat)
        p.uncalled = [other for other in p.uncalled if other != seat]
    return got


def draw(p: Pos) -> None:
    """What is owed, and the turn is lost (R16, R18); else one, or until one can be played (R19)."""
    seat = p.turn
    acted(p)
    if p.owed:
        take(p, seat, p.owed)
        p.owed, p.owed_for, p.charge = 0, None, None
        p.turn = following(p, seat)
        return
    got = take(p, seat, 1)
    while got and p.rules["draw"] == "until_playable" and not goes_on_top(p, p.hands[seat][-1]):
        if not take(p, seat, 1):
            break
    if got:
        p.drew, p.drawn = True, p.hands[seat][-1]
    else:
        p.turn = following(p, seat)


def run_out_of_time(p: Pos) -> None:
    """R22."""
    if p.owed:
        draw(p)
    elif p.skips:
        p.turn, p.skips = following(p, p.turn), p.skips - 1
    else:
        acted(p)
        take(p, p.turn, 2)
        p.turn, p.drew, p.drawn = following(p, p.turn), False, None


def challenge(p: Pos) -> None:
    """R27, R28."""
    assert p.charge is not None
    accused, challenger, rest, colour, top = p.charge
    p.owed, p.owed_for, p.charge = 0, None, None
    acted(p)
    if guilty(p, rest, colour, top):
        take(p, accused, p.rules["guilty_draws"])
    else:
        take(p, challenger, p.rules["innocent_draws"])
        p.turn = following(p, challenger)


def play(p: Pos, do: Do) -> None:
    """Lay the cards; then out, UNO, colour, and whose turn it is."""
    seat = p.turn if do.seat is None else do.seat
    card, before = do.cards[-1], (p.colour, p.discard[-1])
    on_turn = seat == p.turn
    owed = p.owed if on_turn and passes_on(p, card) else 0
    owed_for = p.owed_for
    skips = p.skips if on_turn else 0
    for one in do.cards:
        p.hands[seat].remove(one)
        p.discard.append(one)
    p.colour = colour_of(card)
    if p.colour is None:
        p.colour = before[0] if do.power is not None else do.colour
        p.namer = seat if do.power is None and do.colour is None else None
    p.turn, p.drew, p.drawn, p.charge, p.uncalled = seat, False, None, None, []
    p.owed, p.owed_for, p.skips, p.opening, p.fresh = 0, None, 0, False, seat
    left = len(p.hands[seat])
    if left > 1:
        p.called.discard(seat)
    if left == 0 and p.rules["after_winner"] == "round_ends":
        move_on(p, seat, do.cards, owed, owed_for, skips)
        take(p, p.turn, p.owed)
        win(p, seat)
        return
    if left == 0:
        p.out.append(seat)
        p.called.discard(seat)
        if len(at_table(p)) == 1:
            win(p, p.out[0])
            return
    summed = sum_out(p, seat, card)
    if summed is not None:
        win(p, summed)
        return
    if left == 1 and seat not in p.called:
        p.uncalled = [seat]
    if card == "wild_draw4" and left and not owed and p.rules["draw_penalties"]:
        p.charge = (seat, following(p, seat), list(p.hands[seat]), *before)
    move_on(p, seat, do.cards, owed, owed_for, skips)


def sum_out(p: Pos, seat: int, card: str) -> int | None:
    """R37: the first seat after the player, the player last, whose hand adds up to the number."""
    if not p.rules["sum_out"] or not content(card).isdigit():
        return None
    order = [following(p, seat, step) for step in range(1, len(at_table(p)) + 1)]
    sums = {one: sum(points(held) for held in p.hands[one]) for one in order}
    return next((one for one in order if sums[one] == int(content(card))), None)


def move_on(p: Pos, seat: int, cards: tuple[str, ...], owed: int, owed_for: str | None, skips: int) -> None:
    """Who is next and what waits for that seat (R14 to R16, R18, R20, R23, R25)."""
    card, count = cards[-1], len(cards)
    kind = content(card)
    others = len(at_table(p)) - (1 if seat in at_table(p) else 0)
    if owed and kind in ("skip", "reverse"):
        if loses_a_turn(p, card):
            p.turn = following(p, seat, min(count, max(1, len(at_table(p)) - 1)))
        else:
            p.way *= (-1) ** count
            p.turn = following(p, seat)
        p.owed, p.owed_for = owed, owed_for
    elif loses_a_turn(p, card):
        lost = min(count + max(0, skips - 1), len(at_table(p)) - 1)
        if p.rules["skip_passing"]:
            p.turn, p.skips = following(p, seat), lost
        else:
            p.turn = following(p, seat, lost + 1)
    else:
        if kind == "reverse":
            p.way *= (-1) ** count
        p.turn = following(p, seat)
        if kind in DRAWN_FOR and others:
            p.owed, p.owed_for = owed + DRAWN_FOR[kind] * count, card


def win(p: Pos, seat: int) -> None:
    """R35, R38, R40: the round is over, and the points count."""
    p.winner = seat
    held = [sum(points(card) for card in hand) for hand in p.hands]
    scoring, goal = p.rules["scoring"], p.rules["goal"]
    if scoring == "winner_takes":
        p.scores[seat] += sum(held) - held[seat]
        p.champion = seat if p.scores[seat] >= goal else None
    elif scoring in ("own_minus", "lowest_total"):
        sign = -1 if scoring == "own_minus" else 1
        p.scores = [score + sign * own for score, own in zip(p.scores, held, strict=True)]
        best = min(p.scores, key=abs)
        if max(map(abs, p.scores)) >= goal and p.scores.count(best) == 1:
            p.champion = p.scores.index(best)
