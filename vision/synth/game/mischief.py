"""What simulated people do against the rules, and the rare plays that greedy players would hardly ever make."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from engine import effects
from engine.cards import Card
from engine.desk import Desk, penalise
from engine.game import apply
from engine.legality import explain
from engine.moves import Play
from engine.reasons import Reason, ReasonId
from engine.state import State
from vision.synth.game.spec import GameSpec
from vision.synth.game.steps import Step
from vision.synth.game.telling import told

Done = tuple[State, list[Step]]
_ENOUGH = 3
"""Cards a hand must hold for a play against the rules, so that it neither wins nor calls UNO."""
_LEFT = 16
"""Cards in both piles below which nobody does anything that costs more."""


class Mischief:
    """Chooses by ``spec``'s chances, from a chance of its own, before each move.

    An illegal card is taken back, with the penalty of the rules, or left lying with its effects, as the referee has it.
    """

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec
        self._rng = Random(f"{spec.seed} mischief")
        self._rested = True

    def before(self, state: State) -> Done | None:
        """What happens in ``state`` instead of the next move, and the position after it; None for nothing."""
        if not self._rested or not _calm(state):
            self._rested = True
            return None
        for chance, act in self._acts():
            if chance > 0 and self._rng.random() < chance and (done := act(state)) is not None:
                self._rested = False
                return done
        return None

    def _acts(self) -> tuple[tuple[float, Callable[[State], Done | None]], ...]:
        spec = self._spec
        return (
            (spec.illegal, self._illegal),
            (spec.outs, self._out_of_turn),
            (spec.twice, self._twice),
            (spec.jumps, self._jump_in),
        )

    def _illegal(self, state: State) -> Done | None:
        """The seat on turn lays a card that does not go on the pile."""
        cards = _wrong(state, state.turn)
        if state.hands[state.turn].count < _ENOUGH or not cards:
            return None
        return self._lay(state, state.turn, self._rng.choice(cards))

    def _out_of_turn(self, state: State) -> Done | None:
        """Another seat lays a card, half the time one that would go on the pile."""
        seats = [seat for seat in state.playing if seat != state.turn and state.hands[seat].count >= _ENOUGH]
        if not seats:
            return None
        seat = self._rng.choice(seats)
        cards = _wrong(state, seat)
        fitting = [card for card in cards if effects.matches(state, card)]
        pool = fitting if fitting and self._rng.random() < 0.5 else cards
        return self._lay(state, seat, self._rng.choice(pool)) if pool else None

    def _lay(self, state: State, seat: int, card: Card) -> Done:
        reasons = explain(state, Play(card, seat=seat))
        stands = self._rng.random() < self._spec.stands
        step = Step("play", seat, card.label, facts={"illegal": [reason.id.value for reason in reasons]})
        desk = Desk(state)
        if stands:
            effects.play(desk, seat, card)
            return desk.state, [step, *told(desk.events, state.dealer)[1:]]
        if _costs(reasons):
            penalise(desk, seat, state.rules.illegal_play_penalty, "illegal_play")
        pause = Step("wait", seconds=self._rng.uniform(0.6, 2.0))
        back = Step("taken_back", seat, card.label)
        return desk.state, [step, pause, back, *told(desk.events, state.dealer)]

    def _twice(self, state: State) -> Done | None:
        """The seat on turn lays the top card's face once more."""
        return self._lay_twin(state, state.turn)

    def _jump_in(self, state: State) -> Done | None:
        """Another seat lays the top card's twin at once."""
        others = [seat for seat in state.playing if seat != state.turn and state.hands[seat].count >= _ENOUGH]
        return self._lay_twin(state, self._rng.choice(others)) if others else None

    def _lay_twin(self, state: State, seat: int) -> Done | None:
        top = state.top
        if top is None or top.is_wild or state.colour is not top.colour:
            return None
        dealt = self._given(state, seat, top)
        if dealt is None or explain(dealt, Play(top, seat=seat)):
            return None
        after, events = apply(dealt, Play(top, seat=seat))
        return after, told(events, state.dealer)

    def _given(self, state: State, seat: int, card: Card) -> State | None:
        """The position in which ``seat`` has held ``card`` all along, if it is still in the draw pile."""
        hand = state.hands[seat]
        if card in hand.known:
            return state
        if card not in state.draw or not hand.known:
            return None
        other, at = self._rng.choice(hand.known), state.draw.index(card)
        draw = (*state.draw[:at], other, *state.draw[at + 1 :])
        return replace(state.with_hand(seat, hand.minus(other).plus((card,))), draw=draw)


def _calm(state: State) -> bool:
    """Whether nothing is owed or open, so that a play out of the ordinary has a plain meaning, and cards are left."""
    waits = state.pending or state.skips or state.drew or state.uno_open
    waits = waits or state.draw_count + len(state.discard) < _LEFT
    return state.top is not None and state.namer is None and state.swapper is None and not waits


def _wrong(state: State, seat: int) -> list[Card]:
    """The coloured cards of a hand that the rules forbid it to lay now, each face once."""
    return [
        card for card in dict.fromkeys(state.hands[seat].known)
        if not card.is_wild and explain(state, Play(card, seat=seat))
    ]  # fmt: skip


def _costs(reasons: tuple[Reason, ...]) -> bool:
    """Whether a card taken back costs its player cards: a play out of turn alone does not (R34)."""
    return any(reason.id is not ReasonId.OUT_OF_TURN for reason in reasons)
