"""The command ``lastcard``: finds the subcommand and turns every failure into one sentence and an exit code."""

import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import Abort, TyperException

from vision import __version__
from vision.commands import (
    bench,
    calibrate,
    deck,
    demo,
    detect,
    evaluate,
    export,
    game,
    replay,
    rules,
    sim,
    simulate,
    synth,
    table,
    train,
    train_reader,
    watch,
)
from vision.errors import LastcardError

app = typer.Typer(
    name="lastcard",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="A camera referee for UNO played with real cards.",
    epilog="Example: [bold]lastcard demo[/bold] follows a simulated game without any camera.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    demo,
    detect,
    watch,
    replay,
    calibrate,
    rules,
    game,
    sim,
    simulate,
    bench,
    deck,
    table,
    synth,
    train,
    train_reader,
    export,
    evaluate,
):
    module.register(app)

INTERRUPTED = 130


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lastcard {__version__}")
        raise typer.Exit


@app.callback()
def _lastcard(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options that belong to no command."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run ``lastcard`` and exit: 0 done, 1 failed, 2 wrong usage; the reason is one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a file name may hold what the terminal cannot show
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Run ``lastcard`` with ``argv`` and return its exit code."""
    try:
        code = app(args=list(argv), prog_name="lastcard", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on; let the exit be quiet
        return 1
    except (KeyboardInterrupt, Abort):
        return INTERRUPTED
    except Exception as error:  # the outermost place: whatever happens, a person gets one sentence
        if _debugging():
            raise
        sentence, code = explain(error)
        print(f"lastcard: {sentence}", file=sys.stderr)  # noqa: T201 - this is where sentences are printed
        return code
    return code if isinstance(code, int) else 0


def explain(error: Exception) -> tuple[str, int]:
    """The sentence and the exit code for what went wrong."""
    if isinstance(error, LastcardError):
        return str(error), error.exit_code
    if isinstance(error, TyperException):
        return _usage(error), error.exit_code
    if isinstance(error, ImportError):
        return _import_failed(error), 1
    if isinstance(error, MemoryError):
        return "There is not enough memory; close other programs or give a smaller --size.", 1
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'A file or device'}: {error.strerror}; check it and try again.", 1
    told = " ".join(str(error).split()) or "no more is known"
    return (
        f"Something unexpected happened ({type(error).__name__}: {told}); run again with LASTCARD_DEBUG=1 for details.",
        1,
    )


def _usage(error: TyperException) -> str:
    """What Typer says about wrong options, in one line, with where to look."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "lastcard"
    said = " ".join(error.format_message().split()).rstrip(".")
    return f"{said}; see {command} --help." if said else f"No command was given; see {command} --help."


def _import_failed(error: ImportError) -> str:
    """What to install when something cannot be loaded."""
    library = re.search(r"(lib[\w.+-]+?\.so[\w.]*)", str(error))
    if library:
        return (
            f"OpenCV or another package cannot load for want of the system library {library[1]}; on Debian or Ubuntu "
            "install it with: apt-get install libgl1 libglib2.0-0."
        )
    if error.name and error.name.split(".")[0] not in ("engine", "vision"):
        return f"The package {error.name} is missing or broken; install Lastcard again with pip."
    return f"A part of Lastcard cannot be loaded ({error}); install Lastcard again with pip."


def _debugging() -> bool:
    return os.environ.get("LASTCARD_DEBUG", "").lower() in ("1", "true", "yes", "on")
