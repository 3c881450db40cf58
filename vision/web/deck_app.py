"""The app of the page that guides through a deck, behind the same guard as the game's pages."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field
from starlette.staticfiles import StaticFiles

from vision import __version__
from vision.errors import LastcardError
from vision.web.access import Access
from vision.web.deck_desk import Busy, DeckDesk
from vision.web.guard import Guard
from vision.web.streams import BOUNDARY, Slots, pictures

STATIC: Final = Path(__file__).parent / "static"
LARGEST: Final = 24 * 1024 * 1024
"""Bytes of a photo."""
MOST_VIEWERS: Final = 4

router = APIRouter(prefix="/api")


class Word(BaseModel):
    """What a person says."""

    word: str = Field(max_length=60, description="skip, redo, back, or the card to ask for, such as red_5.")


class Automatic(BaseModel):
    """Whether cards are taken by themselves."""

    on: bool


class Labels(BaseModel):
    """The cards of the photo that waits, in order."""

    labels: list[Annotated[str, Field(max_length=60)]] = Field(max_length=200)


def _desk(request: Request) -> DeckDesk:
    desk: DeckDesk = request.app.state.desk
    return desk


Desk = Annotated[DeckDesk, Depends(_desk)]


@router.get("/ping", summary="Whether a Lastcard is here")
def ping() -> dict[str, str]:
    """Asked by anybody, answered with no more than this."""
    return {"lastcard": __version__}


@router.get("/deck", summary="How far the lesson is")
def state(desk: Desk) -> dict[str, Any]:
    """The card that is asked for, what was said, what waits."""
    return desk.state()


@router.post("/deck/say", summary="Skip, redo, back, or ask for a card")
def say(desk: Desk, body: Word) -> dict[str, Any]:
    """The state after it."""
    desk.hear(body.word)
    return desk.state()


@router.post("/deck/take", summary="Take the card in view")
def take(desk: Desk) -> dict[str, Any]:
    """The state after it."""
    desk.take()
    return desk.state()


@router.post("/deck/automatic", summary="Take cards that lie still, or only when told")
def automatic(desk: Desk, body: Automatic) -> dict[str, Any]:
    """The state after it."""
    desk.automatic(body.on)
    return desk.state()


async def _body(request: Request) -> bytes:
    return await request.body()


@router.post("/deck/photo", summary="Find the cards of a photo")
def photo(desk: Desk, body: Annotated[bytes, Depends(_body)]) -> dict[str, Any]:
    """The body is the picture; its cards then wait for their labels."""
    desk.photo(body)
    return desk.state()


@router.get("/deck/photo/{number}.jpg", response_class=Response, summary="One card of that photo")
def crop(desk: Desk, number: int) -> Response:
    """One JPEG."""
    jpeg = desk.crop(number)
    if jpeg is None:
        raise HTTPException(404, f"No photo waits that shows a card number {number}.")
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


@router.post("/deck/labels", summary="Learn the cards of the photo")
def labels(desk: Desk, body: Labels) -> dict[str, Any]:
    """A label for each card, empty for one to leave out."""
    desk.label(body.labels)
    return desk.state()


@router.post("/deck/finish", summary="Learn what was shown")
def finish(desk: Desk) -> dict[str, Any]:
    """Goes on in the background; the state tells how far it is."""
    desk.finish()
    return desk.state()


@router.get("/preview.mjpg", response_class=StreamingResponse, summary="The moving picture")
async def moving(request: Request, desk: Desk) -> StreamingResponse:
    """Motion JPEG."""
    slots: Slots = request.app.state.viewers

    async def parts() -> Any:
        with slots.hold() as free:
            if free:
                async for part in pictures(desk.preview):
                    yield part

    kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
    return StreamingResponse(parts(), media_type=kind, headers={"Cache-Control": "no-store"})


def create_deck_app(
    desk: DeckDesk, *, token: str | None = None, host: str = "127.0.0.1", names: Collection[str] = ()
) -> FastAPI:
    """The app for `desk`, to be served on `host`; `token` and `names` as for the game's app. Raises UsageError."""
    app = FastAPI(title="Lastcard", version=__version__, openapi_url=None, docs_url=None, redoc_url=None)
    app.state.desk = desk
    app.state.viewers = Slots(MOST_VIEWERS)
    app.include_router(router)
    app.add_api_route("/", _page, methods=["GET"], include_in_schema=False)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(LastcardError, _on_mistake)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_middleware(Guard, access=Access(host, token, frozenset(names)), largest=LARGEST)
    return app


def _page() -> FileResponse:
    return FileResponse(STATIC / "deck.html", media_type="text/html; charset=utf-8")


def _on_mistake(request: Request, error: Exception) -> Response:  # noqa: ARG001  # Starlette hands both over
    status = 409 if isinstance(error, Busy) else 422
    return JSONResponse({"error": str(error), "code": "busy" if status == 409 else "invalid"}, status_code=status)


def _on_invalid(request: Request, error: Exception) -> Response:  # noqa: ARG001  # as above
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "The body"
    return JSONResponse({"error": f"{where}: {first['msg']}.", "code": "invalid"}, status_code=422)


def _on_http(request: Request, error: Exception) -> Response:  # noqa: ARG001  # as above
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail), "code": "http"}, status_code=error.status_code)
