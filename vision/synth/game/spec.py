"""What a simulated table shall look like, read from text such as ``sim:club?seed=3&seats=5``."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any
from urllib.parse import parse_qsl

from vision.errors import UsageError
from vision.synth.game.settings import GROUNDS, HANDS, STYLES, near, read_value, write_value

__all__ = ["GROUNDS", "HANDS", "PRESETS", "STYLES", "VARIED", "GameSpec", "parse_spec", "spec_text"]


@dataclass(frozen=True, slots=True)
class GameSpec:
    """Every setting of a simulated table.

    Lengths are in table units: the table is 720 units deep. Chances are per turn, 0 to 1; times are in seconds.
    ``turns`` 0 plays ``rounds`` rounds to their end; ``live`` paces the pictures by the wall clock.

    Picture: ``tilt`` is how far the camera leans, in degrees (0 looks straight down); ``bump`` is how far it is pushed
    once, as a share of the picture's width; ``drops`` is the share of frames that get lost. ``things`` glasses, phones
    and pads lie about.
    Light: ``drift`` wanders; ``lamps``, ``exposure``, ``white`` and ``focus`` are chances of a lamp switched, a
    brightness step, a step of the white balance and a hunting focus.
    Hands: ``throws``, ``fumbles``, ``flips`` (carried face down), ``cover`` (carried with the face hidden) and
    ``pairs`` (a second hand over the table) concern plays, ``grabs`` several draws in one reach; ``tidies`` the pile
    made straight, ``sips`` a thing taken up and put back; ``garb`` is the chance of bare or striped arms.
    Game: ``illegal`` and ``outs`` are chances of an illegal card and of a card out of turn, ``stands`` the share of
    those left lying, ``takebacks`` second thoughts about a good card, ``jumps`` jump-ins, ``twice`` the top card's
    face laid again, ``forgets`` the share of UNO calls forgotten.
    """

    preset: str = "easy"
    seed: int = 1
    seats: int = 4
    fps: float = 15.0
    size: tuple[int, int] = (1280, 720)
    style: str = "A"
    ground: str = "felt"
    hands: str = "backs"
    rules: str = "official"
    card: float = 150.0
    noise: float = 3.0
    blur: float = 0.0
    drift: float = 0.02
    tilt: float = 0.0
    bump: float = 0.0
    drops: float = 0.0
    things: int = 0
    mess: float = 0.6
    pace: float = 1.0
    overlap: float = 0.0
    flips: float = 0.0
    cover: float = 0.1
    throws: float = 0.0
    fumbles: float = 0.0
    pairs: float = 0.0
    grabs: float = 0.0
    rests: float = 0.06
    nudges: float = 0.05
    shadows: float = 0.05
    fidgets: float = 0.1
    tidies: float = 0.0
    sips: float = 0.0
    garb: float = 0.0
    lamps: float = 0.0
    exposure: float = 0.0
    white: float = 0.0
    focus: float = 0.0
    illegal: float = 0.0
    outs: float = 0.0
    stands: float = 0.3
    takebacks: float = 0.0
    jumps: float = 0.0
    twice: float = 0.0
    forgets: float = 0.0
    turns: int = 0
    rounds: int = 1
    live: bool = False


PRESETS: dict[str, GameSpec] = {
    "easy": GameSpec(),
    "club": GameSpec(
        preset="club", ground="wood", card=128.0, noise=5.0, blur=0.6, drift=0.06, tilt=12.0, things=3, mess=1.0,
        pace=1.25, overlap=0.2, flips=0.3, cover=0.35, throws=0.1, fumbles=0.1, pairs=0.06, grabs=0.5, rests=0.1,
        nudges=0.08, shadows=0.1, fidgets=0.2, tidies=0.04, sips=0.04, garb=0.4, lamps=0.01, exposure=0.03, white=0.02,
        focus=0.02, illegal=0.05, outs=0.02, takebacks=0.04, twice=0.06, forgets=0.15,
    ),
    "hard": GameSpec(
        preset="hard", ground="cloth", card=116.0, noise=8.0, blur=0.9, drift=0.1, tilt=25.0, bump=0.03, drops=0.04,
        things=6, mess=1.5, pace=1.5, overlap=0.45, flips=0.4, cover=0.5, throws=0.3, fumbles=0.2, pairs=0.15,
        grabs=0.7, rests=0.14, nudges=0.12, shadows=0.15, fidgets=0.25, tidies=0.08, sips=0.08, garb=0.6, lamps=0.03,
        exposure=0.08, white=0.05, focus=0.05, illegal=0.06, outs=0.03, takebacks=0.06, twice=0.1, forgets=0.25,
    ),
    "clean": GameSpec(preset="clean", noise=1.0, drift=0.0, mess=0.3, rests=0.0, nudges=0.0, shadows=0.0, fidgets=0.0),
}  # fmt: skip

VARIED: Mapping[str, Mapping[str, tuple[Any, ...]]] = {
    "club": {
        "style": STYLES, "ground": GROUNDS, "seats": (3, 4, 5), "fps": (15.0, 20.0, 24.0, 30.0),
        "tilt": (0.0, 6.0, 12.0, 18.0),
    },
    "hard": {
        "style": STYLES, "ground": GROUNDS, "seats": (2, 3, 4, 5, 6), "fps": (10.0, 12.0, 15.0, 24.0, 30.0),
        "tilt": (0.0, 10.0, 20.0, 30.0, 40.0, 50.0), "card": (104.0, 116.0, 128.0),
    },
}  # fmt: skip
"""What each seed chooses anew where the text does not say it."""


def parse_spec(text: str) -> GameSpec:
    """Read ``sim:[preset][?name=value&…]``; the seed chooses what ``VARIED`` lists and the text leaves open.

    Raises ``UsageError`` naming the unknown preset or setting with its near matches, or the value out of its range.
    """
    body = text.removeprefix("sim:")
    name, _, query = body.partition("?")
    name = name or "easy"
    if name not in PRESETS:
        raise UsageError(f"There is no simulated table {name!r}; {near(name, PRESETS)}.")
    changes: dict[str, Any] = {}
    for key, value in parse_qsl(query, keep_blank_values=True):
        if key not in _settings():
            raise UsageError(f"A simulated table has no setting {key!r}; {near(key, _settings())}.")
        changes[key] = read_value(key, value)
    base = PRESETS[name]
    return replace(base, **{**_chosen(name, changes.get("seed", base.seed)), **changes})


def spec_text(spec: GameSpec) -> str:
    """``sim:…`` from which ``parse_spec`` reads exactly this spec."""
    base, varied = PRESETS[spec.preset], VARIED.get(spec.preset, {})
    told = [key for key in _settings() if key == "seed" or key in varied or getattr(spec, key) != getattr(base, key)]
    return f"sim:{spec.preset}?" + "&".join(f"{key}={write_value(getattr(spec, key))}" for key in told)


def _chosen(preset: str, seed: int) -> dict[str, Any]:
    rng = Random(f"{preset} {seed}")
    return {key: rng.choice(values) for key, values in VARIED.get(preset, {}).items()}


def _settings() -> tuple[str, ...]:
    return tuple(field.name for field in fields(GameSpec) if field.name != "preset")
