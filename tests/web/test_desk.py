"""The API and the page for setting up the table, and "this was wrong"."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from engine.observations import CameraBack, CameraLost, CameraSight
from engine.rules import Rules
from engine.sight import Blind, Sight
from tests.live.fakes import Table, until
from tests.web.browser import no_violations
from tests.web.conftest import HERE, serving
from vision.frames.frame import Frame
from vision.frames.turn import Turn
from vision.live import feed
from vision.live.table import TablePlan
from vision.store.recorder import Recorder
from vision.store.replay import Replay, read_pictures, read_recording
from vision.store.setup import Setup
from vision.table.calibration import Calibration
from vision.table.calibration_files import SavedTable, TableFolder
from vision.table.layout import TableLayout
from vision.web.app import create_app

PLACES = {
    "angles": [0.0, math.pi / 2, math.pi, 3 * math.pi / 2],
    "discard": {"x": 0.6, "y": 0.5, "radius": 0.15},
    "draw": {"x": 0.35, "y": 0.5, "radius": 0.15},
}


def frame(seq: int, size: tuple[int, int] = (160, 120)) -> Frame:
    return Frame(seq, seq / 10, np.random.default_rng(seq).integers(0, 255, (size[1], size[0], 3)).astype(np.uint8))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(feed, "SILENCE_S", 60.0)  # a test that takes its time is no lost camera
    made: list[Any] = []
    recorder = Recorder(Setup(Rules.preset("official"), Table.names, about={"source": "push"}))
    table = Table(
        idle=None,
        data=tmp_path,
        recorder=recorder,
        plan=TablePlan(TableLayout.automatic(4), Turn()),
        remake=lambda layout: made.append(layout) or table.observer,
    )
    table.made = made  # type: ignore[attr-defined]  # what observers were made for
    table.start()
    table.source.push(frame(0))
    until(lambda: table.session.state()["camera"]["frame"] == 0)
    yield table
    table.stop()
    recorder.close()


@pytest.fixture
def client(table: Table) -> Iterator[TestClient]:
    with TestClient(create_app(table.session), base_url=HERE) as client:
        yield client


def test_this_was_wrong_keeps_a_file_that_replays(table: Table, client: TestClient) -> None:
    table.lay("red_5")
    until(lambda: table.session.state()["top"] == "red_5")
    table.lay("red_7", 1)
    until(lambda: table.session.state()["top"] == "red_7")
    response = client.post("/api/wrong", json={"note": "It was a 1."})
    assert response.status_code == 200
    path = Path(response.json()["file"])
    assert str(path) in response.json()["sentence"]
    recording = read_recording(path)
    replay = Replay(recording)
    assert [one.sentence for one in replay] == [line["text"] for line in table.session.state()["log"]]
    assert replay.difference is None
    assert recording.marks[0].note == "It was a 1."
    seen = [seen for seen, _ in read_pictures(path)]
    assert any(card["label"] == "red_5" for one in seen for card in one["cards"])


def test_a_note_that_is_too_long_is_refused(client: TestClient) -> None:
    assert client.post("/api/wrong", json={"note": "x" * 501}).status_code == 422
    assert client.post("/api/wrong", json={"other": 1}).status_code == 422


def test_a_session_that_keeps_nothing_says_so() -> None:
    table = Table()
    table.start()
    with TestClient(create_app(table.session), base_url=HERE) as client:
        response = client.post("/api/wrong", json={})
        assert response.status_code == 503
        assert "Nothing is recorded" in response.json()["error"]
        assert "no table to set up" in client.get("/api/table").json()["error"]
    table.stop()


def test_the_table_is_told_set_and_saved(table: Table, client: TestClient, tmp_path: Path) -> None:
    before = client.get("/api/table").json()
    assert before["size"] == [160, 120]
    assert [seat["name"] for seat in before["seats"]] == list(Table.names)
    assert before["discard"] is None
    response = client.put("/api/table", json={**PLACES, "save_as": "kitchen"})
    assert response.status_code == 200, response.text
    after = response.json()
    assert after["discard"] == PLACES["discard"]
    assert after["name"] == "kitchen"
    assert after["saved"] == ["kitchen"]
    saved = TableFolder(tmp_path).load("kitchen")
    assert saved.calibration.layout.discard is not None
    assert saved.calibration.layout.discard.x == 0.6
    assert saved.picture is not None
    assert table.made[-1].draw.x == 0.35  # type: ignore[attr-defined]


def test_another_table_of_the_same_name_is_not_written_over(table: Table, client: TestClient, tmp_path: Path) -> None:
    folder = TableFolder(tmp_path)
    folder.save(SavedTable("kitchen", Calibration(TableLayout.automatic(2))))
    response = client.put("/api/table", json={**PLACES, "save_as": "kitchen"})
    assert response.status_code == 422
    assert "Another table is saved as 'kitchen' already" in response.json()["error"]
    assert folder.load("kitchen").calibration.layout.seats == 2
    assert client.put("/api/table", json={**PLACES, "save_as": "own"}).status_code == 200
    assert client.put("/api/table", json={**PLACES, "draw": None, "save_as": "own"}).status_code == 200
    assert folder.load("own").calibration.layout.draw is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"draw": PLACES["discard"]}, "lie in the same place"),
        ({"discard": {"x": 1.0, "y": 0.5, "radius": 0.1}}, "at the picture's edge"),
        ({"discard": {"x": 0.5, "y": 0.5, "radius": 0.5}}, "of the picture's height wide"),
        ({"angles": [0.0, 0.01, 3.0, 4.0]}, "sit in the same place"),
        ({"angles": [0.0, 4.7, 3.1, 1.5]}, "do not go round clockwise"),
        ({"angles": [0.0, 2.0, 4.0]}, "3 seats were given, and 4 play"),
        ({"rotation": 45}, "cannot be turned by 45 degrees"),
        ({"save_as": "../x"}, "cannot be the name of a table"),
    ],
)
def test_a_table_that_cannot_be_right_is_refused_with_the_reason(
    table: Table, client: TestClient, change: dict[str, Any], said: str
) -> None:
    before = client.get("/api/table").json()
    response = client.put("/api/table", json={**PLACES, **change})
    assert response.status_code == 422
    assert said in response.json()["error"]
    assert client.get("/api/table").json() == before
    assert table.made == []  # type: ignore[attr-defined]


def test_the_card_that_lies_there_is_no_play_when_the_table_is_set_up_anew(table: Table, client: TestClient) -> None:
    table.lay("red_5")
    table.lay("red_7", 1)
    until(lambda: table.session.state()["top"] == "red_7")
    lines = len(table.session.state()["log"])
    assert client.put("/api/table", json=PLACES).status_code == 200
    table.lay("red_7")
    table.lay("red_9", 2)
    until(lambda: table.session.state()["top"] == "red_9")
    told = [line["text"] for line in table.session.state()["log"][lines:]]
    assert [text for text in told if "Red 7" in text] == []


def test_f28_a_quarter_turn_turns_the_pictures_size(table: Table, client: TestClient) -> None:
    after = client.put("/api/table", json={**PLACES, "rotation": 90, "mirrored": True}).json()
    assert (after["size"], after["rotation"], after["mirrored"]) == ([120, 160], 90, True)


@pytest.fixture
def desk(table: Table, chromium: Browser) -> Iterator[Page]:
    with serving(table) as server:
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{server.url}table")
        expect(page.locator("#things input")).to_have_count(6)
        yield page
        page.close()
    assert troubles == []


def put(page: Page) -> dict[str, Any]:
    """Press the button and return what the page sent."""
    with page.expect_request("**/api/table") as sent:
        page.locator("#use").click()
    expect(page.locator("#done")).to_have_text("In use.")
    body: dict[str, Any] = json.loads(sent.value.post_data or "")
    return body


@pytest.mark.browser
def test_a_pile_is_placed_by_pointing(desk: Page) -> None:
    box = desk.locator("#stage").bounding_box()
    assert box is not None
    desk.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + 0.4 * box["height"])
    expect(desk.locator("#caption")).to_contain_text("Discard pile: 70 % from the left, 40 % from the top.")
    sent = put(desk)
    assert sent["discard"]["x"] == pytest.approx(0.7, abs=0.02)
    assert sent["draw"] is None


@pytest.mark.browser
def test_piles_and_seats_are_placed_by_the_keyboard_alone(desk: Page) -> None:
    desk.locator("#things input").first.focus()
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("#things input[value=draw]")).to_be_checked()
    desk.keyboard.press("Tab")
    desk.keyboard.press("Space")
    desk.keyboard.press("Tab")
    for _ in range(10):
        desk.keyboard.press("ArrowLeft")
    assert desk.locator("#x").get_attribute("aria-valuetext") == "37 %"
    desk.locator("#things input[value=draw]").focus()
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Tab")
    for _ in range(5):
        desk.keyboard.press("ArrowRight")
    sent = put(desk)
    assert sent["draw"]["x"] == pytest.approx(0.37)
    assert sent["angles"][1] == pytest.approx(math.radians(95), abs=0.01)


@pytest.mark.browser
def test_a_refusal_is_read_out_with_the_reason(desk: Page) -> None:
    for pile in ("discard", "draw"):
        desk.locator(f"#things input[value={pile}]").check()
        box = desk.locator("#stage").bounding_box()
        assert box is not None
        desk.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    desk.locator("#use").click()
    expect(desk.get_by_role("alert")).to_contain_text("lie in the same place; point at each of them")


@pytest.mark.browser
def test_f28_turning_and_mirroring_take_the_places_along(desk: Page) -> None:
    box = desk.locator("#stage").bounding_box()
    assert box is not None
    desk.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + 0.4 * box["height"])
    with desk.expect_request("**/api/table") as sent:
        desk.locator("#turn").click()
    body = json.loads(sent.value.post_data or "")
    assert body["rotation"] == 90
    assert body["discard"]["x"] == pytest.approx(0.6, abs=0.02)
    assert body["discard"]["y"] == pytest.approx(0.7, abs=0.02)
    assert body["angles"][0] == pytest.approx(math.pi / 2)
    expect(desk.locator("#done")).to_have_text("Turned a quarter clockwise.")
    with desk.expect_request("**/api/table") as sent:
        desk.locator("#mirror").click()
    body = json.loads(sent.value.post_data or "")
    assert body["mirrored"] is True
    assert body["discard"]["y"] == pytest.approx(0.3, abs=0.02)
    expect(desk.locator("#done")).to_have_text("Mirrored.")


@pytest.mark.browser
def test_the_page_has_no_barriers_and_reflows(desk: Page) -> None:
    no_violations(desk)
    for width in (320, 640):
        desk.set_viewport_size({"width": width, "height": 640})
        assert desk.evaluate("document.documentElement.scrollWidth") <= width
    desk.locator("#things input[value=seat-2]").check()
    no_violations(desk)


@pytest.mark.browser
def test_one_key_says_that_this_was_wrong(table: Table, chromium: Browser, tmp_path: Path) -> None:
    with serving(table) as server:
        page = chromium.new_page()
        page.goto(server.url)
        expect(page.locator("#seats li")).to_have_count(4)
        page.keyboard.press("q")
        expect(page.locator("#answer")).to_contain_text("The last half minute is kept in")
        page.locator("#wrong").click()
        until(lambda: len(list((tmp_path / "wrong").glob("*.lcr"))) == 2)
        page.close()


@pytest.mark.browser
def test_f27_a_page_shows_what_makes_the_camera_see_badly_until_it_is_mended(table: Table, chromium: Browser) -> None:
    with serving(table) as server:
        page = chromium.new_page()
        page.goto(server.url)
        expect(page.locator("#sight")).to_be_hidden()
        table.tell(CameraSight(5.0, Sight.DARK))
        expect(page.locator("#sight")).to_contain_text("It is too dark to read the cards well: switch on a light.")
        expect(page.locator("#log")).to_contain_text("It is too dark")
        no_violations(page)
        table.tell(CameraSight(6.0, Sight.CLEAR))
        expect(page.locator("#sight")).to_be_hidden()
        page.close()


@pytest.mark.browser
def test_f25_a_page_leads_to_setting_up_the_table_when_the_camera_was_moved(table: Table, chromium: Browser) -> None:
    with serving(table) as server:
        page = chromium.new_page()
        page.goto(server.url)
        table.tell(CameraLost(5.0, Blind.MOVED))
        expect(page.locator("#status")).to_have_attribute("data-status", "camera_lost")
        expect(page.locator("#sight a")).to_have_attribute("href", "/table")
        expect(page.locator("#sight a")).to_be_visible()
        no_violations(page)
        table.tell(CameraBack(6.0))
        expect(page.locator("#sight")).to_be_hidden()
        page.close()
