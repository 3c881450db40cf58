"""The referee's public state: what pages, overlays and speech may show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.describe import blind_text, describe, question_text, seat_name, words_of
from engine.referee_memory import Memory, Question


@dataclass(frozen=True, slots=True)
class Eye:
    """How well the camera sees: a person's hand in view, cards in motion, or the reason why the picture is gone."""

    hand: bool = False
    settling: bool = False
    lost: str | None = None


def status(memory: Memory, eye: Eye) -> str:
    """One of waiting, hand_in_view, settling, committed, asking, out_of_step, camera_lost."""
    if eye.lost is not None:
        return "camera_lost"
    if eye.hand:
        return "hand_in_view"
    if eye.settling:
        return "settling"
    if memory.trouble is not None:
        return "out_of_step"
    if memory.question() is not None:
        return "asking"
    return "waiting" if memory.game.top is None else "committed"


def status_text(status: str, memory: Memory, lost: str | None, names: Sequence[str] = (), lang: str = "en") -> str:
    """The sentence that tells what the referee is doing."""
    words = words_of(lang)
    game, question = memory.game, memory.question()
    if status == "asking" and question is not None:
        return question_text(question.kind, question.seat, question.card, names, lang)
    if status == "out_of_step" and memory.trouble is not None:
        return describe(memory.trouble, names, lang)
    seat, key = game.turn, status
    if status == "committed" and game.match_winner is not None:
        seat, key = game.match_winner, "committed.match"
    elif status == "committed" and game.winner is not None:
        seat, key = game.winner, "committed.over"
    elif status == "committed" and game.pending:
        key = "committed.penalty"
    return words.statuses[key].format(
        seat=seat_name(seat, words, names),
        cards=words.cards(game.pending),
        reason=words.nothing if lost is None else blind_text(lost, words),
    )


def snapshot(
    memory: Memory, eye: Eye, state_id: int, names: Sequence[str], lang: str, *, can_undo: bool
) -> dict[str, Any]:
    """The public state. Secrets are stripped by `State.seen_by`."""
    game = memory.game.seen_by(None)
    question = memory.question()
    now = status(memory, eye)
    playing = game.top is not None and game.winner is None
    return {
        "state_id": state_id,
        "status": now,
        "message": status_text(now, memory, eye.lost, names, lang),
        "rules": game.rules.name,
        "seats": [
            {
                "index": index,
                "name": names[index],
                "cards": hand.count,
                "known": [card.label for card in hand.known],
                "score": game.scores[index],
                "uno_called": index in game.called,
            }
            for index, hand in enumerate(game.hands)
        ],
        "turn": game.turn if playing else None,
        "direction": game.direction,
        "top": None if game.top is None else game.top.label,
        "colour": None if game.colour is None else game.colour.value,
        "pending": {"count": game.pending, "seat": game.turn if game.pending else None},
        "question": None if question is None else _question(question, names, lang),
        "draw_pile": game.draw_count,
        "discard_pile": len(game.discard),
        "round": game.round,
        "winner": game.winner,
        "match_winner": game.match_winner,
        "can_undo": can_undo,
        "challenge_open": game.case is not None and not memory.challenged,
        "uno_open": list(game.uno_open),
    }


def _question(question: Question, names: Sequence[str], lang: str) -> dict[str, Any]:
    text = question_text(question.kind, question.seat, question.card, names, lang)
    return {"kind": question.kind, "text": text, "options": [str(option) for option in question.options]}
