"""How well games are followed: the scoring by hand-made events, and the command on small games."""

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from engine.commands import Accuse, CallUno, NameColour
from vision.bench.plays import PlaysReport, games_of, parse_seeds, run_plays_bench
from vision.bench.plays_follow import Followed, follow, oracle, spoken
from vision.bench.plays_moments import worst
from vision.bench.plays_recording import Recording
from vision.bench.plays_score import Moment, Score, score
from vision.cli import run
from vision.errors import UsageError
from vision.synth.game.spec import PRESETS

KEYS = [
    "play_f1", "seat_accuracy", "draw_f1", "false_accusations_per_game", "illegal_flagged", "final_state_right",
    "delay_p95_s", "fps",
]  # fmt: skip
TRUTH: list[dict[str, Any]] = [
    {"t": 1.0, "kind": "start", "seat": 0, "card": "red_5"},
    {"t": 4.0, "kind": "play", "seat": 1, "card": "red_7"},
    {"t": 7.0, "kind": "play", "seat": 2, "card": "blue_2", "illegal": ["no_match"]},
    {"t": 9.0, "kind": "taken_back", "seat": 2, "card": "blue_2"},
    {"t": 11.0, "kind": "draw", "seat": 2, "card": None},
    {"t": 11.5, "kind": "draw", "seat": 2, "card": None},
    {"t": 15.0, "kind": "play", "seat": 2, "card": "red_7"},
]
FINAL = {"top": "red_7", "turn": 3, "direction": 1, "counts": [7, 6, 8, 7], "winner": None}
EVENTS: list[dict[str, Any]] = [
    {"kind": "start_card", "t": 1.1, "told_at": 1.4, "seat": 1, "card": "red_5"},
    {"kind": "card_played", "t": 4.1, "told_at": 4.3, "seat": 1, "card": "red_7"},
    {"kind": "illegal_play", "t": 7.0, "told_at": 7.5, "seat": 2, "card": "blue_2", "sentence": "no"},
    {"kind": "taken_back", "t": 9.2, "told_at": 9.4, "seat": 2, "card": "blue_2"},
    {"kind": "cards_drawn", "t": 11.2, "told_at": 11.3, "seat": 2, "count": 2, "cause": "illegal_play"},
    {"kind": "card_played", "t": 15.0, "told_at": 15.2, "seat": 2, "card": "red_7"},
]
STATE = {"top": "red_7", "turn": 3, "direction": 1, "winner": None, "seats": [{"cards": n} for n in (7, 6, 8, 7)]}


def scored(events: list[dict[str, Any]], state: dict[str, Any] = STATE, truth: list[dict[str, Any]] = TRUTH) -> Score:
    recording = Recording("game", PRESETS["clean"], truth, FINAL)
    return score(Followed(recording, events, state, frames=100, seconds=2.0))


def figures(result: Score) -> dict[str, float | None]:
    return PlaysReport("easy", ["game"], "by hand", result).figures()


def changed(at: int, **changes: Any) -> list[dict[str, Any]]:
    return [{**event, **changes} if number == at else event for number, event in enumerate(EVENTS)]


def without(*numbers: int) -> list[dict[str, Any]]:
    return [event for number, event in enumerate(EVENTS) if number not in numbers]


def kinds(result: Score) -> list[str]:
    return [moment.kind for moment in result.moments]


def test_a_game_followed_rightly_has_the_best_figures_and_no_moments() -> None:
    result = scored(EVENTS)
    assert figures(result) == {
        "play_f1": 1.0, "seat_accuracy": 1.0, "draw_f1": 1.0, "false_accusations_per_game": 0.0, "illegal_flagged": 1.0,
        "final_state_right": 1.0, "delay_p95_s": pytest.approx(0.485), "fps": 50.0,
    }  # fmt: skip
    assert list(figures(result)) == KEYS
    assert kinds(result) == []


def test_a_face_read_wrongly_is_missed_and_invented_once_each() -> None:
    result = scored(changed(1, card="red_1"))
    assert figures(result)["play_f1"] == 0.75
    assert kinds(result) == ["wrong_face"]
    assert "laid red_7, told was red_1" in result.moments[0].text


def test_a_play_told_too_late_is_not_told() -> None:
    late = scored(changed(1, t=5.2))
    assert figures(late)["play_f1"] == 0.75
    assert [(moment.kind, moment.text) for moment in late.moments] == [
        ("late_play", "Seat 1 laid red_7, told +1.2 s from it.")
    ]
    assert figures(scored(changed(1, t=4.9)))["play_f1"] == 1.0


def test_missed_and_invented_plays_and_wrong_seats_count() -> None:
    assert kinds(scored(without(1))) == ["missed_play"]
    extra = {"kind": "card_played", "t": 13.0, "told_at": 13.1, "seat": 3, "card": "red_7"}
    assert kinds(scored([*EVENTS, extra])) == ["invented_play"]
    wrong = scored(changed(1, seat=3))
    assert kinds(wrong) == ["wrong_seat"]
    assert figures(wrong)["seat_accuracy"] == 0.75
    assert figures(wrong)["play_f1"] == 1.0


