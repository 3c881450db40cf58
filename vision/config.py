"""Settings that stay the same from call to call, taken from the environment; options on the command line go before."""

import os
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from vision.errors import UsageError

PREFIX = "LASTCARD_"

Runtime = Literal["auto", "openvino", "onnxruntime"]


class Settings(BaseSettings):
    """Every setting, its kind and what it is for; ``LASTCARD_PORT=9000`` sets ``port``."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True)

    model: Path | None = Field(None, description="Model file to read cards with; the one that is shipped if not set.")
    size: int | None = Field(None, ge=32, le=4096, description="Long side in pixels at which pictures are read.")
    threads: int = Field(2, ge=1, le=256, description="Processor threads that reading cards may use.")
    runtime: Runtime = Field("auto", description="What runs the networks: openvino, onnxruntime, or auto, the faster.")
    confidence: float | None = Field(None, ge=0, le=1, description="How sure a card must be to count, 0 to 1.")
    deck: str | None = Field(None, description="Learnt deck that the cards are of; none if not set.")
    host: str = Field("127.0.0.1", description="Address on which the pages are served.")
    port: int = Field(8765, ge=0, le=65535, description="Port on which the pages are served, 0 for any free one.")
    data: Path | None = Field(
        None,
        description="Folder for saved tables, learnt decks and reported mistakes; below the user's data if not set.",
    )
    debug: bool = Field(False, description="Show where in the program an unexpected error arose.")

    def data_folder(self) -> Path:
        """The folder for Lastcard's own files, which need not exist yet."""
        if self.data is not None:
            return self.data.expanduser()
        home = os.environ.get("XDG_DATA_HOME")
        return (Path(home) if home else Path.home() / ".local" / "share") / "lastcard"


def load_settings() -> Settings:
    """Read the settings from the environment.

    Raises ``UsageError`` naming the first variable that makes no sense, and why.
    """
    try:
        return Settings()  # type: ignore[call-arg]  # every field has a default
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + "_".join(str(part) for part in first["loc"]).upper()
        raise UsageError(f"The setting {name}={first['input']} makes no sense: {first['msg']}.") from None
