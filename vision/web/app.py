"""The app: pages, static files and the API behind one guard."""

from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from engine.commands import COMMANDS
from vision import __version__
from vision.web import desk
from vision.web.access import Access
from vision.web.api import MAX_VIEWERS, Served, answer, router
from vision.web.guard import Guard
from vision.web.streams import Slots

STATIC: Final = Path(__file__).parent / "static"
_PAGES: Final = {"/": "index.html", "/overlay": "overlay.html", "/api": "api.html", "/table": "table.html"}


def create_app(
    session: Served,
    *,
    token: str | None = None,
    host: str = "127.0.0.1",
    names: Collection[str] = (),
    viewers: int = MAX_VIEWERS,
) -> FastAPI:
    """The app for ``session``, to be served on ``host``.

    ``token`` is asked of everybody and needed where ``host`` is not this machine alone; ``names`` are further host
    names it may be called by; ``viewers`` is how many moving pictures may be shown at once. Raises ``UsageError``.
    """
    access = Access(host, token, frozenset(names))
    app = FastAPI(
        title="Lastcard",
        version=__version__,
        summary="A camera referee for UNO played with real cards.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.session = session
    app.state.viewers = Slots(viewers)
    app.include_router(router)
    app.include_router(desk.router)
    for path, name in _PAGES.items():
        app.add_api_route(path, _page(name), methods=["GET"], include_in_schema=False)
    app.add_api_route("/overlay-start.html", _overlay_start, methods=["GET"], include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_middleware(Guard, access=access)
    return app


def _page(name: str) -> Any:
    def page() -> FileResponse:
        return FileResponse(STATIC / name, media_type="text/html; charset=utf-8")

    return page


def _overlay_start(request: Request) -> Response:
    """A page to keep on disk: opened before the server is there, it waits and then goes to the overlay."""
    text = (STATIC / "overlay-start.html").read_text(encoding="utf-8")
    text = text.replace("http://127.0.0.1:8765", f"http://{request.headers['host']}")
    disposition = 'attachment; filename="lastcard-overlay.html"'
    return Response(text, media_type="text/html; charset=utf-8", headers={"Content-Disposition": disposition})


def _on_invalid(request: Request, error: Exception) -> Response:  # noqa: ARG001  # Starlette hands both over
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return answer(400 if first["type"] == "json_invalid" else 422, "invalid", _sentence(first))


def _sentence(error: Any) -> str:
    """What was given, what was expected."""
    if error["type"] == "json_invalid":
        return f"The body is no JSON: {error['ctx']['error']}."
    if error["type"] in ("union_tag_invalid", "union_tag_not_found"):
        given = error.get("input")
        kind = given.get("kind") if isinstance(given, dict) else None
        said = "No kind of command was given" if kind is None else f"{str(kind)[:40]!r} is no kind of command"
        return f"{said}; known are {', '.join(COMMANDS)}."
    where = ".".join(str(part) for part in error["loc"][1:]) or "The body"
    shown = repr(error.get("input"))
    given = "" if error["type"] == "missing" else f", but {shown if len(shown) <= 60 else shown[:57] + '...'} was given"
    return f"{where}: {error['msg']}{given}."


def _on_http(request: Request, error: Exception) -> Response:  # noqa: ARG001  # Starlette hands both over
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    detail: Any = error.detail
    if isinstance(detail, dict):
        retry = {"Retry-After": "2"} if error.status_code == 503 else {}
        return answer(error.status_code, detail["code"], detail["error"], {**headers, **retry})
    return answer(error.status_code, "http", f"{str(detail).rstrip('.')}.", headers)
