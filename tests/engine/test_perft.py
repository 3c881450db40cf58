"""The number of lines of play from seeded deals stays what it was."""

import json

import pytest

from engine.rules import PRESETS
from tests.engine.perft import DEALS, GOLDEN, counts

TABLE = json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_every_preset_is_counted() -> None:
    assert list(TABLE) == list(PRESETS)
    assert all(list(deals) == [f"{seats} seats, seed {seed}" for seats, seed in DEALS] for deals in TABLE.values())


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("seats", "seed"), DEALS)
def test_lines_of_play_are_as_many_as_ever(preset: str, seats: int, seed: int) -> None:
    assert counts(preset, seats, seed) == TABLE[preset][f"{seats} seats, seed {seed}"]
