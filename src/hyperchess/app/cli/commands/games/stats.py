"""`hyperchess stats`: a collection of games in tables and plots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import describe_failure, run_batch
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, Files, Force, From, Jobs, Variant
from hyperchess.app.cli.outputs import print_json, print_notice, print_table
from hyperchess.app.cli.progress import Progress
from hyperchess.app.files.inputs import InputError, display_name, expand, read_games
from hyperchess.app.files.outputs import check_target, write_file
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.analysis.statistics import Collection

__all__ = ["stats"]


def stats(
    files: Files,
    notation: From = None,
    variant: Variant = None,
    opening: Annotated[int, typer.Option("--opening", min=1, max=20, help="Actions of an opening.")] = 4,
    most: Annotated[int, typer.Option("--most", min=1, help="Rows of each table.")] = 10,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Also draw a plot to a .svg or .png file.")
    ] = None,
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
        check_target(plot, force=force, sources=files)
    from hyperchess.analysis.statistics import Collection

    tasks = [_Task(file.name, notation, variant, opening) for file in expand(files)]
    collection = Collection()
    failures: list[str] = []
    with Progress("counting", len(tasks)) as progress:
        for counted in run_batch(_count_file, tasks, jobs=jobs):
            progress.advance(0 if counted.games is None else counted.games.games)
            if counted.games is not None:
                collection.merge(counted.games)
            if counted.failure:
                failures.append(counted.failure)
                with progress.aside():
                    print_notice(counted.failure)
    if as_json:
        print_json({"files": len(tasks), "failures": failures, **collection.as_data()})
    elif collection.games:
        _print(collection, len(tasks), most)
    if plot is not None and collection.games:
        _plot(collection, _title(files), plot, force=force)
    if failures:
        raise typer.Exit(Exit.IMPOSSIBLE)


@dataclass(frozen=True, slots=True)
class _Task:
    """A file to count, and how many actions are an opening."""

    name: str
    notation: str | None
    variant: str | None
    opening: int


@dataclass(frozen=True, slots=True)
class _Counted:
    """The games of a file added up, or why it could not be read."""

    games: Collection | None = None
    failure: str = ""


def _count_file(task: _Task) -> Iterator[_Counted]:
    """Count one file; whatever goes wrong with it is part of the answer. Runs in any process."""
    from hyperchess.analysis.statistics import Collection, collect_facts

    try:
        collection = Collection()
        for game in read_games(task.name, task.notation, task.variant):
            collection.add(collect_facts(game, opening=task.opening))
        yield _Counted(collection)
    except Exception as error:
        yield _Counted(failure=describe_failure(error))


def _title(names: list[str]) -> str:
    """The one input, or the folder of all."""
    if len(names) == 1:
        return display_name(names[0])
    folders = {Path(name).parent.name for name in names}
    return folders.pop() or "games" if len(folders) == 1 else "games"


def _print(collection: Collection, files: int, most: int) -> None:
    from hyperchess.analysis.statistics import spread

    size = f"{plural(collection.games, 'game')} in {plural(files, 'file')}"
    head = f"{size}, {collection.with_errors:,} with errors"
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
    print_notice(f"drawn: {path}")
