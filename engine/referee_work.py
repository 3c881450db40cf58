"""One step of the referee in the making: a desk that also changes what is open, and can be forked to try a guess."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, TypeGuard

from engine import effects
from engine.desk import Desk, penalise, take
from engine.events import (
    CardPlayed,
    CommandRefused,
    Drew,
    Event,
    HandShown,
    IllegalPlay,
    LeftStanding,
    OutOfStep,
    QuestionAsked,
    QuestionSettled,
    RoundReopened,
    RoundWon,
    TakenBack,
)
from engine.knowledge import Knowledge, contradictions, impossible_plays, learn
from engine.reasons import Reason, ReasonId
from engine.referee_memory import Memory, Provisional, Question, with_credit

SURE_SEAT: Final = 0.6
"""Evidence for a seat below this accuses nobody."""
EARLY: Final = 4.0
"""Seconds by which a colour may be named before its Wild is told."""
COUNTS: Final = frozenset({"hand", "unseen_play", "play_after_end", "swap"})
"""Causes for being out of step that put a seat's count in doubt."""
UNASKED: Final = frozenset({"extra", "out_of_turn"})
"""Causes of draws that the rules do not ask for: the eye may have counted one too many."""
AT_ONCE: Final = frozenset({"uno", "accusation", "false_uno", "challenge", "illegal_play"})
"""Causes of draws that are counted before they are seen."""


class Work(Desk):
    """A desk with the referee's memory beside the position."""

    def __init__(self, memory: Memory, t: float, *, auto_rounds: bool = False) -> None:
        super().__init__(memory.game, t)
        self.memory = memory
        self.auto_rounds = auto_rounds

    def note(self, **changes: Any) -> None:
        """Change fields of the memory."""
        self.memory = replace(self.memory, **changes)

    def fork(self) -> Work:
        """A copy to try something on; its events start empty."""
        copy = Work(self.memory, self.t, auto_rounds=self.auto_rounds)
        copy.state, copy.inferred = self.state, self.inferred
        return copy

    def adopt(self, fork: Work) -> None:
        """What was tried is what happened."""
        self.state, self.memory = fork.state, fork.memory
        self.events += fork.events

    @contextmanager
    def inferring(self) -> Iterator[None]:
        """Events said inside are marked as inferred."""
        outer, self.inferred = self.inferred, True
        yield
        self.inferred = outer

    def refuse(self, command: str, *reasons: Reason) -> None:
        """A command cannot be followed."""
        self.say(CommandRefused(self.t, command, reasons))

    def trouble(self, cause: str, remedy: str, **facts: Any) -> None:
        """What was seen cannot follow from what is known."""
        event = OutOfStep(self.t, cause, remedy, **facts)
        self.say(event)
        self.note(trouble=event)

    def finish(self) -> tuple[Memory, tuple[Event, ...]]:
        """The memory after the step, with its bookkeeping done, and the events."""
        for event in self.events:
            if isinstance(event, Drew) and self._may_follow(event):
                self.memory = with_credit(self.memory, event.seat, event.count)
            elif isinstance(event, RoundWon):
                self.note(won_at=event.t, points=self.state.points, own=(), laid=None)
            elif isinstance(event, RoundReopened):
                self.note(won_at=None, points=None, own=())
        self._doubt_counts()
        self._learn()
        if self.state.case is None:
            self.note(challenged=False)
        credit = tuple(max(0, count) for count in self.memory.credit)
        said = self._not_told_yet()
        return replace(self.memory, game=self.state, credit=credit), said

    def _doubt_counts(self) -> None:
        """Note whose count rests on what nobody saw, and whose is known again."""
        if self.state.round != self.memory.game.round or self.state.top is None:
            self.note(unsure=frozenset())
        for event in self.events:
            if isinstance(event, HandShown):
                self.note(unsure=self.memory.unsure - {event.seat})
            elif _doubts_count(event):
                self.note(unsure=self.memory.unsure | {event.seat})

    def _not_told_yet(self) -> tuple[Event, ...]:
        """What is new: the way to a card that was taken back is not told again when the next one comes (F31)."""
        known = {timeless(event) for event in self.memory.told}
        if not known or not any(isinstance(event, CardPlayed | IllegalPlay) for event in self.events):
            return tuple(self.events)
        self.note(told=())
        return tuple(event for event in self.events if timeless(event) not in known)

    def _learn(self) -> None:
        """What the step told of hidden hands, and what of it cannot be true."""
        known, before = self.memory.knowledge, self.memory.game
        if self.state.round != before.round or self.state.top is None:
            known = Knowledge.nothing(self.state.seats)
        new = learn(known, before, self.state, self.events)
        was = contradictions(before, known)
        found = (*impossible_plays(known, self.events), *contradictions(self.state, new))
        for problem in found:
            if problem not in was and self.memory.trouble is None:
                remedy = "correct_card" if problem.cause == "deck" else "set_count"
                self.trouble(problem.cause, remedy, seat=problem.seat, card=problem.card)
        self.note(knowledge=new)

    def _may_follow(self, event: Drew) -> bool:
        """Whether these draws were counted at once and may be seen later: penalties, and those of a last card (R35)."""
        return not event.inferred and (event.cause in AT_ONCE or self.state.winner is not None)


