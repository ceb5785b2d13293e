"""`hyperchess convert`: from any notation to any other, telling what is lost."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import describe_failure, run_batch
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import (
    AsJson,
    Cluster,
    Files,
    Force,
    From,
    Jobs,
    To,
    Variant,
    complete_programs,
)
from hyperchess.app.cli.outputs import print_json, print_notice, print_table
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.terminal import echo, emit
from hyperchess.app.files.inputs import Input, InputError, display_name, expand, read_games
from hyperchess.app.files.outputs import atomic, check_target, expect_games, refuse_sources, write_file
from hyperchess.errors import WrongGame
from hyperchess.notation.writing import InvalidOption
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.notation.registry import Notation
    from hyperchess.notation.writing import Loss

__all__ = ["convert"]

_MOST_LINES = 20  # losses of one file that are listed one by one


def convert(
    files: Files,
    to: To = None,
    program: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="PROGRAM",
            help="Instead of --to: 5d-chess-js, ftxi, shad, recorder, infinitechess.org or apeiron.",
            autocompletion=complete_programs,
        ),
    ] = None,
    notation: From = None,
    variant: Variant = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="One file for all games.")] = None,
    out_dir: Annotated[
        Path | None, typer.Option("--out-dir", help="One file per input, in this folder.")
    ] = None,
    options: Annotated[
        list[str] | None, typer.Option("--option", "-O", help="For the writer, as in style=full.")
    ] = None,
    split: Annotated[bool, typer.Option("--split", help="With --out-dir: a file for each game.")] = False,
    skip: Annotated[bool, typer.Option("--skip-existing", help="With --out-dir: leave files alone.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Treat losses as errors.")] = False,
    force: Force = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Convert games to another notation; list what it cannot express on standard error.

    Games are read one at a time: the starts that they name may have any number of pieces in total.
    Without -o and --out-dir the text goes to standard output. `hyperchess notations NAME` lists the options
    of a writer; --for chooses the notation and the options that a program reads best. Exit code 0: all games
    were converted; 1: some had errors and were converted as far as they could be read; 2: something could
    not be read or written.
    """
    from hyperchess.notation.profiles import find_profile
    from hyperchess.notation.registry import find_notation
    from hyperchess.notation.writing import read_options

    if (to is None) == (program is None):
        raise InputError("give the notation with --to, or the program that reads the games with --for")
    profile = None if program is None else find_profile(program)
    target = find_notation(to or (profile.notation if profile else ""))
    values = {
        **(profile.options if profile else {}),
        **read_options(target.name, target.writer, options or []),
    }
    if output is not None and out_dir is not None:
        raise InputError("-o names one file and --out-dir a folder; give one of them")
    if (split or skip) and out_dir is None:
        raise InputError(f"{'--split' if split else '--skip-existing'} needs --out-dir")
    inputs = expand(files)
    targets = _targets(inputs, out_dir, target.suffix, force=force or skip)
    tasks = [
        # a worker that dies may have written a file that is written again
        _Task(file.name, notation, variant, target.name, values, path, split, force or bool(cluster))
        for file, path in zip(inputs, targets, strict=True)
        if not (skip and path is not None and path.exists())
    ]
    single = None if output is None or str(output) == "-" else output
    if single is not None:
        check_target(single, force=force, sources=[file.name for file in inputs])
    summary = _Summary(strict=strict, as_json=as_json)
    to_terminal = single is None and out_dir is None and sys.stdout.isatty()
    try:
        with ExitStack() as stack:
            stream = stack.enter_context(atomic(single, force=force)) if single is not None else None
            progress = stack.enter_context(Progress("converting", len(tasks), quiet=to_terminal))
            joined = _Joined(target, stream)
            for part in run_batch(_convert_file, tasks, jobs=jobs, cluster=cluster):
                progress.advance(part.games, files=part.ends)
                with progress.aside():
                    summary.add(part)
                    if stream is not None or (out_dir is None and not as_json):
                        joined.add(part)
            if stream is not None:
                if summary.failures:
                    raise _Abandoned
                expect_games(target, stream, joined.games)
    except _Abandoned:
        summary.print()
        print_notice(f"nothing was written: {single} is as it was")
        raise typer.Exit(Exit.IMPOSSIBLE) from None
    except KeyboardInterrupt:
        kept = (
            "files that are complete stay"
            if out_dir
            else "nothing was written"
            if single
            else "the rest is missing"
        )
        print_notice(f"interrupted after {summary.files} of {plural(len(tasks), 'file')}; {kept}")
        raise typer.Exit(Exit.INTERRUPTED) from None
    summary.print()
    raise typer.Exit(summary.exit_code)


class _Abandoned(Exception):
    """The file for all games is not written, because one of the inputs failed."""


