"""Whole matches between made-up players."""

import random
from collections import Counter

import pytest

from engine.cards import Colour, full_deck
from engine.counting import CountingPlayer, chance_of_colour, unseen
from engine.errors import SeatError
from engine.game import new_game
from engine.match import PLAYERS, play_match, player_called, simulate
from engine.moves import Challenge, Play
from engine.notation_check import check_file, replay_file
from engine.rules import PRESETS, Rules
from engine.state import Case
from tests.engine.helpers import card, position


@pytest.mark.parametrize("name", PRESETS)
def test_matches_of_every_preset_are_played_and_written(name: str) -> None:
    rules = PRESETS[name]
    match = play_match(
        rules, [player_called("greedy"), player_called("counting"), player_called("greedy")], random.Random(2)
    )
    assert match.winner in (0, 1, 2)
    assert len(match.round_winners) == len(match.rounds)
    assert match.moves == sum(len(text.lines) for text in match.rounds)
    game = match.as_file(rules, ("Ann", "Bo", "Cy"))
    assert check_file(game) == ()
    *_, step = replay_file(game)
    assert step.state.scores == match.scores
    if rules.scoring != "unscored":
        assert step.state.match_winner == match.winner


def test_r40_a_match_ends_at_its_goal() -> None:
    match = play_match(Rules(), [player_called("greedy")] * 2, random.Random(3))
    assert match.winner is not None
    assert match.scores[match.winner] == max(match.scores) >= 500


def test_results_add_up() -> None:
    *_, table = simulate(Rules(), ["greedy", "counting", "random"], 3, random.Random(1))
    assert table.played == 3 == sum(standing.matches for standing in table.standings)
    assert table.rounds == sum(standing.rounds for standing in table.standings)
    assert table.cut_off == 0
    assert [standing.player for standing in table.standings] == ["greedy", "counting", "random"]


def test_the_same_seed_gives_the_same_results() -> None:
    def points(seed: int) -> list[int]:
        *_, table = simulate(Rules(), ["greedy", "counting"], 2, random.Random(seed))
        return [standing.points for standing in table.standings]

    assert points(4) == points(4)
    assert points(4) != points(5)


def test_unknown_players_and_too_many_seats_are_refused() -> None:
    with pytest.raises(SeatError, match=r"no player called 'greddy' \(did you mean greedy\?\)"):
        player_called("greddy")
    with pytest.raises(SeatError, match="11 seats"):
        next(simulate(Rules(), ["greedy"] * 11, 1, random.Random(1)))
    assert set(PLAYERS) == {"random", "greedy", "counting"}


@pytest.mark.slow
def test_counting_wins_more_rounds_than_greedy() -> None:
    *_, table = simulate(Rules(), ["counting", "greedy"], 20, random.Random(6))
    assert table.standings[0].rounds > table.standings[1].rounds


def test_counting_sees_what_is_left() -> None:
    view = new_game(Rules(), 3, random.Random(3)).seen_by(0)
    left = unseen(view)
    assert left.total() == 108 - 7 - 1
    assert left + Counter([*view.hands[0].known, *view.discard]) == Counter(full_deck())


def test_the_chance_of_a_colour_is_counted() -> None:
    view = position("red_5", "red_1", "red_2", draw=(), draw_hidden=105, seed=None).seen_by(0)
    assert chance_of_colour(view, None, 3) == 0
    assert chance_of_colour(view, Colour.BLUE, 1) == pytest.approx(25 / 106)
    assert chance_of_colour(view, Colour.BLUE, 106) == 1


def test_counting_names_what_the_next_seat_is_least_likely_to_hold() -> None:
    reds = [label for label in (f"red_{rank}" for rank in range(1, 10)) for _ in range(2)]
    discard = tuple(card(label) for label in (*reds, "red_skip", "red_skip", "blue_3"))
    state = position("blue_3", "wild red_0", "green_1 green_2", discard=discard)
    move = CountingPlayer().choose(state.seen_by(0), 0, random.Random(1))
    assert move == Play(card("wild"), Colour.RED)


def test_counting_challenges_only_a_likely_bluff() -> None:
    def answer(count: int) -> object:
        hand = "green_1 " * count
        state = position(
            "wild_draw4", hand, "blue_1 blue_2", turn=1, colour="green", pending=4, pending_card=card("wild_draw4")
        )
        case = Case(0, 1, state.hands[0], Colour.RED, card("red_5"))
        view = position(
            "wild_draw4",
            hand,
            "blue_1 blue_2",
            turn=1,
            colour="green",
            pending=4,
            pending_card=card("wild_draw4"),
            case=case,
        ).seen_by(1)
        return CountingPlayer().choose(view, 1, random.Random(1))

    assert answer(12) == Challenge()
    assert answer(1) != Challenge()
