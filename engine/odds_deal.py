"""Dealing the unknown cards by lot so that hands agree with what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.hand import Hand
from engine.knowledge import Notes
from engine.quick_state import face_of, faces

Faces = frozenset[int]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A hand to be filled up: the faces known, how many are hidden, and the notes on all of them as numbers."""

    known: tuple[int, ...]
    hidden: int
    one_of: tuple[Faces, ...]
    at_most: tuple[tuple[Faces, int], ...]


def wanted(hand: Hand, notes: Notes) -> Wanted:
    """The hand as a Wanted."""
    return Wanted(
        tuple(faces(hand.known)),
        hand.hidden,
        tuple(frozenset(map(face_of, cards)) for cards in notes.one_of),
        tuple((frozenset(map(face_of, cards)), most) for cards, most in notes.at_most),
    )


def deal(hands: Sequence[Wanted], shuffled: list[int]) -> tuple[list[list[int]], list[int]]:
    """The hidden cards of each hand and the rest, off cards in an order by lot.

    Hands with notes are served first. A note that the cards left cannot fulfil is given up.
    """
    rest = shuffled[:]
    dealt: list[list[int]] = [[] for _ in hands]
    noted = [seat for seat, hand in enumerate(hands) if hand.one_of or hand.at_most]
    for seat in noted:
        dealt[seat] = _fill(hands[seat], rest)
    at = 0
    for seat, hand in enumerate(hands):
        if seat not in noted:
            dealt[seat] = rest[at : at + hand.hidden]
            at += hand.hidden
    return dealt, rest[at:]


def _fill(hand: Wanted, rest: list[int]) -> list[int]:
    held = list(hand.known)
    for some in hand.one_of:
        if len(held) < len(hand.known) + hand.hidden and not some.intersection(held):
            _take_first(held, rest, some)
    full = len(hand.known) + hand.hidden
    at = 0
    while len(held) < full and at < len(rest):
        if _fits(rest[at], held, hand):
            held.append(rest.pop(at))
        else:
            at += 1
    while len(held) < full and rest:
        held.append(rest.pop(0))
    return held[len(hand.known) :]


def _take_first(held: list[int], rest: list[int], some: Faces) -> None:
    found = next((at for at, face in enumerate(rest) if face in some), None)
    if found is not None:
        held.append(rest.pop(found))


def _fits(face: int, held: list[int], hand: Wanted) -> bool:
    return not any(face in some and sum(other in some for other in held) >= most for some, most in hand.at_most)
