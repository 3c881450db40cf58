"""What can be known of hidden hands beyond counts and known cards: "at least one of these", "at most so many of those".

Learnt from plays, draws, challenges, forced draws and hands that change owners. What cannot be known is never asserted;
what cannot be true is a contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from engine import events as ev
from engine.cards import FACES, Card, Rank
from engine.custom import copies_of, deck_of
from engine.effects import fits
from engine.legality_play import BARRED_AT_THE_END
from engine.state import Case, State

Faces = frozenset[Card]
_PLAYED: Final = (ev.CardPlayed, ev.IllegalPlay)


@dataclass(frozen=True, slots=True)
class Notes:
    """Of one hand: `one_of`, sets of which it holds at least one card each; `at_most`, sets of which it holds at most
    so many cards."""

    one_of: tuple[Faces, ...] = ()
    at_most: tuple[tuple[Faces, int], ...] = ()

    def without(self, card: Card) -> Notes:
        """After playing the card: it may have been the one of any set that it belongs to."""
        one_of = tuple(faces for faces in self.one_of if card not in faces)
        at_most = tuple((faces, max(0, most - (card in faces))) for faces, most in self.at_most)
        return Notes(one_of, at_most)

    def with_more(self, count: int, held: int) -> Notes:
        """After drawing `count` unknown cards, which makes `held`: any of them may belong to a set."""
        grown = tuple((faces, most + count) for faces, most in self.at_most if most + count < held)
        return replace(self, at_most=grown)

    def forbids(self, card: Card) -> bool:
        """Whether this card certainly was not in the hand."""
        return any(card in faces and most == 0 for faces, most in self.at_most)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Notes for every seat."""

    notes: tuple[Notes, ...]

    @classmethod
    def nothing(cls, seats: int) -> Knowledge:
        """What is known after a deal."""
        return cls((Notes(),) * seats)

    def put(self, seat: int, notes: Notes) -> Knowledge:
        """With other notes for one seat."""
        return Knowledge((*self.notes[:seat], notes, *self.notes[seat + 1 :]))


UNKNOWN: Final = Knowledge(())
"""Before there are seats."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What cannot be true. `cause`: deck (more of `card` than the box holds) or hand (`seat` cannot have held it)."""

    cause: str
    card: Card
    seat: int | None = None


def learn(known: Knowledge, before: State, after: State, events: Iterable[ev.Event]) -> Knowledge:
    """What is known after these events, which led from the one position to the other."""
    held = [hand.count for hand in before.hands]
    for event in events:
        if isinstance(event, _PLAYED):
            known = known.put(event.seat, known.notes[event.seat].without(event.card))
            held[event.seat] = max(0, held[event.seat] - 1)
        elif isinstance(event, ev.Drew):
            if event.cause == "choice" and before.rules.forced_play == "always" and not before.drew:
                known = _could_not_play(known, before, event.seat)
            held[event.seat] += event.count
            known = known.put(event.seat, known.notes[event.seat].with_more(event.count, held[event.seat]))
        elif isinstance(event, ev.ChallengeResult) and before.case is not None:
            known = _verdict(known, before, before.case, guilty=event.guilty)
        else:
            known = _moved(known, after, event)
    return _tidy(known, after)


def _could_not_play(known: Knowledge, state: State, seat: int) -> Knowledge:
    """With forced play, drawing shows that nothing in the hand went (R19); a Wild Draw Four may be held back, and of a
    last card a face that nobody may finish with (R36)."""
    last = state.has_seat(seat) and state.hands[seat].count == 1
    barred = {Rank.WILD_DRAW4, *(BARRED_AT_THE_END[state.rules.finish_on] if last else ())}
    faces = frozenset(card for card in FACES if fits(state, card) and card.rank not in barred)
    return _add(known, seat, at_most=faces) if seat == state.turn and state.namer is None else known


