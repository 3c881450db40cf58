import threading

import cv2
import numpy as np
import pytest

from tests.live.fakes import frame
from vision.frames.images import encode_jpeg
from vision.live.preview import Preview


def test_nothing_is_encoded_while_nobody_looks() -> None:
    preview = Preview()
    for seq in range(20):
        preview.offer(frame(seq))
    assert preview.encoded == 0


def test_a_frame_is_encoded_once_however_many_look() -> None:
    preview = Preview()
    preview.offer(frame(0))
    assert preview.jpeg() == preview.jpeg()
    assert preview.encoded == 1
    preview.offer(frame(1))
    preview.jpeg()
    assert preview.encoded == 2


def test_there_is_no_picture_before_the_first_frame() -> None:
    assert Preview().jpeg() is None


def test_the_picture_is_a_jpeg_no_wider_than_asked() -> None:
    jpeg = encode_jpeg(np.full((720, 1280, 3), 120, dtype=np.uint8), width=640, quality=75)
    decoded = cv2.imdecode(np.frombuffer(jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    assert decoded.shape == (360, 640, 3)
    assert abs(int(decoded[180, 320, 0]) - 120) <= 2


def test_wait_gives_the_number_of_a_new_frame_only() -> None:
    preview = Preview()
    assert preview.wait(None, 0.01) is None
    preview.offer(frame(3))
    assert preview.wait(None, 0.01) == 3
    assert preview.wait(3, 0.01) is None
    later = threading.Timer(0.05, preview.offer, (frame(4),))
    later.start()
    assert preview.wait(3, 5) == 4
    later.join()


def test_close_lets_those_who_wait_go() -> None:
    preview = Preview()
    later = threading.Timer(0.05, preview.close)
    later.start()
    assert preview.wait(None, 30) is None
    later.join()
    assert preview.closed


@pytest.mark.parametrize("shape", [(1, 1, 3), (2000, 1, 3), (1, 3000, 3)])
def test_odd_sizes_are_encoded_too(shape: tuple[int, int, int]) -> None:
    assert encode_jpeg(np.zeros(shape, dtype=np.uint8), width=960, quality=75).startswith(b"\xff\xd8")
