"""The work of `hyperchess check` on one file: read, repair, report. Runs in any process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hyperchess.app.cli.batch import failure_of
from hyperchess.app.cli.findings import Finding, finding_of
from hyperchess.app.cli.inputs import (
    EXAMPLE,
    STDIN,
    VARIANT,
    InputError,
    ReadText,
    games_of,
    parse_games,
    read_text,
)
from hyperchess.app.cli.outputs import write_file

if TYPE_CHECKING:
    from hyperchess.notation.registry import AnyGame
    from hyperchess.text import Edit

__all__ = ["CheckTask", "Checked", "check_file"]

_MOST_ROUNDS = 10  # a fix may bring a further problem to light, but not for ever


@dataclass(frozen=True, slots=True)
class CheckTask:
    """A file to check."""

    name: str
    notation: str | None
    fix: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a file, or why it could not be read."""

    name: str
    games: int = 0
    findings: tuple[Finding, ...] = ()
    fixed: int = 0
    text: str | None = None  # the repaired text, for standard output
    failure: str = ""


def check_file(task: CheckTask) -> Checked:
    """Check one file; all that can go wrong with it is part of the answer."""
    try:
        return _fix(task) if task.fix else _check(task)
    except Exception as error:
        return Checked(task.name, failure=failure_of(error))


def _check(task: CheckTask) -> Checked:
    games = games_of(task.name, task.notation)
    return Checked(task.name, len(games), _findings(games))


def _findings(games: list[AnyGame]) -> tuple[Finding, ...]:
    return tuple(finding_of(problem) for game in games for problem in game.problems)


def _fix(task: CheckTask) -> Checked:
    """Apply fixes, look again, and go on while that helps; a file with damaged bytes stays as it is."""
    from hyperchess.text import apply_edits

    if task.name.startswith((EXAMPLE, VARIANT)):
        raise InputError(f"{task.name} is part of hyperchess and stays as it is")
    read = read_text(task.name)
    if read.problem is not None:
        raise InputError(
            f"{task.name} has bytes that are no text, so it is not changed: {read.problem.message}"
        )
    games = parse_games(read, task.notation)
    text, fixed = read.text, 0
    for _ in range(_MOST_ROUNDS):
        edits = _edits(games, text)
        changed = apply_edits(text, edits)
        if changed == text:
            break
        fixed += len(edits)
        text = changed
        games = parse_games(ReadText(read.name, text, read.encoding), task.notation)
    if text != read.text and task.name != STDIN:
        write_file(Path(task.name), text, force=True, encoding=read.encoding)
    return Checked(task.name, len(games), _findings(games), fixed, text if task.name == STDIN else None)


def _edits(games: list[AnyGame], text: str) -> list[Edit]:
    """The fixes that belong to the text itself, not to a part of it that was read apart."""
    return [
        problem.fix
        for game in games
        for problem in game.problems
        if problem.fix is not None and problem.source.text == text
    ]
