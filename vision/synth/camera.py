"""What light, lens and sensor do to a drawn picture."""

from __future__ import annotations

import random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.grounds import smooth_noise

Image = NDArray[np.uint8]


def _light(image: NDArray[np.float32], rng: random.Random) -> NDArray[np.float32]:
    height, width = image.shape[:2]
    if rng.random() < 0.6:
        depth = rng.uniform(0.1, 0.5)
        field = 1 - depth * smooth_noise(rng, width, height, rng.uniform(2, 4), rng.uniform(2, 4))
        image = image * field[..., None]
    if rng.random() < 0.25:
        spot = smooth_noise(rng, width, height, rng.uniform(3, 7), rng.uniform(3, 7)) ** 4
        image = image + (spot * rng.uniform(30, 150))[..., None]
    return image


def _cast(image: NDArray[np.float32], rng: random.Random) -> NDArray[np.float32]:
    warm = rng.gauss(0, 0.09)
    gains = np.array(
        [1 - warm + rng.gauss(0, 0.03), 1 + rng.gauss(0, 0.035), 1 + warm + rng.gauss(0, 0.03)], np.float32
    )
    image = image * np.clip(gains, 0.65, 1.4)
    grey = image.mean(axis=2, keepdims=True)
    return np.asarray(grey + (image - grey) * rng.uniform(0.55, 1.25), np.float32)


def _exposure(image: NDArray[np.float32], rng: random.Random) -> NDArray[np.float32]:
    gain = rng.uniform(0.62, 1.05) if rng.random() < 0.6 else rng.uniform(1.0, 1.45)
    image = np.clip(image * gain, 0, 255)
    return np.asarray(255 * (image / 255) ** rng.uniform(0.65, 1.2) + rng.uniform(0, 22), np.float32)


def _soften(image: Image, rng: random.Random) -> Image:
    choice = rng.random()
    if choice < 0.4:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.25)), np.uint8)
    if choice < 0.55:
        size = rng.choice((3, 5, 7))
        kernel = np.zeros((size, size), np.float32)
        kernel[size // 2, :] = 1.0 / size
        turn = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), rng.uniform(0, 180), 1.0)
        kernel = np.asarray(cv2.warpAffine(kernel, turn, (size, size)), np.float32)
        return np.asarray(cv2.filter2D(image, -1, kernel / max(float(kernel.sum()), 1e-3)), np.uint8)
    if choice < 0.7:
        height, width = image.shape[:2]
        scale = rng.uniform(0.55, 0.9)
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    if choice < 0.8:
        blurred = cv2.GaussianBlur(image, (0, 0), 1.2)
        return np.asarray(cv2.addWeighted(image, 1.6, blurred, -0.6, 0), np.uint8)
    return image


def photograph(image: Image, rng: random.Random) -> Image:
    """Return `image`, (H, W, 3) BGR, as a camera might record it: light, colour cast, exposure, blur, noise, JPEG."""
    values = _exposure(_cast(_light(image.astype(np.float32), rng), rng), rng)
    seeded = np.random.default_rng(rng.getrandbits(32))
    shot = _soften(np.clip(values, 0, 255).astype(np.uint8), rng)
    if rng.random() < 0.6:
        noise = seeded.normal(0, rng.uniform(1, 9), shot.shape).astype(np.float32)
        shot = np.clip(shot + noise, 0, 255).astype(np.uint8)
    quality = rng.randint(35, 95)
    ok, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8) if ok else shot
