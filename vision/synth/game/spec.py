"""What a simulated table shall look like, read from text such as ``sim:club?seed=3&seats=5``."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any
from urllib.parse import parse_qsl

from vision.errors import UsageError

GROUNDS = ("felt", "wood", "cloth", "paper", "slate")
STYLES = ("A", "B", "C", "D")
HANDS = ("backs", "off")


@dataclass(frozen=True, slots=True)
class GameSpec:
    """Every setting of a simulated table.

    Lengths are in table units: the table is 720 units deep. Chances are per turn, 0 to 1; times are in seconds.
    ``turns`` 0 plays the round to its end; ``live`` paces the pictures by the wall clock.
    """

    preset: str = "easy"
    seed: int = 1
    seats: int = 4
    fps: float = 15.0
    size: tuple[int, int] = (1280, 720)
    style: str = "A"
    ground: str = "felt"
    hands: str = "backs"
    card: float = 150.0
    noise: float = 3.0
    blur: float = 0.0
    drift: float = 0.02
    tilt: float = 0.0
    mess: float = 0.6
    pace: float = 1.0
    overlap: float = 0.0
    flips: float = 0.0
    cover: float = 0.1
    rests: float = 0.06
    nudges: float = 0.05
    shadows: float = 0.05
    fidgets: float = 0.1
    takebacks: float = 0.0
    turns: int = 0
    live: bool = False


PRESETS: dict[str, GameSpec] = {
    "easy": GameSpec(),
    "club": GameSpec(
        preset="club", ground="wood", card=128.0, noise=6.0, blur=0.6, drift=0.06, tilt=0.12, mess=1.0, pace=1.25,
        overlap=0.2, flips=0.3, cover=0.35, rests=0.12, nudges=0.12, shadows=0.12, fidgets=0.3, takebacks=0.0,
    ),
    "clean": GameSpec(preset="clean", noise=1.0, drift=0.0, mess=0.3, rests=0.0, nudges=0.0, shadows=0.0, fidgets=0.0),
}  # fmt: skip

_LIMITS: dict[str, tuple[float, float]] = {
    "seed": (0, 2**31), "seats": (2, 10), "fps": (1, 120), "card": (60, 220), "noise": (0, 40), "blur": (0, 3),
    "drift": (0, 0.5), "tilt": (0, 0.3), "mess": (0, 3), "pace": (0.25, 4), "overlap": (0, 0.6), "flips": (0, 1),
    "cover": (0, 1), "rests": (0, 1), "nudges": (0, 1), "shadows": (0, 1), "fidgets": (0, 1), "takebacks": (0, 1),
    "turns": (0, 10_000),
}  # fmt: skip
_CHOICES: dict[str, tuple[str, ...]] = {"style": STYLES, "ground": GROUNDS, "hands": HANDS}


def parse_spec(text: str) -> GameSpec:
    """Read ``sim:[preset][?name=value&…]``.

    Raises ``UsageError`` naming the unknown preset or setting with its near matches, or the value out of its range.
    """
    body = text.removeprefix("sim:")
    name, _, query = body.partition("?")
    name = name or "easy"
    if name not in PRESETS:
        raise UsageError(f"There is no simulated table {name!r}; {_near(name, PRESETS)}.")
    changes: dict[str, Any] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        changes[key] = _value(key, value)
    return replace(PRESETS[name], **changes)


def _near(word: str, known: Any) -> str:
    close = get_close_matches(word, list(known), n=3, cutoff=0.5)
    if close:
        return "near matches: " + ", ".join(close)
    return "choose one of " + ", ".join(known)


def _settings() -> tuple[str, ...]:
    return tuple(field.name for field in fields(GameSpec) if field.name != "preset")


def _value(key: str, text: str) -> Any:
    if key not in _settings():
        raise UsageError(f"A simulated table has no setting {key!r}; {_near(key, _settings())}.")
    if key in _CHOICES:
        return _choice(key, text)
    if key == "size":
        return _size(text)
    if key == "live":
        return _switch(text)
    whole = key in ("seed", "seats", "turns")
    return _number(key, text, int if whole else float)


def _choice(key: str, text: str) -> str:
    if text not in _CHOICES[key]:
        raise UsageError(f"A simulated table's {key} cannot be {text!r}; {_near(text, _CHOICES[key])}.")
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
    low, high = _LIMITS[key]
    try:
        number = kind(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise UsageError(f"A simulated table's {key} cannot be {text!r}; give a number from {low:g} to {high:g}.")
    return number
