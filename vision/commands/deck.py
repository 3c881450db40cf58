"""``lastcard deck``: decks of another design, learnt from a picture of each card."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vision.commands.common import JsonOption, ModelOption, SizeOption, ThreadsOption, say
from vision.commands.progress import progress_bar
from vision.commands.watch import HostOption
from vision.config import load_settings
from vision.errors import UsageError

if TYPE_CHECKING:
    from vision.commands.deck_learn import Told
    from vision.detect.decks import Deck

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="What the deck is called.")]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Learn a deck of another design, and look after those that were learnt.",
        epilog="Example: [bold]lastcard deck learn grandma --source 0[/bold]",
    )
    group.command("learn", epilog="Example: [bold]lastcard deck learn grandma --source photos/[/bold]")(learn)
    group.command("list", epilog="Example: [bold]lastcard deck list --json[/bold]")(list_decks)
    group.command("show", epilog="Example: [bold]lastcard deck show grandma --save grandma.png[/bold]")(show)
    group.command("remove", epilog="Example: [bold]lastcard deck remove grandma[/bold]")(remove)
    app.add_typer(group, name="deck")


def learn(
    name: NameArgument,
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--source",
            metavar="SOURCE",
            help="Folder of pictures, a picture, or a camera, video or stream; may be given several times.",
        ),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers", metavar="FILE", help="JSON: picture name to the labels of its cards in reading order."
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Guide through the camera's cards on a page on this port."),
    ] = None,
    host: HostOption = None,
    json_lines: JsonOption = False,
    model: ModelOption = None,
    size: SizeOption = None,
    threads: ThreadsOption = None,
) -> None:
    """Learn a deck: every card is shown once, and from then on --deck NAME reads that deck better.

    A picture whose name begins with its card (red_5.jpg, Blue Skip (2).jpg) teaches that card. In any other picture
    each card found is asked about: Enter confirms, a label such as red_5 or r5 corrects. A camera asks for one card
    after the other: lay it down, and it is taken when it lies still. Every step is kept at once; the same command
    goes on where it was left, and what is shown again replaces the older picture.
    """
    from vision.commands.deck_learn import Learning, Told
    from vision.commands.deck_sources import learn_from

    if not source and port is None:
        raise UsageError("Nothing was given to learn from; give --source, or --port for a page that takes photos.")
    settings = load_settings()
    told = Told(json_lines)
    learning = Learning.begin(
        name, model or settings.model, size or settings.size, threads or settings.threads, told=told
    )
    try:
        for spec in [*source] if source else [None]:
            learn_from(spec, learning, answers, port=port, host=host or settings.host)
    except BaseException:
        if learning.changed:
            _finish(learning, told)
        raise
    _finish(learning, told)


def _finish(learning: Any, told: "Told") -> None:
    """Fit what was shown, also where a source broke off, and say what the deck knows now."""
    if learning.finished and not learning.changed:
        told.learnt(learning.deck, learning.store.path(learning.deck.name))
        return
    if not learning.changed:
        told.nothing(learning.deck)
        return
    with progress_bar("learning the deck", learning.rounds(), shown=not told.as_json) as (_, step):
        deck = learning.finish(step)
    told.learnt(deck, learning.store.path(deck.name))


def list_decks(json_lines: JsonOption = False) -> None:
    """List the decks that were learnt."""
    from vision.detect.decks_store import DeckStore
    from vision.errors import DeckError

    store = DeckStore()
    names = store.names()
    if not names and not json_lines:
        typer.echo(f"No deck has been learnt yet ({store.folder}); begin with: lastcard deck learn NAME --source 0")
    broken = False
    for name in names:
        try:
            deck = store.load(name)
        except DeckError as error:
            broken = True
            say(str(error))
            continue
        typer.echo(json.dumps(_about(deck, store.path(name))) if json_lines else _line(deck))
    if broken:
        raise typer.Exit(1)


def show(
    name: NameArgument,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write all its pictures into one picture there.")
    ] = None,
    json_lines: JsonOption = False,
) -> None:
    """Tell what is known of a deck: the cards shown, passed over and missing."""
    from vision.detect.decks_store import DeckStore

    store = DeckStore()
    deck = store.load(name)
    if save is not None:
        from vision.commands.deck_sheet import sheet
        from vision.frames.images import write_image

        if not deck.pictures:
            raise UsageError(f"The deck {deck.name!r} has no picture to save yet; show it some cards first.")
        write_image(save, sheet(deck))
    if json_lines:
        typer.echo(json.dumps(_about(deck, store.path(name))))
        return
    typer.echo(_line(deck))
    for title, labels in (("shown", tuple(deck.pictures)), ("passed over", _passed(deck)), ("missing", _open(deck))):
        if labels:
            typer.echo(f"  {title}: {', '.join(labels)}")


def remove(name: NameArgument, json_lines: JsonOption = False) -> None:
    """Delete a learnt deck with its pictures."""
    from vision.detect.decks_store import DeckStore

    path = DeckStore().remove(name)
    typer.echo(json.dumps({"removed": str(path)}) if json_lines else f"The deck is gone: {path}")


def _passed(deck: "Deck") -> tuple[str, ...]:
    return tuple(label for label in deck.missing if label in deck.skipped)


def _open(deck: "Deck") -> tuple[str, ...]:
    return tuple(label for label in deck.missing if label not in deck.skipped)


def _line(deck: "Deck") -> str:
    pictures = sum(len(kept) for kept in deck.pictures.values())
    state = "ready" if deck.heads is not None else "to be fitted when it is used"
    cards = f"{len(deck.pictures)} of {len(deck.pictures) + len(deck.missing)} cards"
    return f"{deck.name}: {cards}, {pictures} pictures, {state}"


def _about(deck: "Deck", path: Path) -> dict[str, Any]:
    return {
        "name": deck.name,
        "file": str(path),
        "shown": {label: len(kept) for label, kept in deck.pictures.items()},
        "skipped": list(_passed(deck)),
        "missing": list(_open(deck)),
        "fitted": deck.heads is not None,
        "reader": deck.reader,
    }
