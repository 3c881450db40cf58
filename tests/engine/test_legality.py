"""What may be played and why not (R13, R18, R19)."""

import pytest

from engine.cards import COLOURS, FACES, Card, Colour, Rank
from engine.errors import IllegalMoveError
from engine.game import apply, explain, legal_moves
from engine.moves import Accuse, CallUno, Challenge, Draw, Keep, NameColour, Play
from engine.reasons import ReasonId
from engine.rules import Rules
from engine.state import State
from tests.engine.helpers import after, card, position

ALL = " ".join(face.label for face in FACES)


def playable(state: State) -> set[str]:
    return {move.card.label for move in legal_moves(state) if isinstance(move, Play)}


def why(state: State, move: Play | Draw | Keep | NameColour | CallUno | Accuse | Challenge) -> list[ReasonId]:
    return [reason.id for reason in explain(state, move)]


@pytest.mark.parametrize(
    ("top", "fits"),
    [
        ("red_3", lambda face: face.colour is Colour.RED or face.rank is Rank.THREE),
        ("yellow_draw2", lambda face: face.colour is Colour.YELLOW or face.rank is Rank.DRAW2),
        ("green_7", lambda face: face.colour is Colour.GREEN or face.rank is Rank.SEVEN),
    ],
)
def test_r13_same_colour_number_or_symbol_or_a_wild(top: str, fits: object) -> None:
    assert callable(fits)
    state = position(top, ALL, "red_1")
    assert playable(state) == {face.label for face in FACES if face.is_wild or fits(face)}


def test_f02_after_a_wild_the_named_colour_counts() -> None:
    state = position("wild_draw4", ALL, "red_1", colour="green")
    assert playable(state) == {face.label for face in FACES if face.is_wild or face.colour is Colour.GREEN}


def test_f03_a_named_colour_stays_when_the_next_player_draws() -> None:
    state = position("red_5", "wild red_1", "blue_1 blue_2", "green_1 green_2")
    state = after(state, Play(card("wild"), Colour.GREEN), Draw(), Keep())
    assert (state.colour, state.turn) == (Colour.GREEN, 2)
    assert not explain(state, Play(card("green_1")))


def test_r17_a_wild_comes_with_each_colour() -> None:
    state = position("red_5", "wild red_1", "red_1")
    assert {move.colour for move in legal_moves(state) if isinstance(move, Play) and move.card.is_wild} == set(COLOURS)


def test_f24_every_reason_is_given_at_once() -> None:
    state = position("red_5", "red_1", "blue_7 green_2", "red_3")
    move = Play(card("yellow_9"), seat=1)
    assert why(state, move) == [ReasonId.OUT_OF_TURN, ReasonId.NO_MATCH, ReasonId.NOT_IN_HAND]
    with pytest.raises(IllegalMoveError, match="out_of_turn, no_match, not_in_hand") as caught:
        apply(state, move)
    assert caught.value.reasons == explain(state, move)


def test_reasons_name_their_rule_and_facts() -> None:
    (reason,) = explain(position("wild", "red_7", "red_1", colour="blue"), Play(card("red_7")))
    assert (reason.rule, reason.card, reason.top, reason.colour) == ("R13", card("red_7"), card("wild"), Colour.BLUE)


def test_f08_wild_draw4_depends_on_its_colour_only() -> None:
    rules = Rules(wild_draw4_bluff=False)
    same_number = position("red_5", "wild_draw4 blue_5 wild", "red_1", rules=rules)
    assert not explain(same_number, Play(card("wild_draw4"), Colour.BLUE))
    same_colour = position("red_5", "wild_draw4 red_9", "red_1", rules=rules)
    assert why(same_colour, Play(card("wild_draw4"), Colour.BLUE)) == [ReasonId.WILD_DRAW4_WITH_COLOUR]


def test_r18_options_no_match_and_always() -> None:
    hand = "wild_draw4 blue_5"
    no_match = Rules(wild_draw4_bluff=False, wild_draw4_when="no_match")
    assert why(position("red_5", hand, "red_1", rules=no_match), Play(card("wild_draw4"), Colour.BLUE)) == [
        ReasonId.WILD_DRAW4_WITH_COLOUR
    ]
    always = Rules(wild_draw4_bluff=False, wild_draw4_when="always")
    assert not explain(position("red_5", "wild_draw4 red_5", "red_1", rules=always), Play(card("wild_draw4")))


def test_r18_a_bluff_is_open_to_the_challenge_instead() -> None:
    assert not explain(position("red_5", "wild_draw4 red_9", "red_1"), Play(card("wild_draw4"), Colour.BLUE))


def test_r19_a_player_may_draw_by_choice() -> None:
    assert not explain(position("red_5", "red_1", "red_2"), Draw())


def test_r19_after_drawing_only_the_drawn_card_may_be_played() -> None:
    state = after(position("green_5", "green_1", "red_2"), Draw())
    assert state.drawn == card("green_9")
    assert playable(state) == {"green_9"}
    assert why(state, Play(card("green_1"))) == [ReasonId.NOT_THE_DRAWN_CARD]
    assert not explain(state, Keep())


def test_f16_one_draw_a_turn() -> None:
    state = after(position("green_5", "green_1", "red_2"), Draw())
    assert why(state, Draw()) == [ReasonId.ALREADY_DREW]


def test_r16_under_a_penalty_nothing_but_drawing() -> None:
    state = after(position("red_5", "red_draw2 red_1 red_7", "red_2 red_draw2", "red_3"), Play(card("red_draw2")))
    assert legal_moves(state) == (Draw(),)
    assert why(state, Play(card("red_2"))) == [ReasonId.PENALTY_PENDING]
    assert why(state, Keep()) == [ReasonId.PENALTY_PENDING, ReasonId.NOTHING_DRAWN]


def test_no_keeping_without_a_draw_and_no_colour_without_a_wild() -> None:
    state = position("red_5", "red_1", "red_2")
    assert why(state, Keep()) == [ReasonId.NOTHING_DRAWN]
    assert why(state, NameColour(Colour.RED)) == [ReasonId.COLOUR_NOT_WANTED]
    assert why(state, Challenge()) == [ReasonId.CHALLENGE_CLOSED]
    assert why(state, Play(card("red_1"), Colour.BLUE)) == [ReasonId.COLOUR_OF_COLOURED]
    assert why(state, Play(card("red_1"), seat=7)) == [ReasonId.NO_SUCH_SEAT]


def test_f04_a_wild_without_a_colour_wants_one() -> None:
    state = after(position("red_5", "wild red_1", "red_2", "red_3"), Play(card("wild")))
    assert (state.namer, state.colour) == (0, None)
    assert why(state, Draw()) == [ReasonId.COLOUR_WANTED]
    assert why(state, NameColour(Colour.RED, seat=1)) == [ReasonId.OUT_OF_TURN]
    assert after(state, NameColour(Colour.RED)).colour is Colour.RED


def test_nothing_is_allowed_after_the_end_or_before_the_start() -> None:
    over = position("red_5", "", "red_1", winner=0)
    assert why(over, Draw()) == [ReasonId.ROUND_OVER]
    assert legal_moves(over) == ()
    empty = position("red_5", "red_1", "red_2", discard=())
    assert why(empty, Draw()) == [ReasonId.NO_START_CARD]
    assert legal_moves(empty) == ()


def test_hidden_cards_never_count_against_a_player() -> None:
    state = position("red_5", "red_1", "red_2").seen_by(1)
    assert state.hands[0].known == ()
    assert not explain(state, Play(card("red_9")))
    assert isinstance(card("red_9"), Card)
