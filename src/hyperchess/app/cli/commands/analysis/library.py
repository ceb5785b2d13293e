"""`hyperchess library`: a library of games on disk, with a command for each thing one does with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hyperchess.app.cli.batch import run_batch, run_parts
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, Cluster, Force, From, Jobs, complete_files, complete_notations
from hyperchess.app.cli.outputs import print_json, print_notice, print_table
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.terminal import echo, emit
from hyperchess.app.files.inputs import InputError
from hyperchess.app.files.outputs import atomic, check_target, expect_games, refuse_sources, write_file
from hyperchess.budget import Budget
from hyperchess.errors import BudgetExhausted, HyperchessError
from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.library.games import StoredGame
    from hyperchess.library.importing import Imported, Indexed, Task

__all__ = ["library"]

library = typer.Typer(
    help="A library of games: import them once, then search them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_PLACE = lazy_pattern(r"start|end|[0-9]++[wb]?+(?:[./].*+)?")

_SECONDS_TO_ADD = 0.007  # for a game of the collection, measured on one core

Where = Annotated[
    Path,
    typer.Option("--library", "-l", metavar="DIR", help="The folder of the library.", show_default=False),
]
Memory = Annotated[
    str, typer.Option("--memory", metavar="SIZE", help="Memory limit of the database, such as 2GB.")
]


Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")]
Scanners = Annotated[
    int,
    typer.Option("--jobs", "-j", min=0, help="Processes for replaying games; 0: one per core."),
]
Seconds = Annotated[float | None, typer.Option("--time", min=0, help="Time limit in seconds.")]


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
    cluster: Cluster = "",
    memory: Memory = "",
    as_json: AsJson = False,
) -> None:
    """Add games to a library; create it if there is none.

    Games may be in any notation. Unchanged files are not read again; an interrupted import continues where it
    stopped. The same game in another notation is counted, not stored twice. Games with errors are stored with
    their problems.

    Exit code 0: all was read; 2: some files could not be read, the others are in the library.
    """
    from hyperchess.library.library import open_library
    from hyperchess.library.sources import find_units

    def share(
        work: Callable[[Task], Iterator[Indexed]],
        tasks: Sequence[Task],
        split: Callable[[Task], Iterator[Task] | None],
    ) -> Iterator[Indexed]:
        return run_batch(work, tasks, jobs=jobs, cluster=cluster, split=split)

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
        print_notice(failure)
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
def search(
    query: Annotated[str, typer.Argument(help="What to look for; see docs/library.md.")],
    folder: Where,
    count: Annotated[bool, typer.Option("--count", help="Only print the number of matching games.")] = False,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Maximum number of games.")] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", help="Write the games in this notation.", autocompletion=complete_notations),
    ] = None,
    output: Output = None,
    force: Force = False,
    seconds: Seconds = None,
    jobs: Scanners = 0,
    memory: Memory = "",
    as_json: AsJson = False,
) -> None:
    """Find games by headers, positions, material and events.

    Positions in a query are variants, 5DFEN, position texts, or files with a place, as in game.5dpgn@12b.

    Exit code 0: there are such games; 1: there are none; 3: the time ended first, what was found is printed.
    """
    from hyperchess.library.library import open_library

    if output is not None and to is None:
        raise InputError("-o writes games: name their notation with --to")
    found: list[StoredGame] = []
    number = 0
    ended = ""
    budget = Budget(seconds=seconds)
    share = partial(run_parts, jobs=jobs)
    with open_library(folder, memory=memory) as opened:
        try:
            if count:
                number = opened.count(query, budget=budget, resolve=_resolve, share=share)
            else:
                games = opened.search(query, limit=limit, budget=budget, resolve=_resolve, share=share)
                for game in games:
                    found.append(game)
        except (BudgetExhausted, KeyboardInterrupt) as error:
            ended = str(error) or "interrupted"
    if count and not ended:
        if as_json:
            print_json({"games": number})
        else:
            echo(plural(number, "game"))
    elif to is not None:
        _write_games(found, to, output, folder, force=force)
    elif as_json:
        print_json({"complete": not ended, "games": [_game_data(game) for game in found]})
    elif found:
        rows = [
            (game.id, game.white, game.black, game.result, game.plies, game.variant, game.date, game.place)
            for game in found
        ]
        columns = ("#game", "White", "Black", "result", "#actions", "variant", "date", "where")
        print_table("", columns, rows)
    if ended:
        print_notice(f"{ended}; there may be more")
        raise typer.Exit(Exit.UNKNOWN)
    if not found and not number:
        print_notice("no game fits")
        raise typer.Exit(Exit.WRONG)


def _resolve(text: str) -> Any:
    """The position that a query names: as in `hyperchess.parse`, or a file and a place in its game."""
    from hyperchess.app.cli.positions import read_position
    from hyperchess.app.files.inputs import EXAMPLE, missing_file
    from hyperchess.notation.reading import find_position

    name, _, place = text.rpartition("@")
    for file, at in ((name, place), (text, "end")):
        if file and (file.startswith(EXAMPLE) or _is_file(file)):
            return read_position(file, None, 1, at, None)
    try:
        return find_position(text)
    except HyperchessError:
        if _PLACE.fullmatch(place) and Path(name).suffix:
            raise missing_file(name) from None
        raise


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a 5DFEN may be longer than the name of a file
        return False


def _game_data(game: StoredGame) -> dict[str, object]:
    names = ("id", "source", "number", "notation", "variant", "white", "black", "event", "date", "result")
    data: dict[str, object] = {name: getattr(game, name) for name in names}
    numbers = {name: getattr(game, name) for name in ("plies", "timelines", "errors", "status", "ply")}
    return {**data, "kind": game.kind.value, **numbers, "place": game.place, "headers": game.headers}


def _write_games(
    games: Iterable[StoredGame], to: str, output: Path | None, folder: Path, *, force: bool
) -> None:
    """Write games of the library in `folder` one by one, so that no more than one of them is in memory."""
    from hyperchess.library.store import FILE
    from hyperchess.notation.reading import joinable_text
    from hyperchess.notation.registry import find_notation

    notation = find_notation(to)
    if output is not None:
        refuse_sources([str(folder / FILE)], [output])
    written = left_out = 0
    losses: dict[str, None] = {}
    with atomic(output, force=force) if output is not None else TemporaryFile() as file:
        for stored in games:
            if stored.kind not in notation.kinds:
                left_out += 1
                continue
            written += 1
            if written == 2 and notation.boundaries is None:
                raise InputError(
                    f"a text in {notation.title} holds one game; use --limit 1 or another notation"
                )
            game = stored.game()
            made = notation.write(game)
            losses |= dict.fromkeys(map(str, made.losses))
            text = "\n" * (written > 1) + joinable_text(notation, game, made.text)
            file.write(text.encode("utf-8", "replace"))
        expect_games(notation, file, written)
        if output is None:
            file.seek(0)
            for line in file:
                emit(line.decode("utf-8"))
    for loss in losses:
        print_notice(f"lost: {loss}")
    if left_out:
        print_notice(f"{plural(left_out, 'game')} left out: {notation.title} is for {notation.label}")
    if output is not None:
        print_notice(f"written: {output}, {plural(written, 'game')}")


@library.command()
def explore(
    folder: Where,
    position: Annotated[
        str, typer.Option("--position", "-p", help="A variant, 5DFEN, or a file with a place: game.5dpgn@5w.")
    ] = "Standard",
    exact: Annotated[
        bool, typer.Option("--exact", help="Only with the same past; else transpositions count, too.")
    ] = False,
    most: Annotated[int, typer.Option("--most", min=1, help="Rows of the table.")] = 12,
    as_json: AsJson = False,
) -> None:
    """Show the actions played from a position, with counts and results."""
    from hyperchess.library.library import open_library

    with open_library(folder) as opened:
        found = opened.explore(_resolve(position), exact=exact)
    if as_json:
        print_json({"games": found.games, "actions": [entry.as_data() for entry in found.entries]})
        return
    if not found.entries:
        echo(f"nothing was played here ({plural(found.games, 'game')})")
        return
    total = sum(entry.count for entry in found.entries)
    rows: list[tuple[object, ...]] = [
        (
            entry.text,
            entry.count,
            f"{entry.count / total:.0%}",
            entry.white,
            entry.draws,
            entry.black,
            entry.reached,
        )
        for entry in found.entries[:most]
    ]
    if len(found.entries) > most:
        rest = sum(entry.count for entry in found.entries[most:])
        rows.append((f"{len(found.entries) - most:,} more", rest, f"{rest / total:.0%}", "", "", "", ""))
    columns = ("action", "#played", "#", "#1-0", "#1/2-1/2", "#0-1", "#games after")
    print_table(f"{position}: {plural(found.games, 'game')}", columns, rows)


@library.command()
def stats(
    folder: Where,
    plot: Annotated[Path | None, typer.Option("--plot", help="Also draw a plot to a .svg file.")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Print the counts of a library: games, variants, results, players, lengths."""
    from hyperchess.library.library import open_library

    if plot is not None:
        if plot.suffix.lower() != ".svg":
            raise InputError(f"a plot is a file .svg, not {plot.name}")
        check_target(plot, force=force)

    with open_library(folder) as opened:
        summary = opened.summary()
    if plot is not None:
        from hyperchess.app.cli.plots import library_svg

        write_file(plot, library_svg(summary, folder.resolve().name), force=force)
        print_notice(f"written: {plot}")
    if as_json:
        print_json(summary)
        return
    numbers = summary["numbers"]
    print_table("the library", ("what", "#number"), [(name, f"{value:,}") for name, value in numbers.items()])
    for title in ("variants", "results", "players", "ends"):
        counts = summary[title]
        if counts:
            print_table(title, (title.rstrip("s"), "#games"), list(counts.items()))


