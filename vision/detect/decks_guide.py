"""Guides a person through a deck before a camera: asks, looks, takes, and answers to skip, redo and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.detect.decks_find import Spotted, Spotter
from vision.detect.decks_lesson import Lesson
from vision.detect.decks_names import label_of_answer, spoken
from vision.detect.decks_still import Look, Stillness
from vision.frames.frame import Image

WORDS: Final = ("skip", "redo", "back")
"""What a person can say, beside the label of a card to be asked for next."""

_SENTENCES: Final = {
    Look.NOTHING: "No card is in view.",
    Look.SEVERAL: "Several cards are in view; leave only one.",
    Look.MOVING: "Hold still.",
    Look.SAME: "That card has been taken; take it away.",
}


@dataclass(frozen=True, slots=True)
class Glance:
    """What came of one look: `taken` is the label of a card that was kept, None mostly; `card` is what was seen of it;
    `sentence` tells a person."""

    look: Look
    sentence: str
    taken: str | None = None
    card: Spotted | None = None


class Guide:
    """One lesson before one camera. Not for several threads."""

    def __init__(self, lesson: Lesson, spotter: Spotter) -> None:
        self.lesson = lesson
        self._spotter = spotter
        self._still = Stillness()

    def look(self, t: float, image: Image) -> Glance:
        """Look at a frame (H, W, 3) BGR of `t` seconds; a card that lies still is taken for the one asked for."""
        if self.lesson.asked is None:
            return Glance(Look.NOTHING, self.lesson.request())
        look, card = self._still.look(t, self._spotter.cards(image))
        return Glance(look, _SENTENCES[look]) if card is None else self._took(card)

    def take_now(self, image: Image) -> Glance:
        """Take the one card of a picture at once, whether it lies still or not."""
        if self.lesson.asked is None:
            return Glance(Look.NOTHING, self.lesson.request())
        card = self._spotter.one(image)
        if card is None:
            return Glance(
                Look.NOTHING, "Nothing like a card is in view; lay it on a plain table, nearer to the camera."
            )
        return self._took(card)

    def hear(self, word: str) -> str:
        """Do what a person says: one of WORDS, or the label of the card to ask for; return the sentence to answer."""
        bare = word.strip().casefold()
        if bare == "skip":
            label = self.lesson.skip()
            return "Nothing is asked for." if label is None else f"{spoken(label)} is passed over."
        if bare in ("redo", "back"):
            self._still.again()
            label = self.lesson.back()
            return "There is no card before this." if label is None else f"Once more: {spoken(label)}."
        label = label_of_answer(bare)
        if label is None:
            return f"{word.strip()!r} is not understood; say {', '.join(WORDS)}, or a card such as red 5."
        self._still.again()
        self.lesson.ask(label)
        return f"{spoken(label)} is asked for."

    def _took(self, card: Spotted) -> Glance:
        label = self.lesson.take(card.kept)
        return Glance(Look.TAKE, f"{spoken(label)} is taken.", label, card)
