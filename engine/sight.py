"""How well a camera sees, as typed codes; what each means and what to do about it stands in the words of a language."""

from __future__ import annotations

from enum import StrEnum


class Blind(StrEnum):
    """Why the table cannot be seen at all: the reasons of `CameraLost` that have words in every language."""

    UNPLUGGED = "unplugged"
    HUNG_UP = "hung_up"
    SILENT = "silent"
    FROZEN = "frozen"
    BLACK = "black"
    WHITE = "white"
    MOVED = "moved"


class Sight(StrEnum):
    """What changed about how well the table is seen; the game goes on."""

    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    SLOW = "slow"
    BUSY = "busy"
    CLEAR = "clear"
    """What was wrong is mended."""
    REFOUND = "refound"
    """The camera was moved, and the table is found again."""
    TURNED = "turned"
    """The same for a camera that was turned."""
    ANEW = "anew"
    """The camera shows another view, and the table is learnt anew."""
    UNSURE = "unsure"
    """The table looks otherwise than when it was saved."""
    RESIZED = "resized"
    """The pictures have another size than before."""
    SKIPPED = "skipped"
    """The source's clock has jumped."""
