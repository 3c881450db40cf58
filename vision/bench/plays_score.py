"""Scores one followed game: how many plays, draws and accusations were right, and what went wrong when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from vision.bench.plays_follow import Followed
from vision.bench.plays_match import (
    Pairs,
    pair_draws,
    pair_plays,
    pair_take_backs,
    same_card,
    true_accusation,
)
from vision.bench.plays_recording import Row

Mistake = Literal[
    "false_accusation", "wrong_face", "missed_play", "late_play", "invented_play", "unflagged", "wrong_seat",
    "missed_take_back", "invented_take_back", "missed_draw", "invented_draw", "out_of_step", "wrong_end",
]  # fmt: skip
_NEAR = 3.0
"""Seconds within which a play that was told belongs to one that was not, for the moments' sentences only."""
WORST: tuple[Mistake, ...] = (
    "false_accusation", "invented_play", "wrong_face", "missed_play", "late_play", "invented_take_back", "unflagged",
    "wrong_seat", "missed_take_back", "invented_draw", "missed_draw", "out_of_step", "wrong_end",
)  # fmt: skip
"""Mistakes, the one that hurts most first."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A mistake: at ``t`` seconds of the game ``game``, in one sentence."""

    game: str
    t: float
    kind: Mistake
    text: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How many there were, how many were told, how many of those are paired."""

    true: int = 0
    told: int = 0
    right: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.true + other.true, self.told + other.told, self.right + other.right)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None where there was nothing to tell and nothing was told."""
        return 2 * self.right / (self.true + self.told) if self.true + self.told else None


@dataclass(frozen=True, slots=True)
class Score:
    """One game, or the sum of several. ``delays`` are seconds from a card at rest to its telling.

    ``by_reason`` counts illegal plays and the flagged ones among them by what forbade them.
    """

    games: int = 0
    plays: Tally = field(default_factory=Tally)
    seats_right: int = 0
    draws: Tally = field(default_factory=Tally)
    take_backs: Tally = field(default_factory=Tally)
    false_accusations: int = 0
    illegal: int = 0
    flagged: int = 0
    by_reason: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    finals: int = 0
    finals_right: int = 0
    delays: tuple[float, ...] = ()
    frames: int = 0
    seconds: float = 0.0
    moments: tuple[Moment, ...] = ()

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.games + other.games, self.plays + other.plays, self.seats_right + other.seats_right,
            self.draws + other.draws, self.take_backs + other.take_backs,
            self.false_accusations + other.false_accusations, self.illegal + other.illegal,
            self.flagged + other.flagged, _merged(self.by_reason, other.by_reason), self.finals + other.finals,
            self.finals_right + other.finals_right, self.delays + other.delays, self.frames + other.frames,
            self.seconds + other.seconds, self.moments + other.moments,
        )  # fmt: skip


def score(followed: Followed) -> Score:
    """Hold what was told against the truth."""
    truth, events = followed.recording.truth, followed.events
    plays, draws = pair_plays(truth, events), pair_draws(truth, events)
    backs = pair_take_backs(truth, events)
    false = [event for event in events if _accuses(event) and not true_accusation(event, truth)]
    wrong = _final_wrong(followed)
    illegal = [row for row in truth if "illegal" in row]
    flagged = [row for row, event in plays.paired if "illegal" in row and event["kind"] == "illegal_play"]
    moments = _Moments(followed.recording.name)
    moments.plays(plays)
    moments.others(draws, backs, false, [row for row in illegal if row not in flagged], events)
    if wrong:
        moments.add({"t": truth[-1]["t"]}, "wrong_end", f"The game ends with {', '.join(wrong)}.")
    return Score(
        games=1,
        plays=_tally(plays),
        seats_right=sum(_seat_right(row, event) for row, event in plays.paired),
        draws=_tally(draws),
        take_backs=_tally(backs),
        false_accusations=len(false),
        illegal=len(illegal),
        flagged=len(flagged),
        by_reason=_by_reason(illegal, flagged),
        finals=0 if wrong is None else 1,
        finals_right=int(wrong == []),
        delays=tuple(float(event["told_at"]) - float(row["t"]) for row, event in plays.paired),
        frames=followed.frames,
        seconds=followed.seconds,
        moments=tuple(moments.found),
    )


