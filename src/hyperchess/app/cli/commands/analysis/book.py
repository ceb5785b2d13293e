"""`hyperchess book`: what was played in a collection, position by position, and the results."""

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
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import InputError, expand, read_games
from hyperchess.app.files.outputs import check_target, write_file
from hyperchess.game import expect
from hyperchess.multiverse import MULTIVERSE
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.analysis.books import Book
    from hyperchess.multiverse import Position

__all__ = ["book"]

_SUFFIXES = (".5dpgn", ".json")
_MOST_STARTS = 5  # tables that are printed
_RESULTS = ("1-0", "1/2-1/2", "0-1")


def book(
    files: Files,
    notation: From = None,
    variant: Variant = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the book: a file .5dpgn or .json.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", min=1, help="Actions of each line.")] = 20,
    least: Annotated[int, typer.Option("--least", min=1, help="Omit actions played fewer than N times.")] = 1,
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
        check_target(output, force=force, sources=files)
    counted, failures = _count([_Task(file.name, notation, variant, depth) for file in expand(files)], jobs)
    if not counted.games:
        raise typer.Exit(_end(counted, failures))
    asked = [_find(counted, after)] if after is not None else []
    starts = asked or [start for start, _ in counted.starts.most_common()]
    if as_json:
        print_json({"games": counted.games, "positions": [_data(counted, at, least) for at in starts]})
    elif output is None:
        for start in starts[:_MOST_STARTS]:
            _print(counted, start, least, most, title=_title(counted, start, after))
        if len(starts) > _MOST_STARTS:
            echo(f"{plural(len(starts) - _MOST_STARTS, 'start')} more; --json lists all")
    if output is not None:
        _write(counted, starts, output, least, force=force)
    raise typer.Exit(_end(counted, failures))


@dataclass(frozen=True, slots=True)
class _Task:
    """A file to count, and how many actions of each line."""

    name: str
    notation: str | None
    variant: str | None
    depth: int


@dataclass(frozen=True, slots=True)
class _Counted:
    """The book of one file, or why it could not be read."""

    book: Book | None = None
    failure: str = ""


def _book_file(task: _Task) -> Iterator[_Counted]:
    """Count one file; whatever goes wrong with it is part of the answer. Runs in any process."""
    try:
        from hyperchess.analysis.books import build_book

        yield _Counted(build_book(read_games(task.name, task.notation, task.variant), depth=task.depth))
    except Exception as error:
        yield _Counted(failure=describe_failure(error))


def _count(tasks: list[_Task], jobs: int) -> tuple[Book, int]:
    """The book of all files together, and how many could not be read."""
    from hyperchess.analysis.books import Book

    whole, failures = Book(), 0
    with Progress("counting", len(tasks)) as progress:
        for counted in run_batch(_book_file, tasks, jobs=jobs):
            progress.advance(0 if counted.book is None else counted.book.games)
            if counted.book is not None:
                whole.merge(counted.book)
            if counted.failure:
                failures += 1
                with progress.aside():
                    print_notice(counted.failure)
    return whole, failures


def _end(counted: Book, failures: int) -> Exit:
    """Report what was not counted; return the exit code."""
    if counted.with_errors:
        games = f"{counted.with_errors:,} of {plural(counted.games, 'game')}"
        print_notice(
            f"{games} had errors and counted as far as they can be followed; `hyperchess check` lists them"
        )
    if counted.left_out:
        print_notice(f"{plural(counted.left_out, 'game')} left out: infinite chess, or no known start")
    return Exit.IMPOSSIBLE if failures else Exit.FINE


def _find(counted: Book, moves: str) -> Position:
    """The position after moves, from the most frequent start where they can be played."""
    from hyperchess.game import Game
    from hyperchess.notation.reading import parse
    from hyperchess.notation.registry import find_notation

    wrong = ""
    for start, _ in counted.starts.most_common():
        head = find_notation("branched").write(Game(start)).text
        game = expect(parse(f"{head}{moves}", "branched"), MULTIVERSE)
        errors = [problem.message for problem in game.problems if problem.severity.value == "error"]
        if not errors:
            return game.final
        wrong = wrong or errors[0]
    raise InputError(f"--after {moves!r} cannot be played from any start of these games: {wrong}")


def _title(counted: Book, position: Position, after: str | None) -> str:
    if after is not None:
        return f"after {after}"
    from hyperchess.analysis.books import start_name

    return f"{start_name(position)}, {plural(counted.starts[position], 'game')}"


def _print(counted: Book, position: Position, least: int, most: int, *, title: str) -> None:
    from hyperchess.analysis.wording import action_text

    played = counted.actions(position)
    entries = [entry for entry in played if entry.count >= least]
    if not entries:
        echo(f"{title}: nothing was played here{' so often' if least > 1 else ''}")
        return
    total = sum(entry.count for entry in played)
    rows: list[tuple[object, ...]] = [
        (
            action_text(position, entry.action),
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


def _data(counted: Book, position: Position, least: int) -> dict[str, object]:
    from hyperchess.analysis.wording import action_text

    actions = [
        {
            "action": action_text(position, entry.action),
            "raw": str(entry.action),
            "count": entry.count,
            "results": entry.results,
        }
        for entry in counted.actions(position)
        if entry.count >= least
    ]
    return {"hash": position.hash(), "player": str(position.player), "actions": actions}


def _write(counted: Book, starts: list[Position], path: Path, least: int, *, force: bool) -> None:
    import json

    if path.suffix.lower() == ".json":
        text = json.dumps(counted.as_data(least=least), indent=1, ensure_ascii=False) + "\n"
    else:
        from hyperchess.notation.registry import find_notation

        branched = find_notation("branched")
        text = "\n".join(branched.write(counted.as_game(start, least=least)).text for start in starts)
    write_file(path, text, force=force)
    numbers = f"{plural(counted.games, 'game')}, {plural(len(counted.positions), 'position')}"
    print_notice(f"written: {path}, {numbers}")
