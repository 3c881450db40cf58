"""Moves, positions and whole games as text; `parse_x(format_x(x)) == x`.

A move is one word: `red_5`, `wild:green` (a wild and its colour), `draw`, `keep`, `colour:red`, `uno:2`, `accuse:2`,
`accuse:2/0` (accused/accuser), `challenge`; `@2` at the end names the seat of a play, draw, keep, colour or challenge.
A position is one line of `key=value` words. A game is the position at its start and its moves, one a line; `#` begins
a remark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Final, TypeVar

from engine.cards import Card, Colour
from engine.errors import EngineError, NotationError
from engine.hand import Hand, in_order
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, Move, NameColour, Play
from engine.rules import PRESETS, Rules
from engine.state import Case, State

T = TypeVar("T")
NONE: Final = "-"
_WITHOUT_CARD: Final[dict[str, type[Draw | Keep | Challenge]]] = {"draw": Draw, "keep": Keep, "challenge": Challenge}


@dataclass(frozen=True, slots=True)
class GameText:
    """A position and the moves made from it."""

    start: State
    moves: tuple[Move, ...]


def format_move(move: Move) -> str:
    """One word for a move."""
    if isinstance(move, CallUno):
        return f"uno:{move.seat}"
    if isinstance(move, Accuse):
        return f"accuse:{move.accused}" + ("" if move.accuser is None else f"/{move.accuser}")
    if isinstance(move, Play):
        word = move.card.label + ("" if move.colour is None else f":{move.colour}")
    elif isinstance(move, NameColour):
        word = f"colour:{move.colour}"
    else:
        word = move.kind
    return word if move.seat is None else f"{word}@{move.seat}"


def parse_move(text: str) -> Move:
    """The move of a word; raises NotationError."""
    return _guarded(_move, text.strip(), "move")


def _move(text: str) -> Move:
    word, _, at = text.partition("@")
    seat = int(at) if at else None
    head, colon, tail = word.partition(":")
    if head == "uno" and seat is None:
        return CallUno(int(tail))
    if head == "accuse" and seat is None:
        accused, _, accuser = tail.partition("/")
        return Accuse(int(accused), int(accuser) if accuser else None)
    if head == "colour":
        return NameColour(Colour(tail), seat)
    if head in _WITHOUT_CARD and not colon:
        return _WITHOUT_CARD[head](seat)
    return Play(Card.parse(head), Colour(tail) if colon else None, seat)


def format_state(state: State) -> str:
    """One line for a position."""
    hands = "|".join(_hand(hand) for hand in state.hands)
    words = {
        "rules": _rules(state.rules),
        "round": state.round,
        "dealer": state.dealer,
        "turn": state.turn,
        "direction": state.direction,
        "hands": hands,
        "scores": _numbers(state.scores),
        "draw": _cards(state.draw),
        "hidden": state.draw_hidden,
        "discard": _cards(state.discard),
        "colour": _optional(state.colour),
        "namer": _optional(state.namer),
        "pending": f"{state.pending}/{_optional(state.pending_card)}",
        "drew": f"{int(state.drew)}/{_optional(state.drawn)}",
        "case": _case(state.case),
        "called": _numbers(sorted(state.called)),
        "open": _numbers(state.uno_open),
        "winner": f"{_optional(state.winner)}/{_optional(state.match_winner)}",
        "seed": f"{_optional(state.seed)}/{state.reshuffles}",
    }
    return " ".join(f"{key}={value}" for key, value in words.items())


def parse_state(text: str) -> State:
    """The position of a line; raises NotationError."""
    return _guarded(_state, text.strip(), "position")


def _state(text: str) -> State:
    words = dict(word.split("=", 1) for word in text.split())
    pending, pending_card = words["pending"].split("/")
    drew, drawn = words["drew"].split("/")
    winner, match_winner = words["winner"].split("/")
    seed, reshuffles = words["seed"].split("/")
    return State(
        rules=_parse_rules(words["rules"]),
        hands=tuple(_parse_hand(hand) for hand in words["hands"].split("|")),
        scores=_parse_numbers(words["scores"]),
        dealer=int(words["dealer"]),
        turn=int(words["turn"]),
        round=int(words["round"]),
        direction=int(words["direction"]),
        draw=_parse_cards(words["draw"]),
        draw_hidden=int(words["hidden"]),
        discard=_parse_cards(words["discard"]),
        colour=_parse_optional(words["colour"], Colour),
        namer=_parse_optional(words["namer"], int),
        pending=int(pending),
        pending_card=_parse_optional(pending_card, Card.parse),
        drew=bool(int(drew)),
        drawn=_parse_optional(drawn, Card.parse),
        case=_parse_optional(words["case"], _parse_case),
        called=frozenset(_parse_numbers(words["called"])),
        uno_open=_parse_numbers(words["open"]),
        winner=_parse_optional(winner, int),
        match_winner=_parse_optional(match_winner, int),
        seed=_parse_optional(seed, int),
        reshuffles=int(reshuffles),
    )


def format_game(start: State, moves: Sequence[Move]) -> str:
    """The position, then a move a line."""
    return "\n".join([format_state(start), *map(format_move, moves), ""])


def parse_game(text: str) -> GameText:
    """The inverse of `format_game`; raises NotationError for no position, or a bad line by its number."""
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    full = [(number, line) for number, line in lines if line]
    if not full:
        raise NotationError("An empty game was given; its first line must be a position.")
    moves = []
    for number, line in full[1:]:
        try:
            moves.append(parse_move(line))
        except NotationError as error:
            raise NotationError(f"Line {number}: {error}") from None
    return GameText(parse_state(full[0][1]), tuple(moves))


def _guarded(parse: Callable[[str], T], text: str, what: str) -> T:
    try:
        return parse(text)
    except (ValueError, KeyError, EngineError) as error:
        shown = text if len(text) <= 60 else text[:57] + "..."
        raise NotationError(f"{shown!r} is no {what} ({error}); see engine/notation.py for the form.") from None


def _cards(cards: Sequence[Card]) -> str:
    return ",".join(card.label for card in cards) or NONE


def _parse_cards(text: str) -> tuple[Card, ...]:
    return () if text == NONE else tuple(Card.parse(label) for label in text.split(","))


def _hand(hand: Hand) -> str:
    counted = Counter(hand.known)
    known = "+".join(card.label if count == 1 else f"{count}*{card.label}" for card, count in counted.items())
    return f"{known or NONE}+?{hand.hidden}" if hand.hidden else known or NONE


def _parse_hand(text: str) -> Hand:
    known: list[Card] = []
    hidden = 0
    for part in text.split("+"):
        count, star, label = part.partition("*")
        if part.startswith("?"):
            hidden = int(part[1:])
        elif part != NONE:
            known += [Card.parse(label if star else part)] * (int(count) if star else 1)
    return Hand(in_order(known), hidden)


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers)) or NONE


def _parse_numbers(text: str) -> tuple[int, ...]:
    return () if text == NONE else tuple(map(int, text.split(",")))


def _optional(value: object) -> str:
    return NONE if value is None else str(value)


def _parse_optional(text: str, parse: Callable[[str], T]) -> T | None:
    return None if text == NONE else parse(text)


def _case(case: Case | None) -> str:
    if case is None:
        return NONE
    return f"{case.accused}/{case.challenger}/{_hand(case.hand)}/{_optional(case.colour)}/{_optional(case.top)}"


def _parse_case(text: str) -> Case:
    accused, challenger, hand, colour, top = text.split("/")
    return Case(
        int(accused),
        int(challenger),
        _parse_hand(hand),
        _parse_optional(colour, Colour),
        _parse_optional(top, Card.parse),
    )


def _rules(rules: Rules) -> str:
    """The nearest preset and the options that differ from it: `official;goal:300`."""
    base = PRESETS.get(rules.name.rstrip("*"), Rules())
    options = [option.name for option in fields(rules) if "values" in option.metadata]
    changed = [name for name in options if getattr(rules, name) != getattr(base, name)]
    return ";".join([rules.name, *(f"{name}:{getattr(rules, name)}" for name in changed)])


def _parse_rules(text: str) -> Rules:
    name, *changes = text.split(";")
    base = PRESETS.get(name.rstrip("*"), Rules())
    values = {option.name: option.metadata["values"] for option in fields(base) if "values" in option.metadata}
    chosen: dict[str, object] = {}
    for change in changes:
        option, _, shown = change.partition(":")
        chosen[option] = next((value for value in values.get(option, ()) if str(value) == shown), shown)
    return base if not chosen and name == base.name else base.changed(chosen, name)
