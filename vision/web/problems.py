"""How the API says no."""

from typing import Final

from fastapi import HTTPException
from pydantic import BaseModel

ANSWER_S: Final = 5.0
"""How long a request may wait for the session."""


class Problem(BaseModel):
    """Why a request was turned away: a sentence for people, a short code for programs."""

    error: str
    code: str


def problem(status: int, code: str, sentence: str) -> HTTPException:
    """The exception that answers with a ``Problem``."""
    return HTTPException(status, detail={"error": sentence, "code": code})
