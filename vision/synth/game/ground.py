"""Table tops drawn from noise: felt, wood, cloth, paper and slate."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.game.plane import DEPTH, Plane

Image = NDArray[np.uint8]
Field = NDArray[np.float32]
_MARGIN = 0.3


def draw_ground(name: str, plane: Plane, rng: np.random.Generator) -> Image:
    """The empty table as the camera sees it, (H, W, 3) BGR, lit a little unevenly."""
    height = round(DEPTH * (1 + 2 * _MARGIN))
    width = round(plane.width + DEPTH * 2 * _MARGIN)
    top = _TOPS[name](height, width, rng)
    shift = np.array([[1, 0, -DEPTH * _MARGIN], [0, 1, -DEPTH * _MARGIN], [0, 0, 1]])
    seen = np.asarray(
        cv2.warpPerspective(
            top, plane.matrix @ shift, plane.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
    )
    lit: Image = np.clip(seen * _light(plane.size, rng)[..., None], 0, 255).astype(np.uint8)
    return lit


def _light(size: tuple[int, int], rng: np.random.Generator) -> Field:
    """A lamp somewhere over the table: brighter near it, a little dimmer in the corners."""
    w, h = size
    x, y = rng.uniform(0.3, 0.7), rng.uniform(0.2, 0.6)
    across = (np.arange(w, dtype=np.float32) / w - x) ** 2
    down = (np.arange(h, dtype=np.float32) / h - y) ** 2
    return np.asarray(1.08 - 0.45 * (across[None, :] + down[:, None]), np.float32)


def smooth_noise(height: int, width: int, cell: tuple[float, float], rng: np.random.Generator) -> Field:
    """Soft noise, mean 0 and deviation about 1; ``cell`` is the size of a patch down and across."""
    rows, columns = max(2, round(height / cell[0])), max(2, round(width / cell[1]))
    coarse = rng.standard_normal((rows, columns), np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _tint(base: tuple[int, int, int], shade: Field) -> Field:
    """(H, W, 3) colour ``base`` (BGR) made brighter or darker by ``shade``, a share."""
    return np.asarray(base, np.float32) * (1 + shade[..., None])


def _felt(h: int, w: int, rng: np.random.Generator) -> Field:
    bases = ((62, 96, 38), (96, 62, 34), (48, 44, 92), (70, 88, 70))
    fibre = 0.05 * rng.standard_normal((h, w), np.float32) + 0.04 * smooth_noise(h, w, (3, 3), rng)
    return _tint(bases[rng.integers(len(bases))], fibre + 0.03 * smooth_noise(h, w, (160, 160), rng))


def _wood(h: int, w: int, rng: np.random.Generator) -> Field:
    bases = ((118, 160, 196), (74, 108, 150), (92, 136, 178), (58, 82, 112))
    rows = np.arange(h, dtype=np.float32)[:, None]
    bend = 14 * smooth_noise(h, w, (220, 700), rng) + 3 * smooth_noise(h, w, (40, 260), rng)
    rings = np.sin((rows + bend) * 0.21) * 0.03 + np.sin((rows + bend * 1.7) * 0.63) * 0.02
    grain = 0.035 * smooth_noise(h, w, (2, 90), rng) + 0.03 * smooth_noise(h, w, (60, 400), rng)
    plank = np.floor((rows + 1e-3) / (h / rng.integers(4, 8)))
    tone = np.sin(plank * 12.9898) * 0.04
    gaps = -0.3 * (np.abs(np.diff(plank, axis=0, append=plank[-1:])) > 0).astype(np.float32)
    return _tint(bases[rng.integers(len(bases))], (rings + grain + tone + gaps).astype(np.float32))


def _cloth(h: int, w: int, rng: np.random.Generator) -> Field:
    bases = ((150, 120, 96), (120, 150, 170), (90, 80, 140), (170, 170, 165))
    weave = 0.04 * np.sin(np.arange(h, dtype=np.float32) * 1.9)[:, None]
    weave = weave + 0.04 * np.sin(np.arange(w, dtype=np.float32) * 2.1)[None, :]
    folds = 0.05 * smooth_noise(h, w, (260, 140), rng) + 0.03 * rng.standard_normal((h, w), np.float32)
    return _tint(bases[rng.integers(len(bases))], np.asarray(weave + folds, np.float32))


def _paper(h: int, w: int, rng: np.random.Generator) -> Field:
    speck = 0.012 * rng.standard_normal((h, w), np.float32) + 0.012 * smooth_noise(h, w, (120, 120), rng)
    return _tint((206, 214, 218), speck)


def _slate(h: int, w: int, rng: np.random.Generator) -> Field:
    cloud = 0.1 * smooth_noise(h, w, (90, 150), rng) + 0.06 * smooth_noise(h, w, (14, 22), rng)
    return _tint((66, 62, 58), cloud + 0.05 * rng.standard_normal((h, w), np.float32))


_TOPS: dict[str, Callable[[int, int, np.random.Generator], Field]] = {
    "felt": _felt, "wood": _wood, "cloth": _cloth, "paper": _paper, "slate": _slate,
}  # fmt: skip
