"""A player's arm seen from above: fingers, hand, wrist and sleeve, shaded as round bodies."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.game.ground import smooth_noise
from vision.synth.game.spec import GameSpec
from vision.synth.game.sprites import Sprite, premultiplied

Field = NDArray[np.float32]
Colour = tuple[float, float, float]
Stroke = tuple[tuple[float, float], tuple[float, float], float]
LENGTH = 1050
"""How far the sleeve goes on behind the finger tips, in table units: out of the picture from anywhere."""
_TIP = 0.12
_HALF = 0.95
_OVER = 1.5
_BARE = 99.0
"""Where the sleeve of a bare arm begins: nowhere in sight."""

SKINS: tuple[Colour, ...] = (
    (150, 178, 228), (122, 156, 212), (96, 132, 190), (72, 102, 156), (50, 70, 112), (166, 192, 236),
)  # fmt: skip
SLEEVES: tuple[Colour, ...] = (
    (60, 50, 45), (120, 70, 40), (50, 60, 150), (150, 150, 155),
    (70, 110, 70), (40, 130, 190), (210, 210, 205), (90, 60, 100),
)  # fmt: skip

# Strokes from knuckle to tip in card heights: x to the right of the middle, y back from the tips, and thickness.
_PINCH: tuple[Stroke, ...] = (
    ((0.36, 0.72), (0.33, 0.42), 0.15), ((0.27, 0.66), (0.25, 0.24), 0.165), ((0.13, 0.6), (0.1, 0.06), 0.175),
    ((-0.03, 0.6), (-0.05, 0.09), 0.17), ((-0.24, 0.82), (-0.2, 0.34), 0.185),
)  # fmt: skip
_FLAT: tuple[Stroke, ...] = (
    ((0.34, 0.72), (0.47, 0.27), 0.15), ((0.2, 0.66), (0.26, 0.08), 0.165), ((0.05, 0.62), (0.06, 0.02), 0.175),
    ((-0.1, 0.64), (-0.15, 0.1), 0.17), ((-0.22, 0.86), (-0.52, 0.5), 0.185),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArmLook:
    """What makes one player's arm: colours (BGR), which hand, where the sleeve ends (card heights from the tips).

    ``stripe`` is a second colour of the sleeve, None for a plain one.
    """

    skin: Colour
    sleeve: Colour
    mirrored: bool
    cuff: float
    stripe: Colour | None = None

    @staticmethod
    def random(rng: np.random.Generator) -> "ArmLook":
        """A look drawn by chance."""
        skin, sleeve = SKINS[rng.integers(len(SKINS))], SLEEVES[rng.integers(len(SLEEVES))]
        return ArmLook(skin, sleeve, bool(rng.random() < 0.3), float(rng.uniform(1.35, 2.4)))


def dressed(looks: list[ArmLook], spec: GameSpec) -> list[ArmLook]:
    """The same arms, some of them bare or in striped sleeves by the chance ``spec.garb``."""
    if spec.garb <= 0:
        return looks
    rng = np.random.default_rng([spec.seed, 41])
    return [_other(look, rng) if rng.random() < spec.garb else look for look in looks]


def _other(look: ArmLook, rng: np.random.Generator) -> ArmLook:
    if rng.random() < 0.4:
        return replace(look, cuff=_BARE)
    return replace(look, stripe=SLEEVES[rng.integers(len(SLEEVES))])


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """A drawn arm pointing up: ``sprite`` in table units, its finger tips at ``tip`` (x, y) in the sprite."""

    sprite: Sprite
    tip: tuple[float, float]


class _Canvas:
    """Layers of shaded skin and cloth, drawn ``_OVER`` times too large; (x, y) in card heights."""

    def __init__(self, card: float) -> None:
        self.scale = card * _OVER
        self.width, self.height = round(2 * _HALF * self.scale), round(LENGTH * _OVER)
        self.colour = np.zeros((self.height, self.width, 3), np.float32)
        self.alpha = np.zeros((self.height, self.width), np.float32)

    def place(self, x: float, y: float) -> tuple[int, int]:
        return round((x + _HALF) * self.scale), round((y + _TIP) * self.scale)

    def blank(self) -> NDArray[np.uint8]:
        return np.zeros((self.height, self.width), np.uint8)

    def add(self, mask: NDArray[np.uint8], colour: Field) -> None:
        """Lay a body with this outline and colour ((3,) or (H, W, 3)) on top, shaded as if it were round."""
        x, y, w, h = cv2.boundingRect(mask)
        part = np.s_[max(0, y - 2) : y + h + 2, max(0, x - 2) : x + w + 2]
        cover = mask[part].astype(np.float32)[..., None] / 255
        paint = colour if colour.ndim == 1 else colour[part]
        body = paint * _roundness(mask[part])[..., None]
        self.colour[part] = self.colour[part] * (1 - cover) + body * cover
        self.alpha[part] = np.maximum(self.alpha[part], cover[..., 0])

    def sprite(self, card: float) -> Sprite:
        """Shrunk to table units, with a soft shadow beside it."""
        size = (round(2 * _HALF * card), LENGTH)
        colour = np.asarray(cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA), np.float32)
        alpha = np.asarray(cv2.resize(self.alpha, size, interpolation=cv2.INTER_AREA), np.float32)
        soft = np.asarray(cv2.GaussianBlur(alpha, (0, 0), card * 0.05), np.float32)
        shift = np.array([[1, 0, card * 0.05], [0, 1, card * 0.05]])
        under = 0.4 * np.asarray(cv2.warpAffine(soft, shift, size), np.float32) * (1 - alpha)
        whole = alpha + under
        share = np.divide(alpha, whole, out=np.zeros_like(alpha), where=whole > 0)
        return premultiplied(np.dstack([colour * share[..., None], whole]))


def draw_arm(look: ArmLook, card: float, flat: bool, rng: np.random.Generator) -> Arm:
    """An arm whose hand is a little less wide than a card is high; ``flat`` for a resting hand, else a pinching one."""
    canvas = _Canvas(card)
    skin = np.asarray(look.skin, np.float32)
    forearm = ((0.0, 0.95, 0.25), (0.02, 1.25, 0.23), (0.03, 2.2, 0.31), (0.04, 3.4, 0.38))
    canvas.add(_limb(canvas, (*forearm, (0.05, 12.0, 0.4)) if look.cuff == _BARE else forearm), skin)
    _hand(canvas, skin, _FLAT if flat else _PINCH)
    if look.cuff != _BARE:
        _sleeve(canvas, look, rng)
    arm = canvas.sprite(card)
    pixels = arm.pixels[:, ::-1].copy() if look.mirrored else arm.pixels
    return Arm(Sprite(pixels), (arm.size[0] / 2, _TIP * card))


def _hand(canvas: _Canvas, skin: Field, strokes: tuple[Stroke, ...]) -> None:
    palm = canvas.blank()
    axes = (round(0.36 * canvas.scale), round(0.37 * canvas.scale))
    cv2.ellipse(palm, canvas.place(0.06, 0.86), axes, 0, 0, 360, 255, -1)
    canvas.add(palm, skin)
    for knuckle, tip, thick in strokes:
        finger = canvas.blank()
        cv2.line(finger, canvas.place(*knuckle), canvas.place(*tip), 255, round(thick * canvas.scale), cv2.LINE_AA)
        canvas.add(finger, skin)
        _nail(canvas, skin, knuckle, tip, thick)


def _nail(canvas: _Canvas, skin: Field, knuckle: tuple[float, float], tip: tuple[float, float], thick: float) -> None:
    way = np.subtract(tip, knuckle)
    centre = np.asarray(tip) + way / np.hypot(*way) * thick * 0.12
    turn = float(np.degrees(np.arctan2(way[1], way[0])))
    nail = canvas.blank()
    axes = (round(thick * 0.27 * canvas.scale), round(thick * 0.21 * canvas.scale))
    cv2.ellipse(nail, canvas.place(float(centre[0]), float(centre[1])), axes, turn, 0, 360, 255, -1, cv2.LINE_AA)
    canvas.add(nail, np.minimum(skin * 1.06 + 14, 255))


def _sleeve(canvas: _Canvas, look: ArmLook, rng: np.random.Generator) -> None:
    folds = 0.08 * smooth_noise(canvas.height, canvas.width, (canvas.scale * 0.22, canvas.scale * 0.6), rng)
    weave = 0.03 * rng.standard_normal(folds.shape, np.float32)
    cloth = np.asarray(look.sleeve, np.float32) * (1 + folds + weave)[..., None]
    if look.stripe is not None:
        cloth = _striped(cloth, look.stripe, canvas.scale)
    end = LENGTH * _OVER / canvas.scale
    shape = ((0.03, look.cuff, 0.4), (0.04, look.cuff + 0.5, 0.42), (0.06, end, 0.62))
    canvas.add(_limb(canvas, shape), cloth)
    canvas.add(_limb(canvas, ((0.03, look.cuff, 0.42), (0.03, look.cuff + 0.14, 0.42))), cloth * 0.9)


def _striped(cloth: Field, colour: Colour, scale: float) -> Field:
    """Rings of another colour round the sleeve."""
    rows = np.arange(cloth.shape[0])
    ring = (rows / (0.22 * scale) % 2 < 0.8)[:, None, None]
    tone = cloth.mean(axis=2, keepdims=True) / max(float(cloth.mean()), 1.0)
    return np.asarray(np.where(ring, np.asarray(colour, np.float32) * tone, cloth), np.float32)


def _limb(canvas: _Canvas, spine: tuple[tuple[float, float, float], ...]) -> NDArray[np.uint8]:
    """A body along points (x, y, half width) in card heights."""
    left = [canvas.place(x - half, y) for x, y, half in spine]
    right = [canvas.place(x + half, y) for x, y, half in reversed(spine)]
    mask = canvas.blank()
    cv2.fillPoly(mask, [np.array(left + right, np.int32)], 255, cv2.LINE_AA)
    return mask


def _roundness(mask: NDArray[np.uint8]) -> Field:
    """Brightness of a round body with this outline, lit from the upper left, about 0.7 to 1.1."""
    depth = np.asarray(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3), np.float32)
    radius = max(float(depth.max()), 1.0)
    height = radius * np.sqrt(np.clip(1 - (1 - depth / radius) ** 2, 0, 1))
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), radius * 0.12 + 1), np.float32)
    slope_x = np.asarray(cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=1 / 8), np.float32)
    slope_y = np.asarray(cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=1 / 8), np.float32)
    light = (1 + 0.35 * slope_x + 0.3 * slope_y) / np.sqrt(1 + slope_x**2 + slope_y**2)
    return np.asarray(0.55 + 0.47 * np.clip(light, 0, 1.15), np.float32)
