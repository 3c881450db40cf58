"""The JSON that a page may post, made from the engine's own commands, so that the two cannot differ."""

from dataclasses import MISSING, fields
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from engine.cards import BACK, LABELS, Card
from engine.commands import COMMANDS, Command, command_from_json

_SEATS: Final = 10
_COUNT: Final = 108
_FACES: Final = tuple(label for label in LABELS if label != BACK)
_BOUNDS: Final = {
    "seat": _SEATS - 1,
    "accused": _SEATS - 1,
    "accuser": _SEATS - 1,
    "dealer": _SEATS - 1,
    "target": _SEATS - 1,
    "count": _COUNT,
    "points": 10_000,
    "based_on": 2**53,
}
"""The largest value that makes any sense; none is below 0."""


class CommandBody(BaseModel):
    """What all commands share: ``based_on`` is the ``state_id`` that the sender looked at."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: str


def _model(kind: str, record: type[Command]) -> type[CommandBody]:
    hints = get_type_hints(record)
    given: dict[str, Any] = {"kind": (Literal[kind], ...)}
    for part in fields(record):
        if part.name != "t":
            default = ... if part.default is MISSING else part.default
            given[part.name] = (_annotation(part.name, hints[part.name]), default)
    name = "".join(word.capitalize() for word in kind.split("_"))
    return create_model(name, __base__=CommandBody, __doc__=record.__doc__, **given)


def _annotation(name: str, hint: Any) -> Any:
    if hint is Card:
        return Literal[_FACES]
    if name in _BOUNDS:
        return Annotated[hint, Field(ge=0, le=_BOUNDS[name])]
    if hint is bool:
        return bool
    if not issubclass(hint, Enum):
        raise TypeError(f"the field {name!r} of a command needs its largest value in _BOUNDS")
    return Literal[tuple(str(member) for member in hint)]


MODELS: Final = tuple(_model(kind, record) for kind, record in COMMANDS.items())
if TYPE_CHECKING:
    CommandIn = CommandBody
else:
    CommandIn = Annotated[Union[MODELS], Field(discriminator="kind")]  # noqa: UP007  # a union of a tuple


def to_command(body: CommandBody) -> Command:
    """The engine's command; its time is set when it is dealt with. Raises ``engine.errors.CommandError``."""
    return command_from_json(body.model_dump(exclude_none=True))
