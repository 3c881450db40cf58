"""A turn, sets and plays out of turn by every option (R13, R15, R19 to R22, R30 to R34)."""

from typing import Any

import pytest

from engine.cards import Colour
from engine.game import apply, explain, legal_moves
from engine.hand import Hand
from engine.moves import Accuse, CallUno, Draw, Keep, Play, TimeUp
from engine.reasons import ReasonId
from engine.rules import Rules
from engine.state import State
from tests.engine.helpers import after, card, cards, position, told

SETS = Rules(cards_a_turn="set")


def ids(state: State, move: Any) -> set[ReasonId]:
    return {reason.id for reason in explain(state, move)}


@pytest.mark.parametrize(
    ("top", "yes", "no"),
    [
        ("red_3", "red_9 red_skip blue_3 wild wild_draw4", "blue_4 green_skip"),
        ("yellow_draw2", "yellow_1 red_draw2 wild", "red_2 blue_skip"),
        ("green_7", "green_0 green_reverse red_7 wild", "red_6 blue_draw2"),
    ],
)
def test_r13_what_goes_on_top(top: str, yes: str, no: str) -> None:
    state = position(top, f"{yes} {no}", "red_1")
    assert all(ids(state, Play(one)) == set() for one in cards(yes))
    assert all(ids(state, Play(one)) == {ReasonId.NO_MATCH} for one in cards(no))


def test_r13_f02_after_a_wild_the_named_colour_counts() -> None:
    state = position("wild", "blue_1 red_1 wild", "red_2", colour="blue")
    assert ids(state, Play(card("blue_1"))) == set()
    assert ids(state, Play(card("red_1"))) == {ReasonId.NO_MATCH}


def test_f03_the_named_colour_stays_while_others_draw() -> None:
    state = after(position("red_5", "wild red_1", "red_2", "red_3"), Play(card("wild"), Colour.GREEN), Draw(), Keep())
    assert state.colour is Colour.GREEN


def test_f04_no_turn_before_the_colour_is_named() -> None:
    state = after(position("red_5", "wild red_1", "red_2"), Play(card("wild")))
    assert ids(state, Play(card("red_2"))) == {ReasonId.COLOUR_WANTED}


def test_r15_with_two_players_a_reverse_is_a_skip_also_when_others_are_out() -> None:
    state = position("red_5", "red_reverse red_1", "red_2", "", places=(2,), rules=Rules.preset("dealer-draw"))
    assert after(state, Play(card("red_reverse"))).turn == 0


def test_r19_draw_one_or_until_playable() -> None:
    pile = cards("red_1 red_2 blue_1 green_1")
    one = after(position("red_5", "blue_9", "red_2", draw=pile), Draw())
    assert (one.hands[0].count, one.drawn) == (2, card("green_1"))
    rules = Rules(draw="until_playable")
    many = after(position("red_5", "blue_9", "red_2", draw=pile, rules=rules), Draw())
    assert (many.hands[0].count, many.drawn) == (4, card("red_2"))
    assert ids(many, Draw()) == {ReasonId.ALREADY_DREW}
    hidden = State(rules, (Hand((), 3), Hand((), 3)), (0, 0), 1, 0, draw_hidden=9, discard=cards("red_5"))
    assert ids(after(hidden, Draw()), Draw()) == set()


def test_r19_until_playable_ends_with_the_pile() -> None:
    rules = Rules(draw="until_playable")
    state = after(position("red_5", "blue_9", "red_2", draw=cards("blue_1 green_1"), rules=rules), Draw())
    assert (state.hands[0].count, state.turn) == (3, 0)
    assert Keep() in legal_moves(state)


@pytest.mark.parametrize(
    ("value", "draw", "keep"), [("off", True, True), ("drawn", True, False), ("always", False, False)]
)
def test_r19_forced_play(value: str, draw: bool, keep: bool) -> None:
    state = position("red_5", "red_1 blue_2", "red_2", draw=cards("red_9 red_9"), rules=Rules(forced_play=value))
    assert (ids(state, Draw()) == set()) is draw
    drawn = position("red_5", "blue_2 red_9", "red_2", drew=True, drawn=card("red_9"), rules=Rules(forced_play=value))
    assert (ids(drawn, Keep()) == set()) is keep


