"""Whole matches as text: written, read, checked."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import full_deck
from engine.errors import DataError, NotationError
from engine.game import begin, next_round
from engine.moves import Draw, Move
from engine.notation_check import check_file, replay_file
from engine.notation_file import GameFile, Line, Points, RoundText, Verdict, format_file, with_seat
from engine.notation_read import parse_file
from engine.players import GreedyPlayer, play_round
from engine.reasons import ReasonId
from engine.rules import PRESETS, Rules
from engine.state import State
from tests.engine.helpers import card

HEAD = "lastcard 1\nrules: official\nseats: Ann, Bo, Cy\n"
NAMES = ("Ann", "Bo", "Cy Lee", "D.")


def played_match(rules: Rules, seats: int, seed: int, rounds: int = 2) -> tuple[GameFile, State]:
    """Up to so many rounds of greedy players, and the last position."""
    rng = random.Random(seed)
    state, _ = begin(rules, seats, rng, dealer=seed % seats)
    texts = []
    while True:
        start = state
        moves: list[Move] = []
        for ply in play_round(state, [GreedyPlayer()] * seats, rng):
            moves.append(with_seat(ply.move, ply.seat))
            state = ply.state
        hands = tuple(hand.known for hand in start.hands)
        texts.append(RoundText(start.discard[0], tuple(moves), start.dealer, hands, start.draw, start.seed))
        if state.winner is None or state.match_winner is not None or len(texts) == rounds:
            return GameFile(rules, NAMES[:seats], tuple(texts)), state
        state, _ = next_round(state, rng)


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_is_written_read_and_found_to_be_allowed(name: str) -> None:
    for seed in range(2):
        game, last = played_match(PRESETS[name], 2 + seed * 2, seed)
        text = format_file(game)
        again = parse_file(text)
        assert again == game
        assert format_file(again) == text
        assert check_file(again) == ()
        *_, step = replay_file(again)
        assert step.state == last
        assert text.splitlines()[step.line - 1] == step.text


def lines() -> st.SearchStrategy[Line]:
    from tests import strategies

    seated = st.builds(with_seat, strategies.moves(3), st.integers(0, 2))
    return st.one_of(seated, st.builds(Verdict, st.booleans()), st.builds(Points, st.integers(0, 600)))


@settings(max_examples=60)
@given(st.data())
def test_whatever_is_written_is_read_back(data: st.DataObject) -> None:
    some_cards = st.lists(st.sampled_from(full_deck()), max_size=9).map(tuple)
    hands = data.draw(st.just(()) | st.tuples(some_cards, st.none() | some_cards, st.none()))
    played = RoundText(
        data.draw(st.sampled_from(full_deck())),
        tuple(data.draw(st.lists(lines(), max_size=8))),
        data.draw(st.none() | st.integers(0, 2)),
        hands,
        data.draw(st.none() | some_cards),
        data.draw(st.none() | st.integers(0, 2**63)),
    )
    rules = data.draw(st.sampled_from([*PRESETS.values(), Rules().changed({"goal": 300}, "own")]))
    game = GameFile(rules, NAMES[:3], (played,))
    assert parse_file(format_file(game)) == game


HAND_WRITTEN = """
lastcard 1          # a short one, by hand
rules: official
seats: Ann, Bo, Cy

