"""Fixtures for every test: no test reaches a person's settings or the network's models."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(autouse=True)
def _no_personal_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave out what the person running the tests has set for Lastcard."""
    for name in [name for name in os.environ if name.startswith("LASTCARD_")]:
        monkeypatch.delenv(name)
    return
