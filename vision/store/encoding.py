"""Items and events as text, one way only, so that the same event is the same bytes."""

import json
from collections.abc import Mapping
from typing import Any

from engine.commands import Command, command_from_json, command_to_json
from engine.events import Event, event_to_json
from engine.observations import Observation, observation_from_json, observation_to_json


def dump(body: Mapping[str, Any]) -> str:
    """A JSON object without blanks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def stream_of(item: Observation | Command) -> str:
    """``observation`` or ``command``."""
    return "observation" if isinstance(item, Observation) else "command"


def item_body(item: Observation | Command) -> dict[str, Any]:
    """The JSON object of an item."""
    return observation_to_json(item) if isinstance(item, Observation) else command_to_json(item)


def item_from(stream: str, body: Mapping[str, Any]) -> Observation | Command:
    """The inverse of ``item_body``. Raises ``engine.errors.DataError`` and ``CommandError``."""
    return command_from_json(body) if stream == "command" else observation_from_json(body)


def event_text(event: Event) -> str:
    """One event as text; the same event is the same text."""
    return dump(event_to_json(event))
