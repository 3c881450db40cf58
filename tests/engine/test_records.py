"""JSON of events, observations and commands."""

import json

import pytest
from hypothesis import given

from engine.cards import Card, Colour
from engine.codec import to_json
from engine.commands import COMMANDS, Command, NameColour, command_from_json, command_to_json
from engine.errors import CardError, CommandError, DataError
from engine.events import EVENTS, Corrected, Event, event_from_json, event_to_json
from engine.observations import Observation, observation_from_json, observation_to_json
from tests import strategies


@given(strategies.events())
def test_event_json_round_trip(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@given(strategies.any_observations())
def test_observation_json_round_trip(observation: Observation) -> None:
    assert observation_from_json(json.loads(json.dumps(observation_to_json(observation)))) == observation


@given(strategies.any_commands())
def test_command_json_round_trip(command: Command) -> None:
    assert command_from_json(json.loads(json.dumps(command_to_json(command)))) == command


def test_event_json_names_version_and_kind() -> None:
    data = event_to_json(Corrected(2.0, "card", "red_5", "red_6"))
    assert data == {"v": 1, "kind": "corrected", "t": 2.0, "what": "card", "from": "red_5", "to": "red_6"}


def test_command_takes_the_time_of_arrival() -> None:
    data = {"kind": "name_colour", "colour": "red", "based_on": 12}
    assert command_from_json(data) == NameColour(0.0, Colour.RED, 12)
    assert command_from_json({**data, "t": 99}, t=3.5) == NameColour(3.5, Colour.RED, 12)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"kind": "dance"}, "'dance' is no kind of command; known are name_colour"),
        ({"kind": "name_colour", "colour": "pink"}, "must be one of red, yellow, green, blue"),
        ({"kind": "play", "card": "back"}, "'back' is no card"),
        ({"kind": "play"}, "lacks the field 'card'"),
        ({"kind": "call_uno", "seat": "two"}, "must be a whole number"),
        ({"kind": "call_uno", "seat": True}, "must be a whole number"),
        ({"kind": "undo", "really": True}, "has no field 'really'"),
        ({"kind": "undo", "t": float("nan")}, "must be a finite number"),
        ({"kind": "judge_challenge", "guilty": 1}, "must be true or false"),
        ([], "must be a JSON object, but list was given"),
    ],
)
def test_bad_command_is_told_in_one_sentence(data: dict[str, object], said: str) -> None:
    with pytest.raises(CommandError) as caught:
        command_from_json(data)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bad_event_and_observation_are_refused() -> None:
    with pytest.raises(DataError, match="version 2"):
        event_from_json({"v": 2, "kind": "note", "t": 0})
    with pytest.raises(DataError, match="no kind of event"):
        event_from_json({"v": 1, "kind": "noise", "t": 0})
    with pytest.raises(DataError, match="no kind of observation"):
        observation_from_json({"kind": "noise", "t": 0})
    with pytest.raises(DataError, match="must be a list"):
        observation_from_json({"kind": "hand_seen", "t": 0, "seat": 1, "cards": "red_5"})
    with pytest.raises(DataError, match="list of 2"):
        observation_from_json({"kind": "card_on_discard", "t": 0, "card": "wild", "alternatives": [["red_5"]]})
    with pytest.raises(DataError, match="cannot be written"):
        to_json(object())


def test_kinds_are_unique_snake_case_names() -> None:
    for kind in (*EVENTS, *COMMANDS):
        assert kind == kind.lower()
        assert kind.replace("_", "").isalnum()


def test_a_card_label_that_is_none_is_refused() -> None:
    with pytest.raises(CardError, match="no card"):
        Card.parse("purple_5")
