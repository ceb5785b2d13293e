"""`hyperchess check`: problems like a compiler's, and fixes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.batch import describe_failure, run_batch
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, Cluster, Files, From, Jobs, Variant
from hyperchess.app.cli.outputs import print_json, print_notice
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.reports import (
    FORMATS,
    LEVELS,
    Finding,
    format_finding,
    github_line,
    make_finding,
    sarif,
)
from hyperchess.app.cli.terminal import echo, emit
from hyperchess.app.files.inputs import (
    EXAMPLE,
    STDIN,
    VARIANT,
    InputError,
    ReadText,
    choose,
    expand,
    parse_games,
    read_batches,
    read_games,
    read_text,
)
from hyperchess.app.files.outputs import write_file
from hyperchess.errors import HyperchessError, ParseError
from hyperchess.text import plural

if TYPE_CHECKING:
    from hyperchess.game import AnyGame
    from hyperchess.notation.streaming import Batch

__all__ = ["check"]

_ENOUGH = 200  # findings that are passed on together


def check(
    files: Files,
    notation: From = None,
    variant: Variant = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply the fixes to the files.")] = False,
    level: Annotated[str, typer.Option(help="Show problems from info, warning or error on.")] = "warning",
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
    output: Annotated[str, typer.Option("--format", help="text, json, sarif or github.")] = "text",
    as_json: AsJson = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Check games: every problem with its place, the line, a caret and what to try.

    `hyperchess explain CODE` describes a problem. With --fix and -, the fixed text goes to standard output.
    Games are read one at a time; with --fix, the starts that the games of a file only name may have 1,000,000
    pieces in total, and 50 more for each character. Exit code 0: no errors; 1: errors were found; 2: some
    input could not be read.
    """
    output = "json" if as_json else output
    for value, choices, what in ((level, LEVELS, "level"), (output, FORMATS, "format")):
        if value not in choices:
            raise InputError(f"unknown {what} {value!r}: choose among {', '.join(choices)}")
    report = _Report(output, to_stderr=fix and STDIN in files)
    tasks = [_Task(file.name, notation, variant, fix, LEVELS.index(level)) for file in expand(files)]
    with Progress("checking", len(tasks)) as progress:
        skipping = False  # the rest of a file after its reader stopped
        for part in run_batch(_check_file, tasks, jobs=jobs, cluster=cluster, split=_split):
            if not skipping:
                progress.advance(part.games, files=part.ends or part.stops)
                with progress.aside():
                    report.add(part)
            skipping = (skipping or part.stops) and not part.ends
    report.end()
    errors = report.errors + (report.warnings if strict else 0)
    if report.failures or errors:
        raise typer.Exit(Exit.IMPOSSIBLE if report.failures else Exit.WRONG)


@dataclass(frozen=True, slots=True)
class _Task:
    name: str
    notation: str | None
    variant: str | None
    fix: bool
    level: int  # from which on problems are listed: the others are counted
    batch: Batch | None = None  # the games to be read, if they are not all of the file

    @property
    def ends(self) -> bool:
        """True if these are the last games of the file."""
        return self.batch is None or self.batch.is_last


@dataclass(frozen=True, slots=True)
class _Part:
    """Result of checking one batch of games of a file, or the reason why it failed."""

    games: int = 0
    errors: int = 0
    warnings: int = 0
    findings: tuple[Finding, ...] = ()  # from the wanted level on
    ends: bool = True  # the last part of its file
    stops: bool = False  # the rest of the file is not read
    fixed: int = 0
    text: str | None = None  # the fixed text, for standard output
    failure: str = ""
    nothing: bool = False  # there is no game in the file


def _check_file(task: _Task) -> Iterator[_Part]:
    """Check one file; whatever goes wrong with it is part of the answer. Runs in any process."""
    try:
        if task.fix:
            yield _fix(task)
        elif task.batch is not None:
            yield _check_batch(task, task.batch)
        else:
            yield from _check(task)
    except ParseError as error:
        yield _Part(errors=1, findings=(make_finding(error.problem),), nothing=True)
    except Exception as error:
        yield _Part(failure=describe_failure(error), ends=task.ends, stops=True)


