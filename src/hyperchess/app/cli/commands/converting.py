"""The work of `hyperchess convert` on one file: read, write, count. Runs in any process."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hyperchess.app.cli.batch import failure_of
from hyperchess.app.cli.inputs import InputError, called, games_of
from hyperchess.app.cli.outputs import write_file
from hyperchess.errors import WrongGame
from hyperchess.notation.junctions import beginning_of, stay_apart
from hyperchess.notation.options import InvalidOption
from hyperchess.notation.writing import Loss

if TYPE_CHECKING:
    from hyperchess.notation.registry import AnyGame, Notation

__all__ = ["ConvertTask", "ConvertedFile", "convert_file"]


@dataclass(frozen=True, slots=True)
class ConvertTask:
    """A file to convert, and the files for its games: none (the text is wanted), one, or a pattern."""

    name: str
    notation: str | None
    to: str
    options: dict[str, object]
    target: Path | None
    split: bool
    force: bool


@dataclass(frozen=True, slots=True)
class ConvertedFile:
    """What became of a file: its text or the files written, and what was wrong or lost."""

    name: str
    games: int = 0
    text: str = ""
    written: tuple[str, ...] = ()
    errors: int = 0
    problems: int = 0
    losses: tuple[Loss, ...] = ()
    beginnings: tuple[str, str] = ("", "")  # of the first and the last game, to see whether games stay apart
    failure: str = ""


def convert_file(task: ConvertTask) -> ConvertedFile:
    """Convert one file; all that can go wrong with it is part of the answer."""
    try:
        return _convert(task)
    except Exception as error:
        return ConvertedFile(task.name, failure=failure_of(error))


def _convert(task: ConvertTask) -> ConvertedFile:
    from hyperchess.notation.registry import find_notation

    target = find_notation(task.to)
    texts: list[str] = []
    losses: list[Loss] = []
    games = games_of(task.name, task.notation)
    errors = problems = 0
    for number, game in enumerate(games, start=1):
        try:
            written = target.write(game, **task.options)
        except (InvalidOption, WrongGame) as error:
            raise InputError(f"{called(task.name)} cannot be written as {target.title}: {error}") from error
        texts.append(written.text)
        before = f"game {number}, " if len(games) > 1 else ""
        losses += (replace(loss, place=f"{before}{loss.place}".removesuffix(", ")) for loss in written.losses)
        problems += len(game.problems)
        errors += sum(problem.severity.value == "error" for problem in game.problems)
    beginnings = _beginnings(task, target, games)
    paths = _paths(task, len(games))
    for path, text in zip(paths, texts if task.split else ["\n".join(texts)], strict=False):
        write_file(path, text, force=task.force)
    return ConvertedFile(
        task.name,
        len(games),
        "" if paths else "\n".join(texts),
        tuple(map(str, paths)),
        errors,
        problems,
        tuple(losses),
        beginnings,
    )


def _beginnings(task: ConvertTask, target: Notation, games: list[AnyGame]) -> tuple[str, str]:
    """Refuse games that would run into each other; the beginnings tell whether further files would, too."""
    if task.target is not None and (task.split or len(games) == 1):
        return "", ""
    beginnings = [beginning_of(target, game, task.options) for game in games]
    if not stay_apart(target, *beginnings):
        message = (
            f"{target.title} cannot keep the {len(games)} games of {called(task.name)} apart in one text"
        )
        raise InputError(f"{message}; --out-dir with --split writes a file for each")
    return beginnings[0], beginnings[-1]


def _paths(task: ConvertTask, games: int) -> list[Path]:
    """Where the games go: `game.5dpgn`, or one by one `game-1.5dpgn`, `game-2.5dpgn`."""
    if task.target is None:
        return []
    task.target.parent.mkdir(parents=True, exist_ok=True)
    if not task.split or games == 1:
        return [task.target]
    digits = len(str(games))
    stem, suffix = task.target.stem, task.target.suffix
    return [task.target.with_name(f"{stem}-{number:0{digits}}{suffix}") for number in range(1, games + 1)]
