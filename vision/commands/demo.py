"""``lastcard demo``: follows a simulated game, so that everything can be tried without a camera."""

import io
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vision.commands.common import JsonOption, ModelOption, SizeOption, ThreadsOption, detector_from
from vision.commands.watch import HostOption, PortOption
from vision.config import load_settings

if TYPE_CHECKING:
    from vision.bench.compare import Comparison
    from vision.detect.detector import Detector
    from vision.frames.frame import Source

Row = dict[str, Any]


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("demo", epilog="Example: [bold]lastcard demo --port 8765[/bold] shows the game in a browser.")(demo)


def demo(
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another number is another game.")] = 7,
    seats: Annotated[int, typer.Option("--seats", min=2, max=10, help="How many play.")] = 4,
    turns: Annotated[
        int, typer.Option("--turns", min=0, help="Cards laid before it ends; 0 plays the whole round.")
    ] = 10,
    port: PortOption = None,
    host: HostOption = None,
    json_lines: JsonOption = False,
    model: ModelOption = None,
    size: SizeOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Follow a simulated game from pixels to sentences and say how much of it was told rightly.

    Engine players play, our own card faces are drawn with hands, shadows and noise, and Lastcard sees the pictures
    only. With --port the game runs at its own pace and is shown on the pages until Ctrl-C.
    """
    from vision.bench.compare import compare
    from vision.live.watch import run_watch

    settings = load_settings()
    spec = f"sim:easy?seed={seed}&seats={seats}&turns={turns}"
    truth: list[Row] = []

    def detector_for(source: "Source") -> "Detector":
        truth.extend(getattr(source, "truth", ()))
        return detector_from(model, size, None, threads, settings)

    if port is not None:
        paced = f"{spec}&live=1"
        address = host or settings.host
        run_watch(paced, port=port, host=address, detector_for=detector_for, json_output=json_lines, stay=True)
        return
    show = _Show(as_json=json_lines)
    show.begin(spec)
    began = time.monotonic()
    run_watch(spec, detector_for=detector_for, json_output=True, out=Lines(show.event), note=show.remark)
    show.end(compare(truth, show.events), time.monotonic() - began)


class Lines(io.StringIO):
    """Takes JSON lines as they are written and hands each on as an object."""

    def __init__(self, take: Callable[[Row], None]) -> None:
        super().__init__()
        self._take = take
        self._rest = ""

    def write(self, text: str, /) -> int:
        """Take ``text`` and hand on every line that it completes."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            if line.strip():
                self._take(json.loads(line))
        return len(text)


class _Show:
    """Prints the game for people with a little colour, or for programs as JSON lines."""

    def __init__(self, *, as_json: bool) -> None:
        from rich.console import Console

        self.events: list[Row] = []
        self._as_json = as_json
        self._console = Console(highlight=False, soft_wrap=True)

    def begin(self, spec: str) -> None:
        """Say what is about to be seen."""
        if not self._as_json:
            self._print(f"A simulated game ({spec}), followed from its pictures alone:", "bold")

    def event(self, event: Row) -> None:
        """One event of the referee."""
        self.events.append(event)
        if self._as_json:
            typer.echo(json.dumps(event, ensure_ascii=False))
        else:
            self._print(f"{event['t']:6.1f} s  {event['sentence']}", _style(event))

    def remark(self, sentence: str) -> None:
        """Something that is no event."""
        typer.echo(sentence, err=True)

    def end(self, result: "Comparison", seconds: float) -> None:
        """How it went, and where to go from here."""
        if self._as_json:
            figures = {name: getattr(result, name) for name in result.__slots__}
            typer.echo(json.dumps({"kind": "demo_result", **figures, "perfect": result.perfect}))
            return
        self._print(f"The table really did the following: {result.as_text()} ({seconds:.0f} s)", "bold")
        self._print(
            "See it with pictures: lastcard demo --port 8765, then open http://127.0.0.1:8765/ in a browser.", ""
        )
        self._print("Your own table: lastcard watch 0", "")

    def _print(self, text: str, style: str) -> None:
        self._console.print(text, style=style or None, markup=False)


def _style(event: Row) -> str:
    """The colour of the card that an event is about, red for what is against the rules, else none."""
    if event["kind"].startswith("illegal"):
        return "bold red"
    colour = str(event.get("card") or "").partition("_")[0]
    return colour if colour in ("red", "yellow", "green", "blue") else ""
