import pytest
from hypothesis import given

from engine.custom import CustomCard
from engine.errors import NotationError
from engine.game import replay
from engine.moves import Accuse, CallUno, Draw, Leave, Move, NameColour, Play, Power, Swap
from engine.notation import format_game, format_move, format_state, parse_game, parse_move, parse_state
from engine.notation_rules import format_rules, parse_rules
from engine.rules import PRESETS, Rules
from engine.state import State
from tests import strategies
from tests.engine.helpers import card, cards, position


@given(strategies.moves())
def test_move_round_trip(move: Move) -> None:
    word = format_move(move)
    assert parse_move(word) == move
    assert " " not in word


@given(strategies.states(strategies.rules()))
def test_position_round_trip(state: State) -> None:
    line = format_state(state)
    assert parse_state(line) == state
    assert "\n" not in line


@given(strategies.states())
def test_hidden_position_round_trip(state: State) -> None:
    hidden = state.seen_by(None)
    assert parse_state(format_state(hidden)) == hidden


@given(strategies.games())
def test_game_round_trip_and_replay(game: tuple[State, tuple[Move, ...]]) -> None:
    start, moves = game
    read = parse_game(format_game(start, moves))
    assert (read.start, read.moves) == (start, moves)
    assert replay(read.start, read.moves) == replay(start, moves)


def test_rules_round_trip() -> None:
    own = Rules(name="sunday", goal=300, custom=(CustomCard("blank", 2), CustomCard("mix", effect="shuffle_hands")))
    for rules in (*PRESETS.values(), Rules().changed({"goal": 300}), own):
        assert parse_rules(format_rules(rules)) == rules
    assert format_rules(own) == "sunday;goal:300;card:blank/2/wild/40;card:mix/1/shuffle_hands/40"


def test_moves_read_as_people_write_them() -> None:
    assert parse_move("red_5") == Play(card("red_5"))
    assert parse_move(" wild:green@3 ").seat == 3  # type: ignore[union-attr]  # a play has a seat
    assert parse_move("draw") == Draw()
    assert parse_move("uno:2") == CallUno(2)
    assert parse_move("accuse:2/0") == Accuse(2, 0)
    assert parse_move("swap:1@2") == Swap(1, 2)
    assert parse_move("leave:1") == Leave(1)
    assert format_move(NameColour(card("red_5").colour or pytest.fail("red"))) == "colour:red"


def test_house_plays_have_words() -> None:
    pair = Play(card("blue_5"), seat=1, more=cards("red_5 red_5"))
    assert format_move(pair) == "red_5+red_5+blue_5@1"
    assert parse_move("red_5+red_5+blue_5@1") == pair
    look = Play(card("wild"), power=Power.LOOK, target=2)
    assert format_move(look) == "wild!look>2"
    assert parse_move("wild!look>2") == look


@pytest.mark.parametrize(
    ("text", "column", "near"),
    [
        ("", 1, ""),
        ("red5", 1, "red_5"),
        ("wild:pink", 6, ""),
        ("  wild:gren", 8, "green"),
        ("red_5+blu_5", 7, "blue_5"),
        ("wild!lok>1", 6, "look"),
        ("drw", 1, "draw"),
        ("draw:1", 5, ""),
        ("uno:x", 5, ""),
        ("keep@x", 6, ""),
        ("accuse:", 8, ""),
        ("uno:1@2", 6, ""),
        ("jump", 1, ""),
    ],
)
def test_bad_moves_are_refused_where_they_are_bad(text: str, column: int, near: str) -> None:
    with pytest.raises(NotationError, match=f"^Column {column}: ") as caught:
        parse_move(text)
    assert (caught.value.column, caught.value.near) == (column, near)
    assert caught.value.expected


def test_bad_games_are_refused_by_line_and_column() -> None:
    with pytest.raises(NotationError, match="Line 1, column 1: the game is empty; expected a position"):
        parse_game("# nothing\n\n")
    line = format_state(position("red_5", "red_1", "red_2"))
    with pytest.raises(NotationError, match="Line 3, column 3: 'jump' is no move"):
        parse_game(f"{line}\n# fine\n  jump\n")
    with pytest.raises(NotationError, match="Line 1, column 15: the position has no hands"):
        parse_game("rules=official\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turn=0", "trun=0", r"'trun' is no part of a position \(did you mean turn\?\)"),
        ("turn=0", "turn=first", "'first' is no number"),
        ("rules=official", "rules=offical", r"'offical' is no set of rules \(did you mean official\?\)"),
        ("hands=red_1", "hands=red_11", r"'red_11' is no card \(did you mean red_1\?\)"),
        ("colour=red", "colour=rad", r"'rad' is no colour \(did you mean red\?\)"),
    ],
)
def test_bad_positions_are_refused_where_they_are_bad(old: str, new: str, said: str) -> None:
    line = format_state(position("red_5", "red_1", "red_2"))
    assert old in line
    with pytest.raises(NotationError, match=said) as caught:
        parse_state(line.replace(old, new))
    assert caught.value.column == line.index(old) + 1 + (0 if new.startswith("trun") else len(new.split("=")[0]) + 1)


def test_rules_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(NotationError, match="cannot be played"):
        parse_rules("odd;deflecting:true;draw_penalties:false")
    with pytest.raises(NotationError, match=r"Column 10: 'gaol' is no rule option \(did you mean goal\?\)"):
        parse_rules("official;gaol:300")
