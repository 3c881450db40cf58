"""Whatever a camera and people say, the referee goes on, can be replayed and can be undone."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands as cm
from engine.describe import LANGUAGES, describe
from engine.events import event_from_json, event_to_json
from engine.observations import CardOnDiscard
from engine.referee import Referee
from engine.referee_history import Item
from engine.rules import Rules
from tests import strategies
from tests.engine.helpers import card

STATUSES = {"waiting", "hand_in_view", "settling", "committed", "asking", "out_of_step", "camera_lost"}


@st.composite
def stories(draw: st.DrawFn) -> tuple[int, list[Item]]:
    """A number of seats and things that happen there, likely and unlikely."""
    seats = draw(st.integers(2, 5))
    items = st.one_of(strategies.observations(seats), strategies.observations(seats), strategies.commands(seats))
    return seats, draw(st.lists(items, max_size=30))


def referee(seats: int, rules: Rules | None = None) -> Referee:
    ref = Referee(rules or Rules(), [f"P{seat}" for seat in range(seats)])
    ref.handle(CardOnDiscard(0.0, card("red_5")))
    return ref


def essence(ref: Referee) -> dict[str, Any]:
    return {key: value for key, value in ref.snapshot().items() if key not in ("state_id", "can_undo")}


@settings(max_examples=60)
@given(stories(), strategies.rules())
def test_f23_nothing_stops_the_referee(story: tuple[int, list[Item]], rules: Rules) -> None:
    seats, items = story
    ref = referee(seats, rules)
    number = ref.state_id
    for item in items:
        before = essence(ref)
        for event in ref.handle(item):
            assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
            assert all(describe(event, ref.names, lang) for lang in LANGUAGES)
        now = ref.snapshot()
        json.dumps(now)
        assert now["status"] in STATUSES
        assert now["message"]
        assert now["state_id"] >= number
        assert now["state_id"] > number or essence(ref) == before
        number = now["state_id"]
        assert all(seat["cards"] >= 0 for seat in now["seats"])
        assert now["draw_pile"] >= 0
        assert now["turn"] in (None, *range(seats))


@settings(max_examples=25)
@given(stories())
def test_the_same_items_give_the_same_events(story: tuple[int, list[Item]]) -> None:
    seats, items = story
    first, second = referee(seats), referee(seats)
    for item in items:
        assert first.handle(item) == second.handle(item)
    assert first.snapshot() == second.snapshot()


@settings(max_examples=25)
@given(stories(), strategies.rules(), st.data())
def test_undo_is_replay_without_the_last_item(story: tuple[int, list[Item]], rules: Rules, data: st.DataObject) -> None:
    seats, items = story
    ref, kept = referee(seats, rules), list[Item]()
    for item in items:
        if isinstance(item, cm.Undo):
            continue
        number = ref.state_id
        ref.handle(item)
        if ref.state_id != number:
            kept.append(item)
    back = data.draw(st.integers(0, len(kept)))
    for _ in range(back):
        ref.handle(cm.Undo(0.0))
    again = referee(seats, rules)
    for item in kept[: len(kept) - back]:
        again.handle(item)
    assert essence(ref) == essence(again)
    assert ref.memory == again.memory


@settings(max_examples=25)
@given(stories(), strategies.cards())
def test_f31_a_correction_is_as_if_read_rightly_at_once(story: tuple[int, list[Item]], face: Any) -> None:
    seats, _ = story
    wrong, right = referee(seats), referee(seats)
    wrong.handle(CardOnDiscard(1.0, card("red_6"), 1))
    right.handle(CardOnDiscard(1.0, face, 1))
    events = wrong.handle(cm.CorrectCard(2.0, face))
    assert [event.kind for event in events].count("corrected") == (face != card("red_6"))
    assert essence(wrong) == essence(right)
