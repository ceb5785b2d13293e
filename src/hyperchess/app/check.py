"""`hyperchess check`: problems like a compiler's, and fixes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.inputs import InputError, expand, games_of

if TYPE_CHECKING:
    from hyperchess.notation.registry import AnyGame
    from hyperchess.text import Problem

__all__ = ["check"]

_LEVELS = ("info", "warning", "error")


def check(
    files: Annotated[list[str], typer.Argument(help="Files, folders, globs, - or example:NAME.")],
    notation: Annotated[str | None, typer.Option("--from", help="The notation, if not detected.")] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Apply the fixes to the files.")] = False,
    level: Annotated[str, typer.Option(help="Show problems from this level on.")] = "warning",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Check games: every problem with its place, the line, a caret and what to try.

    Exit code 0: no errors; 1: errors were found; 2: something could not be read.
    """
    if level not in _LEVELS:
        raise InputError(f"unknown level {level!r}: choose among {', '.join(_LEVELS)}")
    shown: list[Problem] = []
    errors = games = 0
    for name in expand(files):
        read = games_of(name, notation)
        problems = [problem for game in read for problem in game.problems]
        if fix and name != "-":
            problems = _fixed(Path(name), read)
        games += len(read)
        errors += sum(problem.severity.value == "error" for problem in problems)
        shown += (p for p in problems if _LEVELS.index(p.severity.value) >= _LEVELS.index(level))
    if as_json:
        typer.echo(json.dumps([_as_data(problem) for problem in shown], indent=2, ensure_ascii=False))
    else:
        for problem in shown:
            typer.echo(f"{problem}\n")
        typer.echo(f"{games} game{'s' * (games != 1)}, {errors} error{'s' * (errors != 1)}")
    if errors:
        raise typer.Exit(1)


def _fixed(path: Path, games: list[AnyGame]) -> list[Problem]:
    """Apply all fixes to a file; the problems that stay."""
    from hyperchess.text import apply_edits

    problems = [problem for game in games for problem in game.problems]
    edits = [problem.fix for problem in problems if problem.fix is not None]
    if edits:
        path.write_bytes(apply_edits(problems[0].source.text, edits).encode("utf-8"))
    return [problem for problem in problems if problem.fix is None]


def _as_data(problem: Problem) -> dict[str, object]:
    return {
        "file": problem.source.name,
        "line": problem.line,
        "column": problem.column,
        "severity": problem.severity.value,
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
        "fix": problem.fix.text if problem.fix else None,
    }
