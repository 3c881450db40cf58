"""What all ways of learning a deck share: the deck on disk, the finder, and what is told."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from vision.commands.common import say
from vision.detect.card_reader import CardReader
from vision.detect.decks import Deck, check_name
from vision.detect.decks_crops import Kept
from vision.detect.decks_find import Spotter
from vision.detect.decks_fit import rounds
from vision.detect.decks_names import spoken
from vision.detect.decks_reader import fit_deck
from vision.detect.decks_store import DeckStore
from vision.detect.detector import Parts, load_parts


class Told:
    """What a person or, with ``as_json``, a program is told on the way."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json

    def taken(self, label: str, source: str, read: str) -> None:
        """A card was learnt from ``source``; without the lesson it would have been ``read``."""
        if self.as_json:
            self._row({"kind": "taken", "label": label, "source": source, "read": read})
        else:
            typer.echo(f"{source}: {spoken(label)}" + ("" if read == label else f" (looked like {spoken(read)})"))

    def trouble(self, sentence: str) -> None:
        """Something that stops nothing."""
        say(sentence)

    def learnt(self, deck: Deck, path: Path) -> None:
        """The end."""
        if self.as_json:
            self._row({"kind": "deck", "name": deck.name, "file": str(path), "missing": list(deck.missing)})
            return
        missing = f"; without a picture, and read as before: {', '.join(deck.missing)}" if deck.missing else ""
        typer.echo(f"The deck {deck.name!r} knows {len(deck.pictures)} cards{missing}.")
        typer.echo(f"Use it with: lastcard watch 0 --deck {json.dumps(deck.name) if ' ' in deck.name else deck.name}")

    def nothing(self, deck: Deck) -> None:
        """The end where no card was taken."""
        if self.as_json:
            self._row({"kind": "deck", "name": deck.name, "file": None, "missing": list(deck.missing)})
        else:
            typer.echo("No card was taken, so nothing has changed.")

    def _row(self, row: dict[str, Any]) -> None:
        typer.echo(json.dumps(row, ensure_ascii=False))


@dataclass(slots=True)
class Learning:
    """One run of ``lastcard deck learn``. ``deck`` is on disk as it stands after every card."""

    deck: Deck
    store: DeckStore
    parts: Parts
    spotter: Spotter
    threads: int
    told: Told
    changed: bool = False
    finished: bool = False
    failures: int = 0
    _fresh: set[str] = field(default_factory=set)

    @classmethod
    def begin(cls, name: str, model: Path | None, size: int | None, threads: int, *, told: Told) -> "Learning":
        """Take up the deck ``name`` or begin it. Raises the project's errors."""
        store = DeckStore()
        deck = store.load(name) if store.has(name) else Deck(check_name(name))
        parts = load_parts(model, size=size, threads=threads)
        spotter = Spotter(parts, CardReader.load(parts.reader, threads))
        return cls(deck, store, parts, spotter, threads, told, changed=bool(deck.pictures) and deck.heads is None)

    def take(self, label: str, kept: Kept) -> None:
        """Keep a picture of a card; the first of a run replaces what was known of it, further ones stand beside."""
        self.keep(self.deck.with_picture(label, kept, instead=label not in self._fresh))
        self._fresh.add(label)

    def keep(self, deck: Deck) -> None:
        """Write ``deck``, which takes the place of what was known."""
        self.store.save(deck)
        self.changed = self.changed or (bool(deck.pictures) and deck.heads is None)
        self.deck = deck

    def rounds(self) -> int:
        """How many steps ``finish`` takes."""
        return rounds(self.deck.pictures)

    def finish(self, step: Callable[[], None]) -> Deck:
        """Fit the deck to what was shown, write it, and return it."""
        from vision.synth.ordinary import ordinary_cards

        deck = self.deck.beside(ordinary_cards(self.deck.missing))
        self.keep(fit_deck(deck, self.parts.reader, self.threads, step))
        self.changed, self.finished = False, True
        return self.deck