def test_r19_nobody_is_forced_to_bluff_or_by_hidden_cards() -> None:
    rules = Rules(forced_play="always")
    assert ids(position("red_5", "wild_draw4 blue_2", "red_2", rules=rules), Draw()) == {ReasonId.MUST_PLAY}
    bluff = position("blue_5", "wild_draw4 blue_2", "red_2", rules=Rules(forced_play="drawn"), drew=True)
    assert ids(bluff, Keep()) == set()
    hidden = State(rules, (Hand((), 3), Hand((), 3)), (0, 0), 1, 0, draw_hidden=9, discard=cards("red_5"))
    assert ids(hidden, Draw()) == set()


def test_r20_one_card_or_a_set() -> None:
    play = Play(card("blue_7"), more=cards("red_7"))
    assert ids(position("red_5", "red_7 blue_7 red_1", "red_2"), play) == {ReasonId.ONE_CARD_A_TURN}
    state = after(position("red_5", "red_7 blue_7 red_1", "red_2", rules=SETS), play)
    assert (state.colour, state.hands[0].count, state.turn) == (Colour.BLUE, 1, 1)
    assert [one.label for one in state.discard] == ["red_5", "red_7", "blue_7"]


@pytest.mark.parametrize("labels", ["red_7 red_8", "wild wild", "red_skip red_reverse"])
def test_r20_cards_that_are_no_set(labels: str) -> None:
    first, second = cards(labels)
    state = position("red_5", f"{labels} red_1", "red_2", rules=SETS)
    assert ids(state, Play(second, more=(first,))) == {ReasonId.NO_SET}


def test_r20_any_card_of_the_set_may_be_the_one_that_fits() -> None:
    state = position("red_5", "red_7 blue_7 red_1", "red_2", rules=SETS)
    assert ids(state, Play(card("red_7"), more=cards("blue_7"))) == set()
    assert ids(position("green_5", "red_7 blue_7", "red_2", rules=SETS), Play(card("red_7"), more=cards("blue_7"))) == {
        ReasonId.NO_MATCH
    }


def test_r20_after_drawing_one_card_goes() -> None:
    state = position("red_5", "red_7 blue_7", "red_2", rules=SETS, drew=True, drawn=card("red_7"))
    assert ids(state, Play(card("blue_7"), more=cards("red_7"))) == {ReasonId.NOT_THE_DRAWN_CARD}


def test_r20_every_set_is_listed() -> None:
    state = position("red_5", "red_7 blue_7 green_7", "red_2", rules=SETS)
    sets = {(move.card.label, len(move.more)) for move in legal_moves(state) if isinstance(move, Play) and move.more}
    assert sets == {("red_7", 1), ("red_7", 2), ("blue_7", 1), ("blue_7", 2), ("green_7", 1), ("green_7", 2)}


def test_r20_reverses_turn_and_draw_twos_add_up() -> None:
    hands = ("red_reverse blue_reverse red_draw2 blue_draw2 red_1", "red_2", "red_3")
    state = position("red_5", *hands, rules=SETS)
    twice = after(state, Play(card("blue_reverse"), more=cards("red_reverse")))
    assert (twice.direction, twice.turn) == (1, 1)
    assert after(state, Play(card("blue_draw2"), more=cards("red_draw2"))).pending == 4


@pytest.mark.parametrize(("seats", "skips", "turn"), [(5, 2, 3), (5, 3, 4), (3, 3, 0), (2, 2, 0)])
def test_r20_f17_w8_as_many_are_skipped_as_skips_were_laid(seats: int, skips: int, turn: int) -> None:
    labels = ["red_skip", "blue_skip", "green_skip"][:skips]
    state = position("red_5", " ".join([*labels, "red_1"]), *["red_2"] * (seats - 1), rules=SETS)
    first, *others = cards(" ".join(labels))
    move = Play(first, more=tuple(others))
    assert after(state, move).turn == turn
    assert told(state, move).count("turn_skipped") == min(skips, seats - 1)


