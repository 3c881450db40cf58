"""Grounds to lay cards on: drawn wood, cloth, paper and tiles, and crops of freely licensed photos from Debian."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

# Folders of Debian packages with freely licensed pictures: gnome-backgrounds, mate-backgrounds, lomiri-wallpapers,
# plasma-workspace-wallpapers, mypaint-data-extras, colobot-common-textures.
PHOTO_FOLDERS = (
    "/usr/share/backgrounds",
    "/usr/share/wallpapers",
    "/usr/share/games/colobot",
    "/usr/share/mypaint/backgrounds",
)
_SUFFIXES = {".jpg", ".jpeg", ".png"}


def smooth_noise(rng: random.Random, width: int, height: int, cells_x: float, cells_y: float) -> NDArray[np.float32]:
    """Return smooth noise in 0..1, (height, width), with about the given number of cells each way."""
    seeded = np.random.default_rng(rng.getrandbits(32))
    small = seeded.random((max(2, round(cells_y)), max(2, round(cells_x))), dtype=np.float32)
    return np.clip(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), 0.0, 1.0).astype(np.float32)


def _tint(grey: NDArray[np.float32], dark: Iterable[float], light: Iterable[float]) -> Image:
    low, high = np.array(list(dark), np.float32), np.array(list(light), np.float32)
    return np.clip(low + grey[..., None] * (high - low), 0, 255).astype(np.uint8)


def _wood(rng: random.Random, width: int, height: int) -> Image:
    along = rng.uniform(2, 6)
    bend = smooth_noise(rng, width, height, along, 4) * rng.uniform(0, 60)
    rows = np.arange(height, dtype=np.float32)[:, None] + bend
    grain = 0.5 + 0.5 * np.sin(rows * rng.uniform(0.08, 0.5))
    fine = smooth_noise(rng, width, height, width / rng.uniform(20, 60), height / rng.uniform(1.2, 2.5))
    grey = np.clip(0.35 * grain + 0.65 * fine, 0, 1).astype(np.float32)
    base = rng.choice(((60, 95, 140), (110, 160, 205), (40, 55, 90), (140, 175, 205), (30, 40, 55), (70, 80, 120)))
    light = [channel * rng.uniform(1.08, 1.4) for channel in base]
    image = _tint(grey, base, light)
    if rng.random() < 0.5:
        step = rng.randint(height // 6 + 4, height // 2 + 8)
        for y in range(rng.randint(0, step), height, step):
            cv2.line(image, (0, y), (width, y), tuple(int(c * 0.5) for c in base), rng.randint(1, 3))
    return image


def _cloth(rng: random.Random, width: int, height: int) -> Image:
    seeded = np.random.default_rng(rng.getrandbits(32))
    grain = seeded.normal(0.5, rng.uniform(0.05, 0.25), (height, width)).astype(np.float32)
    if rng.random() < 0.6:
        grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.6)).astype(np.float32)
    grey = np.clip(0.6 * grain + 0.4 * smooth_noise(rng, width, height, 5, 5), 0, 1).astype(np.float32)
    base = [rng.uniform(10, 170) for _ in range(3)]
    return _tint(grey, base, [min(255.0, channel + rng.uniform(20, 70)) for channel in base])


def _plain(rng: random.Random, width: int, height: int) -> Image:
    level = rng.choice((rng.uniform(215, 255), rng.uniform(0, 35), rng.uniform(40, 215)))
    tone = [min(255.0, max(0.0, level + rng.uniform(-12, 12))) for _ in range(3)]
    depth = rng.uniform(0, 26)
    return _tint(smooth_noise(rng, width, height, 3, 3), [channel - depth for channel in tone], tone)


def _tiles(rng: random.Random, width: int, height: int) -> Image:
    a, b = ([rng.uniform(0, 255) for _ in range(3)] for _ in range(2))
    step_x, step_y = rng.randint(8, 90), rng.randint(8, 90)
    ys, xs = np.mgrid[0:height, 0:width]
    kind = rng.randrange(3)
    if kind == 0:
        mask = ((xs // step_x + ys // step_y) % 2).astype(np.float32)
    elif kind == 1:
        mask = ((xs // step_x) % 2).astype(np.float32)
    else:
        mask = (((xs % step_x) < 3) | ((ys % step_y) < 3)).astype(np.float32)
    mixed = 0.85 * mask + 0.15 * smooth_noise(rng, width, height, 9, 9)
    return _tint(mixed.astype(np.float32), a, b)


class Grounds:
    """A source of grounds. `photos` are read once, small; without any, only drawn grounds are given."""

    def __init__(self, folders: Iterable[str] = PHOTO_FOLDERS, limit: int = 160, extra: Iterable[Path] = ()) -> None:
        paths = [p for folder in folders if Path(folder).is_dir() for p in sorted(Path(folder).rglob("*"))]
        paths = [p for p in paths if p.suffix.lower() in _SUFFIXES and p.stat().st_size > 20_000]
        random.Random(7).shuffle(paths)
        self._photos = [image for path in [*paths[:limit], *extra] if (image := _read_small(path)) is not None]

    def draw(self, rng: random.Random, width: int, height: int) -> Image:
        """Return a ground, (height, width, 3) BGR."""
        if self._photos and rng.random() < 0.5:
            return self._crop(rng, width, height)
        kind = rng.choice((_wood, _wood, _wood, _cloth, _cloth, _plain, _plain, _tiles))
        if rng.random() < 0.5:
            return kind(rng, width, height)
        return np.ascontiguousarray(np.rot90(kind(rng, height, width)))

    def _crop(self, rng: random.Random, width: int, height: int) -> Image:
        photo = rng.choice(self._photos)
        rows, cols = photo.shape[:2]
        share = rng.uniform(0.3, 1.0)
        w = min(cols, max(8, round(min(cols, rows * width / height) * share)))
        h = min(rows, max(8, round(w * height / width)))
        x, y = rng.randint(0, cols - w), rng.randint(0, rows - h)
        part = photo[y : y + h, x : x + w]
        return np.ascontiguousarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)


def _read_small(path: Path) -> Image | None:
    image = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_4 if path.stat().st_size > 600_000 else cv2.IMREAD_COLOR)
    if image is None or min(image.shape[:2]) < 64:
        return None
    scale = 900 / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(image, dtype=np.uint8)
