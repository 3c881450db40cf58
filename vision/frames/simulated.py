"""The simulated table as a source of frames, with its ground truth beside it."""

import json
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from vision.errors import SourceError
from vision.frames.frame import Frame
from vision.synth.game.director import Director
from vision.synth.game.plane import Plane
from vision.synth.game.scene import Scene, Seen, Snapshot
from vision.synth.game.script import Script, write_script
from vision.synth.game.spec import GameSpec, parse_spec

Image = NDArray[np.uint8]
_REMEMBERED = 64
_BURST = 2
"""Frames that are lost at once, on average."""


class SimulatedSource:
    """Draws a whole game; the same spec (and script) gives the same pictures.

    ``truth`` lists what happens as JSON-able rows ``{"t", "kind", "seat", "card", ...}`` in order of time, ``t`` being
    the seconds at which the card is at rest (or taken). A play against the rules has ``illegal``, the ids of what
    forbids it. ``final`` is the position in which the game ends, where the script knows it.
    """

    def __init__(self, spec: GameSpec, script: Script | None = None) -> None:
        self.spec = spec
        self.name = f"sim:{spec.preset}"
        self.live = spec.live
        self.fps: float | None = spec.fps
        rng = Random(spec.seed)
        script = write_script(spec, rng) if script is None else script
        self.final: Mapping[str, object] = dict(script.final)
        plane = Plane(spec)
        lean = 0.6 / max(4, spec.seats)
        seats = [plane.seat(number, spec.seats, rng.uniform(-lean, lean)) for number in range(spec.seats)]
        self._reel = Director(spec, plane, seats, rng).direct(list(script.steps), script.pile, script.hand)
        self._plane, self._seats = plane, seats
        self._numbers = kept_frames(spec, int(self._reel.length * spec.fps))
        self._drawn: deque[tuple[weakref.ref[Image], Snapshot]] = deque(maxlen=_REMEMBERED)
        self._lock = threading.Lock()
        self._open, self._begun = True, False

    @cached_property
    def _scene(self) -> Scene:
        """Drawn only when it is looked at: the truth alone costs nothing."""
        return Scene(self.spec, self._plane, self._seats, self._reel)

    @property
    def truth(self) -> list[dict[str, object]]:
        """What happens, in order of time; complete before the first frame is drawn."""
        return [dict(row) for row in self._reel.truth]

    @property
    def noise(self) -> list[dict[str, object]]:
        """What means nothing in the game (resting hands, nudges, shadows, fidgets), as rows like the truth's."""
        return [dict(row) for row in self._reel.noise]

    @property
    def seconds(self) -> float:
        """How long the pictures go on."""
        return self._reel.length

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Frame]:
        """Yield the frames, oldest first; a simulated table plays once."""
        if self._begun:
            raise SourceError(f"{self.name} was read already; open it again to play it from the start.")
        self._begun = True
        began = time.monotonic()
        for seq, number in enumerate(self._numbers):
            if not self._open:
                return
            t = number / self.spec.fps
            image = self._scene.picture(seq, t)
            self._remember(image, t)
            if self.live:
                time.sleep(max(0.0, began + t - time.monotonic()))
            yield Frame(seq, t, image)

    def seen_in(self, image: Image) -> list[Seen]:
        """The cards to be seen in a picture handed out lately, lowest first; from any thread.

        Raises ``SourceError`` for a picture that is none of this table's last ones.
        """
        with self._lock:
            lately = list(self._drawn)
        for remembered, snapshot in reversed(lately):
            known = remembered()
            if known is not None and (known is image or _alike(known, image)):
                return snapshot.cards
        raise SourceError(
            f"This picture is none of the last {_REMEMBERED} that {self.name} drew; hand it over unchanged."
        )

    def at(self, t: float) -> Snapshot:
        """What there is to see at ``t`` seconds, without drawing it; times never go back."""
        self._scene.advance(t)
        return self._scene.snapshot(t)

    def still(self, t: float) -> Image:
        """The picture at ``t`` seconds, (H, W, 3); times never go back, and the frames are not to be read as well."""
        return self._scene.picture(round(t * self.spec.fps), t)

    def write_truth(self, path: Path) -> None:
        """Write the truth, one JSON row a line."""
        path.write_text("".join(json.dumps(row) + "\n" for row in self._reel.truth), encoding="utf-8")

    def close(self) -> None:
        """Stop drawing; harmless when called twice."""
        self._open = False

    def _remember(self, image: Image, t: float) -> None:
        snapshot = self._scene.snapshot(t)
        with self._lock:
            self._drawn.append((weakref.ref(image), snapshot))


def kept_frames(spec: GameSpec, count: int) -> list[int]:
    """The numbers, of ``count`` frames, of those that do not get lost; they get lost in bursts of one to three."""
    if spec.drops <= 0:
        return list(range(count))
    rng = Random(f"{spec.seed} drops")
    kept, number = [], 0
    while number < count:
        if number and rng.random() < spec.drops / _BURST:
            number += rng.randint(1, 2 * _BURST - 1)
        kept.append(number)
        number += 1
    return [number for number in kept if number < count]


def open_simulated(spec: str) -> SimulatedSource:
    """Open ``sim:[preset][?name=value&…]``; raises ``UsageError`` in one sentence for what it cannot understand."""
    return SimulatedSource(parse_spec(spec))


def _alike(known: Image, image: Image) -> bool:
    """True for a copy of the picture, judged by every 16th pixel."""
    return known.shape == image.shape and bool((known[::16, ::16] == image[::16, ::16]).all())
