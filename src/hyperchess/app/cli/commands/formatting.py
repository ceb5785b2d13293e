"""The work of `hyperchess fmt` on one file: the same game, printed canonically. Runs in any process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hyperchess.app.cli.batch import failure_of
from hyperchess.app.cli.inputs import STDIN, InputError, ReadText, called, parse_games, read_text
from hyperchess.app.cli.outputs import write_file
from hyperchess.errors import ParseError
from hyperchess.notation.common5d.dialects import DIALECTS

__all__ = ["FormatTask", "Formatted", "canonical_text", "format_file"]


@dataclass(frozen=True, slots=True)
class FormatTask:
    """A file to format; `write` puts the new text in its place."""

    name: str
    notation: str | None
    write: bool


@dataclass(frozen=True, slots=True)
class Formatted:
    """The text of a file before and after, or why it was left as it is."""

    name: str
    before: str = ""
    after: str = ""
    failure: str = ""

    @property
    def changed(self) -> bool:
        """Whether the file was not canonical."""
        return self.before != self.after


def format_file(task: FormatTask) -> Formatted:
    """Format one file; all that can go wrong with it is part of the answer."""
    try:
        read = read_text(task.name)
        if read.problem is not None:
            raise InputError(f"{called(task.name)} has bytes that are no text, so it is not changed")
        after = canonical_text(read, task.notation)
        if task.write and after != read.text and task.name != STDIN:
            write_file(Path(task.name), after, force=True, encoding=read.encoding)
    except ParseError as error:
        problem = error.problem
        where = f"{called(task.name)}:{problem.line}:{problem.column}"
        return Formatted(task.name, failure=f"{where}: {problem.message}; the file stays as it is")
    except Exception as error:
        return Formatted(task.name, failure=failure_of(error))
    return Formatted(task.name, read.text, after)


def canonical_text(read: ReadText, notation: str | None) -> str:
    """The canonical text; refused if anything of the game would change or be lost."""
    from hyperchess.notation.registry import detect, find_notation

    chosen = find_notation(notation) if notation is not None else detect(read.text)[0]
    if chosen.name in DIALECTS:
        from hyperchess.notation.pgn5d.formatter import format_text

        parse_games(read, notation)  # refuses what is no game at all
        return format_text(read.text)
    return _rewritten(read, chosen.name)


def _rewritten(read: ReadText, notation: str) -> str:
    """The games as their own writer prints them, if that tells the same games."""
    from hyperchess.analysis.differences import differences
    from hyperchess.notation.registry import find_notation

    target = find_notation(notation)
    games = parse_games(read, notation)
    name = called(read.name)
    for problem in (problem for game in games for problem in game.problems):
        if problem.severity.value == "error":
            raise ParseError(problem)
    written = [target.write(game) for game in games]
    for loss in (loss for part in written for loss in part.losses):
        raise InputError(f"{name} stays as it is: {target.title} would lose something ({loss})")
    text = "\n".join(part.text for part in written)
    again = parse_games(ReadText(read.name, text, read.encoding), notation)
    same = len(again) == len(games) and not any(
        next(differences(old, new), None) for old, new in zip(games, again, strict=True)
    )
    if not same:
        raise InputError(f"{name} stays as it is: the writer of {target.title} would change the game")
    return text
