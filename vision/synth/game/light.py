"""What lamps and a camera's automatics do to the picture over time, and a camera that is pushed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

EffectKind = Literal["lamp", "exposure", "white", "focus", "bump"]
_REACTS = 0.6
"""Seconds in which the exposure follows a change of the light, about."""
_STEP = 0.2
"""Seconds between two corrections of the exposure."""
_KEPT = 0.35
"""Share of a change of the light that the exposure leaves."""
_SHAKES = 0.3
"""Seconds for which a pushed camera shakes."""


@dataclass(frozen=True, slots=True)
class Effect:
    """From ``t`` on, of strength ``size`` (signed) and, where it passes, over ``seconds``.

    lamp: the light changes by the factor e^size and stays. exposure: brighter or darker by e^size for a while. white:
    warmer or colder by ``size`` from then on. focus: out of focus by ``size`` pixels at most. bump: the camera is
    pushed by ``size`` of the picture's width.
    """

    kind: EffectKind
    t: float
    size: float
    seconds: float = 0.0


def gains(effects: Sequence[Effect], t: float) -> tuple[float, float, float]:
    """Factors for blue, green and red at ``t``."""
    level = warmth = 0.0
    for effect in effects:
        since = t - effect.t
        if since < 0:
            continue
        if effect.kind == "lamp":
            level += effect.size * _switched(since)
            warmth += 0.12 * effect.size * min(1.0, since / 0.1)
        elif effect.kind == "exposure" and since < effect.seconds:
            level += effect.size * _stepped(since, effect.seconds)
        elif effect.kind == "white":
            warmth += effect.size * min(1.0, math.floor(since / _STEP + 1) * _STEP / max(effect.seconds, _STEP))
    base = math.exp(level)
    return base * math.exp(-warmth), base, base * math.exp(warmth)


def defocus(effects: Sequence[Effect], t: float) -> float:
    """How far out of focus the picture is at ``t``, in pixels of a picture 720 high."""
    found = 0.0
    for effect in effects:
        share = (t - effect.t) / max(effect.seconds, 1e-9)
        if effect.kind == "focus" and 0 < share < 1:
            found = max(found, effect.size * abs(math.sin(1.5 * math.pi * share)))
    return found


def push(effects: Sequence[Effect], t: float, size: tuple[int, int]) -> NDArray[np.float64] | None:
    """(3, 3) where a pushed camera moves the pixels of a picture of this size; None while nobody has pushed it."""
    moved: NDArray[np.float64] | None = None
    for effect in effects:
        if effect.kind == "bump" and t >= effect.t:
            step = _pushed(effect, _shaken(t - effect.t), size)
            moved = step if moved is None else step @ moved
    return moved


def _pushed(effect: Effect, share: float, size: tuple[int, int]) -> NDArray[np.float64]:
    width, height = size
    turn = effect.size * 1.1 * share
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = effect.size * width * share, -0.6 * abs(effect.size) * width * share
    cx, cy = width / 2, height / 2
    return np.array(
        [[cos, -sin, cx + x - cos * cx + sin * cy], [sin, cos, cy + y - sin * cx - cos * cy], [0.0, 0.0, 1.0]]
    )


def _shaken(since: float) -> float:
    """From 0 to 1 with a swing beyond it."""
    if since >= _SHAKES:
        return 1.0
    share = since / _SHAKES
    return 1 - math.cos(share * 2.5 * math.pi) * (1 - share)


def _switched(since: float) -> float:
    """A lamp comes on or goes off at once, then the exposure takes most of it back in steps."""
    on = min(1.0, since / 0.08)
    steps = max(0.0, math.floor((since - 0.15) / _STEP) * _STEP)
    return on * (_KEPT + (1 - _KEPT) * math.exp(-steps / _REACTS))


def _stepped(since: float, seconds: float) -> float:
    """Up in steps, a while there, and down in steps."""
    rim = min(since, seconds - since) / (0.3 * seconds)
    return min(1.0, math.ceil(rim * 3) / 3)
