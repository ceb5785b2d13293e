"""`hyperchess stats`: a collection of games in tables and plots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hyperchess.app.cli.batch import Jobs, run_batch
from hyperchess.app.cli.commands.collecting import CollectTask, collect_file
from hyperchess.app.cli.commands.collection import Collection, spread
from hyperchess.app.cli.completion import Files, From
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.group import say
from hyperchess.app.cli.inputs import InputError, called, expand
from hyperchess.app.cli.outputs import AsJson, Force, check_target, print_json, write_file
from hyperchess.app.cli.progress import Progress

__all__ = ["stats"]


def stats(
    files: Files,
    notation: From = None,
    opening: Annotated[int, typer.Option("--opening", min=1, max=20, help="Actions of an opening.")] = 4,
    most: Annotated[int, typer.Option("--most", min=1, help="Rows of each table.")] = 10,
    plot: Annotated[Path | None, typer.Option("--plot", help="Also draw it: a file .svg or .png.")] = None,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
) -> None:
    """Count over a collection: results, lengths, timelines, variants, openings.

    Exit code 0: all was read; 2: some files could not be read, the others are counted.
    """
    if plot is not None:
        if plot.suffix.lower() not in (".svg", ".png"):
            raise InputError(f"a plot is a file .svg or .png, not {plot.name}")
        check_target(plot, force=force)
    tasks = [CollectTask(file.name, notation, opening) for file in expand(files)]
    collection = Collection()
    with Progress("counting", len(tasks)) as progress:
        for collected in run_batch(collect_file, tasks, jobs=jobs):
            progress.advance(len(collected.games))
            collection.files += 1
            for facts in collected.games:
                collection.add(facts)
            if collected.failure:
                collection.failures.append(collected.failure)
                with progress.aside():
                    say(collected.failure)
    if as_json:
        print_json(collection.data())
    elif collection.games:
        _print(collection, most)
    if plot is not None and collection.games:
        _plot(collection, _title(files), plot, force=force)
    if collection.failures:
        raise typer.Exit(Exit.IMPOSSIBLE)


def _title(names: list[str]) -> str:
    """What is named, or the folder that holds it all."""
    if len(names) == 1:
        return called(names[0])
    folders = {Path(name).parent.name for name in names}
    return folders.pop() or "games" if len(folders) == 1 else "games"


def _print(collection: Collection, most: int) -> None:
    from hyperchess.app.cli.tables import print_table

    head = f"{collection.games:,} games in {collection.files:,} files, {collection.with_errors:,} with errors"
    numbers = [(name, *spread(counts).values()) for name, counts in collection.numbers.items()]
    print_table(head, ("of a game", "#least", "#median", "#mean", "#most", "#sum"), numbers)
    tables = {"result": collection.results, "variant": collection.variants, "opening": collection.openings}
    if len(collection.kinds) > 1:
        tables = {"game": collection.kinds, **tables}
    for name, counts in tables.items():
        rows = [
            (value, count, f"{count / collection.games:.0%}") for value, count in counts.most_common(most)
        ]
        more = len(counts) - len(rows)
        if more:
            rows.append((f"{more:,} more", counts.total() - sum(count for _, count, _ in rows), ""))
        print_table("", (name, "#games", "#"), rows)


def _plot(collection: Collection, title: str, path: Path, *, force: bool) -> None:
    from hyperchess.app.cli.plots import plot_svg

    picture: str | bytes = plot_svg(collection, title)
    if path.suffix.lower() == ".png":
        from hyperchess.picture.extras import require

        resvg = require("resvg_py", what="PNG pictures", extra="png")
        picture = bytes(resvg.svg_to_bytes(svg_string=picture))
    write_file(path, picture, force=force)
    say(f"drawn: {path}")
