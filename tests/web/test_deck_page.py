"""The page that guides through a deck: by keyboard, by camera, by photo; named for everybody, wide or narrow."""

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from tests.detect.strange_deck import face
from tests.web.browser import no_violations
from vision.detect.card_reader import CardReader
from vision.detect.decks import Deck
from vision.detect.decks_find import Spotter
from vision.detect.decks_guide import Guide
from vision.detect.decks_lesson import Lesson
from vision.detect.detector import load_parts
from vision.frames.frame import Frame, Image
from vision.live.hub import Hub
from vision.synth.layout import card_quad
from vision.synth.scene import paste_face
from vision.web.deck_app import create_deck_app
from vision.web.deck_desk import DeckDesk
from vision.web.serve import WebServer

pytestmark = pytest.mark.timeout(300)


def _table(*cards: tuple[str, float, float]) -> Image:
    image = np.full((400, 640, 3), (60, 80, 95), np.uint8)
    for label, x, y in cards:
        paste_face(image, face(label), card_quad(x, y, 150, 0.2))
    return image


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture(scope="module")
def spotter() -> Spotter:
    parts = load_parts()
    return Spotter(parts, CardReader.load(parts.reader))


@pytest.fixture
def kept() -> list[Deck]:
    return []


@pytest.fixture
def desk(spotter: Spotter, kept: list[Deck]) -> DeckDesk:
    def fit(tell: Callable[[float], None]) -> None:
        tell(0.5)

    return DeckDesk(Guide(Lesson(Deck("odd"), kept.append), spotter), spotter, fit)


@pytest.fixture
def client(desk: DeckDesk) -> Iterator[TestClient]:
    with TestClient(create_deck_app(desk), base_url="http://127.0.0.1:8765") as client:
        yield client


def _show(desk: DeckDesk, image: Image, start: float) -> None:
    desk.camera = "camera 0"
    for step in range(6):
        desk.frame(Frame(step, start + step * 0.4, image))


def test_f29_cards_that_lie_still_are_taken_in_turn_and_kept(desk: DeckDesk, kept: list[Deck]) -> None:
    _show(desk, _table(("red_0", 300, 200)), 0)
    _show(desk, _table(), 10)
    _show(desk, _table(("red_1", 310, 190)), 20)
    state = desk.state()
    assert state["asked"] == "red_2"
    assert set(kept[-1].pictures) == {"red_0", "red_1"}
    assert [line["text"] for line in state["said"]] == [
        "Lay down: Red 0 (card 1 of 55).", "Red 0 is taken.", "Lay down: Red 1 (card 2 of 55).", "Red 1 is taken.",
        "Lay down: Red 2 (card 3 of 55).",
    ]  # fmt: skip


def test_with_taking_by_itself_off_a_card_waits_for_the_word(desk: DeckDesk, client: TestClient) -> None:
    assert client.post("/api/deck/take", json={}).status_code == 422
    client.post("/api/deck/automatic", json={"on": False})
    _show(desk, _table(("red_0", 300, 200)), 0)
    assert client.get("/api/deck").json()["asked"] == "red_0"
    assert client.post("/api/deck/take", json={}).json()["asked"] == "red_1"
    assert client.post("/api/deck/say", json={"word": "redo"}).json()["asked"] == "red_0"
    assert client.post("/api/deck/say", json={"word": "skip"}).json()["asked"] == "red_1"


def test_a_photo_of_many_cards_waits_for_its_labels(client: TestClient, kept: list[Deck]) -> None:
    photo = _jpeg(_table(("red_5", 150, 200), ("wild", 450, 200)))
    state = client.post("/api/deck/photo", content=photo, headers={"Content-Type": "image/jpeg"}).json()
    assert len(state["waiting"]) == 2
    assert client.get("/api/deck/photo/1.jpg").headers["content-type"] == "image/jpeg"
    assert client.get("/api/deck/photo/2.jpg").status_code == 404
    wrong = client.post("/api/deck/labels", json={"labels": ["red_5", "perhaps"]})
    assert (wrong.status_code, "perhaps" in wrong.json()["error"]) == (422, True)
    assert client.post("/api/deck/labels", json={"labels": ["red_5"]}).status_code == 422
    state = client.post("/api/deck/labels", json={"labels": ["r5", ""]}).json()
    assert state["waiting"] == []
    assert set(kept[-1].pictures) == {"red_5"}


