"""The pages in a real browser: what they show, whether tools find fault, and how they bear a server that goes."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.live.fakes import Table, until
from tests.web.browser import no_violations, playing, style
from tests.web.conftest import serving
from vision.web.serve import WebServer

pytestmark = pytest.mark.browser


def test_a_play_appears_on_both_pages_as_it_is_published(table: Table, open_page: Any) -> None:
    live, overlay = open_page(), open_page("overlay", 1920, 1080)
    expect(live.locator("#top")).to_have_text("No card yet")
    table.lay("red_5")
    for page in (live, overlay):
        expect(page.locator("#top")).to_have_text("Red 5")
        expect(page.locator("#colour")).to_have_text("Red")
    table.lay("red_reverse", 1)
    for page in (live, overlay):
        expect(page.locator("#top")).to_have_text("Red Reverse")
    expect(live.locator("#direction")).to_contain_text("Counter-clockwise")
    expect(live.locator("#turn")).to_have_text("South")
    expect(live.locator("#seats li").nth(1)).to_contain_text("6 cards")
    expect(overlay.locator("#seats li").nth(1)).to_contain_text("6")
    expect(overlay.locator("#last")).to_be_visible()
    expect(live.locator("#log p").last).to_be_visible()


def test_the_picture_shows_quads_with_labels(table: Table, open_page: Any) -> None:
    page = open_page()
    table.lay("red_5")
    expect(page.locator(".marks text")).to_have_text("Red 5")
    until(lambda: bool(page.evaluate("document.querySelector('.shot').naturalWidth") == 64))
    page.locator("summary").click()
    expect(page.locator(".in-view li")).to_have_text("Red 5")
    expect(page.locator(".caption")).to_contain_text("1 card in view")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "overlay"])
def test_axe_finds_nothing(table: Table, open_page: Any, path: str, scheme: str) -> None:
    page = open_page(path, color_scheme=scheme)
    no_violations(page)
    table.lay("wild", 0)
    table.lay("blue_2")
    playing(table)
    expect(page.locator("#top")).to_have_text("Red 7")
    no_violations(page)


def test_axe_finds_nothing_in_questions_and_dialogs(table: Table, open_page: Any) -> None:
    page = open_page()
    playing(table)
    table.lay("wild", 2)
    expect(page.locator("#question")).to_be_visible()
    no_violations(page)
    for key in ("e", "?"):
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_be_visible()
        no_violations(page)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [320, 640, 1000])
def test_the_page_reflows_without_scrolling_sideways(table: Table, open_page: Any, width: int) -> None:
    page = open_page("", width, 640)
    playing(table)
    table.lay("wild_draw4", 2)
    expect(page.locator("#question")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for key in ("e", "?"):
        page.keyboard.press(key)
        box = page.locator("dialog[open]").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        page.keyboard.press("Escape")


def test_the_page_says_when_the_server_is_gone_and_comes_back(table: Table, chromium: Browser) -> None:
    page = chromium.new_page()
    with serving(table) as server:
        page.goto(server.url)
        expect(page.locator("#seats li")).to_have_count(4)
    expect(page.locator("#offline")).to_be_visible()
    again = Table()
    again.start()
    with serving(again, port=server.port):
        again.lay("green_8")
        expect(page.locator("#top")).to_have_text("Green 8", timeout=15000)
        expect(page.locator("#offline")).to_be_hidden()
        page.close()
    again.stop()


def test_f36_the_overlay_says_that_it_is_stale_and_finds_the_server_again(table: Table, chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    with serving(table) as server:
        table.lay("red_5")
        page.goto(f"{server.url}overlay")
        expect(page.locator("#top")).to_have_text("Red 5")
        expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("#stale")).to_contain_text("Waiting for Lastcard. This is how it stood at")
    no_violations(page)  # faded text would be too faint
    expect(page.locator("#top")).to_have_text("Red 5")
    again = Table()
    again.start()
    with serving(again, port=server.port):
        again.lay("green_8")
        expect(page.locator("#top")).to_have_text("Green 8", timeout=15000)
        expect(page.locator("#stale")).to_be_hidden()
        page.close()
    again.stop()


def test_f36_the_kept_file_waits_for_the_server_and_goes_to_the_overlay(
    table: Table, chromium: Browser, tmp_path: Path
) -> None:
    with serving(table) as server:
        port = server.port
        kept = chromium.new_page()
        with kept.expect_download() as download:
            kept.evaluate(f"location.href = '{server.url}overlay-start.html'")
        download.value.save_as(tmp_path / "overlay.html")
        kept.close()
    page = chromium.new_page()
    page.goto((tmp_path / "overlay.html").as_uri())
    expect(page.locator("p")).to_have_text("Waiting for Lastcard.")
    again = Table()
    again.start()
    with serving(again, port=port) as server:
        page.wait_for_url(f"{server.url}overlay", timeout=15000)
        expect(page.locator("#seats li")).to_have_count(4)
        page.close()
    again.stop()


def test_f37_the_overlay_is_transparent_by_itself(table: Table, open_page: Any) -> None:
    import cv2
    import numpy as np

    page = open_page("overlay", 1920, 1080)
    table.lay("red_5")
    expect(page.locator("#top")).to_have_text("Red 5")
    png = page.screenshot(omit_background=True)
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert pixels is not None
    assert pixels.shape == (1080, 1920, 4)
    assert (pixels[:540, :, 3] == 0).all()
    assert (pixels[:, :, 3] > 200).mean() > 0.02
    for element in ("html", "body", "main"):
        assert style(page, element, "backgroundColor") == "rgba(0, 0, 0, 0)"


def test_motion_is_spared_where_it_is_not_wanted(open_page: Any) -> None:
    page = open_page("overlay", reduced_motion="reduce")
    assert style(page, "#last", "animationName") == "none"


def test_the_description_of_the_api_lists_every_command(chromium: Browser, served: WebServer) -> None:
    page = chromium.new_page()
    page.goto(f"{served.url}api")
    expect(page.locator("section").first).to_be_visible()
    expect(page.locator("main")).to_contain_text("name_colour")
    no_violations(page)
    page.close()
