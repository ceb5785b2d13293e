"""What the exit code of the command says."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum

from hyperchess.analysis.verdict import Word

__all__ = ["Exit", "exit_code_for", "exit_code_of"]


class Exit(IntEnum):
    """The exit codes of every command."""

    FINE = 0  # done, and nothing is wrong
    WRONG = 1  # done, and something is wrong: errors in games, games that differ, files to be formatted
    IMPOSSIBLE = 2  # not done: wrong usage, a name nobody knows, something that cannot be read or written
    UNKNOWN = 3  # done, but the answer is not known: time ran out
    BUG = 70  # an error in hyperchess itself
    INTERRUPTED = 130  # Ctrl-C
    PIPE = 141  # whoever read the output has stopped reading


def exit_code_of(error: Exception) -> Exit:
    """The exit code for an error that ends a command.

    >>> from hyperchess.errors import UnknownVariant, UnresolvedMove
    >>> exit_code_of(UnknownVariant("x", ())).value, exit_code_of(UnresolvedMove("")).value
    (2, 1)
    """
    from hyperchess.app.cli.inputs import InputError
    from hyperchess.errors import HyperchessError, InvalidArgument, UnknownName, UnknownPlace
    from hyperchess.picture.extras import MissingExtra

    if isinstance(error, (InputError, InvalidArgument, UnknownName, UnknownPlace, MissingExtra, OSError)):
        return Exit.IMPOSSIBLE
    return Exit.WRONG if isinstance(error, HyperchessError) else Exit.BUG


_WRONG = frozenset({Word.DUAL, Word.COOKED, Word.NO_MATE, Word.BROKEN})


def exit_code_for(words: Collection[Word]) -> Exit:
    """1 if a puzzle is not what it claims or there is no mate, 3 if that is not known, else 0.

    >>> exit_code_for([Word.SOUND, Word.UNKNOWN]).value, exit_code_for([Word.UNKNOWN, Word.DUAL]).value
    (3, 1)
    """
    if not _WRONG.isdisjoint(words):
        return Exit.WRONG
    return Exit.UNKNOWN if Word.UNKNOWN in words else Exit.FINE