def _verdict(known: Knowledge, state: State, case: Case, *, guilty: bool) -> Knowledge:
    """Guilty: at least one card against R18. Innocent: none of them."""
    faces = {card for card in FACES if case.colour is not None and card.colour is case.colour}
    if state.rules.wild_draw4_when == "no_match" and case.top is not None and not case.top.is_wild:
        faces |= {card for card in FACES if card.rank is case.top.rank}
    if not faces or state.rules.wild_draw4_when == "always":
        return known
    if guilty:
        return _add(known, case.accused, one_of=frozenset(faces))
    return _add(known, case.accused, at_most=frozenset(faces))


def _add(known: Knowledge, seat: int, *, one_of: Faces | None = None, at_most: Faces | None = None) -> Knowledge:
    notes = known.notes[seat]
    if one_of is not None:
        notes = replace(notes, one_of=(*notes.one_of, one_of))
    if at_most is not None:
        notes = replace(notes, at_most=(*notes.at_most, (at_most, 0)))
    return known.put(seat, notes)


def _moved(known: Knowledge, after: State, event: ev.Event) -> Knowledge:
    """Notes go with the hands they are about; where cards were mixed, nothing is left of them."""
    notes = list(known.notes)
    if isinstance(event, ev.RoundStarted | ev.HandsShuffled):
        return Knowledge.nothing(after.seats)
    if isinstance(event, ev.HandsSwapped):
        notes[event.seat], notes[event.target] = notes[event.target], notes[event.seat]
    elif isinstance(event, ev.HandsPassed):
        for seat in after.playing:
            notes[after.after(seat)] = known.notes[seat]
    elif isinstance(event, ev.CardsSwapped):
        notes[event.seat] = notes[event.target] = Notes()
    elif isinstance(event, ev.HandShown | ev.SeatLeft | ev.TakenBack | ev.Mended):
        notes[event.seat] = Notes()
    return Knowledge(tuple(notes))


def _tidy(known: Knowledge, state: State) -> Knowledge:
    """Drop what open cards tell anyway."""
    tidied = []
    for notes, hand in zip(known.notes, state.hands, strict=True):
        told = Notes() if hand.open else notes
        tidied.append(replace(told, one_of=tuple(faces for faces in told.one_of if not faces & set(hand.known))))
    return Knowledge(tuple(tidied))


def unseen(state: State) -> Counter[Card]:
    """The cards that lie in no open place: what hidden hands and the hidden draw pile hold."""
    seen = Counter((*state.discard, *state.draw, *(card for hand in state.hands for card in hand.known)))
    return Counter(deck_of(state.rules.custom)) - seen


def certain(state: State, known: Knowledge, seat: int) -> tuple[Card, ...]:
    """The cards that `seat` certainly holds: the known ones, and those that all else leaves no room for."""
    hand = state.hands[seat]
    left = unseen(state)
    if hand.hidden and left.total() == hand.hidden:
        return hand.plus(left.elements()).known
    forced = {
        faces_left[0] for faces in known.notes[seat].one_of if len(faces_left := [c for c in faces if left[c]]) == 1
    }
    return hand.plus(forced).known if hand.hidden >= len(forced) else hand.known


def contradictions(state: State, known: Knowledge) -> tuple[Contradiction, ...]:
    """What cannot be true of the position: too many of a card, or a set of which nothing can be left in the hand."""
    open_cards = Counter((*state.discard, *state.draw, *(card for hand in state.hands for card in hand.known)))
    custom = state.rules.custom
    found = [Contradiction("deck", card) for card, seen in open_cards.items() if seen > copies_of(card, custom)]
    left = unseen(state)
    for seat, notes in enumerate(known.notes):
        for faces in notes.one_of:
            if not any(left[card] for card in faces):
                found.append(Contradiction("hand", min(faces, key=FACES.index), seat))
    return tuple(found)


def impossible_plays(known: Knowledge, events: Iterable[ev.Event]) -> tuple[Contradiction, ...]:
    """Cards played by hands that certainly did not hold them, by what was known before."""
    played = [event for event in events if isinstance(event, _PLAYED)]
    return tuple(
        Contradiction("hand", event.card, event.seat) for event in played if known.notes[event.seat].forbids(event.card)
    )