def test_moments_say_which_cards_were_thrown() -> None:
    truth = [{**row, "thrown": True} if row["t"] == 4.0 else row for row in TRUTH]
    (moment,) = scored(changed(1, seat=3), truth=truth).moments
    assert moment.text == "Seat 1 laid red_7 (thrown), told was seat 3."


def test_draws_count_singly_and_by_seat() -> None:
    assert figures(scored(changed(4, count=1)))["draw_f1"] == pytest.approx(0.6667)
    assert kinds(scored(changed(4, count=1))) == ["missed_draw"]
    assert figures(scored(changed(4, seat=1)))["draw_f1"] == 0.0
    assert kinds(scored(changed(4, count=3))) == ["invented_draw"]


def test_a_penalty_may_be_drawn_later_than_it_is_told_but_no_other_draw() -> None:
    early = changed(4, t=1.5)
    assert figures(scored(early))["draw_f1"] == 1.0
    assert figures(scored([{**event, "cause": "choice"} for event in early]))["draw_f1"] == 0.0


def test_f24_an_illegal_play_that_is_told_as_a_legal_one_is_not_flagged() -> None:
    result = scored(changed(2, kind="card_played"))
    assert figures(result)["illegal_flagged"] == 0.0
    assert figures(result)["play_f1"] == 1.0
    assert kinds(result) == ["unflagged"]
    assert result.by_reason == {"no_match": (1, 0)}


def test_an_accusation_of_an_honest_player_is_a_false_one() -> None:
    honest = scored(changed(1, kind="illegal_play", sentence="no"))
    assert figures(honest)["false_accusations_per_game"] == 1.0
    assert kinds(honest) == ["false_accusation"]
    other_seat = scored(changed(2, seat=3))
    assert figures(other_seat)["false_accusations_per_game"] == 1.0
    assert figures(other_seat)["illegal_flagged"] == 1.0
    drawn = {"kind": "illegal_draw", "t": 12.0, "told_at": 12.0, "seat": 2, "count": 1, "sentence": "no"}
    assert figures(scored([*EVENTS, drawn]))["false_accusations_per_game"] == 1.0


def test_take_backs_count() -> None:
    assert scored(without(3)).take_backs.f1 == 0.0
    assert kinds(scored(without(3))) == ["missed_take_back"]
    assert kinds(scored([*EVENTS, {**EVENTS[3], "t": 13.5}])) == ["invented_take_back"]


@pytest.mark.parametrize("change", [{"top": "red_1"}, {"turn": 0}, {"direction": -1}, {"winner": 2}])
def test_the_final_state_is_right_in_everything_or_not_at_all(change: dict[str, Any]) -> None:
    assert figures(scored(EVENTS, {**STATE, **change}))["final_state_right"] == 0.0
    counts = scored(EVENTS, {**STATE, "seats": [{"cards": n} for n in (7, 6, 8, 6)]})
    assert figures(counts)["final_state_right"] == 0.0
    assert [moment.text for moment in counts.moments] == ["The game ends with counts [7, 6, 8, 6] for [7, 6, 8, 7]."]


def test_a_pass_that_nobody_can_see_leaves_the_turn_open() -> None:
    passed = [*TRUTH, {"t": 16.0, "kind": "pass", "seat": 2, "card": None}]
    assert figures(scored(EVENTS, {**STATE, "turn": 2}, passed))["final_state_right"] == 1.0
    assert figures(scored(EVENTS, {**STATE, "turn": 1}, passed))["final_state_right"] == 0.0


def test_games_add_up_and_say_nothing_where_nothing_happened() -> None:
    both = scored(EVENTS) + scored(without(1))
    assert (both.games, both.plays.true, both.plays.right) == (2, 8, 7)
    assert figures(both)["play_f1"] == pytest.approx(14 / 15, abs=1e-4)
    assert both.by_reason == {"no_match": (2, 2)}
    nothing = PlaysReport("easy", [], "by hand", Score()).figures()
    assert set(nothing.values()) == {None}
    assert list(nothing) == KEYS


def test_the_worst_moments_are_of_many_kinds() -> None:
    moments = [Moment("game", float(t), "missed_draw", "") for t in range(9)]
    moments += [Moment("game", 20.0, "wrong_seat", ""), Moment("game", 21.0, "false_accusation", "")]
    assert [moment.kind for moment in worst(moments, 3)] == ["false_accusation", "wrong_seat", "missed_draw"]
    assert len(worst(moments, 99)) == len(moments)


def test_what_people_say_becomes_commands() -> None:
    rows = [
        {"t": 1.0, "kind": "colour", "seat": 0, "card": None, "colour": "blue"},
        {"t": 2.0, "kind": "uno", "seat": 1, "card": None},
        {"t": 3.0, "kind": "uno_missed", "seat": 2, "card": None, "accuser": 3},
    ]
    said = [command for _, command in spoken(rows)]
    assert [type(command) for command in said] == [NameColour, CallUno, Accuse]
    assert isinstance(said[2], Accuse)
    assert (said[2].accused, said[2].accuser) == (2, 3)


