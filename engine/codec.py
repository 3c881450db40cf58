"""Plain records (frozen dataclasses) to JSON values and back, guided by their type hints.

Handled: None, bool, int, float, str, StrEnum, Card (as its label), records, unions of these, `tuple[X, ...]` and
`tuple[X, Y]`. A field with `metadata={"json": name}` is written under that name.
"""

from __future__ import annotations

import math
import types
from collections.abc import Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.cards import Card
from engine.errors import DataError, EngineError

T = TypeVar("T")
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
_UNIONS: Final = (Union, types.UnionType)


def to_json(value: object) -> Any:
    """The JSON value of a record or of anything a record may hold."""
    if value is None or isinstance(value, bool | int | float) or type(value) is str:
        return value
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Card):
        return value.label
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {_key(field): to_json(getattr(value, field.name)) for field in fields(value)}
    raise DataError(f"{type(value).__name__} cannot be written as JSON; use the engine's own record types.")


def from_json(kind: type[T], data: object, what: str) -> T:
    """The record of type `kind` that `data` describes; `what` names it in messages. Raises DataError."""
    if not isinstance(data, Mapping):
        raise DataError(f"{what} must be a JSON object, but {_shown(data)} was given.")
    hints = _hints(cast(Hashable, kind))
    known = {_key(field): field for field in fields(kind)}  # type: ignore[arg-type]  # T is a dataclass by contract
    for key in data:
        if key not in known:
            raise DataError(f"{what} has no field {key!r}; its fields are {', '.join(known)}.")
    values: dict[str, Any] = {}
    for key, field in known.items():
        if key in data:
            values[field.name] = _decode(hints[field.name], data[key], f"{key} of {what}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise DataError(f"{what} lacks the field {key!r}; add it.")
    return kind(**values)


def _key(field: Field[Any]) -> str:
    return str(field.metadata.get("json", field.name))


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _shown(data: object) -> str:
    text = repr(data)
    return text if len(text) <= 60 else text[:57] + "..."


def _decode(hint: Any, data: object, what: str) -> Any:
    origin = get_origin(hint)
    if origin in _UNIONS:
        return _decode_union(get_args(hint), data, what)
    if origin is tuple:
        return _decode_tuple(get_args(hint), data, what)
    if isinstance(hint, type) and is_dataclass(hint) and hint is not Card:
        return from_json(hint, data, what)
    return _decode_plain(hint, data, what)


def _decode_union(options: tuple[Any, ...], data: object, what: str) -> Any:
    problem = DataError(f"{what} must not be {_shown(data)}.")
    for option in options:
        try:
            return _decode(option, data, what)
        except DataError as error:
            problem = problem if option is type(None) else error
    raise problem


def _decode_tuple(parts: tuple[Any, ...], data: object, what: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise DataError(f"{what} must be a list, but {_shown(data)} was given.")
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(_decode(parts[0], item, what) for item in data)
    if len(parts) != len(data):
        raise DataError(f"{what} must be a list of {len(parts)}, but {_shown(data)} was given.")
    return tuple(_decode(part, item, what) for part, item in zip(parts, data, strict=True))


def _decode_plain(hint: Any, data: object, what: str) -> Any:
    if hint is type(None) and data is None:
        return None
    if hint is Card and isinstance(data, str):
        return _made(Card.parse, data, what)
    if isinstance(hint, type) and issubclass(hint, StrEnum) and isinstance(data, str):
        return _enum(hint, data, what)
    if hint is float and isinstance(data, int | float) and not isinstance(data, bool):
        return _finite(data, what)
    if hint in (bool, int, str) and type(data) is hint:
        return data
    raise DataError(f"{what} must be {_name(hint)}, but {_shown(data)} was given.")


def _finite(data: float, what: str) -> float:
    if not math.isfinite(data):
        raise DataError(f"{what} must be a finite number, but {data} was given.")
    return float(data)


def _enum(hint: type[StrEnum], data: str, what: str) -> StrEnum:
    try:
        return hint(data)
    except ValueError:
        raise DataError(f"{what} must be one of {', '.join(hint)}, but {data!r} was given.") from None


def _made(make: Any, data: str, what: str) -> Any:
    try:
        return make(data)
    except EngineError as error:
        raise DataError(f"{what}: {error}") from None


def _name(hint: Any) -> str:
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", Card: "a card label"}
    if hint in names:
        return names[hint]
    return "one of " + ", ".join(hint) if isinstance(hint, type) and issubclass(hint, StrEnum) else "null"
