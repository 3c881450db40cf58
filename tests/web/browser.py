"""What the browser tests share: looking at a page, and a game that has begun."""

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.live.fakes import Table, until


def style(page: Page, selector: str, name: str) -> str:
    read = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"
    return str(page.evaluate(read, [selector, name]))


def no_violations(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")  # a line that fades in while axe looks is pale for a moment
    page.evaluate("Promise.all(document.getAnimations().map(animation => animation.finished))")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def playing(table: Table) -> None:
    table.lay("red_5")
    table.lay("red_7", 1)
    until(lambda: table.session.state()["top"] == "red_7")
