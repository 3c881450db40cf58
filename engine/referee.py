"""The referee: observations of a camera and commands of people in, events and a public state out.

Sans-IO and deterministic: no clock, no randomness; the same items give the same events. Hands are hidden, so it follows
counts, the pile, turns and penalties, says what it had to infer, and asks what it cannot know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.commands import COMMANDS, Command, CorrectCard, CorrectSeat, Undo
from engine.errors import SeatError
from engine.events import (
    CameraGone,
    CameraReturned,
    CameraSees,
    CommandRefused,
    Corrected,
    Event,
    QuestionSettled,
    TakenBack,
    Undone,
)
from engine.observations import CameraBack, CameraLost, CameraSight, CardOnDiscard, CardTakenBack, HandInView, Settling
from engine.reasons import Reason, ReasonId
from engine.referee_history import (
    Entry,
    GameItem,
    Item,
    last_card,
    last_deed,
    retell,
    step,
    told,
    way_to,
    with_card,
    with_seat,
)
from engine.referee_memory import Memory, fresh_game, fresh_memory
from engine.referee_order import sooner, with_twin
from engine.referee_people import seats_named
from engine.referee_rethink import rethink
from engine.referee_view import Eye, snapshot
from engine.rules import Rules

PUT_BACK_WITHIN = 10.0
"""Seconds after the end of a round within which a lifted top card is a card taken back, not the pile cleared up."""
OTHERWISE: Final = (sooner, with_twin, rethink)
"""Other histories that are tried when a card comes, the first that makes more sense counts."""


class Referee:
    """Follows one match. `names` are the seats in clockwise order; `dealer` deals the first round.

    `auto_rounds` lets the next card after the end of a round start the next one, without a NewRound command.
    Raises SeatError for a number of seats or a dealer that the rules do not allow.
    """

    def __init__(
        self, rules: Rules, names: Sequence[str], *, dealer: int = 0, lang: str = "en", auto_rounds: bool = False
    ) -> None:
        rules.check_seats(len(names))
        if not 0 <= dealer < len(names):
            raise SeatError(f"Dealer {dealer} was given for {len(names)} seats; name one from 0 to {len(names) - 1}.")
        self.rules = rules
        self.names = tuple(names)
        self.lang = lang
        self.auto_rounds = auto_rounds
        self._head = Entry(None, None, fresh_memory(fresh_game(rules, len(names), dealer)))
        self._past: list[tuple[Entry, Item]] = []
        self._eye = Eye()
        self._state_id = 0

    @property
    def memory(self) -> Memory:
        """What is known now; the position is its `game`."""
        return self._head.memory

    @property
    def state_id(self) -> int:
        """Grows with every change of the game; commands say which one they are based on."""
        return self._state_id

    def snapshot(self) -> dict[str, Any]:
        """The public state as JSON values; no hidden card is in it."""
        return snapshot(self.memory, self._eye, self._state_id, self.names, self.lang, can_undo=bool(self._past))

    def handle(self, item: Item) -> tuple[Event, ...]:
        """Follow one observation or command and tell what it meant. What the table or a person does wrong is an event.

        Raises SeatError for an observation of a seat that this table does not have.
        """
        if isinstance(item, HandInView):
            self._eye = replace(self._eye, hand=item.active)
            return ()
        if isinstance(item, Settling):
            self._eye = replace(self._eye, settling=item.active)
            return ()
        if isinstance(item, CameraLost | CameraBack):
            return self._camera(item)
        if isinstance(item, CameraSight):
            return (CameraSees(item.t, item.sight),)
        if isinstance(item, tuple(COMMANDS.values())):
            return self._command(item)  # type: ignore[arg-type]  # every kind of command was asked for
        seat = getattr(item, "seat", None)
        if seat is not None and not self.memory.game.has_seat(seat):
            raise SeatError(
                f"Seat {seat} was observed at a table of {len(self.names)}; lay out as many seats as names."
            )
        if isinstance(item, CardTakenBack) and self.memory.provisional is None:
            return self._taken_back(item)
        return self._follow(item)  # type: ignore[arg-type]  # all that is left changes the game

    def _camera(self, item: CameraLost | CameraBack) -> tuple[Event, ...]:
        """Say once that the picture is gone, and once that it is back."""
        was = self._eye.lost
        self._eye = replace(self._eye, lost=item.reason if isinstance(item, CameraLost) else None)
        if isinstance(item, CameraLost):
            return () if was == item.reason else (CameraGone(item.t, item.reason),)
        return () if was is None else (CameraReturned(item.t),)

    def _command(self, command: Command) -> tuple[Event, ...]:
        if command.based_on is not None and command.based_on != self._state_id:
            return (CommandRefused(command.t, command.kind, (Reason(ReasonId.STALE, count=self._state_id),)),)
        for seat in seats_named(command):
            if not self.memory.game.has_seat(seat):
                return (_refused(command, Reason(ReasonId.NO_SUCH_SEAT, "R03", seat=seat, count=len(self.names))),)
        if isinstance(command, Undo):
            return self._undo(command)
        if isinstance(command, CorrectCard):
            return self._correct_card(command)
        if isinstance(command, CorrectSeat):
            return self._correct_seat(command)
        return self._follow(command)

    def _follow(self, item: GameItem) -> tuple[Event, ...]:
        memory, events = step(self.memory, item, auto_rounds=self.auto_rounds)
        if isinstance(item, CardOnDiscard):
            thoughts = (other(self._head, item, events, auto_rounds=self.auto_rounds) for other in OTHERWISE)
            second = next((thought for thought in thoughts if thought is not None), None)
            if second is not None:
                self._advance(second[0], item)
                return second[1]
        if memory != self.memory:
            self._advance(Entry(self._head, item, memory, events), item)
        return events

    def _advance(self, head: Entry, item: Item) -> None:
        self._past.append((self._head, item))
        self._head = head
        self._state_id += 1

    def _undo(self, command: Undo) -> tuple[Event, ...]:
        """Back to before the last item that changed the game, across rounds (F33)."""
        if not self._past:
            return (_refused(command, Reason(ReasonId.NOTHING_TO_UNDO)),)
        was = told(self._head)
        self._head, item = self._past.pop()
        self._state_id += 1
        seat = getattr(item, "seat", None) if was is None else was.seat
        return (Undone(command.t, item.kind, seat, None if was is None else was.card),)

    def _taken_back(self, item: CardTakenBack) -> tuple[Event, ...]:
        """The last card never lay there (F22). A pile that is cleared up after the round is none of our business."""
        memory = self.memory
        at = last_card(self._head)
        over = memory.won_at is not None and item.t - memory.won_at > PUT_BACK_WITHIN
        was = None if at is None else told(at)
        if at is None or was is None or was.card is None or over:
            return ()
        head, _ = retell(self._head, at, None, auto_rounds=self.auto_rounds)
        self._advance(replace(head, memory=replace(head.memory, told=way_to(at))), item)
        return (TakenBack(item.t, was.seat, was.card),)

    def _correct_card(self, command: CorrectCard) -> tuple[Event, ...]:
        at = last_card(self._head)
        was = None if at is None else told(at)
        if at is None or was is None or was.card is None or at.item is None:
            return (_refused(command, Reason(ReasonId.NOTHING_TO_CORRECT)),)
        if was.card == command.card:
            return self._confirm(command, at, with_card(at.item, command.card))
        head, new = retell(self._head, at, with_card(at.item, command.card), auto_rounds=self.auto_rounds)
        self._advance(head, command)
        return (Corrected(command.t, "card", was.card.label, command.card.label), *_now(new, command.t))

    def _correct_seat(self, command: CorrectSeat) -> tuple[Event, ...]:
        at = last_deed(self._head)
        was = None if at is None else told(at)
        if at is None or was is None or at.item is None:
            return (_refused(command, Reason(ReasonId.NOTHING_TO_CORRECT)),)
        if was.seat == command.seat:
            return self._confirm(command, at, with_seat(at.item, command.seat))
        head, new = retell(self._head, at, with_seat(at.item, command.seat), auto_rounds=self.auto_rounds)
        self._advance(head, command)
        return (Corrected(command.t, "seat", was.seat, command.seat), *_now(new, command.t))

    def _confirm(self, command: CorrectCard | CorrectSeat, at: Entry, item: GameItem) -> tuple[Event, ...]:
        """The reading was right: the doubt about it is settled."""
        doubt = self.memory.doubt
        if doubt is None:
            return (_refused(command, Reason(ReasonId.NOTHING_TO_CORRECT)),)
        head, _ = retell(self._head, at, item, auto_rounds=self.auto_rounds)
        self._advance(head, command)
        return (QuestionSettled(command.t, doubt.kind, doubt.options[0]),)


def _refused(command: Command, *reasons: Reason) -> CommandRefused:
    return CommandRefused(command.t, command.kind, reasons)


def _now(events: Sequence[Event], t: float) -> tuple[Event, ...]:
    """Events of the past, told at the time of the correction."""
    return tuple(replace(event, t=t) for event in events)
