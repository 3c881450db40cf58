from pathlib import Path

import numpy as np
import pytest

from tests.frames.test_video import write_video
from vision.errors import SourceError, UsageError
from vision.frames.folder import ImageFolder
from vision.frames.images import write_image
from vision.frames.open import open_source
from vision.frames.video import VideoFile


def pictures(folder: Path, n: int = 3) -> Path:
    for i in range(n):
        write_image(folder / f"{i}.png", np.full((4, 6, 3), i, np.uint8))
    return folder


def test_a_folder_is_shown_like_a_film(tmp_path: Path) -> None:
    source = open_source(str(pictures(tmp_path)), fps=2.0)
    assert isinstance(source, ImageFolder)
    assert not source.live
    frames = list(source)
    source.close()
    assert [(frame.seq, frame.t, int(frame.image[0, 0, 0])) for frame in frames] == [
        (0, 0, 0),
        (1, 0.5, 1),
        (2, 1.0, 2),
    ]


def test_a_folder_goes_on_over_a_bad_picture_and_tells_at_the_end(tmp_path: Path) -> None:
    (pictures(tmp_path, 4) / "1.png").write_bytes(b"")
    (tmp_path / "2.png").write_bytes(b"x")
    seen = []
    with pytest.raises(SourceError, match=r"1\.png is empty.*\(2 of 4 pictures could not be read\)"):  # noqa: PT012
        for frame in open_source(str(tmp_path)):
            seen.append(frame.seq)
    assert seen == [0, 3]


def test_a_video_is_opened_as_one(tmp_path: Path) -> None:
    source = open_source(str(write_video(tmp_path / "v.avi", frames=3)))
    assert isinstance(source, VideoFile)
    assert len(list(source)) == 3
    source.close()


def test_a_single_picture_is_told_where_it_belongs(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="single picture; read it with lastcard detect"):
        open_source(str(pictures(tmp_path) / "0.png"))


@pytest.mark.parametrize("spec", ["987", "camera:987", "/dev/video987"])
def test_numbers_are_cameras(spec: str) -> None:
    with pytest.raises(SourceError, match="camera 987"):
        open_source(spec)


def test_what_is_nothing_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"gone\.mp4 does not exist; give a camera number"):
        open_source(str(tmp_path / "gone.mp4"))
    with pytest.raises(SourceError, match="holds no picture"):
        open_source(str(tmp_path))
    with pytest.raises(UsageError, match="source is empty"):
        open_source(" ")
    with pytest.raises(UsageError, match="gopher:// is no stream"):
        open_source("gopher://host/video")


def test_an_address_is_a_stream() -> None:
    with pytest.raises(SourceError, match=r"http://127\.0\.0\.1:9/x"):
        open_source("http://127.0.0.1:9/x")
