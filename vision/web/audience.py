"""What each page may see; the one place where secrets are taken out.

The referee's own page is for the table. The overlay is for the world: it never holds a hand's cards, even where the
camera happened to see them, nor anything that the camera sees outside the pile.
"""

from enum import StrEnum
from typing import Any, Final

from vision.live.hub import Message


class Audience(StrEnum):
    """Who looks."""

    TABLE = "table"
    OVERLAY = "overlay"


_STATE: Final = (
    "state_id", "status", "message", "rules", "turn", "direction", "top", "colour", "pending", "draw_pile",
    "discard_pile", "round", "winner", "match_winner", "challenge_open", "uno_open",
)  # fmt: skip
_SEAT: Final = ("index", "name", "cards", "score", "uno_called")
_CAMERA: Final = ("status", "message", "live")
_PRIVATE_EVENTS: Final = frozenset({"hand_shown", "command_refused", "question_asked", "question_settled"})
_EVENT: Final = ("v", "kind", "t", "seat", "card", "colour", "count", "direction", "points", "sentence")


def state_for(audience: Audience, state: dict[str, Any]) -> dict[str, Any]:
    """``state`` as ``audience`` may see it; for the overlay only what is listed above."""
    if audience is Audience.TABLE:
        return state
    seen = _only(state, _STATE)
    seen["seats"] = [_only(seat, _SEAT) for seat in state.get("seats", [])]
    seen["camera"] = _only(state.get("camera", {}), _CAMERA)
    seen["log"] = [line for line in state.get("log", []) if line["kind"] not in _PRIVATE_EVENTS][-5:]
    question = state.get("question")
    seen["question"] = None if question is None else _only(question, ("kind", "text"))
    return seen


def message_for(audience: Audience, message: Message) -> Message | None:
    """``message`` as ``audience`` may see it; None where it is not for them."""
    if audience is Audience.TABLE:
        return message
    if message.kind == "state":
        return Message(message.kind, state_for(audience, message.data), message.id)
    if message.kind == "event":
        if message.data.get("kind") in _PRIVATE_EVENTS:
            return None
        return Message(message.kind, _only(message.data, _EVENT), message.id)
    return None if message.kind == "view" else message


def _only(data: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: data[name] for name in names if name in data}
