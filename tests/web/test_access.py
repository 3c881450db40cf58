import pytest

from vision.errors import UsageError
from vision.web.access import Access, Asked, host_name, is_loopback, new_token

TOKEN = "correct-horse-battery"


def asked(
    host: str | None = "127.0.0.1:8765", path: str = "/api/state", method: str = "GET", query: str = "", **headers: str
) -> Asked:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if host is not None:
        named["host"] = host
    return Asked(method, path, query, named, 8765)


def code(access: Access, request: Asked) -> str | None:
    refusal = access.refuse(request)
    return None if refusal is None else refusal.code


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "localhost", "[::1]:8765", "LOCALHOST:1"])
def test_this_machine_is_known_by_its_own_names(host: str) -> None:
    assert code(Access(), asked(host)) is None


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "192.168.1.5:8765",
        "",
        None,
        "a@127.0.0.1",
        "127.0.0.1/x",
        "[::1",
        "x:y",
    ],
)
def test_other_names_are_turned_away(host: str | None) -> None:
    assert code(Access(), asked(host)) == "host"


def test_on_a_network_addresses_are_known_and_foreign_names_are_not() -> None:
    access = Access("0.0.0.0", TOKEN, {"Referee.local"})
    query = f"token={TOKEN}"
    assert code(access, asked("192.168.1.5:8765", query=query)) is None
    assert code(access, asked("referee.local:8765", query=query)) is None
    assert code(access, asked("evil.example", query=query)) == "host"


def test_a_page_of_another_origin_may_neither_post_nor_read() -> None:
    access = Access()
    for method in ("POST", "GET"):
        assert code(access, asked(method=method, origin="https://evil.example")) == "origin"
        assert code(access, asked(method=method, origin="null")) == "origin"
        assert code(access, asked(method=method, sec_fetch_site="cross-site")) == "origin"
        assert code(access, asked(method=method, origin="http://127.0.0.1:9999")) == "origin"


def test_the_own_page_and_plain_tools_may() -> None:
    access = Access()
    assert code(access, asked(method="POST", origin="http://127.0.0.1:8765", sec_fetch_site="same-origin")) is None
    assert code(access, asked(method="POST")) is None


def test_a_link_from_elsewhere_opens_the_page_but_posts_nothing() -> None:
    access = Access()
    visit = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}
    assert code(access, asked(path="/overlay", **visit)) is None
    assert code(access, asked(path="/api/commands", method="POST", **visit)) == "origin"


def test_anybody_may_ask_whether_somebody_is_there() -> None:
    access = Access(token=TOKEN)
    assert code(access, asked(path="/api/ping", origin="null", sec_fetch_site="cross-site")) is None
    assert code(access, asked(path="/api/ping", host="evil.example")) == "host"


@pytest.mark.parametrize(
    "given",
    [
        {"query": f"token={TOKEN}"},
        {"query": f"a=b&token={TOKEN}"},
        {"cookie": f"x=y; lastcard_8765={TOKEN}"},
        {"authorization": f"Bearer {TOKEN}"},
    ],
)
def test_the_token_may_come_in_address_cookie_or_header(given: dict[str, str]) -> None:
    assert code(Access(token=TOKEN), asked(**given)) is None


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"query": "token="},
        {"query": f"token={TOKEN}x"},
        {"query": "token=caf%C3%A9"},
        {"cookie": f"lastcard_1={TOKEN}"},
        {"cookie": '\x00;;=="broken'},
        {"authorization": f"Basic {TOKEN}"},
    ],
)
def test_without_the_right_token_nothing_is_told(given: dict[str, str]) -> None:
    assert code(Access(token=TOKEN), asked(**given)) == "token"


def test_another_machine_needs_a_token() -> None:
    with pytest.raises(UsageError, match="so a token is needed"):
        Access("0.0.0.0")
    with pytest.raises(UsageError, match="5 characters"):
        Access("0.0.0.0", "short")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.0.1", "localhost", "::1", "[::1]"])
def test_what_counts_as_this_machine_alone(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org", ""])
def test_what_does_not(host: str) -> None:
    assert not is_loopback(host)


def test_new_tokens_are_long_and_differ() -> None:
    assert new_token() != new_token()
    assert len(new_token()) >= 24


def test_host_names_are_read_without_port_and_brackets() -> None:
    assert host_name("[::1]:80") == "::1"
    assert host_name("Example.ORG:80") == "example.org"
    assert host_name("example.org?x") is None
