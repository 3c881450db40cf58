"""Sentences: golden ones for what is said most, and none missing in any language."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events as ev
from engine.cards import Card, Colour
from engine.describe import LANGUAGES, card_name, describe, question_text, reason_text
from engine.errors import CardError, DataError
from engine.reasons import Reason, ReasonId
from engine.sight import Blind, Sight
from engine.words import Words
from tests import strategies
from tests.engine.helpers import card

NAMES = ("Ada", "Ben", "Cem", "Dan")
NO_MATCH = Reason(ReasonId.NO_MATCH, "R13", card=card("blue_7"), top=card("red_5"), colour=Colour.RED)
TURN = Reason(ReasonId.OUT_OF_TURN, "R30", seat=3)

GOLDEN = [
    (ev.RoundStarted(0, 2, 1, 7, 4), "Round 2 begins: Ben deals 7 cards to each."),
    (ev.StartCard(0, card("red_5"), 2), "The start card is Red 5; Cem begins."),
    (
        ev.StartCard(0, card("wild_draw4"), 0, accepted=False),
        "Wild Draw Four may not start: put it back and turn up another.",
    ),
    (ev.CardPlayed(0, 0, card("blue_draw2"), 4), "Ada plays Blue Draw Two."),
    (ev.CardPlayed(0, 9, card("green_skip"), 0), "Seat 10 plays Green Skip and has no card left."),
    (
        ev.IllegalPlay(0, 1, card("blue_7"), (TURN, NO_MATCH)),
        "Ben lays Blue 7 against the rules: it is Dan's turn, and Blue 7 does not go on Red 5. "
        "Take it back or let it stand.",
    ),
    (ev.Drew(0, 2, 1, "choice", 8), "Cem draws 1 card."),
    (ev.Drew(0, 2, 4, "wild_draw4", 8), "Cem draws 4 cards for the Wild Draw Four."),
    (ev.Drew(0, 2, 2, "draw2", 8, inferred=True), "Cem must have drawn 2 cards for the Draw Two."),
    (ev.TurnPassed(0, 1), "Ben passes."),
    (ev.TurnSkipped(0, 1, card("red_skip")), "Ben loses the turn."),
    (ev.DirectionChanged(0, -1), "Play turns counter-clockwise."),
    (ev.ColourWanted(0, 3), "Dan has to name a colour."),
    (ev.ColourNamed(0, Colour.GREEN, 3), "The colour is Green."),
    (ev.ColourNamed(0, Colour.GREEN, 3, inferred=True), "The colour was Green."),
    (ev.UnoReached(0, 0), "Ada has one card left."),
    (ev.UnoMissed(0, 0, 1), "Ada did not call UNO."),
    (ev.ChallengeResult(0, 1, 0, True, 4), "The challenge is right: Ada draws 4 cards."),
    (ev.ChallengeResult(0, 1, 0, False, 6), "The challenge is wrong: Ben draws 6 cards and loses the turn."),
    (ev.Corrected(0, "card", "red_6", "red_9"), "Corrected: from Red 6 to Red 9."),
    (ev.Corrected(0, "seat", 1, 2), "Corrected: it was Cem, not Ben."),
    (ev.Undone(0, "card_on_discard", 2, card("red_9")), "Undone: Red 9 of Cem."),
    (ev.Undone(0, "call_uno", 2), "Undone: the UNO call."),
    (ev.RoundWon(0, 1), "Ben wins the round."),
    (ev.PointsCounted(0, 1, 72, 172), "Ben gets 72 points and has 172."),
    (ev.MatchWon(0, 1, 512), "Ben wins the match with 512 points."),
    (
        ev.OutOfStep(0, "play_after_end", "set_count", 1),
        "The game goes on, so Ben still holds cards: count them and set the number.",
    ),
    (ev.CameraGone(0, "the picture is odd"), "The camera is lost: the picture is odd."),
    (
        ev.CameraGone(0, "frozen"),
        "The camera is lost: the picture is frozen; check its cable, or plug it in again.",
    ),
    (ev.CameraSees(0, Sight.DARK), "It is too dark to read the cards well: switch on a light."),
    (
        ev.CommandRefused(0, "undo", (Reason(ReasonId.NOTHING_TO_UNDO),)),
        "That cannot be done: there is nothing to undo.",
    ),
    (ev.QuestionSettled(0, "seat", "2"), "Settled: Cem."),
    (ev.Note(0, "late_draw", 1, count=2), "The 2 cards that Ben draws are counted already."),
]


@pytest.mark.parametrize(("event", "sentence"), GOLDEN)
def test_f41_english_sentences(event: ev.Event, sentence: str) -> None:
    assert describe(event, NAMES) == sentence


@given(strategies.events(), st.sampled_from(sorted(LANGUAGES)))
def test_f41_every_event_has_one_sentence(event: ev.Event, lang: str) -> None:
    sentence = describe(event, NAMES, lang)
    assert sentence
    assert sentence[-1] in ".?。？"
    free = getattr(event, "reason", "")  # somebody else's words, which may hold anything
    assert not re.search(r"\{\w+\}", sentence.replace(free, "") if isinstance(free, str) else sentence)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("reason", ReasonId)
def test_every_reason_has_a_clause(reason: ReasonId, lang: str) -> None:
    clause = reason_text(Reason(reason, "R13", card("red_1"), card("wild"), Colour.BLUE, 1, 2), NAMES, lang)
    assert clause
    assert clause[-1] not in ".。"


def test_after_a_wild_the_colour_is_told() -> None:
    reason = Reason(ReasonId.NO_MATCH, "R13", card=card("red_1"), top=card("wild"), colour=Colour.BLUE)
    assert reason_text(reason) == "Red 1 does not go on Wild, the colour is Blue"


@pytest.mark.parametrize("lang", sorted(set(LANGUAGES) - {"en"}))
def test_f41_languages_have_the_same_words_and_facts(lang: str) -> None:
    english, other = LANGUAGES["en"], LANGUAGES[lang]
    for name in (
        "colours",
        "ranks",
        "directions",
        "causes",
        "deeds",
        "sentences",
        "reasons",
        "questions",
        "statuses",
        "blind",
    ):
        ours, theirs = getattr(english, name), getattr(other, name)
        assert set(ours) == set(theirs), name
        for key in ours:
            assert facts(ours[key]) == facts(theirs[key]), (name, key)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_f27_every_state_of_a_camera_has_words_in_every_language(lang: str) -> None:
    assert set(LANGUAGES[lang].blind) == set(Blind)
    sentences = {describe(ev.CameraSees(0, sight), NAMES, lang) for sight in Sight}
    assert len(sentences) == len(Sight)
    told = {describe(ev.CameraGone(0, reason), NAMES, lang) for reason in Blind}
    assert len(told) == len(Blind)


def facts(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field}


@given(strategies.cards())
def test_cards_have_distinct_names(one: Card) -> None:
    for words in LANGUAGES.values():
        assert isinstance(words, Words)
        assert words.card(one)
    assert card_name(one) == card_name(one.label)


def test_names_of_cards_and_questions() -> None:
    assert [card_name(label) for label in ("red_5", "wild_draw4")] == ["Red 5", "Wild Draw Four"]
    assert card_name("blue_reverse", "zh") == "蓝色反转"
    assert question_text("colour", 2, None, NAMES) == "Which colour did Cem name?"
    with pytest.raises(CardError):
        card_name("back")
    with pytest.raises(DataError, match="language 'fr' was asked for; there are en, zh"):
        card_name("red_5", "fr")
