"""From a deck's file to a reader that knows it; a deck learnt with another network is fitted anew to its pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from vision.detect.card_reader import CardReader
from vision.detect.decks import Deck
from vision.detect.decks_fit import Tell, fit
from vision.detect.decks_network import DeckSession, OpenReader
from vision.detect.decks_store import DeckStore
from vision.detect.manifest import file_sha256
from vision.errors import DeckError


def fit_deck(deck: Deck, network: Path, threads: int = 2, tell: Tell | None = None) -> Deck:
    """Return `deck` with heads fitted to the network in a file; `tell` is called once for each card.

    Raises DeckError for a deck without pictures, ModelError where the network is missing or has no heads to add to.
    """
    if not deck.pictures:
        raise DeckError(f"The deck {deck.name!r} has no picture yet; learn it with: lastcard deck learn {deck.name!r}.")
    return deck.fitted(fit(OpenReader.load(network, threads), deck.pictures, deck.others, tell), file_sha256(network))


def deck_reader(
    name: str,
    network: Path,
    threads: int = 2,
    *,
    store: DeckStore | None = None,
    note: Callable[[str], None] | None = None,
) -> CardReader:
    """Return the second look in the file `network` with the deck `name` added to it.

    A deck that was learnt with another network, or has pictures that came later, is fitted first; `note` hears of it
    and the file is brought up to date. Raises DeckError, ModelError, UsageError.
    """
    store = store or DeckStore()
    deck = store.load(name)
    reader = OpenReader.load(network, threads)
    if deck.heads is None or deck.reader != file_sha256(network):
        if note is not None:
            note(f"The deck {deck.name!r} is fitted to this model first, which takes some seconds.")
        deck = fit_deck(deck, network, threads)
        try:
            store.save(deck)
        except DeckError as error:
            if note is not None:
                note(str(error))
    assert deck.heads is not None
    return CardReader(DeckSession(reader, deck.heads))
