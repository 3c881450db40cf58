import pytest
from hypothesis import given

from engine.errors import NotationError
from engine.game import replay
from engine.moves import Accuse, CallUno, Draw, Move, NameColour, Play
from engine.notation import format_game, format_move, format_state, parse_game, parse_move, parse_state
from engine.state import State
from tests import strategies
from tests.engine.helpers import card


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


def test_moves_read_as_people_write_them() -> None:
    assert parse_move("red_5") == Play(card("red_5"))
    assert parse_move(" wild:green@3 ").seat == 3  # type: ignore[union-attr]  # a play has a seat
    assert parse_move("draw") == Draw()
    assert parse_move("uno:2") == CallUno(2)
    assert parse_move("accuse:2/0") == Accuse(2, 0)
    assert format_move(NameColour(card("red_5").colour or pytest.fail("red"))) == "colour:red"


@pytest.mark.parametrize("text", ["", "red5", "wild:pink", "draw:1", "uno:x", "keep@x", "accuse:", "uno:1@2"])
def test_bad_moves_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no move"):
        parse_move(text)


def test_bad_games_are_refused_by_line() -> None:
    with pytest.raises(NotationError, match="empty game"):
        parse_game("# nothing\n\n")
    with pytest.raises(NotationError, match="Line 3: 'jump' is no move"):
        parse_game("rules=official\n# fine\njump\n")
    with pytest.raises(NotationError, match="is no position"):
        parse_game("rules=official\n")