@library.command()
def check(folder: Where, as_json: AsJson = False) -> None:
    """Check that a library is complete: that its tables agree, and its games can be replayed.

    Exit code 0: it is; 1: it is not, and what is wrong is listed.
    """
    from hyperchess.library.library import open_library

    with open_library(folder) as opened:
        faults = list(opened.check())
        games = len(opened)
    if as_json:
        print_json({"games": games, "faults": faults})
    else:
        for fault in faults:
            echo(fault)
        echo(f"{plural(games, 'game')}, {plural(len(faults), 'fault')}")
    raise typer.Exit(Exit.WRONG if faults else Exit.FINE)


@library.command()
def dedupe(
    folder: Where,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report what would be done.")] = False,
) -> None:
    """Merge games that are the same: the same moves, and no headers that contradict each other."""
    from hyperchess.library.library import open_library

    with open_library(folder, write=True) as opened:
        merged = opened.dedupe(dry_run=dry_run)
    echo(f"{plural(merged, 'game')} {'would be ' * dry_run}merged with another")


@library.command()
def export(
    folder: Where,
    output: Annotated[Path, typer.Option("--output", "-o", help="A folder for Parquet, or a file of games.")],
    to: Annotated[
        str, typer.Option("--to", help="parquet, or a notation.", autocompletion=complete_notations)
    ] = "parquet",
    query: Annotated[str | None, typer.Option("--query", help="Only games that fit, for a notation.")] = None,
    rescue: Annotated[
        bool,
        typer.Option("--rescue", help="Write what can still be read of a damaged library, for a notation."),
    ] = False,
    force: Force = False,
) -> None:
    """Write a library as Parquet files, one for each table, or its games in a notation.

    Exit code 0: all games were written; 1: with --rescue, some games are lost; 2: nothing was written.
    """
    from hyperchess.library.library import open_library

    if rescue and (to == "parquet" or query is not None):
        raise InputError("--rescue writes all games in a notation: name it with --to, without --query")
    with open_library(folder) as opened:
        if rescue:
            lost = _Lost(opened.rescue())
            _write_games(lost, to, output, folder, force=force)
            if lost.games:
                print_notice(f"{plural(lost.games, 'game')} could not be read and are lost")
                raise typer.Exit(Exit.WRONG)
            return
        if to == "parquet":
            if query is not None:
                raise InputError("--query chooses games for a notation; Parquet holds the whole library")
            opened.export_parquet(output, force=force)
            print_notice(f"written: {output}")
            return
        found = opened.games() if query is None else opened.search(query, resolve=_resolve)
        _write_games(found, to, output, folder, force=force)


