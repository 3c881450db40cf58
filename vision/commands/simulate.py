"""``lastcard simulate``: whole matches between players that the program makes up."""

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vision.commands.common import JsonOption
from vision.commands.progress import progress_bar
from vision.commands.rules import rules_from
from vision.errors import UsageError

if TYPE_CHECKING:
    from engine.match import Table


def register(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    app.command(
        "simulate",
        epilog="Example: [bold]lastcard simulate --rules stack300 --players greedy,counting,random --matches 50[/bold]",
    )(simulate)


def simulate(
    rules: Annotated[str, typer.Option("--rules", metavar="PRESET|FILE", help="A preset, or a file of rules.")] = (
        "official"
    ),
    players: Annotated[
        str, typer.Option("--players", help="One for each seat, with commas: random, greedy or counting.")
    ] = "greedy,greedy,counting,counting",
    matches: Annotated[int, typer.Option("--matches", min=1, max=1_000_000, help="Matches to play.")] = 20,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another number is another series of matches.")] = 1,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the last match as a text there.")
    ] = None,
    json_lines: JsonOption = False,
) -> None:
    """Play matches and show who won how many."""
    from engine.errors import EngineError
    from engine.match import simulate as play

    chosen = rules_from(rules)
    kinds = [kind.strip() for kind in players.split(",")]
    table: Table | None = None
    with progress_bar("Playing", matches, shown=not json_lines) as (_, step):
        try:
            for results in play(chosen, kinds, matches, random.Random(seed)):
                table = results
                step()
        except EngineError as error:
            raise UsageError(str(error)) from None
    assert table is not None  # at least one match was played
    if save is not None:
        _save(save, table, rules)
    typer.echo(json.dumps(as_json(table, chosen.name)) if json_lines else as_text(table, chosen.name))


def as_json(table: "Table", rules: str) -> dict[str, Any]:
    """The results as plain figures."""
    return {
        "rules": rules,
        "matches": table.played,
        "cut_off": table.cut_off,
        "rounds": table.rounds,
        "moves": table.moves,
        "seats": [
            {
                "player": standing.player,
                "matches_won": standing.matches,
                "rounds_won": standing.rounds,
                "points_a_match": round(standing.points / table.played, 1),
            }
            for standing in table.standings
        ],
    }


def as_text(table: "Table", rules: str) -> str:
    """The results as a table for people."""
    from rich.console import Console
    from rich.table import Table as Grid

    grid = Grid(title=f"{table.played} matches by the rules {rules}, {table.rounds} rounds, {table.moves} moves")
    for column in ("seat", "player", "matches won", "rounds won", "points a match"):
        grid.add_column(column, justify="left" if column == "player" else "right")
    for seat, standing in enumerate(table.standings, 1):
        won = f"{standing.matches} ({standing.matches / table.played:.0%})"
        rounds = f"{standing.rounds} ({standing.rounds / max(1, table.rounds):.0%})"
        grid.add_row(str(seat), standing.player, won, rounds, f"{standing.points / table.played:.1f}")
    console = Console(width=100)
    with console.capture() as captured:
        console.print(grid)
    return captured.get().rstrip()


def _save(file: Path, table: "Table", rules: str) -> None:
    from engine.notation_file import format_file

    assert table.last is not None  # at least one match was played
    names = [f"{standing.player} {seat}" for seat, standing in enumerate(table.standings, 1)]
    file.write_text(format_file(table.last.as_file(rules_from(rules), names)), encoding="utf-8")
