"""A deck that was learnt: its name, its pictures, and what was fitted to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from engine.cards import LABELS
from vision.detect.decks_crops import Kept
from vision.detect.decks_network import Heads
from vision.errors import UsageError

MOST_PICTURES: Final = 8
"""How many pictures of one card a deck keeps; the oldest go."""

NAME: Final = re.compile(r"[^\W_][\w -]{0,39}")


@dataclass(frozen=True, slots=True)
class Deck:
    """What is known of one deck: its pictures by label, the labels passed over, and the heads fitted to them.

    `others` are ordinary cards of labels that may have no picture; the deck must not spoil how those are read.
    `reader` is the SHA-256 sum of the network that the heads belong to, None where they are still to be fitted.
    """

    name: str
    pictures: dict[str, tuple[Kept, ...]] = field(default_factory=dict)
    others: dict[str, tuple[Kept, ...]] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()
    reader: str | None = None
    heads: Heads | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """The labels without a picture, in the order of the deck."""
        return tuple(label for label in LABELS if label not in self.pictures)

    def with_picture(self, label: str, kept: Kept, *, instead: bool) -> Deck:
        """The same with a picture of `label`: beside those that there are, or `instead` of them. Heads are dropped."""
        before = () if instead else self.pictures.get(label, ())
        pictures = {**self.pictures, label: (*before, kept)[-MOST_PICTURES:]}
        return replace(self, pictures=pictures, skipped=self.skipped - {label}, reader=None, heads=None)

    def without(self, label: str) -> Deck:
        """The same without any picture of `label`. Heads are dropped."""
        pictures = {other: kept for other, kept in self.pictures.items() if other != label}
        return replace(self, pictures=pictures, reader=None, heads=None)

    def skipping(self, label: str) -> Deck:
        """The same with `label` passed over."""
        return replace(self, skipped=self.skipped | {label})

    def beside(self, others: dict[str, tuple[Kept, ...]]) -> Deck:
        """The same with other ordinary cards. Heads are dropped."""
        return replace(self, others=others, reader=None, heads=None)

    def fitted(self, heads: Heads, reader: str) -> Deck:
        """The same with heads that belong to the network with the sum `reader`."""
        return replace(self, heads=heads, reader=reader)


def check_name(name: str) -> str:
    """Return `name` without blanks around it; UsageError unless it is letters, digits, blanks, - and _, 40 at most."""
    bare = name.strip()
    if not NAME.fullmatch(bare):
        raise UsageError(
            f"{name!r} is no name for a deck; use up to 40 letters, digits, blanks, - and _, a letter or digit first."
        )
    return bare
