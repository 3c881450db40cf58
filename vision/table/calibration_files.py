"""Tables saved by name: one JSON file each, and beside it the picture by which the table is found again."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vision.errors import CalibrationError, ImageError
from vision.frames.frame import Image
from vision.frames.images import encode_jpeg, read_image
from vision.table.calibration import Calibration, check_name

FOLDER: Final = "tables"
_WIDTH: Final = 1280


@dataclass(frozen=True, slots=True, eq=False)
class SavedTable:
    """A table by its name; ``picture``: how it looked upright when it was set up, (H, W, 3), if that is known."""

    name: str
    calibration: Calibration
    picture: Image | None = None


class TableFolder:
    """The saved tables under ``data``, the folder for Lastcard's own files. Raises ``CalibrationError``."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    def names(self) -> list[str]:
        """Every saved table, in order."""
        return sorted(path.stem for path in self.folder.glob("*.json")) if self.folder.is_dir() else []

    def save(self, table: SavedTable, *, replace: bool = False) -> Path:
        """Write the table, over one of the same name only with ``replace``; the JSON file is returned."""
        path = self._path(table.name)
        if path.exists() and not replace:
            raise CalibrationError(
                f"A table is saved as {table.name!r} already; choose another name, or say that it shall be replaced."
            )
        text = json.dumps(table.calibration.to_json(), ensure_ascii=False, indent=2) + "\n"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if table.picture is not None:
                _replace(path.with_suffix(".jpg"), encode_jpeg(table.picture, width=_WIDTH, quality=85))
            else:
                path.with_suffix(".jpg").unlink(missing_ok=True)
            _replace(path, text.encode())
        except (OSError, ImageError) as error:
            why = getattr(error, "strerror", None) or error
            raise CalibrationError(f"{path} cannot be written ({why}); make room or check your rights.") from None
        return path

    def load(self, name: str) -> SavedTable:
        """The table of this name."""
        path = self._path(name)
        try:
            data: Any = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            known = ", ".join(self.names()) or "none"
            raise CalibrationError(
                f"No table is saved as {name!r} (saved: {known}); "
                f"set it up with lastcard calibrate SOURCE --name {name!r}."
            ) from None
        except (OSError, ValueError) as error:
            raise CalibrationError(f"{path} cannot be read ({error}); set up the table again.") from None
        if not isinstance(data, dict):
            raise CalibrationError(f"{path} is no table of Lastcard; set up the table again.")
        return SavedTable(path.stem, Calibration.from_json(data, f"The table {name!r}"), _picture(path))

    def remove(self, name: str) -> None:
        """Forget the table of this name."""
        self.load(name)
        path = self._path(name)
        path.unlink()
        path.with_suffix(".jpg").unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{check_name(name)}.json"


def _picture(path: Path) -> Image | None:
    """The picture beside a table; None where there is none, or none that can be read."""
    try:
        return read_image(path.with_suffix(".jpg"))
    except ImageError:
        return None


def _replace(path: Path, data: bytes) -> None:
    """Write a file so that there is always the old one or the new one."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    beside.replace(path)
