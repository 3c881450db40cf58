"""``lastcard rules``: rules as people read them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vision.commands.common import JsonOption
from vision.errors import UsageError

if TYPE_CHECKING:
    from engine.rules import Rules


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command("rules", epilog="Example: [bold]lastcard rules --diff official stack300[/bold]")(rules)


def rules(
    preset: Annotated[
        str | None,
        typer.Argument(metavar="[PRESET|FILE]", help="A preset, or a file of rules; all presets if left out."),
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="Show only what differs between two.")
    ] = None,
    json_lines: JsonOption = False,
    lang: Annotated[str, typer.Option("--lang", metavar="en|zh", help="Language of the sentences.")] = "en",
) -> None:
    """Print rules as people read them, what differs between two, or which presets there are."""
    from engine.errors import EngineError

    if diff is not None and preset is not None:
        raise UsageError("Both a set of rules and --diff were given; leave one of them out.")
    try:
        if diff is not None:
            text = _difference(rules_from(diff[0]), rules_from(diff[1]), json_lines, lang)
        else:
            text = _presets(json_lines) if preset is None else _described(rules_from(preset), json_lines, lang)
    except EngineError as error:
        raise UsageError(str(error)) from None
    typer.echo(text)


def rules_from(word: str) -> "Rules":
    """The rules of a preset or of a TOML file; raises ``UsageError``."""
    from engine.errors import RulesError
    from engine.house import parse_rules
    from engine.rules import PRESETS, Rules

    file = Path(word)
    try:
        if word not in PRESETS and (file.suffix == ".toml" or file.is_file()):
            return parse_rules(file.read_text(encoding="utf-8"))
        return Rules.preset(word)
    except UnicodeDecodeError:
        raise UsageError(f"{word} is no UTF-8 text; save the rules as UTF-8.") from None
    except RulesError as error:
        raise UsageError(f"{word}: {error}" if file.is_file() else str(error)) from None


def _row(option: str) -> str:
    """The row of the rule table that an option stands for."""
    from dataclasses import fields

    from engine.rules import Rules

    return next(str(part.metadata["row"]) for part in fields(Rules) if part.name == option)


def _described(chosen: "Rules", json_lines: bool, lang: str) -> str:
    from engine.rules import describe_rules

    told = describe_rules(chosen, lang)
    if json_lines:
        options = {name: {"value": value, "row": _row(name), "sentence": text} for name, value, text in told}
        cards = [{"name": own.name, "copies": own.copies, "effect": own.effect} for own in chosen.custom]
        return json.dumps({"name": chosen.name, "options": options, "cards": cards}, ensure_ascii=False)
    lines = [chosen.name, *(f"  {_row(name):5}  {text}" for name, _, text in told)]
    lines += [f"  own    {own.copies} × {own.name}: {own.effect}" for own in chosen.custom]
    return "\n".join(lines)


def _difference(one: "Rules", other: "Rules", json_lines: bool, lang: str) -> str:
    from engine.rules_text import rules_diff

    rows = rules_diff(one, other, lang)
    if json_lines:
        options = {
            name: {one.name: getattr(one, name), other.name: getattr(other, name), "row": _row(name)}
            for name, _, _ in rows
        }
        return json.dumps({"one": one.name, "other": other.name, "differ": options}, ensure_ascii=False)
    if not rows:
        return f"{one.name} and {other.name} do not differ in any option."
    width = max(len(one.name), len(other.name)) + 1
    lines = []
    for name, mine, theirs in rows:
        lines += [
            f"{_row(name)} {name}",
            f"  {one.name + ':':{width}} {mine}",
            f"  {other.name + ':':{width}} {theirs}",
        ]
    return "\n".join(lines)


def _presets(json_lines: bool) -> str:
    from engine.rules import PRESETS, Rules
    from engine.rules_text import rules_diff

    counts = {name: len(rules_diff(Rules(), preset)) for name, preset in PRESETS.items()}
    if json_lines:
        return json.dumps({"presets": list(counts)})
    width = max(map(len, counts))
    return "\n".join(
        f"{name:{width}}  {f'{count} options differ from the official rules' if count else 'as the maker plays'}"
        for name, count in counts.items()
    )
