"""`hyperchess check`: problems like a compiler's, and fixes."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from hyperchess.app.cli.batch import Jobs, run_batch
from hyperchess.app.cli.commands.checking import Checked, CheckTask, check_file
from hyperchess.app.cli.completion import Files, From
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.findings import LEVELS, Finding
from hyperchess.app.cli.group import say
from hyperchess.app.cli.inputs import STDIN, InputError, expand
from hyperchess.app.cli.outputs import AsJson, print_json
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.reports import FORMATS, github_line, sarif, text_of

__all__ = ["check"]


def check(
    files: Files,
    notation: From = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply the fixes to the files.")] = False,
    level: Annotated[str, typer.Option(help="Show problems from info, warning or error on.")] = "warning",
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
    output: Annotated[str, typer.Option("--format", help="text, json, sarif or github.")] = "text",
    as_json: AsJson = False,
    jobs: Jobs = 1,
) -> None:
    """Check games: every problem with its place, the line, a caret and what to try.

    `hyperchess explain CODE` says more about a problem. With --fix and - the repaired text goes to
    standard output. Exit code 0: no errors; 1: errors were found; 2: something could not be read.
    """
    output = "json" if as_json else output
    for value, choices, what in ((level, LEVELS, "level"), (output, FORMATS, "format")):
        if value not in choices:
            raise InputError(f"unknown {what} {value!r}: choose among {', '.join(choices)}")
    report = _Report(output, LEVELS.index(level), to_stderr=fix and STDIN in files)
    tasks = [CheckTask(file.name, notation, fix) for file in expand(files)]
    with Progress("checking", len(tasks)) as progress:
        for checked in run_batch(check_file, tasks, jobs=jobs):
            progress.advance(checked.games)
            with progress.aside():
                report.add(checked)
    report.end()
    errors = report.counts["error"] + (report.counts["warning"] if strict else 0)
    if report.failures or errors:
        raise typer.Exit(Exit.IMPOSSIBLE if report.failures else Exit.WRONG)


class _Report:
    """Prints findings as they come, or keeps them where the format needs all at once."""

    def __init__(self, output: str, level: int, *, to_stderr: bool) -> None:
        self.output = output
        self.level = level
        self.to_stderr = to_stderr
        self.counts: Counter[str] = Counter()
        self.games = self.fixed = self.failures = 0
        self.kept: list[Finding] = []

    def add(self, checked: Checked) -> None:
        """One file more."""
        self.games += checked.games
        self.fixed += checked.fixed
        self.counts.update(finding.severity for finding in checked.findings)
        if checked.failure:
            self.failures += 1
            say(checked.failure)
        if checked.text is not None:
            typer.echo(checked.text, nl=False)
        for finding in checked.findings:
            if finding.level < self.level:
                continue
            if self.output == "text":
                typer.echo(f"{text_of(finding)}\n", err=self.to_stderr)
            elif self.output == "github":
                typer.echo(github_line(finding), err=self.to_stderr)
            else:
                self.kept.append(finding)

    def end(self) -> None:
        """What can only be said when all is known."""
        if self.output == "json":
            print_json([finding.data() for finding in self.kept])
        elif self.output == "sarif":
            from hyperchess import __version__

            print_json(sarif(self.kept, __version__))
        elif self.output == "text":
            typer.echo(self._summary(), err=self.to_stderr)

    def _summary(self) -> str:
        errors, warnings = self.counts["error"], self.counts["warning"]
        parts = [_count(self.games, "game"), _count(errors, "error"), _count(warnings, "warning")]
        if self.fixed:
            parts.append(f"{self.fixed} fixed")
        if self.failures:
            parts.append(f"{_count(self.failures, 'file')} could not be read")
        return ", ".join(parts)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
