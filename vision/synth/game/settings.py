"""Values of a simulated table's settings, read from text and written back."""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from engine.rules import PRESETS as RULES
from vision.errors import UsageError

GROUNDS = ("felt", "wood", "cloth", "paper", "slate")
STYLES = ("A", "B", "C", "D")
HANDS = ("backs", "off")

CHOICES: Mapping[str, tuple[str, ...]] = {
    "style": STYLES, "ground": GROUNDS, "hands": HANDS, "rules": tuple(RULES),
}  # fmt: skip
WHOLE = ("seed", "seats", "turns", "rounds", "things")
LIMITS: Mapping[str, tuple[float, float]] = {
    "seed": (0, 2**31), "seats": (2, 10), "fps": (1, 120), "card": (60, 220), "noise": (0, 40), "blur": (0, 3),
    "drift": (0, 0.5), "tilt": (0, 50), "mess": (0, 3), "pace": (0.25, 4), "overlap": (0, 0.6), "bump": (0, 0.1),
    "turns": (0, 10_000), "rounds": (1, 100), "things": (0, 12),
}  # fmt: skip
_CHANCE = (0.0, 1.0)


def near(word: str, known: Iterable[str]) -> str:
    """Words like this one, or all of them, as the second half of a sentence."""
    known = list(known)
    close = get_close_matches(word, known, n=3, cutoff=0.5)
    if close:
        return "near matches: " + ", ".join(close)
    return "choose one of " + ", ".join(known)


def read_value(key: str, text: str) -> Any:
    """The value of the setting ``key``, which exists.

    Raises ``UsageError`` naming the value, and its range or the near matches.
    """
    if key in CHOICES:
        return _choice(key, text)
    if key == "size":
        return _size(text)
    if key == "live":
        return _switch(text)
    return _number(key, text, int if key in WHOLE else float)


def write_value(value: Any) -> str:
    """The text that ``read_value`` reads as ``value``."""
    if isinstance(value, tuple):
        return f"{value[0]}x{value[1]}"
    if isinstance(value, bool):
        return str(int(value))
    return str(value)


def _choice(key: str, text: str) -> str:
    if text not in CHOICES[key]:
        raise UsageError(f"A simulated table's {key} cannot be {text!r}; {near(text, CHOICES[key])}.")
    return text


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 160 <= int(width) <= 7680 and 120 <= int(height) <= 4320):
        raise UsageError(f"A simulated table's size cannot be {text!r}; give width x height such as 1280x720.")
    return int(width), int(height)


def _switch(text: str) -> bool:
    if text not in ("0", "1"):
        raise UsageError(f"A simulated table's live setting cannot be {text!r}; give 0 or 1.")
    return text == "1"


def _number(key: str, text: str, kind: Callable[[str], float]) -> float:
    low, high = LIMITS.get(key, _CHANCE)
    try:
        number = kind(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise UsageError(f"A simulated table's {key} cannot be {text!r}; give a number from {low:g} to {high:g}.")
    return number