class _Lost:
    """The games of a damaged library, with a count of those that are lost."""

    def __init__(self, found: Iterable[StoredGame | int]) -> None:
        self.games = 0
        self._found = found

    def __iter__(self) -> Iterator[StoredGame]:
        for game in self._found:
            if isinstance(game, int):
                self.games += game
            else:
                yield game


def _estimate(seconds: float) -> str:
    """Return a duration in words."""
    minutes = round(seconds / 60)
    return f"about {plural(minutes, 'minute')}" if minutes else "less than a minute"


@library.command()
def demo(folder: Where) -> None:
    """Add the collection of engine games that comes with hyperchess to a library.

    The games cover all built-in variants, with mixed levels and varied openings.
    """
    from hyperchess.library.demo.collection import bundled_collection
    from hyperchess.library.demo.importing import collection_unit, run_collection
    from hyperchess.library.library import open_library

    collection = bundled_collection()
    estimate = _estimate(len(collection) * _SECONDS_TO_ADD)
    print_notice(f"adding {plural(len(collection), 'game')} to {folder}: {estimate}")
    with (
        open_library(folder, create=True) as opened,
        Progress("importing", len(collection), of="games") as progress,
    ):
        done = opened.add_units(
            [collection_unit(collection)],
            run=run_collection(collection),
            watch=lambda done, ended: progress.advance(
                done.read - progress.games, files=done.read - progress.files
            ),
        )
        total = len(opened)
    echo(f"{plural(done.games, 'new game')}; {plural(total, 'game')} in the library")


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
