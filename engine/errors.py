"""What a caller of the engine can do wrong.

What the *table* does wrong (an illegal play, a missed draw) is an event, never one of these. Each message says what was
given, what was expected and what to do about it.
"""

from __future__ import annotations


class EngineError(Exception):
    """Root of every exception that the engine raises on purpose."""


class CardError(EngineError):
    """A label or a rank and colour that no card of the deck has."""


class RulesError(EngineError):
    """An unknown preset, option or value, or a combination that cannot be played."""


class SeatError(EngineError):
    """A seat number outside the table, or a number of seats that the rules do not allow."""


class IllegalMoveError(EngineError):
    """A move handed to `engine.game.apply` that the rules do not allow; `.reasons` holds every one of them."""

    def __init__(self, message: str, reasons: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.reasons = reasons


class DataError(EngineError):
    """JSON that is no observation, command or event of this engine."""


class CommandError(DataError):
    """JSON that is no command: unknown kind, a field missing, unknown or of the wrong type."""


class NotationError(EngineError):
    """Text that is no move, position or game in the engine's notation."""
