"""`hyperchess book`: what was played in a collection, position by position, and how it fared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import Jobs, run_batch
from hyperchess.app.cli.commands.booking import BookTask, Openings, book_file, name_of
from hyperchess.app.cli.completion import Files, From
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.group import say
from hyperchess.app.cli.inputs import InputError, expand
from hyperchess.app.cli.outputs import AsJson, Force, check_target, print_json, write_file
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.wording import plural, readable

if TYPE_CHECKING:
    from hyperchess.multiverse import Position

__all__ = ["book"]

_SUFFIXES = (".5dpgn", ".json")
_MOST_STARTS = 5  # tables that are printed
_RESULTS = ("1-0", "1/2-1/2", "0-1")


def book(
    files: Files,
    notation: From = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the book: a file .5dpgn or .json.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", min=1, help="Actions of each line.")] = 20,
    least: Annotated[int, typer.Option("--least", min=1, help="Leave out what was played less often.")] = 1,
    after: Annotated[
        str | None, typer.Option("--after", metavar="MOVES", help="The position after '1. e4 / e5'.")
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, help="Rows of each table.")] = 10,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
) -> None:
    """Make an opening book of 5D chess: for each position the actions played, how often, with which results.

    Positions are the same if their hashes are: the whole multiverse with its past. Variations count, too,
    but results only on the main line. Without -o the first actions are shown, or those --after some moves.
    A book in Branched 5DPGN is a tree with the numbers as comments; in JSON it goes by hash.

    Exit code 0: all was read; 2: some files could not be read, the others are counted.
    """
    if output is not None:
        if output.suffix.lower() not in _SUFFIXES:
            raise InputError(f"a book is a file .5dpgn or .json, not {output.name}")
        check_target(output, force=force)
    openings = _count([BookTask(file.name, notation, depth) for file in expand(files)], jobs)
    if not openings.games:
        raise typer.Exit(_end(openings))
    asked = [_find(openings, after)] if after is not None else []
    starts = asked or [start for start, _ in openings.starts.most_common()]
    if as_json:
        print_json({"games": openings.games, "positions": [_data(openings, at, least) for at in starts]})
    elif output is None:
        for start in starts[:_MOST_STARTS]:
            _print(openings, start, least, most, title=_title(openings, start, after))
        if len(starts) > _MOST_STARTS:
            typer.echo(f"{plural(len(starts) - _MOST_STARTS, 'start')} more; --json has them all")
    if output is not None:
        _write(openings, starts, output, least, force=force)
    raise typer.Exit(_end(openings))


def _count(tasks: list[BookTask], jobs: int) -> Openings:
    from hyperchess.analysis.explorer import Book

    openings = Openings(Book())
    with Progress("counting", len(tasks)) as progress:
        for booked in run_batch(book_file, tasks, jobs=jobs):
            progress.advance(booked.games)
            openings.add(booked)
            if booked.failure:
                with progress.aside():
                    say(booked.failure)
    return openings


def _end(openings: Openings) -> Exit:
    """Say what was not counted, and tell the exit code."""
    if openings.with_errors:
        games = f"{openings.with_errors:,} of {plural(openings.games, 'game')}"
        say(f"{games} had errors and counted as far as they can be followed; `hyperchess check` says more")
    if openings.left_out:
        say(f"{plural(openings.left_out, 'game')} left out: infinite chess, or no start is known")
    return Exit.IMPOSSIBLE if openings.failures else Exit.FINE


def _find(openings: Openings, moves: str) -> Position:
    """The position after moves, from the most frequent start where they can be played."""
    from hyperchess.game import Game
    from hyperchess.notation.reading import parse
    from hyperchess.notation.registry import find_notation

    wrong = ""
    for start, _ in openings.starts.most_common():
        head = find_notation("branched").write(Game(start)).text
        game = parse(f"{head}{moves}", "branched")
        errors = [problem.message for problem in game.problems if problem.severity.value == "error"]
        if not errors:
            position: Position = game.final
            return position
        wrong = wrong or errors[0]
    raise InputError(f"--after {moves!r} cannot be played from any start of these games: {wrong}")


def _title(openings: Openings, position: Position, after: str | None) -> str:
    if after is not None:
        return f"after {after}"
    return f"{name_of(position)}, {plural(openings.starts[position], 'game')}"


def _print(openings: Openings, position: Position, least: int, most: int, *, title: str) -> None:
    from hyperchess.app.cli.tables import print_table

    entries = [entry for entry in openings.book.actions(position) if entry.count >= least]
    if not entries:
        typer.echo(f"{title}: nothing was played here{' so often' if least > 1 else ''}")
        return
    total = sum(entry.count for entry in openings.book.actions(position))
    rows: list[tuple[object, ...]] = [
        (
            readable(position, entry.action),
            entry.count,
            f"{entry.count / total:.0%}",
            *(entry.results.get(result, 0) for result in _RESULTS),
        )
        for entry in entries[:most]
    ]
    if len(entries) > most:
        rest = sum(entry.count for entry in entries[most:])
        rows.append((f"{len(entries) - most:,} more", rest, f"{rest / total:.0%}", "", "", ""))
    print_table(title, ("action", "#games", "#", *(f"#{result}" for result in _RESULTS)), rows)


def _data(openings: Openings, position: Position, least: int) -> dict[str, object]:
    actions = [
        {
            "action": readable(position, entry.action),
            "raw": str(entry.action),
            "count": entry.count,
            "results": entry.results,
        }
        for entry in openings.book.actions(position)
        if entry.count >= least
    ]
    return {"hash": position.hash(), "player": str(position.player), "actions": actions}


def _write(openings: Openings, starts: list[Position], path: Path, least: int, *, force: bool) -> None:
    import json

    if path.suffix.lower() == ".json":
        text = json.dumps(openings.data(least), indent=1, ensure_ascii=False) + "\n"
    else:
        from hyperchess.notation.registry import find_notation

        branched = find_notation("branched")
        text = "\n".join(branched.write(tree).text for tree in openings.trees(starts, least))
    write_file(path, text, force=force)
    numbers = f"{plural(openings.games, 'game')}, {plural(len(openings.book.positions), 'position')}"
    say(f"written: {path}, {numbers}")
