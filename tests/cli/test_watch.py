import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.detect.tiny_model import write_model
from vision.cli import run
from vision.commands.demo import Lines
from vision.commands.watch import seats_of
from vision.errors import UsageError
from vision.frames.images import write_image

TABLE = "sim:easy?seed=3&size=320x192&fps=5&turns=1"
CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that sees one red 5 in the middle of every picture."""
    return write_model(tmp_path_factory.mktemp("model") / "m.onnx", [("red_5", 0.9, 160.0, 96.0, 36.0, 56.0, 0.0)])


def test_a_simulated_table_is_watched_to_its_end(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["watch", TABLE, "--no-web", "--json", "--model", str(model), "--size", "320"]) == 0
    captured = capsys.readouterr()
    events = [json.loads(line) for line in captured.out.splitlines()]
    assert [event["card"] for event in events if event["kind"] == "start_card"] == ["red_5"]
    assert all(event["sentence"] for event in events)
    assert captured.err == ""


def test_a_log_is_kept(model: Path, tmp_path: Path) -> None:
    log = tmp_path / "game.sqlite"
    words = ["watch", TABLE, "--no-web", "--json", "--model", str(model), "--size", "320", "--log", str(log)]
    assert run(words) == 0
    assert log.read_bytes().startswith(b"SQLite format 3")


def test_people_read_sentences_with_the_names_they_gave(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["watch", TABLE, "--no-web", "--seats", "Ann,Bo,Cy,Di", "--model", str(model), "--size", "320"]
    assert run(words) == 0
    out = capsys.readouterr().out
    assert "Red 5" in out
    assert any(name in out for name in ("Ann", "Bo", "Cy", "Di"))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["gone.mp4"], 1, "gone.mp4 does not exist"),
        (["987"], 1, "camera 987 cannot be opened"),
        (["http://127.0.0.1:9/x"], 1, "http://127.0.0.1:9/x cannot be opened"),
        (["sim:moon"], 2, "no simulated table 'moon'"),
        ([TABLE, "--seats", "Ann,Ann"], 2, "--seats 'Ann,Ann' cannot be understood"),
        ([TABLE, "--seats", "40"], 2, ""),
        ([TABLE, "--rules", "poker"], 2, "poker"),
        ([TABLE, "--port", "99999"], 2, "--port"),
        ([TABLE, "--close-up", TABLE], 2, "Both cameras are sim:easy; give --close-up another source"),
        ([TABLE, "--close-up", "gone.mp4"], 1, "gone.mp4 does not exist"),
        ([TABLE, "--rotate", "45"], 2, "cannot be turned by 45 degrees"),
        ([TABLE, "--table", "never-saved"], 1, "No table is saved as 'never-saved'"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], code: int, said: str, model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web = [] if "--port" in words else ["--no-web"]
    assert run(["watch", *words, *web, "--model", str(model)]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("lastcard: ")
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_a_port_and_no_web_exclude_each_other(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["watch", TABLE, "--port", "0", "--no-web"]) == 2
    assert "exclude each other" in capsys.readouterr().err


def test_a_taken_port_is_told(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["watch", TABLE, "--port", str(port), "--model", str(model)]) == 1
    err = capsys.readouterr().err
    assert str(port) in err
    assert "--port" in err
    assert err.count("\n") == 1


def test_an_empty_folder_and_a_broken_video_are_told(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "v.mp4").write_bytes(b"no video")
    (tmp_path / "empty").mkdir()
    for name, said in (("v.mp4", "no video that can be read"), ("empty", "holds no picture")):
        assert run(["watch", str(tmp_path / name), "--no-web", "--model", str(model)]) == 1
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1


def test_a_folder_with_a_bad_picture_is_followed_and_fails_in_the_end(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for i in range(3):
        write_image(tmp_path / f"{i}.png", np.full((96, 160, 3), i, np.uint8))
    (tmp_path / "1.png").write_bytes(b"")
    assert run(["watch", str(tmp_path), "--no-web", "--model", str(model)]) == 1
    assert "1.png is empty" in capsys.readouterr().err


def test_a_cut_off_video_is_followed_and_fails_in_the_end(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "v.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (160, 96))
    rng = np.random.default_rng(0)
    for _ in range(40):
        writer.write(rng.integers(0, 60, (96, 160, 3)).astype(np.uint8))
    writer.release()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert run(["watch", str(path), "--no-web", "--json", "--model", str(model)]) == 1
    err = capsys.readouterr().err
    assert "breaks off" in err
    assert err.startswith("lastcard: ")
    assert err.count("\n") == 1


def test_the_demo_prints_events_and_how_much_was_right(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--turns", "1", "--json", "--model", str(model), "--size", "320"]) == 0
    captured = capsys.readouterr()
    *events, result = (json.loads(line) for line in captured.out.splitlines())
    assert events
    assert result["kind"] == "demo_result"
    assert result["laid"] == 2  # the start card and one play
    assert captured.err == ""


def test_the_demo_says_how_to_go_on(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--turns", "1", "--model", str(model), "--size", "320"]) == 0
    out = capsys.readouterr().out
    assert "cards laid were told with the right face and player" in out
    assert "lastcard demo --port 8765" in out
    assert "lastcard watch 0" in out


def test_the_pages_are_there_while_the_demo_runs(model: Path) -> None:
    code = "import sys; from vision.cli import main; main(sys.argv[1:])"
    words = ["demo", "--port", "0", "--turns", "1", "--model", str(model), "--size", "320"]
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", code, *words],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = next(line for line in process.stdout if "http://" in line).split()[-1]
        deadline = time.monotonic() + 20
        state: dict[str, object] = {}
        while time.monotonic() < deadline and not state:
            with urllib.request.urlopen(f"{address}api/state", timeout=5) as answer:
                state = json.load(answer)
        assert len(state["seats"]) == 4  # type: ignore[arg-type]
    finally:
        process.terminate()
        _, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("text", "wanted"), [(None, (None, ())), ("4", (4, ())), ("Ann, Bo ,Cy", (None, ("Ann", "Bo", "Cy")))]
)
def test_seats_are_a_number_or_names(text: str | None, wanted: object) -> None:
    assert seats_of(text) == wanted


@pytest.mark.parametrize("text", ["", "Ann", "Ann,,Bo", "Ann,Ann"])
def test_other_seats_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--seats"):
        seats_of(text)


def test_lines_are_handed_on_whole() -> None:
    taken: list[object] = []
    lines = Lines(taken.append)
    for piece in ('{"a": 1}\n{"b"', ": 2}", "\n\n", '{"c": 3}'):
        lines.write(piece)
    assert taken == [{"a": 1}, {"b": 2}]
