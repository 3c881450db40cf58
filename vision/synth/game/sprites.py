"""Cards and arms as sprites, and how a sprite is laid into a picture through a projective map."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.faces import render_face

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]
PAD = 0.06
"""Share of a card's height left round it for its soft shadow."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """``pixels`` (H, W, 4): blue, green, red already multiplied by alpha, then alpha."""

    pixels: Image

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]


def premultiplied(bgra: NDArray[np.float32]) -> Sprite:
    """A sprite from straight (H, W, 4) colours 0..255 and alpha 0..1."""
    alpha = bgra[..., 3:]
    return Sprite(np.concatenate([bgra[..., :3] * alpha, alpha * 255], axis=2).clip(0, 255).astype(np.uint8))


@lru_cache(maxsize=256)
def card_sprite(label: str, style: str, height: int) -> Sprite:
    """A card face or back ``height`` pixels high, with a soft shadow round it (the sprite is larger by ``PAD``)."""
    face = render_face(label, style, height=max(height * 2, 160)).astype(np.float32)
    face[..., 3] /= 255
    face[..., :3] *= face[..., 3:]
    width = round(height * face.shape[1] / face.shape[0])
    small = np.asarray(cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    pad = max(2, round(height * PAD))
    framed = np.asarray(
        cv2.copyMakeBorder(small, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)), np.float32
    )
    return Sprite(_with_shadow(framed, pad))


def _with_shadow(card: NDArray[np.float32], pad: int) -> Image:
    alpha = card[..., 3]
    soft = np.asarray(cv2.GaussianBlur(alpha, (0, 0), pad * 0.35), np.float32) * 0.45
    shift = np.array([[1.0, 0, pad / 5], [0, 1.0, pad / 4]])
    under = np.asarray(cv2.warpAffine(soft, shift, soft.shape[::-1]), np.float32) * (1 - alpha)
    whole = np.dstack([card[..., :3], (alpha + under) * 255])
    return whole.clip(0, 255).astype(np.uint8)


def lay(picture: Image, sprite: Sprite, matrix: Matrix, smear: tuple[float, float] = (0.0, 0.0)) -> None:
    """Draw ``sprite`` into ``picture`` in place; ``matrix`` (3, 3) leads from sprite to picture pixels.

    ``smear`` is the way moved while the shutter is open, in pixels across and down.
    """
    box = _bounds(picture, sprite, matrix, max(abs(smear[0]), abs(smear[1])))
    if box is None:
        return
    x0, y0, x1, y1 = box
    shifted = np.array([[1.0, 0, -x0], [0, 1.0, -y0], [0, 0, 1.0]]) @ matrix
    patch = _warp(sprite.pixels, shifted, (x1 - x0, y1 - y0))
    across, down = (1 + 2 * round(abs(way) / 2) for way in smear)
    if across > 1 or down > 1:
        patch = np.asarray(cv2.blur(patch, (across, down)), np.uint8)
    blend(picture[y0:y1, x0:x1], patch)


def blend(target: Image, patch: Image) -> None:
    """Lay a premultiplied (H, W, 4) patch over ``target`` (H, W, 3) in place."""
    colour = patch[..., :3]
    left = cv2.cvtColor(cv2.bitwise_not(patch[..., 3]), cv2.COLOR_GRAY2BGR)
    target[:] = cv2.add(cv2.multiply(target, left, scale=1 / 255), colour)


def _warp(pixels: Image, matrix: Matrix, size: tuple[int, int]) -> Image:
    if abs(matrix[2, 0]) < 1e-12 and abs(matrix[2, 1]) < 1e-12:
        flat = matrix[:2] / matrix[2, 2]
        return np.asarray(cv2.warpAffine(pixels, flat, size, flags=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.warpPerspective(pixels, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)


def _bounds(picture: Image, sprite: Sprite, matrix: Matrix, spread: float) -> tuple[int, int, int, int] | None:
    """The part of the picture the sprite touches, x0, y0, x1, y1, or None."""
    w, h = sprite.size
    corners = np.array([[0, 0, 1], [w, 0, 1], [w, h, 1], [0, h, 1]], np.float64) @ matrix.T
    points = corners[:, :2] / corners[:, 2:]
    low = np.floor(points.min(axis=0) - spread).astype(int)
    high = np.ceil(points.max(axis=0) + spread).astype(int) + 1
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(picture.shape[1], int(high[0])), min(picture.shape[0], int(high[1]))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None
