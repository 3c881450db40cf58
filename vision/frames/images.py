"""Picture files: which there are, reading them the way a person sees them, and writing them."""

import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.errors import ImageError, SourceError
from vision.frames.frame import Image

SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".jpe", ".png", ".webp", ".bmp", ".tif", ".tiff", ".ppm", ".pgm", ".avif", ".jp2"}
)
"""What counts as a picture in a folder, in lower case."""

_PNG = b"\x89PNG\r\n\x1a\n"

GREYNESS = 3
"""Difference between a pixel's channels up to which it has no colour; JPEG makes grey a little coloured."""

PAPER = 255
"""The grey that shows through where a picture is transparent: white, as viewers on a page show it."""


def list_images(folder: Path) -> list[Path]:
    """The pictures directly in ``folder``, in the order people expect (``2.jpg`` before ``10.jpg``).

    Raises ``SourceError`` when the folder cannot be listed or holds no picture.
    """
    try:
        found = [
            p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES and not p.name.startswith(".") and p.is_file()
        ]
    except OSError as error:
        raise SourceError(f"{folder} cannot be listed ({error.strerror}); check its name and your rights.") from error
    if not found:
        raise SourceError(f"{folder} holds no picture; give a folder with .jpg or .png files directly in it.")
    return sorted(found, key=_natural)


def _natural(path: Path) -> tuple[list[tuple[int, int, str]], str]:
    """Sort key that counts the numbers inside a name as numbers."""
    parts: list[tuple[int, int, str]] = []
    text = path.name.casefold()
    start = 0
    while start < len(text):
        end = start + 1
        digit = _is_digit(text[start])
        while end < len(text) and _is_digit(text[end]) == digit:
            end += 1
        chunk = text[start:end]
        parts.append((0, int(chunk), "") if digit else (1, 0, chunk))
        start = end
    return parts, path.name


def _is_digit(char: str) -> bool:
    return "0" <= char <= "9"


def read_image(path: Path) -> Image:
    """Read a picture file as (H, W, 3) BGR, turned upright by its EXIF orientation.

    Grey pictures get three equal channels, 16 bits become 8, and transparent parts become white. Raises ``ImageError``
    naming the file and the remedy when it is missing, empty, cut off or no picture.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise ImageError(f"{path} does not exist; check the name.") from error
    except OSError as error:
        raise ImageError(f"{path} cannot be read ({error.strerror}); check its name and your rights.") from error
    if not data:
        raise ImageError(f"{path} is empty; copy or take the picture again.")
    image = _decode(data)
    if image is None:
        raise ImageError(f"{path} is no picture that can be read; it may be cut off: save it again as JPEG or PNG.")
    return image


def read_coloured(path: Path) -> Image:
    """The same as ``read_image``, and ``ImageError`` for a grey one: red 5 and blue 5 would be the same."""
    image = read_image(path)
    sample = image[:: max(1, image.shape[0] // 200), :: max(1, image.shape[1] // 200)].astype(np.int16)
    if int(np.ptp(sample, axis=2).max()) <= GREYNESS < float(sample.std()):
        raise ImageError(f"{path} is a picture without colours, which tell cards apart; give one in colour.")
    return image


def _decode(data: bytes) -> Image | None:
    """Decode the bytes of a picture file; None where that fails."""
    if data.startswith(_PNG) and b"IEND" not in data[-4096:]:
        return None  # cut off; libpng would say so on stderr in its own words
    buffer = np.frombuffer(data, np.uint8)
    try:
        image: Any = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
        if image is None:
            return None
        if data[:3] != b"\xff\xd8\xff":  # a JPEG is never transparent
            raw: Any = cv2.imdecode(buffer, cv2.IMREAD_UNCHANGED)
            if raw is not None and raw.ndim == 3 and raw.shape[2] == 4:
                return _on_paper(data)
    except (cv2.error, OSError, ValueError):
        return None
    return np.ascontiguousarray(image, np.uint8)


def _on_paper(data: bytes) -> Image:
    """Lay a transparent picture on paper; Pillow because OpenCV ignores the orientation when it keeps alpha."""
    from PIL import Image as Pillow
    from PIL import ImageOps

    with Pillow.open(io.BytesIO(data)) as opened:
        upright = ImageOps.exif_transpose(opened)
        rgba = np.asarray(upright.convert("RGBA"), np.uint16)
    alpha = rgba[:, :, 3:]
    bgr = (rgba[:, :, 2::-1] * alpha + PAPER * (255 - alpha) + 127) // 255
    return np.ascontiguousarray(bgr, np.uint8)


def write_image(path: Path, image: Image) -> None:
    """Write ``image``, (H, W, 3) BGR, in the format its name asks for, making the folder where needed.

    Raises ``ImageError`` when the format is unknown or the disk refuses.
    """
    try:
        done, data = cv2.imencode(path.suffix or ".jpg", image)
    except cv2.error as error:
        raise ImageError(f"{path} cannot be written: {path.suffix} is no picture format; use .jpg or .png.") from error
    if not done:
        raise ImageError(f"{path} cannot be written as {path.suffix}; use .jpg or .png.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
    except OSError as error:
        raise ImageError(f"{path} cannot be written ({error.strerror}); choose another folder.") from error


def encode_jpeg(image: Image, *, width: int, quality: int) -> bytes:
    """``image``, (H, W, 3) BGR, as JPEG at most ``width`` pixels wide. Raises ``ImageError``."""
    height, given = image.shape[:2]
    if given > width:
        size = (width, max(1, round(height * width / given)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(image.dtype, copy=False)
    done, buffer = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ImageError(f"A picture of {given}×{height} pixels cannot be written as JPEG.")
    return buffer.tobytes()
