"""Who may ask: the right host name, the right origin and, away from this machine, the right token."""

import ipaddress
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs, urlsplit

from vision.errors import UsageError

LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
TOKEN_LENGTH: Final = 12
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OPEN_PATH: Final = "/api/ping"
"""Says only that somebody is there; the overlay's start page asks it from elsewhere."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An HTTP status, a short code for programs and a sentence for people."""

    status: int
    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a request matters here; header names in small letters."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    port: int | None = None

    def query_token(self) -> str | None:
        """The token in the address, if any."""
        return next(iter(parse_qs(self.query).get("token", [])), None)


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine alone."""
    bare = host.strip("[]").lower()
    if bare == "localhost":
        return True
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return False


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(18)


@dataclass(frozen=True, slots=True)
class Access:
    """``host``: where the server listens; ``token``: asked of everybody, needed where ``host`` is not this machine
    alone; ``names``: further host names by which the server may be called. Raises ``UsageError``.
    """

    host: str = "127.0.0.1"
    token: str | None = None
    names: Collection[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        if self.token is None and not is_loopback(self.host):
            raise UsageError(f"Serving on {self.host} lets other machines in, so a token is needed; give one.")
        if self.token is not None and len(self.token) < TOKEN_LENGTH:
            raise UsageError(f"The token has {len(self.token)} characters; give at least {TOKEN_LENGTH}.")

    def refuse(self, asked: Asked) -> Refusal | None:
        """Why the request is turned away; None where it is not."""
        return self._refuse_host(asked) or self._refuse_origin(asked) or self._refuse_token(asked)

    def cookie_name(self, asked: Asked) -> str:
        """Cookies do not know ports, so the port is part of the name."""
        return f"lastcard_{asked.port or 0}"

    def token_matches(self, given: str | None) -> bool:
        """Whether ``given`` is the token, in a time that tells nothing."""
        if self.token is None or given is None:
            return False
        return secrets.compare_digest(given.encode(), self.token.encode())

    def _refuse_host(self, asked: Asked) -> Refusal | None:
        name = host_name(asked.headers.get("host", ""))
        if name is not None and self._knows(name):
            return None
        return Refusal(421, "host", "This server is not known by that host name; use the address that it printed.")

    def _knows(self, name: str) -> bool:
        if name in LOOPBACK_NAMES or name == self.host.strip("[]").lower():
            return True
        if name in {known.lower() for known in self.names}:
            return True
        return not is_loopback(self.host) and _is_address(name)

    def _refuse_origin(self, asked: Asked) -> Refusal | None:
        if asked.path == OPEN_PATH and asked.method in SAFE_METHODS:
            return None
        origin = asked.headers.get("origin")
        foreign = origin is not None and urlsplit(origin).netloc.lower() != asked.headers.get("host", "").lower()
        site = asked.headers.get("sec-fetch-site", "none")
        visit = asked.method == "GET" and asked.headers.get("sec-fetch-mode") == "navigate"
        if not foreign and (site in ("none", "same-origin") or visit):
            return None
        return Refusal(403, "origin", "Other web pages may not use this server; open its own page instead.")

    def _refuse_token(self, asked: Asked) -> Refusal | None:
        if self.token is None or asked.path == OPEN_PATH:
            return None
        if any(self.token_matches(given) for given in self._given(asked)):
            return None
        return Refusal(401, "token", "The token is missing or wrong; open the whole address that Lastcard printed.")

    def _given(self, asked: Asked) -> list[str | None]:
        scheme, _, bearer = asked.headers.get("authorization", "").partition(" ")
        return [
            asked.query_token(),
            _cookie(asked.headers.get("cookie", ""), self.cookie_name(asked)),
            bearer.strip() if scheme.lower() == "bearer" else None,
        ]


def host_name(header: str) -> str | None:
    """The name in a Host header, without port and brackets, in small letters; None where it is no such header."""
    try:
        parts = urlsplit(f"//{header}")
        parts.port  # noqa: B018  # raises where the port is no number
    except ValueError:
        return None
    if parts.username is not None or parts.path or parts.query or parts.fragment:
        return None
    return parts.hostname


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _cookie(header: str, name: str) -> str | None:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return None
    return None if found is None else found.value