def _split(task: _Task) -> Iterator[_Task] | None:
    """The games of a large file, some of them at a time."""
    try:
        split = None if task.fix else read_batches(task.name, task.notation, task.variant)
    except (HyperchessError, OSError):
        return None  # the reader reports it
    if split is None:
        return None
    notation, batches = split
    return (replace(task, notation=notation.name, batch=batch) for batch in batches)


def _check_batch(task: _Task, batch: Batch) -> _Part:
    notation, start = choose(task.notation, task.variant)
    assert notation is not None
    found = _Found(task.level)
    for piece in batch.pieces():
        games, goes_on = piece.read(notation, start)
        found.add(games)
        if not goes_on:
            break
    return replace(found.part(), ends=batch.is_last, stops=not goes_on)


def _check(task: _Task) -> Iterator[_Part]:
    found = _Found(task.level)
    for game in read_games(task.name, task.notation, task.variant):
        found.add([game])
        if len(found.findings) >= _ENOUGH:
            yield replace(found.part(), ends=False)
            found = _Found(task.level)
    yield found.part()


def _fix(task: _Task) -> _Part:
    """Apply fixes and read again while that helps; a file with invalid bytes stays as it is."""
    from hyperchess.analysis.fixing import fix_text

    if task.name.startswith((EXAMPLE, VARIANT)):
        raise InputError(f"{task.name} is part of hyperchess and stays as it is")
    read = read_text(task.name)
    if read.is_packed:
        raise InputError(f"{task.name} is compressed, so it is not changed")
    if read.problem is not None:
        raise InputError(f"{task.name} is not valid text, so it is not changed: {read.problem.message}")
    fixed = fix_text(
        read.text,
        lambda text: parse_games(ReadText(read.name, text, read.encoding), task.notation, task.variant),
    )
    if fixed.text != read.text and task.name != STDIN:
        write_file(Path(task.name), fixed.text, force=True, encoding=read.encoding)
    text = fixed.text if task.name == STDIN else None
    found = _Found(task.level)
    found.add(fixed.games)
    return replace(found.part(), fixed=fixed.applied, text=text)


class _Found:
    """Findings in games: all counted, those of a minimum severity kept."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.games = 0
        self.counts = [0] * len(LEVELS)
        self.findings: list[Finding] = []

    def add(self, games: Sequence[AnyGame]) -> None:
        """Take further games."""
        self.games += len(games)
        for game in games:
            for problem in game.problems:
                level = LEVELS.index(problem.severity.value)
                self.counts[level] += 1
                if level >= self.level:
                    self.findings.append(make_finding(problem))

    def part(self) -> _Part:
        """Summarise the findings as a `_Part`."""
        _, warnings, errors = self.counts
        return _Part(self.games, errors, warnings, tuple(self.findings))


class _Report:
    """Prints findings as they arrive, or collects them if the format needs all at once."""

    def __init__(self, output: str, *, to_stderr: bool) -> None:
        self.output = output
        self.to_stderr = to_stderr
        self.games = self.errors = self.warnings = self.fixed = self.failures = 0
        self.kept: list[Finding] = []

    def add(self, part: _Part) -> None:
        """Take what was found in some games of a file."""
        self.games += part.games
        self.errors += part.errors
        self.warnings += part.warnings
        self.fixed += part.fixed
        self.failures += bool(part.failure) or part.nothing
        if part.failure:
            print_notice(part.failure)
        if part.text is not None:
            emit(part.text)
        for finding in part.findings:
            if self.output == "text":
                echo(*format_finding(finding), err=self.to_stderr)
            elif self.output == "github":
                echo(github_line(finding), err=self.to_stderr)
            else:
                self.kept.append(finding)

    def end(self) -> None:
        """Print the parts of the report that need all files."""
        if self.output == "json":
            print_json([finding.data() for finding in self.kept])
        elif self.output == "sarif":
            from hyperchess import __version__

            print_json(sarif(self.kept, __version__))
        elif self.output == "text":
            echo(self._summary(), err=self.to_stderr)

    def _summary(self) -> str:
        parts = [plural(self.games, "game"), plural(self.errors, "error"), plural(self.warnings, "warning")]
        if self.fixed:
            parts.append(f"{self.fixed} fixed")
        if self.failures:
            parts.append(f"{plural(self.failures, 'file')} could not be read")
        return ", ".join(parts)
