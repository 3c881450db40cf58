"""Free fonts for the digits on drawn cards.

Faces never need a font: the digits in :mod:`vision.synth.glyphs` are drawn by strokes of our own. Training
pictures draw some of the digits with installed fonts too, because one font learns one deck.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FONT_ROOT = Path("/usr/share/fonts/truetype")

# File name -> (family as the file names it, weight, slanted). All under the OFL, Apache 2.0 or the Bitstream Vera
# licence, as their Debian packages state.
_CHOICE: dict[str, tuple[str, int, bool]] = {
    "Lato-Black.ttf": ("Lato", 900, False),
    "Lato-BlackItalic.ttf": ("Lato", 900, True),
    "Lato-Heavy.ttf": ("Lato", 800, False),
    "Lato-BoldItalic.ttf": ("Lato", 700, True),
    "OpenSans-Bold.ttf": ("Open Sans", 700, False),
    "OpenSans-ExtraBold.ttf": ("Open Sans", 800, False),
    "OpenSans-ExtraBoldItalic.ttf": ("Open Sans", 800, True),
    "Roboto-Black.ttf": ("Roboto", 900, False),
    "Roboto-BlackItalic.ttf": ("Roboto", 900, True),
    "Roboto-Bold.ttf": ("Roboto", 700, False),
    "LiberationSans-Bold.ttf": ("Liberation Sans", 700, False),
    "LiberationSans-BoldItalic.ttf": ("Liberation Sans", 700, True),
    "Arimo-Bold.ttf": ("Arimo", 700, False),
    "DejaVuSans-Bold.ttf": ("DejaVu Sans", 700, False),
    "NotoSans-Black.ttf": ("Noto Sans", 900, False),
    "NotoSans-BlackItalic.ttf": ("Noto Sans", 900, True),
    "NotoSansDisplay-Black.ttf": ("Noto Sans Display", 900, False),
    "Cantarell-ExtraBold.otf": ("Cantarell", 800, False),
    "Quicksand-Bold.ttf": ("Quicksand", 700, False),
    "Comfortaa-Bold.ttf": ("Comfortaa", 700, False),
    "Cabin-Bold.otf": ("Cabin", 700, False),
    "Cabin-BoldItalic.otf": ("Cabin", 700, True),
    "LeagueSpartan-Bold.otf": ("League Spartan", 700, False),
}


@dataclass(frozen=True, slots=True)
class Font:
    """One cut of an installed font: its file, family name, CSS weight, and whether it is slanted by itself."""

    path: str
    family: str
    weight: int
    slanted: bool


@lru_cache(maxsize=1)
def installed_fonts(root: Path = FONT_ROOT) -> tuple[Font, ...]:
    """Return the fonts of the list above that are installed under `root` or its sibling `opentype`, by file name."""
    found: list[Font] = []
    for top in (root, root.parent / "opentype"):
        for folder, _, names in os.walk(top):
            for name in names:
                if name in _CHOICE:
                    family, weight, slanted = _CHOICE[name]
                    found.append(Font(str(Path(folder) / name), family, weight, slanted))
    return tuple(sorted(found, key=lambda font: font.path))
