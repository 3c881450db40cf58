"""What is known of hidden hands, and what cannot be true."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands as cm
from engine.cards import FACES, Colour, Rank
from engine.events import OutOfStep
from engine.game import apply, legal_moves, new_game
from engine.hand import Hand
from engine.knowledge import Knowledge, Notes, certain, contradictions, learn, unseen
from engine.moves import Challenge, Draw
from engine.observations import HandSeen
from engine.rules import Rules
from engine.state import State
from tests import strategies
from tests.engine.helpers import Table, card, cards, kinds

REDS = frozenset(one for one in FACES if one.colour is Colour.RED)


def challenged(guilty: bool, **options: object) -> Table:
    """Seat 1 lays a Wild Draw Four on a red 5 and is challenged."""
    table = Table(4, "red_5", rules=Rules().changed(options))
    table.lay("wild_draw4", 1)
    table.do(cm.NameColour(0.0, Colour.BLUE))
    table.do(cm.Challenge(0.0))
    table.do(cm.JudgeChallenge(0.0, guilty))
    return table


def notes(table: Table, seat: int) -> Notes:
    return table.ref.memory.knowledge.notes[seat]


def test_a_lost_challenge_tells_that_one_card_of_the_colour_is_held() -> None:
    table = challenged(guilty=True)
    assert notes(table, 1).one_of == (REDS,)
    table.lay("blue_1", 2)
    table.lay("blue_2", 3)
    table.lay("blue_3", 0)
    table.lay("blue_4", 1)
    assert notes(table, 1).one_of == (REDS,)
    for label, seat in (("blue_6", 2), ("blue_7", 3), ("red_7", 0), ("red_8", 1)):
        table.lay(label, seat)
    assert notes(table, 1).one_of == ()


def test_a_won_challenge_tells_that_none_is_held_until_cards_are_drawn() -> None:
    table = challenged(guilty=False)
    assert notes(table, 1).at_most == ((REDS, 0),)
    for label, seat in (("blue_1", 3), ("blue_2", 0)):
        table.lay(label, seat)
    table.draw(1)
    assert notes(table, 1).at_most == ((REDS, 1),)
    table.lay("blue_3", 1)
    events = table.lay("red_3", 2)
    assert "out_of_step" not in kinds(events)


def test_a_card_that_was_ruled_out_is_a_contradiction() -> None:
    table = challenged(guilty=False)
    table.lay("blue_1", 3)
    table.lay("red_1", 0)
    events = table.lay("red_2", 1)
    trouble = [event for event in events if isinstance(event, OutOfStep)]
    assert [(event.cause, event.seat, event.card) for event in trouble] == [("hand", 1, card("red_2"))]


def test_the_content_counts_where_the_rule_asks_for_it() -> None:
    table = challenged(guilty=True, wild_draw4_when="no_match")
    assert notes(table, 1).one_of == (REDS | {one for one in FACES if one.rank is Rank.FIVE},)


def test_more_of_a_card_than_the_box_holds_is_reported_as_such() -> None:
    table = Table(4, "red_7")
    assert "out_of_step" not in kinds(table.lay("red_7", 1))
    events = table.lay("red_7", 2)
    trouble = [event for event in events if isinstance(event, OutOfStep)]
    assert trouble == [OutOfStep(events[0].t, "deck", "correct_card", None, card("red_7"))]
    assert "correct the card" in table.now()["message"]
    table.do(cm.CorrectCard(0.0, card("red_1")))
    assert table.now()["status"] == "committed"


def test_an_open_hand_counts_against_the_box_too() -> None:
    table = Table(4, "red_0")
    events = table.do(HandSeen(0.0, 2, cards("red_0 red_1"), 5))
    assert [event.cause for event in events if isinstance(event, OutOfStep)] == ["deck"]


def test_forced_play_tells_that_nothing_went() -> None:
    table = Table(4, "red_5", rules=Rules(forced_play="always"))
    table.draw(1)
    ((faces, most),) = notes(table, 1).at_most
    assert most == 1
    assert faces >= REDS
    assert card("wild_draw4") not in faces
    plain = Table(4, "red_5")
    plain.draw(1)
    assert notes(plain, 1) == Notes()


def test_notes_go_with_the_hands() -> None:
    table = challenged(guilty=True, seven_zero=True)
    table.lay("blue_7", 2)
    table.do(cm.SwapHands(0.0, 1))
    assert notes(table, 2).one_of == (REDS,)
    assert notes(table, 1).one_of == ()
    table.lay("blue_0", 3)
    assert notes(table, 3).one_of == (REDS,)


def test_what_must_be_in_a_hand_is_certain() -> None:
    red = [one for one in FACES if one.colour is Colour.RED for _ in range(1 if one.rank is Rank.ZERO else 2)]
    red.remove(card("red_9"))
    state = State(Rules(), (Hand((), 2), Hand((), 2)), (0, 0), 0, 0, discard=tuple(red), draw_hidden=80)
    known = Knowledge((Notes(one_of=(REDS,)), Notes()))
    assert certain(state, known, 0) == cards("red_9")
    assert certain(state, known, 1) == ()
    none_left = State(Rules(), state.hands, (0, 0), 0, 0, discard=(*red, card("red_9")), draw_hidden=79)
    assert [problem.cause for problem in contradictions(none_left, known)] == ["hand"]


def test_a_pile_used_up_tells_the_last_hand() -> None:
    rest = [card("red_1"), card("blue_2")]
    deck = [one for one in FACES for _ in range(4 if one.is_wild else 1 if one.rank is Rank.ZERO else 2)]
    for one in rest:
        deck.remove(one)
    state = State(Rules(), (Hand((), 2), Hand()), (0, 0), 0, 0, discard=tuple(deck))
    assert certain(state, Knowledge.nothing(2), 0) == tuple(rest)
    assert unseen(state).total() == 2


def test_r36_a_last_card_that_may_not_end_the_game_is_drawn_to_and_tells_nothing() -> None:
    """Somebody who has to play whatever fits draws to a Skip that fits, where nobody may finish with one."""
    rules = Rules(forced_play="always", finish_on="numbers")
    before = State(rules, (Hand(cards("red_skip")), Hand((), 3)), (0, 0), 0, 0, draw_hidden=9, discard=cards("red_5"))
    after, events = apply(before, Draw())
    known = learn(Knowledge.nothing(2), before.seen_by(None), after.seen_by(None), events)
    ((faces, most),) = known.notes[0].at_most
    assert card("red_7") in faces
    assert card("red_skip") not in faces
    assert most == 1, "the drawn card may be any"


@settings(max_examples=25, deadline=None)
@given(strategies.rules(), st.integers(2, 5), st.integers(0, 10**6))
def test_nothing_false_is_ever_known(rules: Rules, seats: int, seed: int) -> None:
    """Notes made from the outside are true of the real hands, and the real game contradicts nothing."""
    rng = random.Random(seed)
    state = new_game(rules, seats, rng)
    known = Knowledge.nothing(seats)
    for _ in range(60):
        moves = legal_moves(state)
        if not moves:
            break
        before = state
        challenges = [move for move in moves if isinstance(move, Challenge)]
        state, events = apply(state, challenges[0] if challenges else rng.choice(moves))
        known = learn(known, before.seen_by(None), state.seen_by(None), events)
        for hand, said in zip(state.hands, known.notes, strict=True):
            assert all(any(one in faces for one in hand.known) for faces in said.one_of)
            assert all(sum(one in faces for one in hand.known) <= most for faces, most in said.at_most)
        assert contradictions(state.seen_by(None), known) == ()


def test_learning_needs_no_secrets() -> None:
    state = State(Rules(), (Hand((), 3), Hand((), 3)), (0, 0), 1, 0, draw_hidden=9, discard=cards("red_5"))
    after, events = apply(state, Draw())
    assert learn(Knowledge.nothing(2), state, after, events) == Knowledge.nothing(2)
