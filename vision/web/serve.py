"""Runs the app beside the session, in a thread of its own."""

import socket
import threading
import time
from typing import Final

import uvicorn
from fastapi import FastAPI

from vision.errors import LastcardError, PortTaken
from vision.live.hub import Hub

MAX_CONNECTIONS: Final = 128
_START_S: Final = 10.0


class WebServer:
    """Serves ``app`` on ``host`` and ``port`` (0: any free one) from ``start`` to ``stop``.

    ``hub`` is closed before the server stops, so that open streams end. The port is taken at once, so that
    ``PortTaken`` is raised before anything else is set up.
    """

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self._socket = _listen(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None
        self._hub: Hub | None = None

    @property
    def url(self) -> str:
        """Where the page is, for this machine."""
        shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)  # noqa: S104  # compared, not bound
        return f"http://{f'[{shown}]' if ':' in shown and not shown.startswith('[') else shown}:{self.port}/"

    def start(self, app: FastAPI, hub: Hub) -> None:
        """Serve from now on; returns once requests are answered."""
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            limit_concurrency=MAX_CONNECTIONS,
            timeout_graceful_shutdown=2,
        )
        self._hub = hub
        self._server = server = uvicorn.Server(config)
        self._thread = threading.Thread(target=server.run, args=([self._socket],), name="web", daemon=True)
        self._thread.start()
        deadline = time.monotonic() + _START_S
        while not server.started:
            if not self._thread.is_alive() or time.monotonic() > deadline:
                self.stop()
                raise LastcardError(f"The web server did not start on {self.url}; see the messages above.")
            time.sleep(0.01)

    def stop(self) -> None:
        """End every stream, then the server; harmless when called twice."""
        if self._hub is not None:
            self._hub.close()
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(timeout=10.0)
        self._socket.close()


def _listen(host: str, port: int) -> socket.socket:
    bare = host.strip("[]")
    family = socket.AF_INET6 if ":" in bare else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((bare, port))
        listening.listen(64)
    except OSError as error:
        listening.close()
        raise PortTaken(
            f"Nothing can be served on {host}, port {port} ({error.strerror or error}); "
            "give another --port, or stop the program that uses it."
        ) from None
    except OverflowError:
        listening.close()
        raise PortTaken(f"{port} is no port; give one between 1 and 65535, or 0 for any free one.") from None
    return listening
