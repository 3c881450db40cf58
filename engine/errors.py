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
    """Text that is no move, position or game in the engine's notation.

    `problem` says what is wrong, `line` and `column` where (from 1; no line for a text of one line), `expected` what
    should stand there, `near` the nearest valid word, "" where none is near.
    """

    def __init__(
        self, problem: str, *, expected: str, near: str = "", line: int | None = None, column: int = 1
    ) -> None:
        self.problem, self.expected, self.near, self.line, self.column = problem, expected, near, line, column
        where = f"Column {column}" if line is None else f"Line {line}, column {column}"
        hint = f" (did you mean {near}?)" if near else ""
        super().__init__(f"{where}: {problem}{hint}; expected {expected}.")

    def moved(self, columns: int, line: int | None = None) -> NotationError:
        """The same error so many columns further right, and in that line."""
        line = self.line if line is None else line
        return NotationError(
            self.problem, expected=self.expected, near=self.near, line=line, column=self.column + columns
        )


class PositionError(EngineError):
    """A position that cannot be, or that shows what its audience must not know."""
