"""The two streams that stay open: server-sent events and the moving picture. Both are bounded in number."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import anyio.to_thread
from fastapi.sse import ServerSentEvent

from vision import __version__
from vision.live.hub import Hub, HubClosed, Message, Subscription
from vision.live.preview import Preview
from vision.web.audience import Audience, message_for

HEARTBEAT_S: Final = 4.0
"""A page that hears nothing for longer than about twice this knows that it is cut off."""
RETRY_MS: Final = 1500
BOUNDARY: Final = "picture"
_PICTURE_EVERY_S: Final = 1 / 15
_REPEAT_S: Final = 2.0


class Listener:
    """One page's subscription, woken in the event loop that serves it."""

    def __init__(self, hub: Hub, audience: Audience, last_id: str | None) -> None:
        loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._audience = audience
        self._run = hub.run

        def wake() -> None:
            with suppress(RuntimeError):  # the server has stopped, and with it the loop; nobody listens any more
                loop.call_soon_threadsafe(self._woken.set)

        self._subscription: Subscription = hub.subscribe(last_id, wake)

    def close(self) -> None:
        """Stop listening."""
        self._subscription.close()

    async def events(self, heartbeat: float = HEARTBEAT_S) -> AsyncIterator[ServerSentEvent]:
        """First ``hello``, then what happens; ``ping`` after ``heartbeat`` seconds of quiet; ``bye`` at the end."""
        yield ServerSentEvent(event="hello", data={"run": self._run, "version": __version__}, retry=RETRY_MS)
        while True:
            self._woken.clear()
            try:
                waiting = self._subscription.take()
            except HubClosed:
                yield ServerSentEvent(event="bye", data={})
                return
            for message in waiting:
                seen = message_for(self._audience, message)
                if seen is not None:
                    yield _to_sse(seen)
            try:
                await asyncio.wait_for(self._woken.wait(), heartbeat)
            except TimeoutError:
                yield ServerSentEvent(event="ping", data={})


def _to_sse(message: Message) -> ServerSentEvent:
    return ServerSentEvent(event=message.kind, data=message.data, id=message.id)


class Slots:
    """At most ``size`` at once. Safe to use from any thread."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._lock = threading.Lock()
        self._taken = 0

    @property
    def taken(self) -> int:
        """How many are in use."""
        return self._taken

    @contextmanager
    def hold(self) -> Iterator[bool]:
        """Take a slot for the time of the block; False where none is free."""
        with self._lock:
            free = self._taken < self.size
            self._taken += free
        try:
            yield free
        finally:
            with self._lock:
                self._taken -= free


async def pictures(preview: Preview, every: float = _PICTURE_EVERY_S) -> AsyncIterator[bytes]:
    """The newest picture again and again, as parts of a multipart body; ends with the session.

    Each part is closed by its boundary at once, so that a browser shows it without waiting for the next. While no new
    picture comes the last is sent again now and then, so that a page that has gone is noticed.
    """
    yield f"--{BOUNDARY}\r\n".encode()
    shown: int | None = None
    sent = 0.0
    while not preview.closed:
        seq = await anyio.to_thread.run_sync(preview.wait, shown, 0.5)
        if seq is None and time.monotonic() - sent < _REPEAT_S:
            continue
        jpeg = await anyio.to_thread.run_sync(preview.jpeg)
        if jpeg is not None:
            head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            yield head.encode() + jpeg + f"\r\n--{BOUNDARY}\r\n".encode()
            sent = time.monotonic()
            shown = shown if seq is None else seq
        await asyncio.sleep(every)
