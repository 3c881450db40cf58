"""Near matches of a word that is none of the known ones."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def near(word: str, known: Iterable[str]) -> str:
    """The words " (did you mean a or b?)" with the nearest of the known words, "" if none is near."""
    found = difflib.get_close_matches(word, list(known), n=2)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
