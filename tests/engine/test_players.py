import random

import pytest

from engine.cards import Colour
from engine.errors import SeatError
from engine.game import cards_in_play, new_game, next_round
from engine.moves import Draw, Play
from engine.players import GreedyPlayer, Manners, Player, RandomPlayer, play_round
from engine.rules import Rules
from tests.engine.helpers import card, position


@pytest.mark.parametrize("seats", range(2, 11))
def test_rounds_are_played_to_their_end(seats: int) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        players: list[Player] = [GreedyPlayer() if (seat + seed) % 2 else RandomPlayer() for seat in range(seats)]
        state = new_game(Rules(), seats, rng)
        for ply in play_round(state, players, rng):
            state = ply.state
            assert cards_in_play(state) == 108
        assert state.winner is not None
        assert state.hands[state.winner].count == 0


def test_r40_a_match_of_greedy_players_reaches_the_goal() -> None:
    rng = random.Random(5)
    players = [GreedyPlayer() for _ in range(3)]
    state = new_game(Rules(), 3, rng)
    while state.match_winner is None:
        for ply in play_round(state, players, rng):
            state = ply.state
        if state.match_winner is None:
            state, _ = next_round(state, rng)
    assert max(state.scores) == state.scores[state.match_winner] >= 500


def test_the_same_seed_plays_the_same_round() -> None:
    def game(seed: int) -> list[object]:
        rng = random.Random(seed)
        return list(play_round(new_game(Rules(), 4, rng), [RandomPlayer()] * 4, rng))

    assert game(3) == game(3)
    assert game(3) != game(4)


def test_greedy_gets_rid_of_points_and_keeps_wilds() -> None:
    rng = random.Random(1)
    state = position("red_5", "red_skip red_9 wild", "red_1")
    assert GreedyPlayer().choose(state.seen_by(0), 0, rng) == Play(card("red_skip"))
    wild = position("red_5", "blue_1 blue_2 green_1 wild", "red_1")
    assert GreedyPlayer().choose(wild.seen_by(0), 0, rng) == Play(card("wild"), Colour.BLUE)
    honest = position("red_5", "red_reverse wild_draw4", "red_1", colour="blue", discard=(card("wild"),))
    assert isinstance(GreedyPlayer().choose(honest.seen_by(0), 0, rng), Play)
    no_bluff = position("wild", "blue_1 wild_draw4", "red_1", colour="blue", drew=True, drawn=card("wild_draw4"))
    assert not isinstance(GreedyPlayer().choose(no_bluff.seen_by(0), 0, rng), Play | Draw)


def test_manners_decide_about_uno() -> None:
    def said(manners: Manners) -> set[str]:
        rng = random.Random(2)
        plies = list(play_round(new_game(Rules(), 4, rng), [GreedyPlayer()] * 4, rng, manners))
        return {event.kind for ply in plies for event in ply.events}

    assert "uno_called" in said(Manners(forgets=0.0))
    assert "uno_missed" in said(Manners(forgets=1.0, noticed=1.0))
    assert not {"uno_missed", "uno_called"} & said(Manners(forgets=1.0, noticed=0.0))


def test_a_player_for_each_seat() -> None:
    rng = random.Random(1)
    with pytest.raises(SeatError, match="2 players were given for 3 seats"):
        list(play_round(new_game(Rules(), 3, rng), [RandomPlayer()] * 2, rng))
