"""`hyperchess fmt`: canonical formatting in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Annotated

import typer

from hyperchess.app.cli.batch import describe_failure, run_batch
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, Files, From, Jobs
from hyperchess.app.cli.outputs import print_json, print_notice
from hyperchess.app.cli.progress import Progress
from hyperchess.app.cli.terminal import echo, emit
from hyperchess.app.files.formatting import canonical_text
from hyperchess.app.files.inputs import (
    EXAMPLE,
    STDIN,
    VARIANT,
    InputError,
    display_name,
    expand,
    read_text,
)
from hyperchess.app.files.outputs import write_file
from hyperchess.errors import ParseError
from hyperchess.text import plural

__all__ = ["fmt"]

_COLORS = {"+": typer.colors.GREEN, "-": typer.colors.RED, "@": typer.colors.CYAN}


def fmt(
    files: Files,
    notation: From = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; tell which would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; show what would change.")] = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
) -> None:
    """Format files in place: one turn per line, variations indented; moves stay as they are written.

    All 5DPGN dialects are formatted from their text; other notations are rewritten if that preserves the
    game. Starts that the games of a file only name may have 1,000,000 pieces in total, and 50 more for each
    character. Standard input goes to standard output. Exit code 0: done, or nothing to do; 1: with --check or
    --diff, something would change; 2: a file could not be read and stays as it is.
    """
    dry = check or diff
    tasks = [
        _Task(file.name, notation, not dry and not file.name.startswith((EXAMPLE, VARIANT)))
        for file in expand(files)
    ]
    changed = failures = 0
    rows: list[dict[str, object]] = []
    with Progress("formatting", len(tasks)) as progress:
        for done in run_batch(_format_file, tasks, jobs=jobs):
            progress.advance(1)
            changed += done.changed
            failures += bool(done.failure)
            with progress.aside():
                if done.failure:
                    print_notice(done.failure)
                if as_json:
                    rows.append({"file": done.name, "changed": done.changed, "failure": done.failure})
                else:
                    _print(done, dry=dry, diff=diff)
    if as_json:
        print_json(rows)
    else:
        echo(_summary(len(tasks) - changed - failures, changed, failures, dry=dry), err=True)
    if failures or (dry and changed):
        raise typer.Exit(Exit.IMPOSSIBLE if failures else Exit.WRONG)


@dataclass(frozen=True, slots=True)
class _Task:
    """A file to format; with `write` the new text replaces the old one."""

    name: str
    notation: str | None
    write: bool


@dataclass(frozen=True, slots=True)
class _Formatted:
    """The text of a file before and after, or why it was left as it is."""

    name: str
    before: str = ""
    after: str = ""
    failure: str = ""

    @property
    def changed(self) -> bool:
        """True if the file was not canonical."""
        return self.before != self.after


def _format_file(task: _Task) -> Iterator[_Formatted]:
    """Format one file; whatever goes wrong with it is part of the answer. Runs in any process."""
    try:
        read = read_text(task.name)
        if read.is_packed and task.write:
            raise InputError(f"{display_name(task.name)} is compressed, so it is not changed")
        if read.problem is not None:
            raise InputError(f"{display_name(task.name)} is not valid text, so it is not changed")
        after = canonical_text(read, task.notation)
        if task.write and after != read.text and task.name != STDIN:
            write_file(Path(task.name), after, force=True, encoding=read.encoding)
    except ParseError as error:
        problem = error.problem
        where = f"{display_name(task.name)}:{problem.line}:{problem.column}"
        yield _Formatted(task.name, failure=f"{where}: {problem.message}; the file stays as it is")
    except Exception as error:
        yield _Formatted(task.name, failure=describe_failure(error))
    else:
        yield _Formatted(task.name, read.text, after)


def _print(done: _Formatted, *, dry: bool, diff: bool) -> None:
    if diff and done.changed:
        name = display_name(done.name)
        lines = unified_diff(
            done.before.splitlines(keepends=True),
            done.after.splitlines(keepends=True),
            name,
            f"{name} (formatted)",
        )
        for line in lines:
            text = line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            emit(text, _COLORS.get(line[0]))
    elif dry and done.changed:
        echo(f"would format {display_name(done.name)}")
    elif not dry and not done.failure and (done.name == STDIN or done.name.startswith((EXAMPLE, VARIANT))):
        emit(done.after)


def _summary(same: int, changed: int, failures: int, *, dry: bool) -> str:
    parts = []
    if changed:
        parts.append(f"{plural(changed, 'file')} {'would be formatted' if dry else 'formatted'}")
    if same:
        parts.append(f"{plural(same, 'file')} canonical already")
    if failures:
        parts.append(f"{plural(failures, 'file')} left as {'it is' if failures == 1 else 'they are'}")
    return ", ".join(parts)
