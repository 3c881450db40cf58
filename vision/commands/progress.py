"""A progress bar for people, and nothing at all for files and programs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Step = Callable[[], None]


@contextmanager
def progress_bar(
    what: str, total: int | None = None, *, shown: bool = True
) -> Iterator[tuple[Callable[[int], Step], Step]]:
    """Give (start, step): ``start(total)`` where the number comes later, ``step()`` for each one done.

    The bar goes to stderr, and only where that is a terminal.
    """
    if not shown or not sys.stderr.isatty():
        yield (lambda _: _nothing), _nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)

        def step() -> None:
            bar.advance(task)

        def start(count: int) -> Step:
            bar.update(task, total=count)
            return step

        yield start, step


def _nothing() -> None:
    """Show nothing."""
