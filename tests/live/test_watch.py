"""From a source's name to the last sentence, with pixels of the simulated table and its own eyes."""

import http.client
import io
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import pytest

from tests.live.fakes import ListSource, ScriptedDetector, frame, picture
from vision.errors import PortTaken, SourceError, StoreError, UsageError
from vision.frames.frame import Source
from vision.live import watch
from vision.live.printer import Printer
from vision.live.watch import run_watch
from vision.store.reading import read_entries, read_sessions
from vision.synth.game.oracle import SimulatedDetector
from vision.web.serve import WebServer

SIM = "sim:clean?turns=2&seed=3&size=640x360&fps=10&seats=3"


def eyes(source: Source) -> Any:
    return SimulatedDetector(source)  # type: ignore[arg-type]  # it is the simulated one


def blind(source: Source) -> Any:
    return ScriptedDetector()


@pytest.fixture
def folder(tmp_path: Path) -> str:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number in range(3):
        cv2.imwrite(str(pictures / f"{number}.png"), picture(number))
    return str(pictures)


def asked(address: str, path: str) -> Any:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", parts.port or 80, timeout=10)
    connection.request("GET", f"{path}?{parts.query}")
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


def test_a_simulated_game_is_told_in_json_lines_and_kept(tmp_path: Path) -> None:
    truth: list[dict[str, object]] = []

    def detector_for(source: Source) -> Any:
        truth.extend(source.truth)  # type: ignore[attr-defined]  # it is the simulated one
        return eyes(source)

    out, log = io.StringIO(), tmp_path / "game.db"
    assert run_watch(SIM, detector_for=detector_for, json_output=True, out=out, log_path=log) == 0
    told = [json.loads(line) for line in out.getvalue().splitlines()]
    laid = [(row["kind"], row["card"]) for row in truth if row["kind"] in ("start", "play")]
    names = {"start_card": "start", "card_played": "play"}
    assert [(names[row["kind"]], row["card"]) for row in told if row["kind"] in names] == laid
    assert all(row["sentence"].endswith(".") for row in told)
    assert sum(len(entry.events) for entry in read_entries(log)) == len(told)
    (session,) = read_sessions(log)
    assert session.about == {"source": SIM, "rules": "official", "names": ["South", "Northwest", "Northeast"]}


def test_sentences_are_printed_with_their_time(folder: str) -> None:
    out = io.StringIO()
    run_watch(folder, detector_for=blind, out=out)
    assert out.getvalue() == ""
    printer = Printer(out, out, as_json=False)
    from engine.events import Note

    printer.event(Note(61.25, "late_draw"), "Somebody drew late.")
    assert out.getvalue() == "  1:01.2  Somebody drew late.\n"


def test_the_page_is_served_while_the_game_is_followed(folder: str) -> None:
    states: list[Any] = []
    out = io.StringIO()
    code = run_watch(
        folder, port=0, names=("Ann", "Bo"), detector_for=blind, stay=False, out=out,
        on_ready=lambda address: states.append(asked(address, "/api/state")),
    )  # fmt: skip
    assert code == 0
    assert [seat["name"] for seat in states[0]["seats"]] == ["Ann", "Bo"]
    assert out.getvalue().startswith("The page is at http://127.0.0.1:")


def test_away_from_this_machine_a_token_is_made_up_and_told(folder: str) -> None:
    states: list[Any] = []
    out = io.StringIO()

    def ready(address: str) -> None:
        states.append(asked(address, "/api/state"))
        states.append(asked(address.partition("?")[0], "/api/state"))

    run_watch(folder, port=0, host="0.0.0.0", detector_for=blind, stay=False, out=out, on_ready=ready)
    assert len(states[0]["seats"]) == 4
    assert states[1]["code"] == "token"
    assert "/?token=" in out.getvalue()


def test_what_cannot_be_used_is_refused_in_a_sentence(folder: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="official"):
        run_watch(folder, rules="offical", detector_for=blind)
    with pytest.raises(UsageError):
        run_watch(folder, names=["Ann"], detector_for=blind)
    with pytest.raises(SourceError):
        run_watch(str(tmp_path / "nowhere.mp4"), detector_for=blind)
    (tmp_path / "notes.txt").write_text("no log " * 200)
    with pytest.raises(StoreError, match="no event log"):
        run_watch(folder, log_path=tmp_path / "notes.txt", detector_for=blind)


def test_a_port_that_is_taken_is_told_before_anything_else_happens(tmp_path: Path) -> None:
    taken = WebServer("127.0.0.1", 0)
    try:
        with pytest.raises(PortTaken):
            run_watch(str(tmp_path / "nowhere.mp4"), port=taken.port, detector_for=blind)
    finally:
        taken.stop()


def test_a_source_that_breaks_off_fails_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    source = ListSource([frame(0)], SourceError("clip.mp4 is cut off."))
    monkeypatch.setattr(watch, "open_source", lambda spec, note: source)
    out = io.StringIO()
    with pytest.raises(SourceError, match=r"clip\.mp4 is cut off"):
        run_watch("clip.mp4", detector_for=blind, out=out)
    assert "clip.mp4 is cut off" in out.getvalue()
    assert source.closed


STAYING = """
import sys
from tests.live.fakes import ScriptedDetector
from vision.live.watch import run_watch
sys.exit(run_watch(sys.argv[1], port=0, detector_for=lambda source: ScriptedDetector()))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_page_stays_after_the_end_until_a_signal(folder: str, number: signal.Signals) -> None:
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", STAYING, folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as process:
        killer = threading.Timer(60, process.kill)
        killer.start()
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        while asked(address, "/api/state")["camera"]["status"] != "ended":
            pass
        process.send_signal(number)
        _, errors = process.communicate()
        killer.cancel()
    assert errors == ""
    assert process.returncode == 0
