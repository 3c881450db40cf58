"""A colour is named for the Wild on top, or for one that people see sooner than the camera does."""

from __future__ import annotations

from engine import effects
from engine.commands import NameColour
from engine.events import Note
from engine.reasons import Reason, ReasonId
from engine.referee_work import Work


def name_colour(work: Work, command: NameColour) -> None:
    """Name the colour, or mend it while the wild is still on top; people are often sooner than the camera."""
    state = work.state
    if state.top is None or not state.top.is_wild:
        if work.memory.provisional is None and _may_be_wild(work):
            note_colour(work, command)
            return
        work.refuse(command.kind, Reason(ReasonId.COLOUR_NOT_WANTED, "R17", top=state.top))
    elif state.colour is not command.colour:
        effects.name_colour(work, command.colour, state.namer)


def note_colour(work: Work, command: NameColour) -> None:
    """Keep a colour for a Wild that the camera has not seen yet."""
    work.note(early_colour=(command.t, command.colour))
    work.say(Note(work.t, "colour_early"))


def _may_be_wild(work: Work) -> bool:
    """Whether the next card may be a Wild: nobody waits for anything else."""
    state = work.state
    return state.winner is None and state.swapper is None and not work.memory.challenged
