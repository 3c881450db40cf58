"""Plays against the rules and other rarities: the script's truth is what the rules engine says of it."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from engine.cards import Card, Colour
from engine.commands import NameColour
from engine.events import Event
from engine.observations import CardOnDiscard, CardsDrawn, CardTakenBack
from engine.referee import Referee
from vision.synth.game.script import Script, rules_of, write_script
from vision.synth.game.spec import PRESETS, GameSpec
from vision.synth.game.steps import Step, with_distractions

NAMES = ["S", "W", "N", "E"]
PLAIN = replace(PRESETS["clean"], stands=0.0, turns=40)


def script(**changes: object) -> tuple[GameSpec, Script]:
    spec: GameSpec = replace(PLAIN, **changes)  # type: ignore[arg-type]
    return spec, write_script(spec, Random(spec.seed))


def refereed(spec: GameSpec, steps: tuple[Step, ...]) -> tuple[Referee, list[tuple[Step, Event]]]:
    """A referee that sees everything and hears colours, and each of its events with the step it was told of."""
    referee = Referee(rules_of(spec), NAMES[: spec.seats], auto_rounds=spec.rounds > 1)
    told: list[tuple[Step, Event]] = []
    for number, step in enumerate(steps):
        t = 20.0 * number
        seen = {
            "start": lambda step, t: CardOnDiscard(t, Card.parse(step.card), step.seat),
            "play": lambda step, t: CardOnDiscard(t, Card.parse(step.card), step.seat),
            "draw": lambda step, t: CardsDrawn(t, step.seat, step.count),
            "taken_back": lambda step, t: CardTakenBack(t, Card.parse(step.card), step.seat),
            "colour": lambda step, t: NameColour(t, Colour(step.facts["colour"])),
        }.get(step.kind)
        if seen is not None:
            told += [(step, event) for event in referee.handle(seen(step, t))]
    return referee, told


@pytest.mark.parametrize("seed", range(6))
def test_f24_the_referee_flags_exactly_the_cards_that_the_truth_calls_illegal(seed: int) -> None:
    spec, game = script(illegal=0.3, seed=seed)
    referee, told = refereed(spec, game.steps)
    flagged = [step for step, event in told if event.kind == "illegal_play"]
    assert flagged == [step for step in game.steps if "illegal" in step.facts]
    assert flagged
    assert [seat["cards"] for seat in referee.snapshot()["seats"]] == game.final["counts"]
    assert referee.snapshot()["winner"] == game.final["winner"]


def test_f24_an_illegal_card_left_lying_has_its_effects() -> None:
    spec, game = script(illegal=0.3, stands=1.0, seed=3, turns=12)
    assert not [step for step in game.steps if step.kind == "taken_back"]
    assert [step for step in game.steps if "illegal" in step.facts]
    state = refereed(spec, game.steps)[0].snapshot()
    assert (state["top"], state["direction"]) == (game.final["top"], game.final["direction"])
    assert [seat["cards"] for seat in state["seats"]] == game.final["counts"]


def test_an_illegal_card_taken_back_costs_two_cards_and_one_out_of_turn_none() -> None:
    for seed in range(8):
        _, game = script(illegal=0.3, outs=0.2, seed=seed)
        for at, step in enumerate(game.steps):
            if "illegal" in step.facts:
                wait, back, *rest = (later for later in game.steps[at + 1 :] if later.kind != "reshuffle")
                assert (wait.kind, back.kind, back.seat, back.card) == ("wait", "taken_back", step.seat, step.card)
                drawn = [later for later in rest[:2] if (later.kind, later.seat) == ("draw", step.seat)]
                if step.facts["illegal"] != ["out_of_turn"]:
                    assert len(drawn) == 2


def test_cards_out_of_turn_come_from_seats_that_were_not_on() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(8):
        _, game = script(outs=0.3, seed=seed)
        for step in game.steps:
            if "illegal" in step.facts:
                listed = step.facts["illegal"]
                assert isinstance(listed, list)
                assert "out_of_turn" in listed
                reasons["+".join(listed)] += 1
    assert set(reasons) == {"out_of_turn", "out_of_turn+no_match"}


def test_f19_the_same_face_is_laid_twice_in_a_row() -> None:
    spec, game = script(twice=0.5, seed=2)
    cards = [step.card for step in game.steps if step.kind in ("start", "play")]
    assert sum(one == other for one, other in pairwise(cards)) >= 3
    most = Counter(cards)
    assert all(
        most[card] <= (1 if card and card.endswith("_0") else 4 if card and "wild" in card else 2) for card in most
    )
    assert not [event for _, event in refereed(spec, game.steps)[1] if event.kind == "illegal_play"]


def test_jump_ins_are_told_as_such_by_rules_that_know_them() -> None:
    spec, game = script(jumps=0.5, seed=4)
    assert rules_of(spec).jump_in == "identical"
    jumped = [event for _, event in refereed(spec, game.steps)[1] if event.kind == "jumped_in"]
    assert jumped


def test_forgotten_calls_are_paid_for_with_draws() -> None:
    for seed in range(12):
        _, game = script(forgets=1.0, seed=seed)
        caught = [at for at, step in enumerate(game.steps) if step.kind == "uno_missed"]
        for at in caught:
            seat = game.steps[at].seat
            assert [(step.kind, step.seat) for step in game.steps[at + 1 : at + 3]] == [("draw", seat)] * 2
        if caught:
            return
    pytest.fail("nobody was caught in twelve games")


def test_a_match_is_dealt_anew_after_each_round() -> None:
    spec, game = script(rounds=3, seed=5, turns=0)
    kinds = Counter(step.kind for step in game.steps)
    assert (kinds["round_won"], kinds["deal"], kinds["start"]) == (3, 2, 3)
    assert game.final["round"] == 3
    referee, _ = refereed(spec, game.steps)
    assert referee.snapshot()["winner"] == game.final["winner"]


def test_what_is_switched_on_alone_changes_nothing_else() -> None:
    _, plain = script(seed=6)
    _, other = script(seed=6, throws=0.5, lamps=0.3, tidies=0.3, things=4)
    extra = {"lamp", "tidy"}
    assert [step for step in other.steps if step.kind not in extra] == list(plain.steps)
    assert {step.kind for step in other.steps} & extra == extra


def test_draws_of_one_seat_in_a_row_may_be_one_reach() -> None:
    steps = [Step("draw", 1), Step("draw", 1), Step("draw", 2), Step("play", 2, "red_1"), Step("draw", 2)]
    grabbed = with_distractions(steps, replace(PLAIN, grabs=1.0), Random(1))
    assert [(step.kind, step.seat, step.count) for step in grabbed] == [
        ("draw", 1, 2), ("draw", 2, 1), ("play", 2, 1), ("draw", 2, 1),
    ]  # fmt: skip
    assert with_distractions(steps, PLAIN, Random(1)) == steps
