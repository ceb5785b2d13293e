"""`hyperchess library`: a library of games on disk, with a command for each thing one does with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import run_batch
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, From, Jobs, complete_files
from hyperchess.app.cli.outputs import print_json, say
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.terminal import echo
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.library.importing import Imported, Indexed, Task

__all__ = ["library"]

library = typer.Typer(
    help="A library of games: import them once, then search them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Where = Annotated[
    Path,
    typer.Option("--library", "-l", metavar="DIR", help="The folder of the library.", show_default=False),
]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="What the database may take, as 2GB.")]


@library.command("import")
def import_(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, archives (zip, gz, xz, zst), or -.", autocompletion=complete_files
        ),
    ],
    folder: Where,
    notation: From = None,
    jobs: Jobs = 1,
    memory: Memory = "",
    as_json: AsJson = False,
) -> None:
    """Add games to a library, which is made if there is none.

    Games in any notation. What is in the library and has not changed is not read again; an import that was
    interrupted goes on where it was. The same game in another notation is counted, not stored twice. Games
    with errors are stored with their problems.

    Exit code 0: all was read; 2: some files could not be read, the others are in the library.
    """
    from hyperchess.library.library import open_library
    from hyperchess.library.sources import find_units

    def share(
        work: Callable[[Task], Iterator[Indexed]],
        tasks: Sequence[Task],
        split: Callable[[Task], Iterator[Task] | None],
    ) -> Iterator[Indexed]:
        return run_batch(work, tasks, jobs=jobs, split=split)

    units = find_units(paths)
    with (
        open_library(folder, create=True, memory=memory) as opened,
        Progress("importing", len(units)) as progress,
    ):

        def watch(done: Imported, ended: int) -> None:
            progress.advance(done.read - progress.games, files=ended - progress.files)

        done = opened.add_units(units, notation=notation, run=share, watch=watch)
        total = len(opened)
    for failure in done.failures:
        say(failure)
    if as_json:
        print_json(
            {
                "games": done.games,
                "duplicates": done.duplicates,
                "broken": done.broken,
                "positions": done.positions,
                "sources": done.sources,
                "unchanged": done.unchanged,
                "failures": done.failures,
                "total": total,
            }
        )
    else:
        parts = [f"{plural(done.games, 'new game')} from {plural(done.sources, 'file')}"]
        parts += [f"{done.duplicates:,} known already"] * bool(done.duplicates)
        parts += [f"{done.broken:,} with errors (`library problems` lists them)"] * bool(done.broken)
        parts += [f"{plural(done.unchanged, 'unchanged file')} not read again"] * bool(done.unchanged)
        parts += [f"{plural(len(done.failures), 'file')} could not be read"] * bool(done.failures)
        echo(f"{', '.join(parts)}; {plural(total, 'game')} in the library")
    raise typer.Exit(Exit.IMPOSSIBLE if done.failures else Exit.FINE)


@library.command()
def problems(
    folder: Where,
    level: Annotated[str, typer.Option("--level", help="error, warning, or info.")] = "error",
    as_json: AsJson = False,
) -> None:
    """List the problems of the games in a library, and the files that could not be read."""
    from hyperchess.library.library import open_library

    with open_library(folder) as opened:
        found = list(opened.problems(level))
        failures = list(opened.failures())
    if as_json:
        failed = [{"source": name, "problem": problem} for name, problem in failures]
        print_json({"problems": [problem._asdict() for problem in found], "failures": failed})
        return
    for problem in found:
        place = f"{problem.source}:{problem.line}:{problem.column}"
        echo(f"{place}: {problem.severity}[{problem.code}]: {problem.message} (game {problem.game})")
    for name, words in failures:
        echo(f"{name}: not read: {words}")
    if not found and not failures:
        echo("no problems")