round:
start: red_5
Bo: red_7
Cy: wild:blue
Ann: red_2          # not blue
Bo: red_2
Bo: draw
"""


def test_illegal_moves_are_named_with_every_reason() -> None:
    wrong = check_file(parse_file(HAND_WRITTEN.lstrip()))
    assert [(step.line, step.text) for step in wrong] == [(9, "Ann: red_2"), (11, "Bo: draw")]
    assert [reason.id for reason in wrong[0].reasons] == [ReasonId.NO_MATCH]
    assert wrong[0].reasons[0].rule == "R13"
    assert wrong[1].reasons[0].id is ReasonId.OUT_OF_TURN


def test_verdicts_and_points_of_hidden_hands_count() -> None:
    moves = "\n".join(["Bo: red_1", "Cy: wild_draw4:green", "Ann: challenge", "verdict: guilty", "Ann: green_1"])
    steps = list(replay_file(parse_file(f"{HEAD}round:\nstart: red_5\n{moves}\n")))
    assert all(step.allowed for step in steps)
    assert steps[-1].state.hands[2].count == 10
    wrong = check_file(parse_file(f"{HEAD}round:\nstart: red_5\nverdict: guilty\npoints: 5\n"))
    assert [step.problem for step in wrong] == ["there is no Wild Draw Four to judge", "the round is still running"]


def test_points_win_the_match() -> None:
    plays = "".join(f"{name}: red_{number}\n" for number in (1, 2, 3, 4, 6, 7) for name in ("Bo", "Cy", "Ann"))
    text = f"{HEAD}round:\nstart: red_5\n{plays}Bo: red_9\npoints: 510\n"
    *_, step = replay_file(parse_file(text))
    assert (step.state.winner, step.state.match_winner, step.state.scores) == (1, 1, (0, 510, 0))
    with pytest.raises(NotationError, match="the round before has won the match"):
        check_file(parse_file(f"{text}round:\nstart: red_5\n"))
    with pytest.raises(NotationError, match="Line 6, column 1: the round before is still running"):
        check_file(parse_file(f"{HEAD}round:\nstart: red_5\nround:\nstart: red_5\n"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Line 1, column 1: the game is empty; expected lastcard 1"),
        ("lastcard 2\n", "Line 1, column 1: 'lastcard 2' is no beginning"),
        ("lastcard 1\nrules: offical\n", r"Line 2, column 8: 'offical' is no set of rules \(did you mean official\?\)"),
        (
            "lastcard 1\nrules: official goal:30\n",
            r"Line 2, column 22: '30' is no value of goal \(did you mean 300\?\)",
        ),
        ("lastcard 1\nrules: official\n", "the game has no seats"),
        ("lastcard 1\nseats: Ann, Bo\nround:\n", "Line 3, column 1: no rules stand before the round"),
        ("lastcard 1\nrules: official\nseats: Ann, Ann\n", "Line 3, column 13: the name 'Ann' was given before"),
        ("lastcard 1\nrules: official\nseats: Ann, uno: 3\n", "Line 3, column 13: the name 'uno: 3' is empty or has a"),
        ("lastcard 1\nrules: official\nseats: Ann\n", "Line 3, column 8: 1 seats were given; expected 2 to 10"),
        (f"{HEAD}Ann: red_5\n", "Line 4, column 1: 'Ann' is no line before the first round"),
        (f"{HEAD}round:\nAnn: red_5\n", "Line 5, column 1: the round has no start card yet"),
        (f"{HEAD}round:\nstart: red5\n", r"Line 5, column 8: 'red5' is no card \(did you mean red_5\?\)"),
        (f"{HEAD}round:\nstart: red_5\nstart: red_6\n", "Line 6, column 1: start was given before"),
        (f"{HEAD}round:\nhand Bob: red_5\n", r"Line 5, column 6: 'Bob' is no seat \(did you mean Bo\?\)"),
        (f"{HEAD}round:\nstart: red_5\nBo red_7\n", "Line 6, column 9: a colon is missing; expected NAME: MOVE"),
        (f"{HEAD}round:\nstart: red_5\n  An: red_7\n", r"Line 6, column 3: 'An' is no seat \(did you mean Ann\?\)"),
        (
            f"{HEAD}round:\nstart: red_5\nBo: wild:gren\n",
            r"Line 6, column 10: 'gren' is no colour \(did you mean green",
        ),
        (
            f"{HEAD}round:\nstart: red_5\nBo: chalenge\n",
            r"Line 6, column 5: 'chalenge' is no move \(did you mean chall",
        ),
        (f"{HEAD}round:\nstart: red_5\nBo: accuse\n", "Line 6, column 11: 'accuse' names nobody; expected a seat"),
        (f"{HEAD}round:\nstart: red_5\nBo: draw Cy\n", "Line 6, column 5: 'draw' is aimed at nobody"),
        (f"{HEAD}round:\nstart: red_5\nBo: red_5@1\n", "Line 6, column 5: 'red_5@1' holds a seat's number"),
        (
            f"{HEAD}round:\nstart: red_5\nverdict: gilty\n",
            r"Line 6, column 10: 'gilty' is no verdict \(did you mean guil",
        ),
        (f"{HEAD}round:\nstart: red_5\nBo: red_7\npile: red_5\n", "Line 7, column 1: pile: stands after a move"),
        (f"{HEAD}round:\n", "Line 4, column 1: the round has no start card"),
    ],
)
def test_broken_text_is_refused_with_line_and_column(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_file(text)


@given(st.text(alphabet=st.sampled_from("lastcrd1 2:\n#_@,edAnBowunoi!>+"), max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, f"{HEAD}round:\nstart: red_5\n{text}"):
        where = (1, 1)
        try:
            parse_file(whole)
        except NotationError as error:
            where = (error.line or 0, error.column)
        assert min(where) >= 1


def test_rounds_that_cannot_be_are_refused() -> None:
    def begun(*facts: str) -> None:
        check_file(parse_file("\n".join([f"{HEAD}round:", "start: red_0", *facts, ""])))

    with pytest.raises(NotationError, match="Line 4, column 1: the hand of Ann has 1 cards; expected 7 cards"):
        begun("hand Ann: red_5")
    with pytest.raises(NotationError, match="there are 2 red_0; expected at most 1"):
        begun("hand Ann: red_0 red_1 red_2 red_3 red_4 red_5 red_6")
    with pytest.raises(NotationError, match="the pile has 2 cards; expected the other 86"):
        begun("pile: red_1 red_2")


@pytest.mark.parametrize("names", [("Ann", "Ann"), ("Ann", ""), ("Ann", "a:b"), ("Ann", "round"), ("Ann", "hand Bo")])
def test_names_that_cannot_be_written_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(DataError, match="call"):
        GameFile(Rules(), names)


def test_rules_whose_name_cannot_be_written_are_refused() -> None:
    with pytest.raises(DataError, match="a name without #"):
        GameFile(Rules().changed({"goal": 300}, "house#1"), ("Ann", "Bo"))


def test_lines_end_as_any_editor_ends_them() -> None:
    text = f"{HEAD}round:\nstart: red_5\nBo: red_7\n"
    assert parse_file("\ufeff" + text.replace("\n", "\r\n")) == parse_file(text) == parse_file(text.replace("\n", "\r"))


def test_a_written_move_names_its_seat() -> None:
    with pytest.raises(DataError, match="names no seat"):
        GameFile(Rules(), ("Ann", "Bo"), (RoundText(card("red_5"), (Draw(),)),))
    assert with_seat(Draw(), 1) == Draw(1)
