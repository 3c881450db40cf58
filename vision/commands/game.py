"""``lastcard game``: written games, checked and played over again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vision.commands.common import JsonOption
from vision.errors import UsageError

if TYPE_CHECKING:
    from engine.notation_check import Step
    from engine.notation_file import GameFile

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A game as text; - reads it from the input.")]
LanguageOption = Annotated[str, typer.Option("--lang", metavar="en|zh", help="Language of the sentences.")]
LARGEST = 10_000_000
"""Bytes of a file that is still read."""


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Check a written game, or play it over again.",
        epilog="Example: [bold]lastcard game check sunday.txt[/bold]",
    )
    group.command("check", epilog="Example: [bold]lastcard game check sunday.txt[/bold]")(check)
    group.command("show", epilog="Example: [bold]lastcard game show sunday.txt --lang zh[/bold]")(show)
    app.add_typer(group, name="game")


def check(file: FileArgument, json_lines: JsonOption = False, lang: LanguageOption = "en") -> None:
    """Name every illegal move of a written game with its reasons; ends with 1 if there is one."""
    _check_language(lang)
    game = _read(file)
    steps, broken = _replayed(file, game)
    wrong = [step for step in steps if not step.allowed]
    for step in wrong:
        typer.echo(json.dumps(_as_json(step, game, lang)) if json_lines else _complaint(step, game, lang))
    if broken is not None:
        raise broken
    if json_lines:
        typer.echo(json.dumps({"lines": len(steps), "rounds": len(game.rounds), "illegal": len(wrong)}))
    elif not wrong:
        typer.echo(
            f"{len(steps) - len(game.rounds)} lines in {_rounds(len(game.rounds))}, and all of them are allowed."
        )
    if wrong:
        raise typer.Exit(1)


def show(file: FileArgument, json_lines: JsonOption = False, lang: LanguageOption = "en") -> None:
    """Play a written game over again and tell what happened, line by line."""
    from engine.describe import describe
    from engine.events import event_to_json

    _check_language(lang)
    game = _read(file)
    steps, broken = _replayed(file, game)
    for step in steps:
        if json_lines:
            events = [event_to_json(event) for event in step.events]
            typer.echo(json.dumps({**_as_json(step, game, lang), "events": events}))
            continue
        typer.echo(f"{step.line:4}  {step.text}" if step.allowed else f"      {_complaint(step, game, lang)}")
        for event in step.events:
            typer.echo(f"          {describe(event, game.names, lang)}")
    if broken is not None:
        raise broken


def _check_language(lang: str) -> None:
    from engine.describe import words_of
    from engine.errors import DataError

    try:
        words_of(lang)
    except DataError as error:
        raise UsageError(str(error)) from None


def _read(file: Path) -> "GameFile":
    """The game of a file; raises ``UsageError`` for text that is none."""
    from engine.errors import NotationError
    from engine.notation_read import parse_file

    data = typer.get_binary_stream("stdin").read(LARGEST + 1) if str(file) == "-" else file.read_bytes()
    if len(data) > LARGEST:
        raise UsageError(f"{file} is larger than {LARGEST // 1_000_000} MB; give a game in text.")
    try:
        return parse_file(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError(f"{file}, line {line}: this is no UTF-8 text; save the game as UTF-8.") from None
    except NotationError as error:
        raise UsageError(f"{file}: {error}") from None


def _replayed(file: Path, game: "GameFile") -> "tuple[list[Step], UsageError | None]":
    """The lines up to where the match cannot go on as written, and why it cannot, or None."""
    from engine.errors import NotationError
    from engine.notation_check import replay_file

    steps: list[Step] = []
    try:
        for step in replay_file(game):
            steps.append(step)  # one by one, to keep what came before an error
    except NotationError as error:
        return steps, UsageError(f"{file}: {error}")
    return steps, None


def _reasons(step: "Step", game: "GameFile", lang: str) -> Iterator[str]:
    from engine.describe import reason_text

    if step.problem:
        yield step.problem
    for reason in step.reasons:
        said = reason_text(reason, game.names, lang)
        yield f"{said} ({reason.rule})" if reason.rule else said


def _complaint(step: "Step", game: "GameFile", lang: str) -> str:
    return f"Line {step.line}: {step.text} — {'; '.join(_reasons(step, game, lang))}."


def _as_json(step: "Step", game: "GameFile", lang: str) -> dict[str, Any]:
    return {
        "line": step.line,
        "text": step.text,
        "allowed": step.allowed,
        "reasons": [reason.id.value for reason in step.reasons],
        "rules": [reason.rule for reason in step.reasons],
        "sentences": list(_reasons(step, game, lang)),
    }


def _rounds(count: int) -> str:
    return f"{count} round" if count == 1 else f"{count} rounds"