@pytest.mark.parametrize(("text", "seeds"), [("3", [3]), ("1-4", [1, 2, 3, 4]), ("5, 1-2,5", [5, 1, 2])])
def test_seeds_are_read(text: str, seeds: list[int]) -> None:
    assert parse_seeds(text) == seeds


@pytest.mark.parametrize("text", ["", "a", "4-1", "1-", "-3", "1,,2"])
def test_seeds_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="give numbers and ranges such as"):
        parse_seeds(text)


SMALL = "size=640x360&fps=12&seats=3"


def test_an_easy_game_is_followed_wholly_through_the_real_session() -> None:
    (game,) = games_of("easy", [2], 3, SMALL)
    result = score(follow(game, oracle))
    assert kinds(result) == []
    assert figures(result)["play_f1"] == figures(result)["final_state_right"] == 1.0
    assert result.frames > 100
    assert 0 < (figures(result)["delay_p95_s"] or 0) < 1.0


def test_perfect_eyes_show_the_referee_alone(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["bench", "plays", "--preset", "easy", "--preset", "club", "--seeds", "1-4", "--detector", "truth", "--json"]
    assert run(argv) == 0
    easy, club = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert easy["words"] is True
    best = {"play_f1": 1.0, "seat_accuracy": 1.0, "draw_f1": 1.0, "illegal_flagged": 1.0, "final_state_right": 1.0}
    assert best.items() <= easy["figures"].items()
    assert easy["figures"]["false_accusations_per_game"] == easy["figures"]["delay_p95_s"] == 0.0
    assert club["figures"]["play_f1"] == 1.0
    assert club["counts"]["illegal"] > 5


def test_words_reach_the_referee() -> None:
    """A call of UNO that is none is told as such; without words nobody hears it."""
    (game,) = games_of("clean", [1], 3, SMALL)
    truth = [{"t": 0.5, "kind": "uno", "seat": 0, "card": None}, *game.truth]
    told = follow(Recording(game.name, game.spec, truth, game.final), oracle)
    refused = [event for event in told.events if event["kind"] in ("command_refused", "false_uno")]
    assert len(refused) == 1
    silent = follow(Recording(game.name, game.spec, truth, game.final), oracle, words=False)
    assert not [event for event in silent.events if event["kind"] in ("command_refused", "false_uno")]


def test_the_report_shows_the_worst_moments_as_pictures(tmp_path: Path) -> None:
    (game,) = games_of("clean", [1], 2, SMALL)
    rows = [{**row, "card": "blue_0"} if row["kind"] == "play" else row for row in game.truth]
    wrong = Recording(game.name, game.spec, rows, game.final)
    report = run_plays_bench("clean", [wrong], oracle, detector="oracle", out=tmp_path)
    shown = report.as_json()["worst"]
    assert [entry["kind"] for entry in shown] == ["wrong_face"] * 2
    for entry in shown:
        assert cv2.imread(entry["picture"]).shape[1] == 3 * 640
        assert entry["picture"] in report.as_text()


def test_a_folder_of_recordings_is_followed_like_the_game_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = [word for pair in SMALL.split("&") for word in ("--set", pair)]
    assert (
        run(["sim", "--preset", "clean", "--seed", "3", "--turns", "2", *settings, "--out", str(tmp_path / "a")]) == 0
    )
    capsys.readouterr()
    argv = ["bench", "plays", "--recordings", str(tmp_path), "--detector", "oracle", "--json"]
    assert run(argv) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report["figures"]) == KEYS
    assert report["figures"]["play_f1"] == report["figures"]["seat_accuracy"] == 1.0
    assert report["games"] == ["a"]
    assert report["counts"]["plays"] == 3
    truth = tmp_path / "a" / "truth.json"
    body = json.loads(truth.read_text("utf-8"))
    body["truth"][-1]["card"] = "blue_0"
    truth.write_text(json.dumps(body), "utf-8")
    assert run([*argv, "--out", str(tmp_path / "worst")]) == 0
    moments = json.loads(capsys.readouterr().out)["worst"]
    assert [moment["kind"] for moment in moments] == ["wrong_face"]
    strip = cv2.imread(moments[0]["picture"])
    parts = [strip[40:, part * 640 : part * 640 + 640].astype(int) for part in range(3)]
    assert strip.shape[1] == 3 * 640
    assert min(abs(parts[0] - parts[2]).max(), abs(parts[0] - parts[1]).max()) > 60


def test_each_preset_has_its_own_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["bench", "plays", "--preset", "clean", "--preset", "easy", "--seeds", "2", "--turns", "1"]
    argv += ["--detector", "oracle", "--json", "--set", "size=320x192", "--set", "fps=8"]
    assert run(argv) == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [report["preset"] for report in reports] == ["clean", "easy"]
    assert all(list(report["figures"]) == KEYS for report in reports)


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["--preset", "hart"], 2, "near matches: hard"),
        (["--seeds", "x"], 2, "give numbers and ranges"),
        (["--recordings", "nowhere"], 1, "holds no truth.json; write a game there with lastcard sim"),
    ],
)
def test_mistakes_are_told(argv: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "plays", "--detector", "oracle", *argv]) == code
    assert said in capsys.readouterr().err