def test_r22_five_seconds_then_two_cards() -> None:
    assert ids(position("red_5", "red_1", "red_2"), TimeUp()) == {ReasonId.NO_TIME_LIMIT}
    rules = Rules(turn_seconds=5)
    state = after(position("red_5", "red_1", "red_2", rules=rules), TimeUp())
    assert (state.hands[0].count, state.turn) == (3, 1)
    faced = position("red_draw2", "red_1", "red_2", rules=rules, pending=2, pending_card=card("red_draw2"))
    assert after(faced, TimeUp()).hands[0].count == 3


HANDS = ("red_6 red_1", "red_2 red_9", "red_3 red_8", "red_6 red_skip blue_1")


@pytest.mark.parametrize(
    ("value", "label", "allowed"),
    [
        ("off", "red_6", False),
        ("numbers", "red_6", True),
        ("numbers", "red_skip", False),
        ("identical", "red_6", True),
        ("identical", "red_skip", True),
    ],
)
def test_r30_jump_in(value: str, label: str, allowed: bool) -> None:
    hands = (f"{label} red_1", "red_2 red_9", "red_3 red_8", f"{label} blue_1 blue_2")
    laid = after(position("red_5", *hands, rules=Rules(jump_in=value)), Play(card(label)))
    jump = Play(card(label), seat=3)
    assert (ids(laid, jump) == set()) is allowed
    assert (jump in legal_moves(laid)) is allowed
    if allowed:
        assert told(laid, jump)[0] == "jumped_in"
        assert after(laid, jump).turn == (0 if label == "red_6" else 1)


def test_r30_f13_too_late_twice_or_under_a_penalty() -> None:
    rules = Rules(jump_in="identical")
    laid = after(position("red_5", *HANDS, rules=rules), Play(card("red_6")))
    jumped = after(laid, Play(card("red_6"), seat=3))
    hidden = jumped.with_hand(2, Hand((), 3))
    assert ReasonId.JUMP_CLOSED in ids(hidden, Play(card("red_6"), seat=2))
    assert ReasonId.JUMP_CLOSED in ids(after(laid, Draw()), Play(card("red_6"), seat=3))
    two = position("red_5", "red_draw2 red_1", "red_2", "red_draw2 red_1", rules=rules)
    assert ids(after(two, Play(card("red_draw2"))), Play(card("red_draw2"), seat=2)) == {
        ReasonId.OUT_OF_TURN,
        ReasonId.JUMP_UNDER_PENALTY,
        ReasonId.PENALTY_PENDING,
    }
    assert ids(laid, Play(card("red_skip"), seat=3)) == {ReasonId.OUT_OF_TURN, ReasonId.JUMP_NOT_IDENTICAL}


def test_r30_nobody_jumps_in_on_the_own_card_or_on_the_start_card() -> None:
    rules = Rules(jump_in="identical")
    own = after(position("red_5", "red_6 red_6", "red_2", "red_3", rules=rules), Play(card("red_6")))
    assert ReasonId.JUMP_CLOSED in ids(own, Play(card("red_6"), seat=0))
    start = position("red_6", "red_1", "red_2", "red_6", rules=rules)
    assert ReasonId.JUMP_CLOSED in ids(start, Play(card("red_6"), seat=2))


def test_r30_a_jump_in_is_a_single_card_also_with_sets() -> None:
    rules = Rules(jump_in="numbers", cards_a_turn="set")
    hands = ("red_6 red_1", "red_2", "red_6 blue_6 red_1")
    laid = after(position("red_5", *hands, rules=rules), Play(card("red_6")))
    assert ids(laid, Play(card("red_6"), seat=2)) == set()
    assert ReasonId.OUT_OF_TURN in ids(laid, Play(card("red_6"), seat=2, more=cards("blue_6")))


def test_r30_a_jumped_in_skip_hits_the_seat_after_the_jump() -> None:
    rules = Rules(jump_in="identical")
    hands = ("red_skip red_1", "red_2", "red_3", "red_skip red_1 red_1")
    laid = after(position("red_5", *hands, rules=rules), Play(card("red_skip")))
    assert laid.turn == 2
    assert after(laid, Play(card("red_skip"), seat=3)).turn == 1


