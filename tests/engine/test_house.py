"""A table's own rules from TOML: what is read, and what is refused with near matches and reasons."""

import pytest
from hypothesis import given

from engine.custom import CustomCard
from engine.errors import RulesError
from engine.house import format_rules, parse_rules, rules_of
from engine.rules import OPTIONS, PRESETS, Rules
from engine.rules_text import SENTENCES, describe_rules, option_sentence, rules_diff
from tests import strategies


def test_a_preset_plus_changes() -> None:
    rules = parse_rules('[rules]\npreset = "stack300"\nname = "sunday"\ngoal = 500\njump_in = "off"\n')
    assert rules == Rules.preset("stack300").changed({"goal": 500, "jump_in": "off"}, "sunday")
    assert parse_rules("[rules]\n") == Rules(name="house")


def test_own_cards_are_read() -> None:
    rules = parse_rules('[rules]\n[[rules.cards]]\nname = "blank"\ncopies = 3\n')
    assert rules.custom == (CustomCard("blank", 3),)


@given(strategies.rules())
def test_written_rules_read_the_same(rules: Rules) -> None:
    assert parse_rules(format_rules(rules)) == rules
    with_cards = rules_of({"name": "box", "cards": [{"name": "blank", "copies": 3, "points": 20}]})
    assert parse_rules(format_rules(with_cards)) == with_cards


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[rules\n", "no TOML"),
        ("goal = 500\n", "'goal' at its top"),
        ("", r"no table \[rules\]"),
        ("rules = 3\n", r"no table \[rules\]"),
        ('[rules]\nstackin = "off"\n', r"no rule option 'stackin' \(did you mean stacking"),
        ('[rules]\nstacking = "draw22"\n', r"given as 'draw22' \(did you mean draw2"),
        ('[rules]\npreset = "stack30"\n', r"no rules called 'stack30' \(did you mean stack300\?\)"),
        ("[rules]\npreset = 3\n", "preset was given as 3"),
        ("[rules]\nname = 3\n", "name was given as 3"),
        ('[rules]\nname = "two words"\n', "one word"),
        ("[rules]\ngoal = 501\n", "choose one of 500, 300"),
        ("[rules]\ncards = 3\n", r"write each as \[\[rules.cards\]\]"),
        ("[[rules.cards]]\ncopies = 2\n", "has no name"),
        ('[[rules.cards]]\nname = "a"\ncopys = 2\n', r"no 'copys' \(did you mean copies\?\)"),
        ('[[rules.cards]]\nname = "a"\n[[rules.cards]]\nname = "a"\n', "same name"),
        ("[rules]\ndraw_penalties = false\ndeflecting = true\n", "deflecting passes a draw penalty on, but"),
        ('[rules]\ndraw_penalties = false\nstacking = "draw2"\n', "stacking adds to a draw penalty, but"),
        ('[rules]\nafter_winner = "elimination"\n', "scoring must be unscored"),
        ('[rules]\npartners = true\nscoring = "lowest_total"\n', "scoring must be winner_takes"),
        ('[rules]\npreset = "dealer-draw"\nuno_at_last_card = true\n', "uno_at_last_card lets a winner be caught"),
    ],
)
def test_what_cannot_be_played_is_refused(text: str, said: str) -> None:
    with pytest.raises(RulesError, match=said) as caught:
        parse_rules(text)
    assert "\n" not in str(caught.value)


def test_every_reason_is_told_at_once() -> None:
    with pytest.raises(RulesError, match=r"deflecting .*; stacking"):
        Rules(draw_penalties=False, deflecting=True, stacking="any")


def test_the_eight_presets() -> None:
    assert " ".join(PRESETS) == "official stack300 dealer-draw pairs dealer-leads low-score party open500"
    for switch in ({"jump_in": "numbers"}, {"cards_a_turn": "set"}, {"deflecting": True}, {"finish_on": "numbers"}):
        assert Rules.preset("dealer-draw").changed(switch).after_winner == "elimination"


@pytest.mark.parametrize("lang", SENTENCES)
def test_every_value_of_every_option_has_its_own_sentence(lang: str) -> None:
    assert list(SENTENCES[lang]) == list(OPTIONS)
    for option, values in OPTIONS.items():
        told = [option_sentence(option, value, lang) for value in values]
        assert len(set(told)) == len(values)
        assert all(sentence[-1] in ".。" for sentence in told)


def test_rules_are_described_and_compared() -> None:
    told = describe_rules(Rules.preset("open500"))
    assert ("next_dealer", "winner", "The winner of a round deals the next one.") in told
    assert [option for option, _, _ in told] == list(OPTIONS)
    diff = rules_diff(Rules(), Rules.preset("open500"))
    assert [option for option, _, _ in diff] == ["next_dealer", "first_seat", "start_card", "start_wild_namer"]
    assert rules_diff(Rules(), Rules(), "zh") == []
