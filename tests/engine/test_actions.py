"""What the cards do: Skip, Reverse, Draw Two, wilds, reshuffle, going out (R14 to R21, R35)."""

from engine.cards import Colour
from engine.events import CardPlayed, Drew, Note, PointsCounted, Reshuffled, RoundWon
from engine.game import apply, cards_in_play, legal_moves
from engine.moves import Draw, Keep, Play
from tests.engine.helpers import after, card, cards, position, told

FOUR = ("red_reverse red_skip red_1", "red_2 red_9", "red_reverse red_9", "red_draw2 red_9")


def test_r14_skip_passes_over_the_next_seat() -> None:
    state = position("red_5", *FOUR)
    assert after(state, Play(card("red_skip"))).turn == 2
    assert told(state, Play(card("red_skip"))) == ["card_played", "turn_skipped"]


def test_r15_reverse_turns_the_direction() -> None:
    state = position("red_5", *FOUR, turn=2)
    turned = after(state, Play(card("red_reverse")))
    assert (turned.direction, turned.turn) == (-1, 1)


def test_f01_reverse_of_two_is_a_skip() -> None:
    state = after(position("red_5", "red_reverse red_1", "red_2"), Play(card("red_reverse")))
    assert (state.turn, state.direction) == (0, 1)


def test_w6_reverse_reverse_skip_and_draw_two() -> None:
    state = after(position("red_5", *FOUR), Play(card("red_reverse")))
    assert state.turn == 3
    state = position("red_5", *FOUR, turn=2, direction=-1)
    assert after(state, Play(card("red_reverse"))).turn == 3
    skips = position("red_5", "red_1", "red_2", "red_skip red_1", "red_3", turn=2)
    assert after(skips, Play(card("red_skip"))).turn == 0
    draws = position("red_5", "red_1", "red_2", "red_draw2 red_1", "red_3", turn=2)
    drawn = after(draws, Play(card("red_draw2")), Draw())
    assert (drawn.hands[3].count, drawn.turn) == (3, 0)


def test_r16_draw_two_costs_two_and_the_turn() -> None:
    state = position("red_5", "red_draw2 red_1", "red_2", "red_3")
    facing = after(state, Play(card("red_draw2")))
    assert (facing.turn, facing.pending) == (1, 2)
    assert told(facing, Draw()) == ["cards_drawn", "turn_skipped"]
    assert after(facing, Draw()).hands[1].count == 3


def test_r18_wild_draw4_costs_four_and_the_turn() -> None:
    state = after(position("red_5", "wild_draw4 blue_1", "red_2", "red_3"), Play(card("wild_draw4"), Colour.BLUE))
    assert (state.turn, state.pending, state.colour) == (1, 4, Colour.BLUE)
    state = after(state, Draw())
    assert (state.hands[1].count, state.turn, state.case) == (5, 2, None)


def test_f07_a_drawn_wild_draw4_is_played_by_choice() -> None:
    state = position("red_5", "blue_1", "red_2", "red_3", draw=cards("green_9 green_9 green_9 green_9 wild_draw4"))
    state = after(state, Draw())
    assert {move.colour for move in legal_moves(state) if isinstance(move, Play)} == set(Colour)
    assert Keep() in legal_moves(state)
    assert after(state, Play(card("wild_draw4"), Colour.RED), Draw()).hands[1].count == 5


def test_r19_draw_then_keep_passes_the_turn() -> None:
    state = position("red_5", "red_1", "red_2")
    kept = after(state, Draw(), Keep())
    assert (kept.turn, kept.hands[0].count, kept.drew) == (1, 2, False)


def test_f06_r21_reshuffle_leaves_the_top_and_wilds_are_colourless() -> None:
    state = position("red_5", "blue_1", "red_2", draw=(), discard=cards("wild wild_draw4 blue_3 red_5"))
    drawn, events = apply(state, Draw())
    assert Reshuffled(0.0, 3) in events
    assert drawn.discard == cards("red_5")
    left = (*drawn.draw, *(one for one in drawn.hands[0].known if one != card("blue_1")))
    assert sorted(one.label for one in left) == ["blue_3", "wild", "wild_draw4"]
    assert cards_in_play(drawn) == cards_in_play(state)


def test_f05_with_nothing_to_draw_the_turn_passes() -> None:
    state = position("red_5", "blue_1", "red_2", draw=())
    passed, events = apply(state, Draw())
    assert [event.kind for event in events] == ["note", "turn_passed"]
    assert events[0] == Note(0.0, "nothing_to_draw", 0, count=0)
    assert (passed.turn, passed.hands[0].count) == (1, 1)


def test_f05_a_penalty_takes_what_there_is() -> None:
    state = position("blue_draw2", "red_1", "red_2", draw=cards("green_9"), pending=2, pending_card=card("blue_draw2"))
    state = after(state, Draw())
    assert (state.hands[0].count, state.turn, state.pending) == (2, 1, 0)


def test_r35_first_without_cards_wins() -> None:
    state, events = apply(position("red_5", "red_1", "red_2 blue_skip wild"), Play(card("red_1")))
    assert state.winner == 0
    assert events[0] == CardPlayed(0.0, 0, card("red_1"), 0)
    assert events[1:] == (RoundWon(0.0, 0, 72), PointsCounted(0.0, 0, 72, 72))


def test_f11_w10_a_last_draw_two_still_makes_the_next_seat_draw() -> None:
    state, events = apply(position("red_5", "red_draw2", "red_2", "red_3"), Play(card("red_draw2")))
    assert [event.kind for event in events] == ["card_played", "cards_drawn", "round_won", "points_counted"]
    assert isinstance(events[1], Drew)
    assert (events[1].seat, events[1].count) == (1, 2)
    assert state.scores[0] == 2 + 3 + 9 + 9


def test_f11_a_last_wild_draw4_makes_the_next_seat_draw_four() -> None:
    state = after(position("red_5", "wild_draw4", "red_2", "red_3"), Play(card("wild_draw4"), Colour.RED))
    assert (state.winner, state.hands[1].count) == (0, 5)


def test_r36_going_out_on_a_wild_asks_for_no_colour() -> None:
    state = after(position("red_5", "wild", "red_2"), Play(card("wild")))
    assert (state.winner, state.namer) == (0, None)
