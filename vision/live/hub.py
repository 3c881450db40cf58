"""Hands what happens to any number of lookers-on, none of whom can hold up the game.

Two sorts of message pass through: *events*, which everybody gets in order and which a looker-on who comes back can ask
for again, and *latest* messages (the state, the cards in view), of which only the newest counts.
"""

import secrets
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self

RESYNC: Final = "resync"


class HubFull(Exception):
    """As many lookers-on are there as the hub takes."""


class HubClosed(Exception):
    """The session is over for good; nothing more will come."""


@dataclass(frozen=True, slots=True)
class Message:
    """``kind`` names it (``event``, ``state``, ``view``, ``resync``); ``id`` is what to resume after, if anything."""

    kind: str
    data: dict[str, Any]
    id: str | None = None


class Hub:
    """``clients``: how many may listen at once; ``backlog``: events kept for those who come back; ``queue``: how many
    messages may wait for one listener before it is told to look at the state anew.

    Ids are ``<run>-<number>``, so that an id of an earlier run is known as such. Safe to use from any thread.
    """

    def __init__(self, *, clients: int = 32, backlog: int = 500, queue: int = 200) -> None:
        self.run = secrets.token_hex(4)
        self._limit = clients
        self._queue = queue
        self._lock = threading.Lock()
        self._recent: deque[tuple[int, Message]] = deque(maxlen=backlog)
        self._latest: dict[str, Message] = {}
        self._count = 0
        self._listeners: set[Subscription] = set()
        self._closed = False

    def publish(self, kind: str, data: dict[str, Any]) -> str:
        """Send an event to everybody, in order, and keep it for those who come back; its id is returned."""
        with self._lock:
            self._count += 1
            message = Message(kind, data, f"{self.run}-{self._count}")
            self._recent.append((self._count, message))
            for listener in self._listeners:
                listener._offer(message)
        assert message.id is not None
        return message.id

    def publish_latest(self, kind: str, data: dict[str, Any]) -> None:
        """Send a message of which only the newest counts; who listens later gets it first thing."""
        message = Message(kind, data)
        with self._lock:
            self._latest[kind] = message
            for listener in self._listeners:
                listener._offer_latest(message)

    def subscribe(self, last_id: str | None = None, wake: Callable[[], None] | None = None) -> "Subscription":
        """Listen from now on, and first to the events after ``last_id`` where that is given.

        ``wake`` is called, under no promise about the thread, whenever something waits. Raises ``HubFull``,
        ``HubClosed``. Close the subscription when done (it is a context manager).
        """
        with self._lock:
            if self._closed:
                raise HubClosed("The session is over.")
            if len(self._listeners) >= self._limit:
                raise HubFull(f"{self._limit} pages are listening already, which is as many as may; close one.")
            listener = Subscription(self, self._queue, wake or (lambda: None))
            listener._begin(self._missed(last_id), list(self._latest.values()))
            self._listeners.add(listener)
        return listener

    def close(self) -> None:
        """End every subscription once it has been read out, and take no more."""
        with self._lock:
            self._closed = True
            for listener in self._listeners:
                listener._end()

    @property
    def listening(self) -> int:
        """How many listen now."""
        with self._lock:
            return len(self._listeners)

    def _missed(self, last_id: str | None) -> list[Message]:
        """What came after ``last_id``; a single ``resync`` where that can no longer be told."""
        if last_id is None:
            return []
        run, _, number = last_id.rpartition("-")
        oldest = self._recent[0][0] if self._recent else self._count + 1
        if run != self.run or not number.isdecimal() or not oldest - 1 <= int(number) <= self._count:
            return [Message(RESYNC, {})]
        return [message for count, message in self._recent if count > int(number)]

    def _forget(self, listener: "Subscription") -> None:
        with self._lock:
            self._listeners.discard(listener)


class Subscription:
    """One looker-on's queue: bounded, filled by the hub, emptied by ``take``."""

    def __init__(self, hub: Hub, size: int, wake: Callable[[], None]) -> None:
        self._hub = hub
        self._size = size
        self._wake = wake
        self._ready = threading.Condition()
        self._waiting: deque[Message] = deque()
        self._latest: dict[str, Message] = {}
        self._ended = False

    def take(self, timeout: float = 0.0) -> list[Message]:
        """Everything that waits, events before states; waits up to ``timeout`` seconds for something to come.

        Raises ``HubClosed`` once the hub is closed and all has been taken.
        """
        with self._ready:
            self._ready.wait_for(lambda: self._waiting or self._latest or self._ended, timeout)
            taken = [*self._waiting, *self._latest.values()]
            self._waiting.clear()
            self._latest.clear()
            if not taken and self._ended:
                raise HubClosed("The session is over.")
        return taken

    def close(self) -> None:
        """Stop listening; harmless when called twice."""
        self._hub._forget(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begin(self, missed: list[Message], latest: list[Message]) -> None:
        self._waiting.extend(missed)
        self._latest.update((message.kind, message) for message in latest)

    def _offer(self, message: Message) -> None:
        with self._ready:
            if len(self._waiting) >= self._size:
                self._waiting.clear()
                self._waiting.append(Message(RESYNC, {}))
            self._waiting.append(message)
            self._ready.notify_all()
        self._wake()

    def _offer_latest(self, message: Message) -> None:
        with self._ready:
            self._latest[message.kind] = message
            self._ready.notify_all()
        self._wake()

    def _end(self) -> None:
        with self._ready:
            self._ended = True
            self._ready.notify_all()
        self._wake()
