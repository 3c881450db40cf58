"""A folder of pictures, shown one after the other like a film."""

from collections.abc import Iterator
from pathlib import Path

from vision.errors import ImageError, SourceError
from vision.frames.frame import Frame
from vision.frames.images import list_images, read_image

DEFAULT_FPS = 10.0


class ImageFolder:
    """The pictures of a folder in natural order, ``fps`` of them a second.

    Pictures that cannot be read are left out; once the others are through, ``SourceError`` names them, and ``broken``
    keeps that error. Raises ``SourceError`` at once when there is no picture.
    """

    live = False
    broken: SourceError | None = None

    def __init__(self, folder: Path, *, fps: float | None = None) -> None:
        self.name = str(folder)
        self.fps: float | None = fps or DEFAULT_FPS
        self._step = 1.0 / self.fps
        self._paths = list_images(folder)

    def __iter__(self) -> Iterator[Frame]:
        """Yield every picture that can be read; a frame's number and time are those of its place in the folder."""
        failures: list[str] = []
        for seq, path in enumerate(self._paths):
            try:
                image = read_image(path)
            except ImageError as error:
                failures.append(str(error))
                continue
            yield Frame(seq, seq * self._step, image)
        if failures:
            others = f" ({len(failures)} of {len(self._paths)} pictures could not be read)" if len(failures) > 1 else ""
            self.broken = SourceError(failures[0] + others)
            raise self.broken

    def close(self) -> None:
        """Nothing stays open."""
