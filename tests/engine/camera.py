"""What a camera and the people at the table would say of a simulated round."""

from collections.abc import Iterator

from engine import commands as cm
from engine import moves as mv
from engine.events import Drew, SummedOut
from engine.observations import CardOnDiscard, CardsDrawn
from engine.players import Ply
from engine.referee_history import Item
from engine.state import State


def watch(ply: Ply, before: State, t: float, *, say_colour: bool, sees_draws: bool = True) -> Iterator[Item]:
    """The items that one move brings; a pass is never seen, a colour only heard if `say_colour`."""
    move = ply.move
    if isinstance(move, mv.Play):
        yield from _cards(ply, move, t)
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
        if before.rules.wild_draw4_when != "always":  # nobody could be guilty: no verdict is asked for
            yield cm.JudgeChallenge(t, guilty=getattr(result, "guilty", False))
    yield from _house(move, before, t)
    penalty = isinstance(move, mv.Accuse | mv.Challenge)
    yield from (
        CardsDrawn(t, event.seat, 1)
        for event in ply.events
        if isinstance(event, Drew) and (sees_draws or penalty)
        for _ in range(event.count)
    )


def _cards(ply: Ply, move: mv.Play, t: float) -> Iterator[Item]:
    yield from (CardOnDiscard(t, card, ply.seat) for card in move.cards)
    if move.power is not None and move.target is not None and ply.state.winner is None:
        yield cm.UsePower(t, move.power, move.target)
    yield from (cm.SumOut(t, event.seat) for event in ply.events if isinstance(event, SummedOut))


def _house(move: mv.Move, before: State, t: float) -> Iterator[Item]:
    if isinstance(move, mv.Swap):
        yield cm.SwapHands(t, move.target)
    elif isinstance(move, mv.TimeUp):
        yield cm.TimeUp(t)
    elif isinstance(move, mv.Keep) and before.skips:
        yield cm.KeepCard(t)
