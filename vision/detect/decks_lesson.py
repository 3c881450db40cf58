"""A deck being learnt, card by card: what is asked for, what was shown, and the way back. No files, no clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.cards import LABELS
from vision.detect.decks import Deck
from vision.detect.decks_crops import Kept
from vision.detect.decks_names import spoken


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a lesson is: cards `shown`, passed over, and in all."""

    shown: int
    skipped: int
    total: int

    @property
    def left(self) -> int:
        """Cards that are still to be asked for."""
        return self.total - self.shown - self.skipped

    def as_text(self) -> str:
        """In words."""
        passed = f", {self.skipped} passed over" if self.skipped else ""
        return f"{self.shown} of {self.total} cards shown{passed}, {self.left} to go"


class Lesson:
    """Asks for every card of `order` that `deck` has no picture of; `keep` is handed the deck after every change, so
    that nothing that was shown can be lost.
    """

    def __init__(self, deck: Deck, keep: Callable[[Deck], object], order: Sequence[str] = LABELS) -> None:
        self.deck = deck
        self._keep = keep
        self._order = tuple(order)
        self._path: list[str] = []
        self.asked: str | None = None
        self._go_on()

    @property
    def progress(self) -> Progress:
        """How far it is."""
        shown = sum(label in self.deck.pictures for label in self._order)
        skipped = sum(label in self.deck.skipped and label not in self.deck.pictures for label in self._order)
        return Progress(shown, skipped, len(self._order))

    def request(self) -> str:
        """The sentence that asks for the next card, or says that all have been shown."""
        if self.asked is None:
            return f"That is the whole deck: {self.progress.as_text()}."
        place = self._order.index(self.asked) + 1
        return f"Lay down: {spoken(self.asked)} (card {place} of {len(self._order)})."

    def take(self, kept: Kept) -> str:
        """Keep a picture of the card that is asked for and go on; the label is returned. A picture that there was is
        replaced. ValueError where nothing is asked for."""
        if self.asked is None:
            raise ValueError("nothing is asked for; ask for a card with redo first")
        label = self.asked
        self._change(self.deck.with_picture(label, kept, instead=True))
        self._path.append(label)
        self._go_on(after=label)
        return label

    def skip(self) -> str | None:
        """Pass over the card that is asked for and go on; return its label, None where nothing is asked for."""
        label = self.asked
        if label is not None:
            self._change(self.deck.skipping(label))
            self._path.append(label)
            self._go_on(after=label)
        return label

    def back(self) -> str | None:
        """Ask again for the card that was dealt with before; return its label, None where there was none."""
        if not self._path:
            return None
        self.asked = self._path.pop()
        return self.asked

    def ask(self, label: str) -> None:
        """Ask for a card out of turn, shown already or not. ValueError where it is none of the deck's."""
        if label not in self._order:
            raise ValueError(f"{label!r} is no card of this deck")
        self.asked = label

    def _change(self, deck: Deck) -> None:
        self._keep(deck)
        self.deck = deck

    def _go_on(self, after: str | None = None) -> None:
        """Ask for the next open card in order, those before it last."""
        start = 0 if after is None else self._order.index(after) + 1
        turned = self._order[start:] + self._order[:start]
        self.asked = next(
            (one for one in turned if one not in self.deck.pictures and one not in self.deck.skipped), None
        )
