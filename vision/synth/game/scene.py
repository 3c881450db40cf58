"""Draws the simulated table at any time, going forward, and tells which cards can be seen."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.game.arm import Arm, ArmLook, draw_arm, dressed
from vision.synth.game.clips import ArmPiece, CardPiece, Clip, Piece, Reel, ShadePiece, ThingPiece
from vision.synth.game.ground import draw_ground
from vision.synth.game.lens import Lens
from vision.synth.game.light import push
from vision.synth.game.plane import Plane, Pose, Seat
from vision.synth.game.spec import GameSpec
from vision.synth.game.sprites import Sprite, lay
from vision.synth.game.tabletop import Lying, Tabletop, draw_card
from vision.synth.game.things import draw_thing

Image = NDArray[np.uint8]
_SHUTTER = 1 / 80
_COARSE = 4
"""Picture pixels to one cell of the map that counts what is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One card in the picture: its corners (4, 2) in pixels, clockwise from its own top left, and the share in view."""

    label: str
    quad: NDArray[np.float32]
    share: float
    moving: bool


class Scene:
    """One simulated table with its reel; ask for times that never go back."""

    def __init__(self, spec: GameSpec, plane: Plane, seats: list[Seat], reel: Reel) -> None:
        self.spec, self.plane, self.reel = spec, plane, reel
        rng = np.random.default_rng(spec.seed)
        self._straight, self._ground = plane, draw_ground(spec.ground, plane, rng)
        things = [(draw_thing(number, spec), pose) for number, pose in enumerate(reel.things)]
        self.table = Tabletop(plane, self._ground, seats, spec.style, spec.hands, things)
        self._looks = dressed([ArmLook.random(rng) for _ in seats], spec)
        self._seeds = [int(rng.integers(2**31)) for _ in seats]
        self._arms: dict[tuple[int, bool], Arm] = {}
        self._lens = Lens(spec, rng, reel.effects)
        self._pushed: NDArray[np.float64] | None = None
        self._next = 0
        self._clips = sorted(reel.clips, key=lambda clip: clip.start)

    def picture(self, seq: int, t: float) -> Image:
        """(H, W, 3) the camera's picture number ``seq`` at ``t`` seconds."""
        self.advance(t)
        clean = self.table.picture().copy()
        for clip in self._active(t):
            before = clip.pieces(t - _SHUTTER, self.plane)
            now = clip.pieces(t, self.plane)
            for piece in now:
                self._draw(clean, piece, _same(piece, before))
        return self._lens.finish(clean, seq, t)

    def pieces(self, t: float) -> list[Piece]:
        """What moves at ``t``, lowest first."""
        return [piece for clip in self._active(t) for piece in clip.pieces(t, self.plane)]

    def snapshot(self, t: float) -> "Snapshot":
        """What there is to see at the time of the last picture."""
        return Snapshot(self, self.plane, self.table.lying(), self.pieces(t))

    def arm_matrix(self, piece: ArmPiece, plane: Plane) -> tuple[Sprite, NDArray[np.float64]]:
        """An arm's sprite and the map from it to the picture."""
        arm = self._arm(piece.seat, piece.flat)
        width, height = arm.sprite.size
        middle = np.array([[1, 0, width / 2 - arm.tip[0]], [0, 1, height / 2 - arm.tip[1]], [0, 0, 1]])
        pose = Pose(piece.tip[0], piece.tip[1], piece.angle)
        return arm.sprite, plane.card_matrix(pose, width, height, height) @ middle

    def thing_matrix(self, piece: ThingPiece, plane: Plane) -> tuple[Sprite, NDArray[np.float64]]:
        """The sprite of a thing in somebody's hand and the map from it to the picture."""
        sprite = self.table.things[piece.number]
        width, height = sprite.size
        return sprite, plane.card_matrix(piece.pose, width, height, height)

    def advance(self, t: float) -> None:
        """Have everything happen that does by ``t``, without drawing it."""
        self._push(t)
        while self._next < len(self.reel.cues) and self.reel.cues[self._next].t <= t:
            self.reel.cues[self._next].change(self.table)
            self._next += 1

    def _push(self, t: float) -> None:
        """See the table as a camera does that was pushed."""
        pushed = push(self.reel.effects, t, self.spec.size)
        if pushed is None or (self._pushed is not None and (pushed == self._pushed).all()):
            return
        self._pushed, self.plane = pushed, self._straight.pushed(pushed)
        ground = cv2.warpPerspective(self._ground, pushed, self.spec.size, borderMode=cv2.BORDER_REFLECT)
        self.table.look_from(self.plane, np.asarray(ground, np.uint8))

    def _active(self, t: float) -> list[Clip]:
        return [clip for clip in self._clips if clip.start <= t < clip.end]

    def _arm(self, seat: int, flat: bool) -> Arm:
        if (seat, flat) not in self._arms:
            rng = np.random.default_rng(self._seeds[seat])
            self._arms[seat, flat] = draw_arm(self._looks[seat], self.plane.card, flat, rng)
        return self._arms[seat, flat]

    def _draw(self, picture: Image, piece: Piece, before: Piece | None) -> None:
        match piece:
            case CardPiece(label, pose):
                old = before.pose if isinstance(before, CardPiece) else pose
                smear = self._way((old.x, old.y), (pose.x, pose.y))
                draw_card(picture, self.plane, label, pose, self.spec.style, smear)
            case ArmPiece():
                sprite, matrix = self.arm_matrix(piece, self.plane)
                old_tip = before.tip if isinstance(before, ArmPiece) else piece.tip
                lay(picture, sprite, matrix, self._way(old_tip, piece.tip))
            case ThingPiece(number, pose):
                self.table.draw_thing(picture, number, pose)
            case ShadePiece():
                _shade(picture, self.plane, piece)

    def _way(self, old: tuple[float, float], new: tuple[float, float]) -> tuple[float, float]:
        ends = self.plane.pixels(np.array([old, new], np.float64))
        way = ends[1] - ends[0]
        return float(way[0]), float(way[1])


