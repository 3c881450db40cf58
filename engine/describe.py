"""One plain sentence for every event, question and status, in each language of `LANGUAGES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from engine import events as ev
from engine.cards import FACES, Card, Colour
from engine.errors import DataError
from engine.reasons import Reason, ReasonId
from engine.words import Words
from engine.words_en import ENGLISH
from engine.words_zh import CHINESE

LANGUAGES: Final[Mapping[str, Words]] = {"en": ENGLISH, "zh": CHINESE}
_SEATS: Final = frozenset({"seat", "dealer", "accused", "accuser", "challenger", "target"})
_LABELS: Final = {card.label: card for card in FACES}


def describe(event: ev.Event, names: Sequence[str] = (), lang: str = "en") -> str:
    """The sentence that tells `event`; a seat without a name is a number. Raises DataError for another language."""
    words = words_of(lang)
    facts = _facts(event, words, names)
    if isinstance(event, ev.IllegalPlay | ev.IllegalDraw | ev.CommandRefused):
        facts["reasons"] = words.and_.join(reason_text(reason, names, lang) for reason in event.reasons)
    if isinstance(event, ev.QuestionAsked) and _key(event, words) not in words.sentences:
        return words.questions[event.question].format(**facts)
    return words.sentences[_key(event, words)].format(**facts)


def reason_text(reason: Reason, names: Sequence[str] = (), lang: str = "en") -> str:
    """The clause that tells `reason`, without a full stop."""
    words = words_of(lang)
    key = reason.id.value
    if reason.id is ReasonId.NO_MATCH and reason.colour is not None and _needs_colour(reason):
        key = "no_match.colour"
    return words.reasons[key].format(**_facts(reason, words, names))


def question_text(
    kind: str, seat: int | None, card: Card | None, names: Sequence[str] = (), lang: str = "en"
) -> str:  # fmt: skip
    """The sentence that asks a question of this kind."""
    words = words_of(lang)
    return words.questions[kind].format(seat=seat_name(seat, words, names), card=words.card(card))


def card_name(card: Card | str, lang: str = "en") -> str:
    """Name of a card or label, such as "Red 5"; raises CardError for a label that is no card."""
    return words_of(lang).card(Card.parse(card) if isinstance(card, str) else card)


def words_of(lang: str) -> Words:
    """The words of a language; raises DataError for one that there is not."""
    if lang not in LANGUAGES:
        raise DataError(f"The language {lang!r} was asked for; there are {', '.join(LANGUAGES)}.")
    return LANGUAGES[lang]


def _needs_colour(reason: Reason) -> bool:
    """The top card does not show the colour in force."""
    return reason.top is not None and reason.top.colour is not reason.colour


def _key(event: ev.Event, words: Words) -> str:
    variant = _VARIANTS.get(type(event))
    key = event.kind if variant is None else f"{event.kind}.{variant(event)}"
    inferred = f"{event.kind}.inferred"
    if getattr(event, "inferred", False) and inferred in words.sentences:
        return inferred
    return key if key in words.sentences else event.kind


def _undone(event: Any) -> str:
    if event.what == "no_draw":
        return "no_draw"
    return "" if event.card is None or event.what.startswith("correct") else "card"


def _guilt(event: Any) -> str:
    return "guilty" if event.guilty else "innocent"


_VARIANTS: Final[Mapping[type[ev.Event], Callable[[Any], str]]] = {
    ev.StartCard: lambda event: "" if event.accepted else "rejected",
    ev.CardPlayed: lambda event: "" if event.left else "last",
    ev.ChallengeResult: _guilt,
    ev.Corrected: lambda event: event.what,
    ev.Mended: lambda event: event.what,
    ev.Undone: _undone,
    ev.QuestionAsked: lambda event: event.question,
    ev.OutOfStep: lambda event: event.cause,
    ev.CameraSees: lambda event: event.sight,
    ev.Note: lambda event: event.code,
}


def _facts(record: ev.Event | Reason, words: Words, names: Sequence[str]) -> dict[str, str]:
    """Every field of the record in words."""
    facts = {field.name: _fact(field.name, getattr(record, field.name), words, names) for field in fields(record)}
    count = getattr(record, "count", None)
    facts["cards"] = words.cards(getattr(record, "hand_size", 0) if count is None else count)
    return facts


def _fact(name: str, value: object, words: Words, names: Sequence[str]) -> str:
    if name in _SEATS or (name in ("before", "after") and isinstance(value, int)):
        return seat_name(value if isinstance(value, int) else None, words, names)
    if isinstance(value, Card) or name in ("card", "top"):
        return words.card(value if isinstance(value, Card) else None)
    if isinstance(value, Colour):
        return words.colours[value]
    if name == "direction" and isinstance(value, int):
        return words.directions[value]
    return _text(name, str(value), words, names)


def blind_text(reason: str, words: Words) -> str:
    """Why the camera is lost, as a clause: in words where `reason` is a code of `Blind`, else as it is."""
    return words.blind.get(reason, reason)


def _text(name: str, text: str, words: Words, names: Sequence[str]) -> str:
    if name == "reason":
        return blind_text(text, words)
    if name == "cause":
        return words.causes.get(text, "")
    if name == "what":
        return words.deeds.get(text, text)
    if name == "answer" and text.isdigit():
        return seat_name(int(text), words, names)
    return words.card(_LABELS[text]) if text in _LABELS else text


def seat_name(seat: int | None, words: Words, names: Sequence[str]) -> str:
    """Who sits there: the name, else the number; "somebody" for None."""
    if seat is None:
        return words.nobody
    return names[seat] if 0 <= seat < len(names) else words.unnamed_seat.format(number=seat + 1)
