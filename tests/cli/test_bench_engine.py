import importlib.util
import json

import pytest

from vision.bench.engine import EngineReport, Pace, run_engine_bench
from vision.cli import run

WITH_RLCARD = importlib.util.find_spec("rlcard") is not None


def test_the_engine_is_measured_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "engine", "--seconds", "0.05", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    for seats in ("2", "4"):
        figures = report["lastcard"][seats]
        assert figures["games"] >= 1
        assert figures["games_a_second"] > 50
        assert 20 < figures["turns_a_game"] < 500
        assert report["lastcard_recorded"][seats]["games"] >= 1
    assert (report["rlcard_version"] is None) is (report["times_faster"] == {})


def test_what_is_missing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "engine", "--seconds", "0.02"]) == 0
    text = capsys.readouterr().out
    assert text.count("official games a second") == 2
    assert ("lastcard[bench]" in text) is not WITH_RLCARD


def test_figures_are_set_side_by_side() -> None:
    report = EngineReport(
        {2: Pace(3000, 240_000, 1.0)}, {2: Pace(100, 8000, 1.0)}, {2: Pace(1000, 50_000, 1.0)}, "1.2.0"
    )
    assert report.times_faster(2) == 3.0
    assert report.as_text() == (
        "2 seats: 3,000 official games a second; RLCard 1.2.0's 1,000, so 3.0 times as many\n"
        "         with a position and events kept of every move: 100"
    )
    assert report.as_json()["times_faster"] == {"2": 3.0}


@pytest.mark.skipif(not WITH_RLCARD, reason="needs the extra bench")
def test_twice_as_many_games_as_rlcard() -> None:
    report = run_engine_bench(0.5)
    assert all((report.times_faster(seats) or 0) >= 2 for seats in (2, 4))
