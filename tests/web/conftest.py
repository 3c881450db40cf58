"""A table, its app behind a test client, and the same behind a real server."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from starlette.testclient import TestClient

from tests.live.fakes import Table
from vision.web.app import create_app
from vision.web.serve import WebServer

CHROMIUM: Final = Path("/usr/bin/chromium")
ARGUMENTS: Final = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
HERE: Final = "http://127.0.0.1:8765"


class Stream:
    """One connection to ``/api/events``, read message by message."""

    def __init__(self, server: WebServer, path: str = "/api/events", **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        self._connection.request(
            "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        self.response = self._connection.getresponse()

    def next(self) -> tuple[str, Any, str | None]:
        """Kind, data and id of the next message; kind ``""`` at the end."""
        fields: dict[str, str] = {}
        while line := self.response.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return fields.get("event", ""), json.loads(fields.get("data", "null")), fields.get("id")

    def until(self, kind: str) -> tuple[str, Any, str | None]:
        """The next message of ``kind``."""
        while (message := self.next())[0] != kind:
            assert message[0], f"the stream ended before {kind}"
        return message

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.response.close()
        self._connection.close()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    table.start()
    yield table
    table.stop()


@pytest.fixture
def client(table: Table) -> Iterator[TestClient]:
    with TestClient(create_app(table.session), base_url=HERE) as client:
        yield client


@contextmanager
def serving(table: Table, port: int = 0, **options: Any) -> Iterator[WebServer]:
    server = WebServer("127.0.0.1", port)
    try:
        server.start(create_app(table.session, **options), table.hub)
        yield server
    finally:
        table.session.preview.close()
        server.stop()


@pytest.fixture
def served(table: Table) -> Iterator[WebServer]:
    with serving(table) as server:
        yield server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("Debian's chromium is not installed (apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, served: WebServer) -> Iterator[Any]:
    pages: list[Page] = []
    troubles: list[str] = []

    def opened(path: str = "", width: int = 1280, height: int = 900, **options: Any) -> Page:
        page = chromium.new_page(viewport={"width": width, "height": height}, **options)
        pages.append(page)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.goto(served.url + path)
        expect(page.locator("#seats li")).to_have_count(4)
        return page

    yield opened
    for page in pages:
        page.close()
    assert [trouble for trouble in troubles if "ERR_" not in trouble and "status of" not in trouble] == []
