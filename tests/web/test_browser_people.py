"""The referee's page in a real browser as people use it: by keyboard, by mouse, by ear."""

from typing import Any

import pytest
from playwright.sync_api import expect

from engine.cards import Card
from engine.observations import CameraBack, CameraLost, CardOnDiscard
from tests.live.fakes import Table
from tests.web.browser import playing, style

pytestmark = pytest.mark.browser


def test_everything_is_reached_with_the_tab_key_and_left_again(table: Table, open_page: Any) -> None:
    page = open_page()
    reached: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
        if reached.count(reached[0]) > 1:
            break
    assert reached[0] == "Skip to the game"
    actions = {"uno", "accuse", "draw", "keep", "challenge", "play", "undo", "correct", "stand", "new-round"}
    assert {f"do-{action}" for action in actions} <= set(reached)
    assert {"speech", "repeat", "keys", "Red", "Yellow", "Green", "Blue", "pause", "log"} <= set(reached)
    assert len(reached) < 60


def test_focus_is_seen(open_page: Any) -> None:
    page = open_page()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert style(page, ":focus", "outlineStyle") == "solid"
    assert style(page, ":focus", "outlineWidth") == "3px"


def test_a_colour_is_named_by_number_key_and_by_letter(table: Table, open_page: Any) -> None:
    page = open_page()
    playing(table)
    table.lay("wild", 2)
    expect(page.locator("#question-text")).to_contain_text("colour")
    page.keyboard.press("3")
    expect(page.locator("#colour")).to_have_text("Green")
    expect(page.locator("#question")).to_be_hidden()
    table.lay("wild", 3)
    expect(page.locator("#question")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator("#colour")).to_have_text("Blue")


def test_f32_a_misread_card_is_corrected_with_two_keys(table: Table, open_page: Any) -> None:
    page = open_page()
    table.lay("red_5")
    table.lay("red_6", 1)
    expect(page.locator("#top")).to_have_text("Red 6")
    page.keyboard.press("e")
    expect(page.locator("#chooser-options button").first).to_contain_text("Red 9")
    page.keyboard.press("1")
    expect(page.locator("#top")).to_have_text("Red 9")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_undo_and_draw_by_mouse(table: Table, open_page: Any) -> None:
    page = open_page()
    playing(table)
    expect(page.locator("#top")).to_have_text("Red 7")
    page.locator("#do-draw").click()
    expect(page.locator("#seats li").nth(2)).to_contain_text("8 cards")
    page.locator("#do-undo").click()
    expect(page.locator("#seats li").nth(2)).to_contain_text("7 cards")


def test_a_button_that_makes_no_sense_says_so_and_keeps_the_focus(table: Table, open_page: Any) -> None:
    page = open_page()
    playing(table)
    button = page.locator("#do-challenge")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_have_text("“Challenge” is not possible now.")
    expect(button).to_be_focused()


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        ("t", "The top card is Red 7."),
        ("f", "The colour is red, a diamond."),
        ("w", "It is North's turn, clockwise."),
        ("h", "South 7 cards, West 6 cards, North 7 cards, East 7 cards."),
    ],
)
def test_f40_what_a_player_may_ask_is_answered_by_a_key(table: Table, open_page: Any, key: str, answer: str) -> None:
    page = open_page()
    playing(table)
    expect(page.locator("#top")).to_have_text("Red 7")
    page.keyboard.press(key)
    expect(page.locator("#answer")).to_have_text(answer)


def test_single_keys_can_be_switched_off_and_stay_off(table: Table, open_page: Any) -> None:
    page = open_page()
    playing(table)
    page.keyboard.press("?")
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    page.reload()
    expect(page.locator("#top")).to_have_text("Red 7")
    page.keyboard.press("z")
    page.wait_for_timeout(300)
    assert table.session.state()["top"] == "red_7"


def test_f35_each_sentence_stands_in_the_log_once_also_when_it_is_the_same_again(table: Table, open_page: Any) -> None:
    page = open_page()
    playing(table)
    expect(page.locator("#top")).to_have_text("Red 7")
    for _ in range(2):
        table.tell(CameraLost(5.0, "the lens is covered"))
        expect(page.locator("#status")).to_have_attribute("data-status", "camera_lost")
        table.tell(CameraBack(6.0))
        expect(page.locator("#status")).to_have_attribute("data-status", "committed")
    texts = page.evaluate("[...document.querySelectorAll('#log p')].map((line) => line.lastChild.textContent)")
    assert texts == [line["text"] for line in table.session.state()["log"]]
    assert sum("lens is covered" in text for text in texts) == 2
    log = page.locator("#log")
    expect(log).to_have_attribute("role", "log")
    expect(log).to_have_attribute("aria-live", "polite")
    page.locator("#repeat").click()
    expect(page.locator("#answer")).to_have_text(texts[-1])


def test_f35_with_speech_on_a_screen_reader_is_not_told_as_well(open_page: Any) -> None:
    page = open_page()
    button = page.locator("#speech")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#log")).to_have_attribute("aria-live", "off")
    button.click()
    expect(page.locator("#log")).to_have_attribute("aria-live", "polite")


def test_f39_cards_and_colours_are_told_by_word_letter_and_shape(table: Table, open_page: Any) -> None:
    page = open_page()
    shapes = {"red_5": "polygon", "yellow_5": "circle"}
    for label, shape in shapes.items():
        table.lay(label)
        word = Card.parse(label)
        assert word.colour is not None
        expect(page.locator("#top-card")).to_have_attribute("aria-label", f"{word.colour.title()} 5")
        assert page.locator(f"#top-card .corner {shape}").count() == 2
        assert page.locator("#top-card text", has_text=word.colour[0].upper()).count() == 2


def test_a_command_that_comes_too_late_is_told(table: Table, open_page: Any) -> None:
    page = open_page()
    playing(table)
    expect(page.locator("#top")).to_have_text("Red 7")
    page.route("**/api/events*", lambda route: route.abort())
    page.evaluate("window.stop()")
    page.route("**/api/commands", lambda route: route.continue_(post_data='{"kind": "undo", "based_on": 0}'))
    page.keyboard.press("z")
    expect(page.locator("#answer")).not_to_be_empty()
    assert table.session.state()["top"] == "red_7"


def test_the_picture_can_be_paused(table: Table, open_page: Any) -> None:
    page = open_page()
    table.tell(CardOnDiscard(1.0, Card.parse("red_5")))
    expect(page.locator("#top")).to_have_text("Red 5")
    page.locator("#pause").click()
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    assert "/api/frame.jpg" in page.locator(".shot").get_attribute("src")
    page.locator("#pause").click()
    assert "/api/preview.mjpg" in page.locator(".shot").get_attribute("src")