def _doubts_count(event: Event) -> TypeGuard[OutOfStep | Drew]:
    """Whether an event leaves its seat's count in doubt."""
    if isinstance(event, OutOfStep):
        return event.seat is not None and event.cause in COUNTS
    return isinstance(event, Drew) and (event.inferred or event.cause in UNASKED)


def timeless(event: Event) -> Event:
    """The event without its time, to be compared."""
    return replace(event, t=0.0)


def raise_doubt(work: Work, question: Question) -> None:
    """Ask, without holding up the game."""
    work.note(doubt=question)
    work.say(QuestionAsked(work.t, question.kind, question.options, question.seat, question.card))


def drop_doubt(work: Work) -> None:
    """The game went on from the likeliest reading."""
    doubt = work.memory.doubt
    if doubt is not None:
        work.note(doubt=None)
        work.say(QuestionSettled(work.t, doubt.kind, doubt.options[0], inferred=True))


def pass_over(work: Work) -> None:
    """The seat on turn has done its part unseen: drawn its penalty, or drawn and kept (all marked as inferred)."""
    seat = work.state.turn
    with work.inferring():
        if work.memory.challenged:
            effects.judge(work, guilty=False)
        elif work.state.skips:
            effects.accept_skip(work)
        elif work.state.pending:
            effects.serve(work)
        elif work.state.drew or seat in work.memory.early:
            effects.keep(work)
        else:
            effects.draw_one(work)
            _keep_if_drawn(work)


def _keep_if_drawn(work: Work) -> None:
    if work.state.drew:
        effects.keep(work)


def has_acted(work: Work) -> bool:
    """Whether the seat on turn was seen to draw, so that its turn may be over."""
    return work.state.drew or work.state.turn in work.memory.early


def let_stand(work: Work, open_play: Provisional, *, inferred: bool) -> None:
    """The illegal play stands, with its effects."""
    work.say(LeftStanding(work.t, open_play.seat, open_play.card, inferred))
    work.events += open_play.held
    out_of_turn = any(reason.id is ReasonId.OUT_OF_TURN for reason in open_play.reasons)
    work.note(provisional=None, other_turn=open_play.before.turn if out_of_turn else None)


def take_back(work: Work, open_play: Provisional) -> None:
    """The illegal play is taken back; a wrong card costs its player cards (R34), a play out of turn alone does not."""
    work.state = open_play.before
    work.note(provisional=None, strayed=False)
    work.say(TakenBack(work.t, open_play.seat, open_play.card))
    penalty = 0
    if any(reason.id is not ReasonId.OUT_OF_TURN for reason in open_play.reasons):
        penalty = work.state.rules.illegal_play_penalty
        penalise(work, open_play.seat, penalty, "illegal_play")
        work.memory = with_credit(work.memory, open_play.seat, -open_play.drawn)
    if open_play.drawn > penalty:
        take(work, open_play.seat, open_play.drawn - penalty, "out_of_turn")
