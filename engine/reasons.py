"""Why a move is not allowed: a stable id, the rule it rests on, and the facts a sentence needs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card, Colour


class ReasonId(StrEnum):
    """Stable names; `engine.describe` holds a sentence for each."""

    OUT_OF_TURN = "out_of_turn"
    NO_MATCH = "no_match"
    PENALTY_PENDING = "penalty_pending"
    NOT_THE_DRAWN_CARD = "not_the_drawn_card"
    NOT_IN_HAND = "not_in_hand"
    WILD_DRAW4_WITH_COLOUR = "wild_draw4_with_colour"
    COLOUR_WANTED = "colour_wanted"
    COLOUR_NOT_WANTED = "colour_not_wanted"
    COLOUR_OF_COLOURED = "colour_of_coloured"
    ALREADY_DREW = "already_drew"
    NOTHING_DRAWN = "nothing_drawn"
    CHALLENGE_CLOSED = "challenge_closed"
    ALREADY_CALLED = "already_called"
    ROUND_OVER = "round_over"
    NO_START_CARD = "no_start_card"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_PLAYING = "not_playing"
    NOT_IN_BOX = "not_in_box"
    SWAP_WANTED = "swap_wanted"
    SWAP_NOT_WANTED = "swap_not_wanted"
    BAD_TARGET = "bad_target"
    SKIPPED = "skipped"
    JUMP_CLOSED = "jump_closed"
    JUMP_NOT_IDENTICAL = "jump_not_identical"
    JUMP_UNDER_PENALTY = "jump_under_penalty"
    FIRST_BY_COLOUR = "first_by_colour"
    ONE_CARD_A_TURN = "one_card_a_turn"
    NO_SET = "no_set"
    FINISH_NOT_ALLOWED = "finish_not_allowed"
    POWER_NOT_ALLOWED = "power_not_allowed"
    MUST_PLAY = "must_play"
    NO_TIME_LIMIT = "no_time_limit"
    SUM_OUT_CLOSED = "sum_out_closed"
    SUM_DIFFERS = "sum_differs"
    STALE = "stale"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_CORRECT = "nothing_to_correct"
    NOT_ASKED = "not_asked"
    BAD_COUNT = "bad_count"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason. `rule` is a row of the rule table ("" where none applies); the rest are facts, None if moot."""

    id: ReasonId
    rule: str = ""
    card: Card | None = None
    top: Card | None = None
    colour: Colour | None = None
    seat: int | None = None
    count: int | None = None
