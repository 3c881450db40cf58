"""Labels of cards as people write them: in file names, and typed as answers."""

from __future__ import annotations

import re
from typing import Final

from engine.cards import BACK, LABELS
from engine.describe import card_name

_COLOURS: Final = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
_RANKS: Final = {"s": "skip", "r": "reverse", "d": "draw2", "+2": "draw2", "2+": "draw2"}
_SHORT: Final = re.compile(r"([rygb])_?(\d|s|r|d|\+2)")
_OTHER_WORDS: Final = (
    (re.compile(r"wild_?(?:card_?)?(?:draw_?)?(?:4|four|\+4)(?![0-9a-z])"), "wild_draw4"),
    (re.compile(r"(?:draw|take|plus)_?(?:2|two)(?![0-9a-z])"), "draw2"),
    (re.compile(r"\+2(?![0-9a-z])"), "draw2"),
    (re.compile(r"^(?:draw_?(?:4|four)|\+4)(?![0-9a-z])"), "wild_draw4"),
    (re.compile(r"^(?:backside|facedown|face_down)(?![0-9a-z])"), BACK),
)


def spoken(label: str) -> str:
    """Return how a person calls the card of a label: `Red 5`, `The back`."""
    return "The back" if label == BACK else card_name(label)


def label_of(text: str) -> str | None:
    """Return the label that `text` is or begins with (`red_5`, `Red 5 (2)`, `blue-draw two`, `wild +4`), or None.

    What comes after the card does not matter, so that several pictures can be of one card.
    """
    plain = _plain(text)
    starts = [label for label in LABELS if plain == label or plain.startswith(f"{label}_")]
    return max(starts, key=len) if starts else None


def label_of_answer(text: str) -> str | None:
    """Return the label that a person typed, in full or short (`r5`, `gs`, `y+2`, `w`, `w4`, `red 5`), or None."""
    bare = text.strip().casefold()
    wild = {"w": "wild", "w4": "wild_draw4", "+4": "wild_draw4"}.get(bare)
    if wild is not None:
        return wild
    if (short := _SHORT.fullmatch(bare)) is not None:
        return f"{_COLOURS[short[1]]}_{_RANKS.get(short[2], short[2])}"
    plain = _plain(bare)
    return plain if plain in LABELS else None


def _plain(text: str) -> str:
    """Return `text` in small letters, its words joined by _ and ranks called as in labels."""
    plain = re.sub(r"[^0-9a-z+]+", "_", text.casefold()).strip("_")
    for pattern, word in _OTHER_WORDS:
        plain = pattern.sub(word, plain)
    return plain
