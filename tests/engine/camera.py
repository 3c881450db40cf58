"""What a camera and the people at the table would say of a simulated round."""

from collections.abc import Iterator

from engine import commands as cm
from engine import moves as mv
from engine.events import Drew
from engine.observations import CardOnDiscard, CardsDrawn
from engine.players import Ply
from engine.referee_history import Item
from engine.state import State


def watch(ply: Ply, before: State, t: float, *, say_colour: bool, sees_draws: bool = True) -> Iterator[Item]:
    """The items that one move brings; a pass is never seen, a colour only heard if `say_colour`."""
    move = ply.move
    if isinstance(move, mv.Play):
        yield CardOnDiscard(t, move.card, ply.seat)
        if move.card.is_wild and move.colour is not None and say_colour and ply.state.winner is None:
            yield cm.NameColour(t, move.colour)
    elif isinstance(move, mv.NameColour) and say_colour:
        yield cm.NameColour(t, move.colour)
    elif isinstance(move, mv.CallUno):
        yield cm.CallUno(t, move.seat)
    elif isinstance(move, mv.Accuse):
        yield cm.Accuse(t, move.accused, move.accuser)
    elif isinstance(move, mv.Challenge):
        yield cm.Challenge(t)
        result = next(event for event in ply.events if event.kind == "challenge_result")
        yield cm.JudgeChallenge(t, guilty=getattr(result, "guilty", False))
    penalty = isinstance(move, mv.Accuse | mv.Challenge)
    yield from (
        CardsDrawn(t, event.seat, 1)
        for event in ply.events
        if isinstance(event, Drew) and (sees_draws or penalty)
        for _ in range(event.count)
    )
