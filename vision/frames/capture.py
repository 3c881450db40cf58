"""What cameras, videos and streams share: OpenCV's capture object, kept quiet and behind a small protocol."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from vision.frames.frame import Image

Note = Callable[[str], None]
"""Takes one sentence that a person should know but that stops nothing."""


def silent(sentence: str) -> None:
    """A ``Note`` for those who do not want to know."""


class Capture(Protocol):
    """The part of ``cv2.VideoCapture`` that is used here; tests bring their own."""

    def isOpened(self) -> bool: ...  # noqa: D102, N802 - OpenCV's name and meaning
    def grab(self) -> bool: ...  # noqa: D102
    def retrieve(self) -> tuple[bool, Any]: ...  # noqa: D102
    def get(self, propId: int, /) -> float: ...  # noqa: D102, N803
    def set(self, propId: int, value: float, /) -> bool: ...  # noqa: D102, N803
    def release(self) -> None: ...  # noqa: D102


def open_capture(target: int | str, backend: int | None = None, params: Sequence[int] = ()) -> Capture:
    """Open a device number, file or URL with OpenCV; the result may be unopened, which is for the caller to tell."""
    import cv2

    cv2.utils.logging.setLogLevel(
        cv2.utils.logging.LOG_LEVEL_SILENT
    )  # its warnings speak of OpenCV's insides; ours say what to do
    try:
        capture: Any = cv2.VideoCapture(target, cv2.CAP_ANY if backend is None else backend, list(params))
    except cv2.error:
        capture = cv2.VideoCapture()
    opened: Capture = capture
    return opened


def next_image(capture: Capture) -> Image | None:
    """Grab and decode the next picture as (H, W, 3) BGR; None when there is no further one."""
    return decoded(capture) if capture.grab() else None


def decoded(capture: Capture) -> Image | None:
    """Decode the picture grabbed last as (H, W, 3) BGR; None when that fails."""
    done, image = capture.retrieve()
    if not done or image is None or image.size == 0:
        return None
    if image.ndim == 2:
        image = np.repeat(image[:, :, None], 3, axis=2)
    return np.ascontiguousarray(image, np.uint8)
