from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.frames.frame import Frame
from vision.frames.video import VideoFile

FRAMES = 40


def write_video(path: Path, frames: int = FRAMES, fps: float = 20.0, fourcc: str = "MJPG") -> Path:
    """A video whose every frame is of another grey, with noise so that frames have some size."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*fourcc), fps, (160, 96))
    assert writer.isOpened()
    rng = np.random.default_rng(0)
    for i in range(frames):
        writer.write((rng.integers(0, 10, (96, 160, 3)) + i * 6).astype(np.uint8))
    writer.release()
    return path


def read_all(source: VideoFile) -> tuple[list[Frame], str]:
    """Every frame, and the sentence at the end where there is one."""
    frames = []
    try:
        for frame in source:
            frames.append(frame)
    except SourceError as error:
        return frames, str(error)
    finally:
        source.close()
    return frames, ""


@pytest.mark.parametrize(("name", "fourcc"), [("v.avi", "MJPG"), ("v.mp4", "mp4v"), ("v.mkv", "MJPG")])
def test_every_frame_comes_in_order_with_its_time(tmp_path: Path, name: str, fourcc: str) -> None:
    source = VideoFile(write_video(tmp_path / name, fourcc=fourcc))
    frames, sentence = read_all(source)
    assert sentence == ""
    assert source.fps == pytest.approx(20, abs=0.5)
    assert not source.live
    assert [frame.seq for frame in frames] == list(range(FRAMES))
    assert [frame.t for frame in frames] == pytest.approx([i / 20 for i in range(FRAMES)], abs=0.06)
    greys = [float(frame.image.mean()) for frame in frames]
    assert greys == sorted(greys)
    assert frames[0].image.shape == (96, 160, 3)


def test_a_cut_off_video_is_read_as_far_as_it_goes_and_told(tmp_path: Path) -> None:
    path = write_video(tmp_path / "v.avi")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 6 // 10])
    frames, sentence = read_all(VideoFile(path))
    assert 10 < len(frames) < 30
    assert str(path) in sentence
    assert "breaks off" in sentence


def test_an_mp4_without_its_end_is_told_at_once(tmp_path: Path) -> None:
    path = write_video(tmp_path / "v.mp4", fourcc="mp4v")
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(SourceError, match="cut off"):
        VideoFile(path)


@pytest.mark.parametrize(("data", "words"), [(b"", "is empty"), (b"no video " * 50, "no video that can be read")])
def test_files_that_are_no_videos_are_told(
    tmp_path: Path, data: bytes, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "v.mp4"
    path.write_bytes(data)
    with pytest.raises(SourceError, match=words) as caught:
        VideoFile(path)
    assert str(path) in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        VideoFile(tmp_path / "gone.mp4")


def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    source = VideoFile(write_video(tmp_path / "v.avi", frames=2))
    source.close()
    source.close()


def test_a_video_whose_resolution_changes_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "v.mjpeg"
    rng = np.random.default_rng(1)
    sizes = [(160, 96)] * 20 + [(320, 192)] * 20
    jpegs = [cv2.imencode(".jpg", rng.integers(0, 255, (h, w, 3)).astype(np.uint8))[1].tobytes() for w, h in sizes]
    path.write_bytes(b"".join(jpegs))
    frames, sentence = read_all(VideoFile(path))
    assert len(frames) == 40
    assert sentence == ""
    assert all(frame.image.ndim == 3 for frame in frames)