@pytest.mark.parametrize("penalty", [2, 3])
def test_r31_forgotten_uno(penalty: int) -> None:
    state = position("red_5", "red_6 red_1", "red_2 red_3", "red_3", rules=Rules(uno_penalty=penalty))
    laid = after(state, Play(card("red_6")))
    assert after(laid, Accuse(0, 2)).hands[0].count == 1 + penalty
    late = after(laid, Play(card("red_2")), Accuse(0, 2))
    assert (late.hands[0].count, late.hands[2].count) == (1, 3)


def test_r31_each_one_who_catches() -> None:
    laid = after(
        position("red_5", "red_6 red_1", "red_2", "red_3", rules=Rules.preset("party")),
        Play(card("red_6")),
        Accuse(0, 2),
        Accuse(0, 1),
    )
    assert laid.hands[0].count == 7
    again = after(laid, Accuse(0, 1))
    assert (again.hands[0].count, again.hands[1].count) == (7, 3)
    once = after(position("red_5", "red_6 red_1", "red_2", "red_3"), Play(card("red_6")), Accuse(0, 2), Accuse(0, 1))
    assert (once.hands[0].count, once.hands[1].count) == (3, 3)


def test_r31_uno_at_the_last_card_too() -> None:
    rules = Rules.preset("dealer-leads")
    state = position("red_5", "red_1", "red_2 red_3", "red_4", rules=rules, called=frozenset({0}))
    won, _ = apply(state, Play(card("red_1")))
    assert (won.winner, won.scores[0]) == (0, 9)
    caught = after(won, Accuse(0, 1))
    assert (caught.winner, caught.scores[0], caught.hands[0].count, caught.turn) == (None, 0, 2, 1)
    assert caught.match_winner is None
    called = after(state, CallUno(0), Play(card("red_1")))
    assert ids(called, Accuse(0, 1)) == {ReasonId.ROUND_OVER}
    in_time = after(won, CallUno(0))
    assert ids(in_time, Accuse(0, 1)) == {ReasonId.ROUND_OVER}
    assert in_time.winner == 0
    plain = after(position("red_5", "red_1", "red_2"), Play(card("red_1")))
    assert ids(plain, Accuse(0, 1)) == {ReasonId.ROUND_OVER}


def test_r31_uno_with_a_set_from_three_cards_to_one() -> None:
    state = position("red_5", "red_7 blue_7 red_1", "red_2", rules=SETS)
    play = Play(card("blue_7"), more=cards("red_7"))
    assert after(state, play).uno_open == (0,)
    early = after(state, CallUno(0), play)
    assert (early.uno_open, early.called) == ((), frozenset({0}))
    no_set = position("red_5", "red_7 blue_8 red_1", "red_2", rules=SETS)
    assert after(no_set, CallUno(0)).hands[0].count == 5


@pytest.mark.parametrize("penalty", [2, 5])
def test_r32_uno_called_wrongly(penalty: int) -> None:
    state = position("red_5", "red_6 red_1 red_2", "red_2", rules=Rules(false_uno_penalty=penalty))
    assert after(state, CallUno(0)).hands[0].count == 3 + penalty


def test_r33_wrong_accusation_costs_two() -> None:
    assert after(position("red_5", "red_6 red_1 red_2", "red_2"), Accuse(0, 1)).hands[1].count == 3


def test_r34_the_penalty_for_a_wrong_card_is_two() -> None:
    assert Rules().illegal_play_penalty == 2
    assert ids(position("red_5", "blue_7", "red_2"), Play(card("blue_7"))) == {ReasonId.NO_MATCH}


def test_f10_drawing_clears_the_call_and_the_window() -> None:
    state = position("red_5", "red_6 red_1", "red_2", called=frozenset({0}))
    laid = after(state, Play(card("red_6")), Draw(), Keep(), Draw())
    assert (laid.called, laid.uno_open) == (frozenset(), ())


def test_f16_one_draw_a_turn() -> None:
    state = after(position("red_5", "red_1", "red_2"), Draw())
    assert ids(state, Draw()) == {ReasonId.ALREADY_DREW}