def _targets(inputs: list[Input], folder: Path | None, suffix: str, *, force: bool) -> list[Path | None]:
    """Return the target of each file; raise before anything is written."""
    if folder is None:
        return [None] * len(inputs)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is a file; --out-dir needs a folder")
    seen: dict[Path, str] = {}
    for file in inputs:
        path = folder / file.below.with_name(file.below.name.removesuffix(file.below.suffix) + suffix)
        if path in seen:
            raise InputError(f"{seen[path]} and {file.name} would both become {path}")
        if path.is_file() and not force:
            raise InputError(f"{path} exists already; --force overwrites it, --skip-existing goes on")
        seen[path] = file.name
    refuse_sources([file.name for file in inputs], seen)
    return [*seen]


@dataclass(frozen=True, slots=True)
class _Task:
    """A file to convert, and the file for its games, if they are not wanted as text."""

    name: str
    notation: str | None
    variant: str | None
    to: str
    options: dict[str, object]
    target: Path | None
    split: bool
    force: bool


@dataclass(frozen=True, slots=True)
class _Part:
    """Result of converting one batch of games: their text or the files written, problems and losses."""

    name: str
    games: int = 0
    text: str = ""
    opening: str = ""  # of the game in `text`, to check that the reader separates it from others
    written: tuple[str, ...] = ()
    errors: int = 0
    problems: int = 0
    losses: tuple[Loss, ...] = ()
    ends: bool = False  # the last part of its file
    failure: str = ""


def _convert_file(task: _Task) -> Iterator[_Part]:
    """Convert one file; whatever goes wrong with it is part of the answer. Runs in any process."""
    from hyperchess.notation.registry import find_notation

    try:
        target = find_notation(task.to)
        if task.target is None:
            yield from _apart(task, target)
            yield _Part(task.name, ends=True)
            return
        task.target.parent.mkdir(parents=True, exist_ok=True)
        yield from _into_files(task, target) if task.split else _into_one_file(task, target, task.target)
    except Exception as error:
        yield _Part(task.name, ends=True, failure=describe_failure(error))


def _into_one_file(task: _Task, target: Notation, path: Path) -> Iterator[_Part]:
    """Write the games of a file as they come; the file is there when all are written."""
    number = 0
    with atomic(path, force=task.force) as file:
        for number, part in enumerate(_apart(task, target), 1):
            file.write(("\n" * (number > 1) + part.text).encode("utf-8"))
            yield _without_text(part)
        expect_games(target, file, number)
    yield _Part(task.name, written=(str(path),), ends=True)


def _into_files(task: _Task, target: Notation) -> Iterator[_Part]:
    """Write each game to a file of its own: `game.5dpgn`, or `game-1.5dpgn`, `game-2.5dpgn`."""
    assert task.target is not None
    parts = list(_converted(task, target))  # their number decides about their names
    stem, suffix, digits = task.target.stem, task.target.suffix, len(str(len(parts)))
    paths = [
        task.target.with_name(f"{stem}-{number:0{digits}}{suffix}") for number in range(1, len(parts) + 1)
    ]
    if len(parts) == 1:
        paths = [task.target]
    for path, part in zip(paths, parts, strict=True):
        write_file(path, part.text, force=task.force)
        yield _without_text(part)
    yield _Part(task.name, written=tuple(map(str, paths)), ends=True)


def _without_text(part: _Part) -> _Part:
    return _Part(part.name, part.games, errors=part.errors, problems=part.problems, losses=part.losses)


def _apart(task: _Task, target: Notation) -> Iterator[_Part]:
    """The games of a file for one text; refused where two of them would be read as one."""
    from hyperchess.notation.reading import are_separable

    before: _Part | None = None
    for part in _converted(task, target):
        if before is not None:
            if not are_separable(target, before.opening, part.opening):
                message = (
                    f"{target.title} cannot keep the games of {display_name(task.name)} apart in one text"
                )
                raise InputError(f"{message}; --out-dir with --split writes a file for each")
            yield before
        before = part
    if before is not None:
        yield before


def _converted(task: _Task, target: Notation) -> Iterator[_Part]:
    """The games of a file one by one in the target notation."""
    from hyperchess.notation.reading import joinable_text, write_opening
    from hyperchess.notation.writing import Loss

    games = read_games(task.name, task.notation, task.variant)
    ahead = deque(islice(games, 2))
    several = len(ahead) > 1
    number = 0
    while ahead:
        number += 1
        game = ahead.popleft()
        ahead.extend(islice(games, 1))
        try:
            written = target.write(game, **task.options)
        except (InvalidOption, WrongGame) as error:
            raise InputError(
                f"{display_name(task.name)} cannot be written as {target.title}: {error}"
            ) from error
        prefix = f"game {number}, " if several else ""
        alone = task.target is not None and (task.split or not several)
        yield _Part(
            task.name,
            games=1,
            text=written.text if alone else joinable_text(target, game, written.text),
            opening="" if alone else write_opening(target, game, task.options),
            errors=sum(problem.severity.value == "error" for problem in game.problems),
            problems=len(game.problems),
            losses=tuple(
                Loss(loss.kind, loss.what, f"{prefix}{loss.place}".removesuffix(", "), loss.count)
                for loss in written.losses
            ),
        )


