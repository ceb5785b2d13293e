"""`hyperchess fmt`: canonical formatting in place."""

from __future__ import annotations

from difflib import unified_diff
from typing import Annotated

import typer

from hyperchess.app.cli.batch import Jobs, run_batch
from hyperchess.app.cli.commands.formatting import FormatTask, Formatted, format_file
from hyperchess.app.cli.completion import Files, From
from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.group import say
from hyperchess.app.cli.inputs import EXAMPLE, STDIN, VARIANT, called, expand
from hyperchess.app.cli.outputs import AsJson, print_json
from hyperchess.app.cli.progress import Progress

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
    """Format files in place: one turn to a line, variations indented; moves stay as they are written.

    5DPGN in all its dialects is formatted from its text; other notations are written anew, if that keeps
    the game as it is. Standard input goes to standard output. Exit code 0: done, or nothing to do; 1: with
    --check or --diff, something would change; 2: a file could not be read and stays as it is.
    """
    dry = check or diff
    tasks = [
        FormatTask(file.name, notation, not dry and not file.name.startswith((EXAMPLE, VARIANT)))
        for file in expand(files)
    ]
    changed = failures = 0
    rows: list[dict[str, object]] = []
    with Progress("formatting", len(tasks)) as progress:
        for done in run_batch(format_file, tasks, jobs=jobs):
            progress.advance(1)
            changed += done.changed
            failures += bool(done.failure)
            with progress.aside():
                if done.failure:
                    say(done.failure)
                if as_json:
                    rows.append({"file": done.name, "changed": done.changed, "failure": done.failure})
                else:
                    _print(done, dry=dry, diff=diff)
    if as_json:
        print_json(rows)
    else:
        typer.echo(_summary(len(tasks) - changed - failures, changed, failures, dry=dry), err=True)
    if failures or (dry and changed):
        raise typer.Exit(Exit.IMPOSSIBLE if failures else Exit.WRONG)


def _print(done: Formatted, *, dry: bool, diff: bool) -> None:
    if diff and done.changed:
        name = called(done.name)
        lines = unified_diff(
            done.before.splitlines(keepends=True),
            done.after.splitlines(keepends=True),
            name,
            f"{name} (formatted)",
        )
        for line in lines:
            text = line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            typer.secho(text, nl=False, fg=_COLORS.get(line[0]))
    elif dry and done.changed:
        typer.echo(f"would format {called(done.name)}")
    elif not dry and not done.failure and (done.name == STDIN or done.name.startswith((EXAMPLE, VARIANT))):
        typer.echo(done.after, nl=False)


def _summary(same: int, changed: int, failures: int, *, dry: bool) -> str:
    parts = []
    if changed:
        parts.append(f"{_files(changed)} {'would be formatted' if dry else 'formatted'}")
    if same:
        parts.append(f"{_files(same)} canonical already")
    if failures:
        parts.append(f"{_files(failures)} left as {'it is' if failures == 1 else 'they are'}")
    return ", ".join(parts)


def _files(count: int) -> str:
    return f"{count:,} file{'s' * (count != 1)}"