def test_what_is_no_picture_or_too_large_or_from_elsewhere_is_turned_away(client: TestClient) -> None:
    assert client.post("/api/deck/photo", content=b"nothing").status_code == 422
    assert client.post("/api/deck/photo", content=b"").status_code == 422
    blank = _jpeg(np.full((300, 300, 3), 120, np.uint8))
    assert "nothing like a card" in client.post("/api/deck/photo", content=blank).json()["error"]
    assert client.post("/api/deck/photo", content=b"x", headers={"Content-Length": "30000000"}).status_code == 413
    assert client.post("/api/deck/say", json={"word": "skip"}, headers={"Origin": "http://evil"}).status_code == 403
    assert client.get("/api/deck", headers={"Host": "evil"}).status_code == 421
    assert client.post("/api/deck/say", json={"word": "x" * 61}).status_code == 422


def test_a_deck_without_a_card_cannot_be_finished_and_one_with_a_card_is(desk: DeckDesk, client: TestClient) -> None:
    assert client.post("/api/deck/finish", json={}).status_code == 422
    _show(desk, _table(("red_0", 300, 200)), 0)
    assert client.post("/api/deck/finish", json={}).status_code == 200
    assert desk.done.wait(10)
    assert client.get("/api/deck").json()["done"] is True
    assert client.post("/api/deck/say", json={"word": "skip"}).status_code == 409


@pytest.fixture
def page(chromium: Browser, desk: DeckDesk) -> Iterator[Page]:
    server = WebServer("127.0.0.1", 0)
    server.start(create_deck_app(desk), Hub())
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(server.url)
    expect(page.locator("#request")).to_have_text("Lay down: Red 0 (card 1 of 55).")
    yield page
    page.close()
    desk.preview.close()
    server.stop()
    assert troubles == []


@pytest.mark.browser
def test_the_lesson_goes_by_keyboard_alone(page: Page, desk: DeckDesk) -> None:
    page.keyboard.press("s")
    expect(page.locator("#request")).to_have_text("Lay down: Red 1 (card 2 of 55).")
    page.keyboard.press("r")
    expect(page.locator("#request")).to_have_text("Lay down: Red 0 (card 1 of 55).")
    page.keyboard.press("i")
    expect(page.locator("#answer")).to_contain_text("0 of 55 cards shown, 1 passed over")
    page.locator("#other-card").focus()
    page.keyboard.type("blue skip")
    page.keyboard.press("Enter")
    expect(page.locator("#request")).to_contain_text("Blue Skip")
    _show(desk, _table(("blue_skip", 300, 200)), 0)
    expect(page.locator("#camera")).to_be_visible()
    expect(page.locator("#log")).to_contain_text("Blue Skip is taken.")
    expect(page.locator("#progress-text")).to_contain_text("1 of 55")


@pytest.mark.browser
def test_a_photo_is_learnt_on_the_page(page: Page, kept: list[Deck], tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(_jpeg(_table(("red_5", 150, 200), ("wild", 450, 200))))
    page.locator("#file").set_input_files(tmp_path / "photo.jpg")
    page.get_by_role("button", name="Find its cards").press("Enter")
    expect(page.locator("#found-list li")).to_have_count(2)
    expect(page.locator("#found-0")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("red_5")
    page.locator("#found-1").fill("wild")
    no_violations(page)
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_be_hidden()
    expect(page.locator("#file")).to_be_focused()
    assert set(kept[-1].pictures) == {"red_5", "wild"}


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out_and_nothing_is_cut_off_at_400_percent(
    page: Page, desk: DeckDesk, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    _show(desk, _table(("red_0", 300, 200)), 0)
    expect(page.locator("#camera")).to_be_visible()
    no_violations(page)
    page.set_viewport_size({"width": 320, "height": 256})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    no_violations(page)
