"""Simulated games as files: a video, its truth, and both read again."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.bench.plays_recording import find_recordings, read_recording
from vision.cli import run
from vision.errors import LastcardError, SourceError
from vision.frames.frame import Frame
from vision.frames.simulated import open_simulated
from vision.frames.video import VideoFile
from vision.synth.game.film import available, open_film

SMALL = ["--set", "size=320x192", "--set", "fps=10", "--turns", "1", "--set", "drops=0.2"]


@pytest.fixture(scope="module", name="game")
def _game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "one"
    assert run(["sim", "--preset", "hard", "--seed", "4", *SMALL, "--set", "style=D", "--out", str(folder)]) == 0
    return folder


def test_the_truth_tells_everything_that_happens_and_how_it_was_made(game: Path) -> None:
    truth = json.loads((game / "truth.json").read_text("utf-8"))
    same = open_simulated(truth["spec"])
    assert (truth["truth"], truth["noise"], truth["final"]) == (same.truth, same.noise, dict(same.final))
    assert (truth["preset"], truth["seed"], truth["style"], truth["size"]) == ("hard", 4, "D", [320, 192])
    assert truth["frames"] == len(same)


def test_the_video_has_every_frame_at_its_time_and_lost_ones_stay_lost(game: Path) -> None:
    drawn = list(open_simulated(json.loads((game / "truth.json").read_text("utf-8"))["spec"]))
    filmed = list(VideoFile(game / "table.mp4"))
    assert [frame.t for frame in filmed] == pytest.approx([frame.t for frame in drawn], abs=0.002)
    assert max(np.diff([frame.t for frame in filmed])) > 0.15
    middle = len(drawn) // 2
    assert np.abs(filmed[middle].image.astype(int) - drawn[middle].image).mean() < 12


@pytest.mark.parametrize("encoder", available())
def test_every_encoder_there_is_keeps_time(encoder: str, tmp_path: Path) -> None:
    film = open_film(tmp_path / "film.mp4", (64, 48), 10.0, encoder)
    for seq, number in enumerate((0, 1, 2, 5, 6, 7)):
        film.add(Frame(seq, number / 10, np.full((48, 64, 3), 20 * number, np.uint8)))
    film.close()
    film.close()
    assert film.encoder
    shown = {round(frame.t, 1): float(frame.image.mean()) for frame in VideoFile(tmp_path / "film.mp4")}
    assert max(shown) == pytest.approx(0.7)
    assert shown[0.7] == pytest.approx(140, abs=12)
    assert shown[0.2] == pytest.approx(40, abs=12)


def test_h264_is_written_where_pyav_is_installed(game: Path) -> None:
    assert "H.264" in json.loads((game / "truth.json").read_text("utf-8"))["encoder"]
    capture = cv2.VideoCapture(str(game / "table.mp4"))
    code = int(capture.get(cv2.CAP_PROP_FOURCC))
    capture.release()
    assert code.to_bytes(4, "little") in (b"h264", b"avc1")


def test_json_names_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sim", "--seed", "2", *SMALL, "--out", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert Path(told["video"]).is_file()
    assert Path(told["truth"]).is_file()
    assert told["frames"] > 10


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--preset", "hart"], "near matches: hard"),
        (["--set", "stile=C"], "near matches: style"),
        (["--set", "style"], "cannot be ''"),
        (["--encoder", "x264"], "There is no encoder 'x264' here; choose one of"),
    ],
)
def test_mistakes_are_wrong_usage(
    argv: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["sim", *argv, "--turns", "1", "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert run(["sim", *SMALL, "--out", str(tmp_path / "file" / "deeper")]) == 1
    assert "choose another folder" in capsys.readouterr().err


def test_recordings_are_found_in_folders_and_known_without_drawing(game: Path) -> None:
    (recording,) = find_recordings(game.parent)
    assert recording.name == "one"
    source = recording.open()
    seen = set()
    for frame in source:
        seen |= {card.label for card in source.seen_in(frame.image)}
    with pytest.raises(SourceError, match="none of the last"):
        source.seen_in(np.zeros((192, 320, 3), np.uint8))
    source.close()
    laid = {row["card"] for row in recording.truth if row["kind"] in ("start", "play")}
    assert laid | {"back"} <= seen


def test_games_of_one_name_in_two_folders_are_told_apart(game: Path, tmp_path: Path) -> None:
    for place in ("monday/one", "tuesday/one"):
        (tmp_path / place).mkdir(parents=True)
        for file in ("truth.json", "table.mp4"):
            (tmp_path / place / file).write_bytes((game / file).read_bytes())
    assert [recording.name for recording in find_recordings(tmp_path)] == ["monday-one", "tuesday-one"]
    assert [recording.name for recording in find_recordings(game)] == ["one"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "is of version 2, this Lastcard reads version 1"),
        ({"video": "gone.mp4"}, "does not exist; write both again"),
        ({"truth": None}, "is no truth of a simulated game"),
        ({"spec": "sim:easy?seet=1"}, "has no setting 'seet'"),
    ],
)
def test_a_truth_that_cannot_be_used_is_told_with_the_remedy(
    game: Path, change: dict[str, object], said: str, tmp_path: Path
) -> None:
    body = json.loads((game / "truth.json").read_text("utf-8"))
    (tmp_path / "truth.json").write_text(json.dumps({**body, **change}), "utf-8")
    (tmp_path / "table.mp4").write_bytes((game / "table.mp4").read_bytes())
    with pytest.raises(LastcardError, match=said):
        read_recording(tmp_path / "truth.json")


def test_a_cut_off_truth_is_told(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text('{"version": 1, "spec"', "utf-8")
    with pytest.raises(SourceError, match="is no truth of a simulated game"):
        read_recording(tmp_path / "truth.json")