class Snapshot:
    """The cards of one moment, lowest first, and how much of each is seen."""

    def __init__(self, scene: Scene, plane: Plane, lying: list[Lying], pieces: list[Piece]) -> None:
        self._scene, self._plane, self._lying, self._pieces = scene, plane, lying, pieces

    @cached_property
    def cards(self) -> list[Seen]:
        """Every card with at least a corner in the picture."""
        plane = self._plane
        width, height = plane.size
        owner = np.full((height // _COARSE, width // _COARSE), -1, np.int16)
        found: list[tuple[str, NDArray[np.float32], bool]] = []
        for card in self._lying:
            self._claim(owner, found, card.label, plane.quad(card.pose), moving=False)
        for piece in self._pieces:
            if isinstance(piece, CardPiece) and piece.pose.squeeze > 0.5:
                self._claim(owner, found, piece.label, plane.quad(piece.pose), moving=True)
            elif isinstance(piece, ArmPiece):
                self._cover(owner, *self._scene.arm_matrix(piece, self._plane))
            elif isinstance(piece, ThingPiece):
                self._cover(owner, *self._scene.thing_matrix(piece, self._plane))
        counts = np.bincount(owner[owner >= 0], minlength=len(found))
        return [
            Seen(label, quad, _share(quad, int(count)), moving)
            for (label, quad, moving), count in zip(found, counts, strict=True)
        ]

    def _claim(
        self, owner: NDArray[np.int16], found: list[tuple[str, NDArray[np.float32], bool]], label: str,
        quad: NDArray[np.float32], *, moving: bool,
    ) -> None:  # fmt: skip
        cv2.fillConvexPoly(owner, np.round(quad / _COARSE).astype(np.int32), len(found))
        found.append((label, quad, moving))

    def _cover(self, owner: NDArray[np.int16], sprite: Sprite, matrix: NDArray[np.float64]) -> None:
        alpha = np.ascontiguousarray(sprite.pixels[..., 3])
        small = np.diag([1 / _COARSE, 1 / _COARSE, 1.0]) @ matrix
        seen = cv2.warpPerspective(alpha, small, (owner.shape[1], owner.shape[0]), flags=cv2.INTER_NEAREST)
        owner[np.asarray(seen) > 140] = -1


def _share(quad: NDArray[np.float32], cells: int) -> float:
    area = float(cv2.contourArea(quad)) / _COARSE**2
    return min(1.0, cells / max(area, 1.0))


def _same(piece: Piece, others: list[Piece]) -> Piece | None:
    return next((other for other in others if type(other) is type(piece)), None)


def _shade(picture: Image, plane: Plane, piece: ShadePiece) -> None:
    """Darken an ellipse with a soft rim, in place."""
    middle = plane.pixels(np.array([piece.centre]))[0]
    scale = plane.size[1] / 720
    half = np.array(piece.radius) * scale
    low = np.maximum(np.floor(middle - half), 0).astype(int)
    high = np.minimum(np.ceil(middle + half), plane.size).astype(int)
    if (low >= high).any():
        return
    across = ((np.arange(low[0], high[0], dtype=np.float32) - middle[0]) / half[0]) ** 2
    down = ((np.arange(low[1], high[1], dtype=np.float32) - middle[1]) / half[1]) ** 2
    light = 255 * (1 - piece.depth * np.clip(1 - across[None] - down[:, None], 0, 1) ** 1.5)
    part = picture[low[1] : high[1], low[0] : high[0]]
    layer = cv2.cvtColor(light.astype(np.uint8), cv2.COLOR_GRAY2BGR)
    part[:] = cv2.multiply(part, layer, scale=1 / 255)
