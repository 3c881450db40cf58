"""The options in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

ENGLISH_RULES: Final[Mapping[str, Mapping[Any, str]]] = {
    "first_dealer": {
        "chosen": "The players choose the first dealer.",
        "highest_number": "Everybody draws a card; the highest number deals first, other cards are drawn again.",
    },
    "next_dealer": {
        "next_seat": "The next seat deals the next round.",
        "winner": "The winner of a round deals the next one.",
    },
    "hand_size": {7: "Everybody is dealt seven cards.", 10: "Three players are dealt ten cards each."},
    "first_seat": {
        "dealers_left": "The seat after the dealer starts.",
        "dealer": "The dealer starts.",
        "counted": "The number on the start card is counted clockwise from the dealer to the seat that starts; "
        "without a number the seat after the dealer starts.",
    },
    "start_card": {
        "not_wild_draw4": "Any card but a Wild Draw Four may be the start card.",
        "numbers": "Only a number may be the start card.",
        "any": "Any card may be the start card.",
    },
    "start_action": {
        "applied": "The start card's action counts: a Skip or Draw Two hits the first player, a Reverse turns play.",
        "ignored": "The start card's action does not count, only its colour.",
    },
    "start_wild_namer": {
        "first_seat": "The first player names the colour of a wild start card.",
        "before_dealer": "The seat before the dealer names the colour of a wild start card.",
    },
    "first_play": {
        "any_match": "The first play has to match the start card's colour or content.",
        "colour_only": "The first play has to match the start card's colour.",
    },
    "direction": {"clockwise": "Play starts clockwise.", "counter_clockwise": "Play starts counter-clockwise."},
    "skip_passing": {
        False: "Whoever is skipped loses the turn.",
        True: "Whoever is skipped may answer with a Skip of any colour, and the next seat is skipped instead.",
    },
    "draw_penalties": {
        True: "A Draw Two makes the next seat draw two, a Wild Draw Four four.",
        False: "Nobody draws: a Draw Two only skips, a Wild Draw Four is a Wild.",
    },
    "wild_powers": {
        False: "A Wild changes the colour.",
        True: "Instead of changing the colour, a Wild may look at one hand for five seconds or swap three cards.",
    },
    "wild_draw4_when": {
        "no_colour": "A Wild Draw Four may be played with no card of the colour in hand.",
        "no_match": "A Wild Draw Four may be played with no card of the colour or the content in hand.",
        "always": "A Wild Draw Four may always be played.",
    },
    "wild_draw4_bluff": {
        True: "A Wild Draw Four against that condition is a bluff that the next seat may challenge.",
        False: "A Wild Draw Four against that condition is an illegal play.",
    },
    "draw": {
        "one": "Who cannot or will not play draws one card and may play that card or keep it.",
        "until_playable": "Who cannot or will not play draws until a card can be played.",
    },
    "forced_play": {
        "off": "Nobody has to play: cards may be kept and drawn by choice.",
        "drawn": "A drawn card that can be played has to be played.",
        "always": "Who can play has to play, before drawing and after.",
    },
    "cards_a_turn": {
        "one": "One card is played a turn.",
        "set": "Coloured cards of one number or symbol may be played together; the player chooses which lies on top.",
    },
    "turn_seconds": {
        0: "There is no time limit.",
        5: "Who takes longer than five seconds draws two cards and loses the turn.",
    },
    "stacking": {
        "off": "Draw penalties are not passed on by draw cards.",
        "draw2": "A Draw Two may be laid on a Draw Two; the counts add up.",
        "wild_on_draw2": "A Draw Two or Wild Draw Four may be laid on a Draw Two; the counts add up.",
        "wild_on_wild": "A Draw Two or Wild Draw Four may be laid on a Draw Two, a Wild Draw Four on a Wild Draw Four; "
        "the counts add up.",
        "any": "Any draw card may be laid on any draw card, if its colour fits; the counts add up.",
    },
    "deflecting": {
        False: "A draw penalty cannot be turned away by a Skip or a Reverse.",
        True: "A Skip passes a draw penalty on to the next seat, a Reverse turns it back on the seat before.",
    },
    "guilty_draws": {
        4: "A player caught bluffing with a Wild Draw Four draws four.",
        6: "A player caught bluffing with a Wild Draw Four draws six.",
    },
    "innocent_draws": {6: "Who challenges a Wild Draw Four wrongly draws six."},
    "jump_in": {
        "off": "Nobody plays out of turn.",
        "numbers": "Who holds the identical number card may play it out of turn; play goes on from there.",
        "identical": "Who holds the identical coloured card may play it out of turn; play goes on from there.",
    },
    "uno_penalty": {
        2: "Who forgets to call UNO and is caught draws two.",
        3: "Who forgets to call UNO and is caught draws three.",
    },
    "uno_each_catcher": {
        False: "Forgetting UNO costs once.",
        True: "Forgetting UNO costs once for each player who catches it.",
    },
    "uno_at_last_card": {
        False: "UNO is called at one card left.",
        True: "UNO is called at one card left, and again with the last card.",
    },
    "false_uno_penalty": {
        2: "Calling UNO wrongly costs two cards.",
        5: "Calling UNO wrongly costs five cards.",
    },
    "false_accusation_penalty": {2: "Accusing somebody wrongly costs two cards."},
    "illegal_play_penalty": {2: "A wrong card is taken back and costs two cards."},
    "finish_on": {
        "any": "Any card may be the last one.",
        "no_skip_reverse_wild": "The last card must not be a Skip, a Reverse or a Wild.",
        "numbers": "The last card has to be a number.",
    },
    "sum_out": {
        False: "Only having no card left wins.",
        True: "A hand whose points add up to a number that is played wins at once.",
    },
    "after_winner": {
        "round_ends": "The round ends when somebody is out.",
        "elimination": "Play goes on until one player is left, the loser.",
    },
    "scoring": {
        "winner_takes": "The winner of a round gets the points of all other hands; who reaches the goal first wins.",
        "own_minus": "Everybody gets the points of the own hand as minus; when somebody has lost as many as the goal, "
        "the fewest minus wins.",
        "lowest_total": "Everybody gets the points of the own hand; when somebody reaches the goal, the lowest wins.",
        "unscored": "No points are counted.",
    },
    "goal": {500: "The goal is 500 points.", 300: "The goal is 300 points."},
    "partners": {
        False: "Everybody plays alone.",
        True: "Every other seat plays together: partners share the score, and their own cards give no points.",
    },
    "seven_zero": {
        False: "A 7 and a 0 are plain numbers.",
        True: "A 7 swaps hands with a seat of choice; a 0 passes all hands on in the direction of play.",
    },
}
