"""Stands before the app: turns away who may not ask, bounds what is sent, and adds the headers of safety."""

import json
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vision.web.access import OPEN_PATH, SAFE_METHODS, Access, Asked, Refusal

MAX_BODY: Final = 16 * 1024
"""Bytes; a command has about a hundred."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """ASGI middleware around ``app`` that asks ``access`` about every request; ``largest`` is what one may send, in
    bytes."""

    def __init__(self, app: ASGIApp, access: Access, largest: int = MAX_BODY) -> None:
        self._app = app
        self._access = access
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = _asked(scope)
        safe = _with_headers(send, asked.path)
        refusal = self._access.refuse(asked) or _too_large(asked, self._largest)
        if refusal is not None:
            await _answer(safe, refusal.status, _body(asked, refusal), _type(asked))
        elif self._should_remember(asked):
            await self._remember(asked, safe)
        else:
            await self._serve(scope, receive, safe, asked)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, asked: Asked) -> None:
        if asked.method in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        body = await _read(receive, self._largest)
        if body is None:
            await _answer(send, 413, _body(asked, _refuse_length(self._largest)), _type(asked))
        else:
            await self._app(scope, _again(body, receive), send)

    def _should_remember(self, asked: Asked) -> bool:
        page = asked.method == "GET" and not asked.path.startswith("/api/")
        return page and self._access.token_matches(asked.query_token())

    async def _remember(self, asked: Asked, send: Send) -> None:
        """Put the token of the address into a cookie and take it out of the address."""
        rest = urlencode([pair for pair in parse_qsl(asked.query, keep_blank_values=True) if pair[0] != "token"])
        where = "/" + asked.path.lstrip("/") + (f"?{rest}" if rest else "")
        cookie = f"{self._access.cookie_name(asked)}={asked.query_token()}; Path=/; HttpOnly; SameSite=Lax"
        await _answer(send, 303, b"", "text/plain", {"location": where, "set-cookie": cookie})


def _refuse_length(largest: int) -> Refusal:
    more = "a command is far shorter" if largest == MAX_BODY else "send a smaller picture"
    return Refusal(413, "too_large", f"More than {largest} bytes were sent; {more}.")


def _asked(scope: Scope) -> Asked:
    server = scope.get("server")
    query = scope.get("query_string", b"").decode("latin-1")
    return Asked(scope["method"], scope["path"], query, Headers(scope=scope), server[1] if server else None)


def _too_large(asked: Asked, largest: int) -> Refusal | None:
    length = asked.headers.get("content-length", "0")
    return _refuse_length(largest) if not length.isdecimal() or int(length) > largest else None


async def _read(receive: Receive, largest: int) -> bytes | None:
    """The whole body; None where it is too large. What comes after a disconnect is nobody's."""
    body = b""
    while True:
        message = await receive()
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > largest:
            return None
        if not message.get("more_body", False):
            return body


def _again(body: bytes, receive: Receive) -> Receive:
    """A ``receive`` that gives ``body`` in one piece and then goes on with the given one."""
    parts = [body]

    async def receiving() -> Message:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": False}
        return await receive()

    return receiving


def _with_headers(send: Send, path: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cross-origin-resource-policy", "cross-origin" if path == OPEN_PATH else "same-origin")
            headers.setdefault("cache-control", "no-cache")
        await send(message)

    return sending


def _type(asked: Asked) -> str:
    return "application/json" if asked.path.startswith("/api/") else "text/plain; charset=utf-8"


def _body(asked: Asked, refusal: Refusal) -> bytes:
    if asked.path.startswith("/api/"):
        return json.dumps({"error": refusal.sentence, "code": refusal.code}).encode()
    return f"{refusal.sentence}\n".encode()


async def _answer(send: Send, status: int, body: bytes, kind: str, more: dict[str, str] | None = None) -> None:
    headers = {"content-type": kind, "content-length": str(len(body)), **(more or {})}
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
