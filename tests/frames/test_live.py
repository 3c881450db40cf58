"""Cameras and streams, through a capture device of our own in place of OpenCV's."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, pairwise

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.frames.camera import FROZEN_AFTER, FROZEN_AT_MOST, TRIES, Camera, FreezeWatch
from vision.frames.frame import Frame
from vision.frames.stream import Stream, without_secrets


class FakeCapture:
    """Gives the pictures it was made with; None stands for one that fails."""

    def __init__(
        self, images: list[np.ndarray | None], *, size: tuple[int, int] = (1280, 720), opened: bool = True
    ) -> None:
        self.images: Iterator[np.ndarray | None] = iter(images)
        self.values = {cv2.CAP_PROP_FRAME_WIDTH: float(size[0]), cv2.CAP_PROP_FRAME_HEIGHT: float(size[1])}
        self.asked: dict[int, float] = {}
        self.opened = opened
        self.released = 0
        self.image: np.ndarray | None = None

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.opened

    def grab(self) -> bool:
        self.image = next(self.images, None)
        return self.image is not None

    def retrieve(self) -> tuple[bool, object]:
        return self.image is not None, self.image

    def get(self, prop: int) -> float:
        return self.values.get(prop, 0.0)

    def set(self, prop: int, value: float) -> bool:
        self.asked[prop] = value
        return True

    def release(self) -> None:
        self.released += 1


def noise(n: int) -> list[np.ndarray | None]:
    rng = np.random.default_rng(n)
    return [rng.integers(0, 255, (72, 128, 3), np.uint8) for _ in range(n)]


def until_it_breaks(source: Camera | Stream) -> tuple[list[Frame], str]:
    frames: list[Frame] = []
    with pytest.raises(SourceError) as caught:
        frames.extend(source)
    return frames, str(caught.value)


def collect(source: Camera | Stream) -> list[Frame]:
    frames: list[Frame] = []
    try:
        for frame in source:
            frames.append(frame)
    except SourceError:
        return frames
    return frames


def test_a_camera_is_asked_for_mjpg_size_and_rate() -> None:
    device = FakeCapture(noise(1))
    camera = Camera(0, size=(1280, 720), fps=30.0, opener=lambda _: device)
    assert device.asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert device.asked[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert device.asked[cv2.CAP_PROP_FPS] == 30
    assert (camera.name, camera.live, camera.size, camera.fps) == ("camera 0", True, (1280, 720), None)


def test_another_size_than_asked_for_is_noted() -> None:
    notes: list[str] = []
    camera = Camera(2, opener=lambda _: FakeCapture([], size=(640, 480)), note=notes.append)
    assert camera.size == (640, 480)
    assert notes == ["camera 2 gives 640×480 pixels, not the 1280×720 asked for."]


def test_frames_carry_the_clock_from_when_the_camera_was_made() -> None:
    ticks = count(100)
    camera = Camera(0, opener=lambda _: FakeCapture(noise(3)), clock=lambda: float(next(ticks)))
    assert [(frame.seq, frame.t) for frame in collect(camera)] == [(0, 1.0), (1, 2.0), (2, 3.0)]


def test_single_failures_are_passed_over_and_many_mean_that_it_is_gone() -> None:
    images = [*noise(1), None, *noise(1), *[None] * TRIES, *noise(1)]
    device = FakeCapture(images)
    camera = Camera(0, opener=lambda _: device)
    frames = collect(camera)
    assert len(frames) == 2
    assert device.released == 1


def test_an_unplugged_camera_is_told() -> None:
    with pytest.raises(SourceError, match="camera 3 gives no more pictures; check its cable"):
        list(Camera(3, opener=lambda _: FakeCapture(noise(2))))


def test_iterating_again_opens_the_camera_anew_and_counts_on() -> None:
    devices = iter([FakeCapture(noise(2)), FakeCapture(noise(1))])
    camera = Camera(0, opener=lambda _: next(devices))
    assert [frame.seq for frame in collect(camera)] == [0, 1]
    assert [frame.seq for frame in collect(camera)] == [2]


def test_a_camera_closed_by_another_hand_ends_without_a_word() -> None:
    camera = Camera(0, opener=lambda _: FakeCapture(noise(5)))
    seen = 0
    for _ in camera:
        seen += 1
        camera.close()
    assert seen == 1


def test_a_camera_that_cannot_be_opened_is_told() -> None:
    with pytest.raises(SourceError, match="camera 9 cannot be opened; plug it in"):
        Camera(9, opener=lambda _: FakeCapture([], opened=False))


def test_no_such_camera_here_is_told_without_opencvs_own_words(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match="camera 987 cannot be opened"):
        Camera(987)
    assert capfd.readouterr() == ("", "")


def test_grey_cameras_get_three_channels() -> None:
    camera = Camera(0, opener=lambda _: FakeCapture([np.full((4, 6), 9, np.uint8)]))
    assert collect(camera)[0].image.shape == (4, 6, 3)


def test_f26_a_camera_that_repeats_one_picture_is_told_and_opened_anew() -> None:
    ticks = count()
    picture = noise(1)[0]
    devices = [FakeCapture([picture] * 20), FakeCapture(noise(2))]
    left = iter(devices)
    camera = Camera(0, opener=lambda _: next(left), clock=lambda: float(next(ticks)))
    with pytest.raises(SourceError, match="camera 0 repeats one picture"):
        list(camera)
    assert devices[0].released == 1
    assert len(collect(camera)) == 2


def test_while_opening_anew_does_not_help_the_wait_doubles() -> None:
    watch = FreezeWatch()
    picture = noise(1)[0]
    assert picture is not None
    told = []
    for t in range(200):
        if watch.update(picture, float(t)):
            told.append(t)
            watch.again()
    gaps = [later - sooner for sooner, later in pairwise(told)]
    assert told[0] == FROZEN_AFTER
    assert gaps[:3] == [2 * FROZEN_AFTER + 1, 4 * FROZEN_AFTER + 1, 8 * FROZEN_AFTER + 1]
    assert max(gaps) <= FROZEN_AT_MOST + 1


def test_a_change_ends_the_freeze() -> None:
    watch = FreezeWatch()
    first, second = (image for image in noise(2) if image is not None)
    assert not watch.update(first, 0.0)
    assert not watch.update(second, FROZEN_AFTER)
    assert not watch.update(second, FROZEN_AFTER + 1)
    assert watch.update(second, 2 * FROZEN_AFTER)
    assert not watch.update(first, 3 * FROZEN_AFTER)
    assert watch.update(first, 4 * FROZEN_AFTER)


def test_a_stream_is_live_and_told_when_it_ends() -> None:
    stream = Stream("rtsp://user:secret@cam.local:554/live?key=1", opener=lambda _: FakeCapture(noise(2)))
    assert stream.live
    with pytest.raises(SourceError, match="has ended or no longer answers") as caught:
        list(stream)
    assert "rtsp://cam.local:554/live" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_stream_connects_anew() -> None:
    devices = iter([FakeCapture(noise(2)), FakeCapture(noise(1))])
    stream = Stream("http://phone:8080/video", opener=lambda _: next(devices))
    assert len(collect(stream)) == 2
    assert [frame.seq for frame in collect(stream)] == [2]


def test_a_stream_that_does_not_answer_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match=r"http://127\.0\.0\.1:9/video cannot be opened"):
        Stream("http://127.0.0.1:9/video")
    assert capfd.readouterr() == ("", "")


def test_addresses_are_shown_without_secrets() -> None:
    assert without_secrets("http://a:b@host:80/video?token=x#y") == "http://host:80/video"


class MotionJpeg(BaseHTTPRequestHandler):
    """What a phone's camera app serves: JPEGs one after the other, here twelve and then the end."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for image in noise(12):
            assert image is not None
            jpeg = cv2.imencode(".jpg", image)[1].tobytes()
            self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
            self.wfile.write(f"Content-Length: {len(jpeg)}\r\n\r\n".encode() + jpeg + b"\r\n")
            time.sleep(0.01)

    def log_message(self, *words: object) -> None:
        """Say nothing."""


def test_a_real_stream_is_read_to_its_end() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), MotionJpeg)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        stream = Stream(f"http://127.0.0.1:{server.server_port}/video.mjpg")
        frames = collect(stream)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert len(frames) >= 10
    assert frames[0].image.shape == (72, 128, 3)
    assert [frame.t for frame in frames] == sorted(frame.t for frame in frames)