class _Moments:
    """Collects mistakes as sentences."""

    def __init__(self, game: str) -> None:
        self.found: list[Moment] = []
        self._game = game

    def add(self, row: Row, kind: Mistake, text: str) -> None:
        self.found.append(Moment(self._game, float(row["t"]), kind, text))

    def plays(self, plays: Pairs) -> None:
        """Missed, invented and misread cards, and wrong seats."""
        invented = list(plays.invented)
        for row in plays.missed:
            near = [event for event in invented if abs(float(event["t"]) - float(row["t"])) <= _NEAR]
            if not near:
                self.add(row, "missed_play", f"{_who(row)} laid {_card(row)}, which was not told.")
                continue
            event = min(near, key=lambda event: not same_card(row, event))
            invented.remove(event)
            if same_card(row, event):
                away = float(event["t"]) - float(row["t"])
                self.add(row, "late_play", f"{_who(row)} laid {_card(row)}, told {away:+.1f} s from it.")
            else:
                self.add(row, "wrong_face", f"{_who(row)} laid {_card(row)}, told was {event['card']}.")
        for event in invented:
            self.add(event, "invented_play", f"{_who(event)} was told to lay {event['card']}, which nobody did then.")
        for row, event in plays.paired:
            if not _seat_right(row, event):
                self.add(row, "wrong_seat", f"{_who(row)} laid {_card(row)}, told was {_who(event).lower()}.")

    def others(
        self, draws: Pairs, backs: Pairs, false: Sequence[Row], unflagged: Sequence[Row], events: Sequence[Row]
    ) -> None:
        """Draws, take-backs, accusations and what cannot be."""
        for row in draws.missed:
            self.add(row, "missed_draw", f"{_who(row)} drew a card, which was not told.")
        for event in draws.invented:
            self.add(event, "invented_draw", f"{_who(event)} was told to draw ({event['cause']}), but did not.")
        for row in backs.missed:
            self.add(row, "missed_take_back", f"{_who(row)} took {row['card']} back, which was not told.")
        for event in backs.invented:
            self.add(event, "invented_take_back", f"{_who(event)} was told to take {event['card']} back, but did not.")
        for event in false:
            self.add(event, "false_accusation", f"{_who(event)} was accused wrongly: {event['sentence']}")
        for row in unflagged:
            reasons = ", ".join(row["illegal"])
            self.add(row, "unflagged", f"{_who(row)} laid {row['card']} against the rules ({reasons}), unnoticed.")
        for event in events:
            if event["kind"] == "out_of_step":
                self.add(event, "out_of_step", str(event["sentence"]))


def _tally(pairs: Pairs) -> Tally:
    right = len(pairs.paired)
    return Tally(right + len(pairs.missed), right + len(pairs.invented), right)


def _who(row: Row) -> str:
    return "Somebody" if row.get("seat") is None else f"Seat {row['seat']}"


def _card(row: Row) -> str:
    """The face, and whether it was thrown: that is when arms say least about it."""
    return f"{row['card']} (thrown)" if row.get("thrown") else str(row["card"])


def _seat_right(row: Row, event: Row) -> bool:
    """A start card is nobody's play."""
    return bool(row["kind"] == "start" or row["seat"] == event["seat"])


def _accuses(event: Row) -> bool:
    return event["kind"] in ("illegal_play", "illegal_draw")


def _by_reason(illegal: Sequence[Row], flagged: Sequence[Row]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for row in illegal:
        reason = "+".join(row["illegal"])
        true, told = counts.get(reason, (0, 0))
        counts[reason] = (true + 1, told + (row in flagged))
    return counts


def _merged(one: Mapping[str, tuple[int, int]], other: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    nothing = (0, 0)
    keys = dict.fromkeys([*one, *other])
    return {
        key: (
            one.get(key, nothing)[0] + other.get(key, nothing)[0],
            one.get(key, nothing)[1] + other.get(key, nothing)[1],
        )
        for key in keys
    }


def _final_wrong(followed: Followed) -> list[str] | None:
    """In what the game is thought to stand otherwise than it does; None where nobody knows how it stands."""
    true, told = followed.recording.final, followed.final
    if not true:
        return None
    known = {**told, "counts": [seat["cards"] for seat in told["seats"]]}
    keys = ["top", "direction", "winner", "counts", *(["turn"] if true["winner"] is None else [])]
    unseen = _passer(followed.recording.truth)
    return [
        f"{key} {known[key]} for {true[key]}"
        for key in keys
        if true[key] != known[key] and not (key == "turn" and known[key] == unseen)
    ]


def _passer(truth: Sequence[Row]) -> int | None:
    """The seat whose pass is the last thing that happened: nobody can see that its turn is over."""
    return int(truth[-1]["seat"]) if truth and truth[-1]["kind"] == "pass" else None