class _Joined:
    """The games of all files in one text: on standard output or in a stream."""

    def __init__(self, target: Notation, stream: IO[bytes] | None) -> None:
        self.target = target
        self.stream = stream
        self.games = 0
        self._before: _Part | None = None

    def add(self, part: _Part) -> None:
        """Write a game after those of the parts before."""
        if part.games:
            self._check_apart(part)
            self._emit(part.text if self._before is None else f"\n{part.text}")
            self._before = part
            self.games += 1

    def _check_apart(self, part: _Part) -> None:
        """Refuse to write a game after one of another file if both would be read as one."""
        from hyperchess.notation.reading import are_separable

        before = self._before
        if before is None or before.name == part.name:
            return
        if not are_separable(self.target, before.opening, part.opening):
            names = f"{display_name(before.name)} and {display_name(part.name)}"
            raise InputError(
                f"{self.target.title} cannot keep {names} apart in one text; --out-dir writes a file for each"
            )

    def _emit(self, text: str) -> None:
        if self.stream is None:
            emit(text)
        else:
            self.stream.write(text.encode("utf-8"))


class _Summary:
    """Totals of games, problems and losses; only JSON keeps the result of every file."""

    def __init__(self, *, strict: bool, as_json: bool) -> None:
        self.strict = strict
        self.as_json = as_json
        self.files = self.games = self.errors = self.problems = self.failures = 0
        self.losses: Counter[tuple[str, str]] = Counter()
        self.rows: list[dict[str, object]] = []
        self._file = self._last = _FileSummary()

    def add(self, part: _Part) -> None:
        """Take a part of a file; a file that failed counts as a failure only."""
        file = self._file
        file.add(part, keep=self.as_json)
        if not part.ends:
            return
        self.files += 1
        if part.failure:
            self.failures += 1
            print_notice(part.failure)
        else:
            self.games += file.games
            self.errors += file.errors
            self.problems += file.problems
            self.losses += file.losses
        if self.as_json:
            self.rows.append(_row(file.parts))
        self._last, self._file = file, _FileSummary()

    @property
    def exit_code(self) -> Exit:
        """2 if a file could not be read or written, 1 if games had errors, else 0."""
        if self.failures:
            return Exit.IMPOSSIBLE
        return Exit.WRONG if self.errors or (self.strict and self.losses) else Exit.FINE

    def print(self) -> None:
        """Print the losses of one file one by one, those of many in a table."""
        if self.as_json:
            totals = {
                "files": self.files,
                "games": self.games,
                "problems": self.problems,
                "errors": self.errors,
            }
            print_json({**totals, "losses": self.losses.total(), "results": self.rows})
        elif self.files == 1:
            self._print_one()
        elif self.files:
            self._print_many()

    def _print_one(self) -> None:
        file = self._last
        for loss in file.listed:
            echo(f"lost: {loss}{f' ({loss.place})' if loss.place else ''}", err=True)
        if file.unlisted:
            echo(f"lost: {plural(file.unlisted, 'thing')} more; --json lists them all", err=True)
        if self.errors:
            errors = plural(self.errors, "error")
            echo(f"{file.name} has {errors}; `hyperchess check` lists them", err=True)

    def _print_many(self) -> None:
        columns = ("#files", "#games", "#problems", "#of them errors", "#losses", "#not converted")
        numbers = (self.files, self.games, self.problems, self.errors, self.losses.total(), self.failures)
        print_table("", columns, [numbers], err=True)
        if self.losses:
            rows = [(count, what) for (_, what), count in self.losses.most_common(_MOST_LINES)]
            print_table("Lost", ("#times", "what"), rows, err=True)


class _FileSummary:
    """The same for one file, with its first losses."""

    def __init__(self) -> None:
        self.name = ""
        self.games = self.errors = self.problems = self.unlisted = 0
        self.losses: Counter[tuple[str, str]] = Counter()
        self.listed: list[Loss] = []
        self.parts: list[_Part] = []

    def add(self, part: _Part, *, keep: bool) -> None:
        """Take a part of the file."""
        self.name = part.name
        self.games += part.games
        self.errors += part.errors
        self.problems += part.problems
        for loss in part.losses:
            self.losses[loss.kind, loss.what] += loss.count
        room = _MOST_LINES - len(self.listed)
        self.listed += part.losses[:room]
        self.unlisted += len(part.losses[room:])
        if keep:
            self.parts.append(part)


def _row(parts: list[_Part]) -> dict[str, object]:
    """Return the result of a file for JSON."""
    last = parts[-1]
    if last.failure:
        parts = [last]
    losses = [loss for part in parts for loss in part.losses]
    text = "\n".join(part.text for part in parts if part.text)
    return {
        "file": last.name,
        "games": sum(part.games for part in parts),
        **({"written": last.written} if last.written else {"text": text}),
        "problems": sum(part.problems for part in parts),
        "errors": sum(part.errors for part in parts),
        "losses": [asdict(loss) for loss in losses],
        **({"failure": last.failure} if last.failure else {}),
    }
