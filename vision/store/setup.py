"""How a session's referee was set up, so that a recording can set up the same one again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from engine.codec import from_json, to_json
from engine.errors import EngineError
from engine.referee import Referee
from engine.rules import Rules
from vision import __version__
from vision.errors import StoreError


@dataclass(frozen=True, slots=True)
class Setup:
    """Rules, names of the seats and the referee's options; ``about``: anything else worth knowing, as JSON values."""

    rules: Rules
    names: tuple[str, ...]
    dealer: int = 0
    auto_rounds: bool = False
    lang: str = "en"
    about: Mapping[str, Any] = field(default_factory=dict)

    def referee(self) -> Referee:
        """A fresh referee of this setup. Raises the engine's errors where rules and seats do not go together."""
        return Referee(self.rules, self.names, dealer=self.dealer, lang=self.lang, auto_rounds=self.auto_rounds)

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "lastcard": __version__,
            "rules": to_json(self.rules),
            "names": list(self.names),
            "dealer": self.dealer,
            "auto_rounds": self.auto_rounds,
            "lang": self.lang,
            "about": dict(self.about),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> Self:
        """The inverse of ``to_json``; ``name`` stands for the file in messages. Raises ``StoreError``."""
        try:
            setup = cls(
                from_json(Rules, data["rules"], "rules"),
                tuple(str(one) for one in data["names"]),
                int(data["dealer"]),
                bool(data["auto_rounds"]),
                str(data["lang"]),
                dict(data.get("about", {})),
            )
            setup.referee()
        except (EngineError, KeyError, TypeError, ValueError) as error:
            raise StoreError(
                f"The settings in {name} cannot be used ({error}); replay it with the Lastcard that wrote it."
            ) from None
        return setup
