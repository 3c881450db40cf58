"""What the page that guides through a deck talks to: one lesson, the newest picture, photos that wait for labels."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

import cv2
import numpy as np

from vision.detect.decks_crops import plain_crop
from vision.detect.decks_find import Spotted, Spotter
from vision.detect.decks_guide import Glance, Guide
from vision.detect.decks_names import label_of_answer, spoken
from vision.detect.decks_still import Look
from vision.errors import DeckError, ImageError, LastcardError, UsageError
from vision.frames.frame import Frame
from vision.live.preview import Preview

EVERY_S: Final = 0.2
"""How often a card is looked for, in seconds of the source."""

MOST_SAID: Final = 50


class Busy(LastcardError):
    """The deck is being fitted."""


class DeckDesk:
    """One deck being learnt on a page. `fit` fits and keeps it, telling its share from 0 to 1. Safe from any thread."""

    def __init__(self, guide: Guide, spotter: Spotter, fit: Callable[[Callable[[float], None]], None]) -> None:
        self.preview = Preview()
        self.done = threading.Event()
        self.camera: str | None = None
        self._guide = guide
        self._spotter = spotter
        self._fit = fit
        self._lock = threading.RLock()
        self._frame: Frame | None = None
        self._looked = -EVERY_S
        self._auto = True
        self._hint = ""
        self._said: deque[dict[str, Any]] = deque(maxlen=MOST_SAID)
        self._count = 0
        self._waiting: list[Spotted] = []
        self._fitted: float | None = None
        self._say(guide.lesson.request())

    def frame(self, frame: Frame) -> None:
        """A new picture of the camera; a card that lies still in it is taken, unless that is switched off."""
        self.preview.offer(frame)
        with self._lock:
            self._frame = frame
            if self._auto and self._fitted is None and frame.t - self._looked >= EVERY_S:
                self._looked = frame.t
                self._after(self._guide.look(frame.t, frame.image))

    def say(self, sentence: str) -> None:
        """Tell everybody something, such as a lost camera."""
        with self._lock:
            self._say(sentence)

    def hear(self, word: str) -> None:
        """Do what a person says: skip, redo, back, or the card to ask for. Raises Busy."""
        with self._lock:
            self._check_free()
            self._say(self._guide.hear(word))
            self._ask()

    def take(self) -> None:
        """Take the card in the newest picture. Raises Busy, ImageError without a picture."""
        with self._lock:
            self._check_free()
            if self._frame is None:
                raise ImageError("There is no picture of a camera; add photos instead.")
            glance = self._guide.take_now(self._frame.image)
            self._after(glance)
            if glance.taken is None:
                self._say(glance.sentence)

    def automatic(self, on: bool) -> None:
        """Take cards that lie still, or only when told to."""
        with self._lock:
            self._auto = on
            self._say("Cards are taken when they lie still." if on else "Cards are taken when you say so.")

    def photo(self, data: bytes) -> None:
        """Find the cards of a photo, which then wait for their labels. Raises Busy, ImageError."""
        raw = np.frombuffer(data, np.uint8)
        image = cv2.imdecode(raw, cv2.IMREAD_COLOR) if len(raw) else None
        if image is None:
            raise ImageError("That is no picture that can be read; choose a JPEG or PNG.")
        with self._lock:
            self._check_free()
            shot = np.asarray(image, np.uint8)
            cards = self._spotter.cards(shot)
            if not cards and (only := self._spotter.one(shot)) is not None:
                cards = [only]
            if not cards:
                raise ImageError("The photo shows nothing like a card; lay the cards apart on a plain table.")
            self._waiting = cards
            found = "one card" if len(cards) == 1 else f"{len(cards)} cards"
            self._say(f"The photo shows {found}: confirm or correct what each is, then learn them.")

    def label(self, answers: Sequence[str]) -> None:
        """Learn the cards of the photo that waits: a label for each, or nothing for one to leave out.

        Raises Busy, UsageError for what is no card or does not fit.
        """
        with self._lock:
            self._check_free()
            if len(answers) != len(self._waiting):
                raise UsageError(f"{len(answers)} labels were given for {len(self._waiting)} cards; give one for each.")
            labels = [label_of_answer(answer) if answer.strip() else None for answer in answers]
            for answer, label in zip(answers, labels, strict=True):
                if answer.strip() and label is None:
                    raise UsageError(f"{answer!r} is no card; give a label such as red_5, or leave it empty.")
            for card, label in zip(self._waiting, labels, strict=True):
                if label is not None:
                    self._guide.lesson.ask(label)
                    self._guide.lesson.take(card.kept)
            self._waiting = []
            named = [spoken(label) for label in labels if label is not None]
            self._say(f"Learnt from the photo: {', '.join(named) or 'nothing'}.")
            self._ask()

    def crop(self, number: int) -> bytes | None:
        """A card of the photo that waits, as JPEG; None where there is none of that number."""
        with self._lock:
            if not 0 <= number < len(self._waiting):
                return None
            done, data = cv2.imencode(".jpg", plain_crop(self._waiting[number].kept))
        return data.tobytes() if done else None

    def finish(self) -> None:
        """Fit the deck in a thread of its own; `done` is set at the end. Raises Busy, DeckError without a card."""
        with self._lock:
            self._check_free()
            if not self._guide.lesson.deck.pictures:
                raise DeckError("No card has been shown yet, so there is nothing to learn; show one first.")
            self._fitted = 0.0
            self._say("Learning the deck.")
        threading.Thread(target=self._finish, name="fit", daemon=True).start()

    def state(self) -> dict[str, Any]:
        """What the page shows."""
        with self._lock:
            lesson, progress = self._guide.lesson, self._guide.lesson.progress
            return {
                "deck": lesson.deck.name,
                "asked": lesson.asked,
                "request": lesson.request(),
                "progress": {
                    "shown": progress.shown,
                    "skipped": progress.skipped,
                    "total": progress.total,
                    "text": progress.as_text(),
                },
                "hint": self._hint,
                "automatic": self._auto,
                "camera": self.camera,
                "said": list(self._said),
                "waiting": [{"label": card.label, "words": spoken(card.label)} for card in self._waiting],
                "fitted": self._fitted,
                "done": self.done.is_set(),
            }

    def _finish(self) -> None:
        try:
            self._fit(self._tell)
        except LastcardError as error:
            with self._lock:
                self._fitted = None
                self._say(str(error))
            return
        with self._lock:
            name = self._guide.lesson.deck.name
            self._say(f"The deck {name} is learnt. Use it with: lastcard watch 0 --deck {name}")
            self._fitted = 1.0
        self.done.set()

    def _tell(self, share: float) -> None:
        with self._lock:
            self._fitted = share

    def _after(self, glance: Glance) -> None:
        self._hint = glance.sentence if glance.look in (Look.SEVERAL, Look.SAME, Look.NOTHING, Look.MOVING) else ""
        if glance.taken is not None:
            self._say(glance.sentence)
            self._ask()

    def _ask(self) -> None:
        self._say(self._guide.lesson.request())

    def _say(self, sentence: str) -> None:
        self._count += 1
        self._said.append({"id": str(self._count), "kind": "deck", "text": sentence})

    def _check_free(self) -> None:
        if self._fitted is not None:
            raise Busy("The deck is being learnt; wait for it to end.")
