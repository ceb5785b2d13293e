"""The exit codes of the commands."""

from __future__ import annotations

import sys
from enum import IntEnum

__all__ = ["Exit", "describe_os_error", "exit_code"]


class Exit(IntEnum):
    """Meanings of the exit codes."""

    FINE = 0  # done, and nothing is wrong
    WRONG = 1  # done, and something is wrong: errors in games, games that differ, files to be formatted
    IMPOSSIBLE = 2  # not done: wrong usage, an unknown name, something that cannot be read or written
    UNKNOWN = 3  # done, but the answer is not decided within the time limit
    BUG = 70  # an error in hyperchess itself
    INTERRUPTED = 130  # Ctrl-C
    TERMINATED = 143  # the system ended the program (SIGTERM)
    PIPE = 141  # the reader of the output has stopped reading


def describe_os_error(error: OSError, what: str) -> str:
    """Return a sentence about a system error; `what` is read or written if the error names no file.

    >>> describe_os_error(FileNotFoundError(2, "No such file or directory", "a.icn"), "it")
    'cannot read or write a.icn: No such file or directory'
    >>> describe_os_error(OSError("cannot unpack a.gz: it is damaged"), "it")
    'cannot unpack a.gz: it is damaged'
    """
    if error.strerror is None and str(error):
        return str(error)
    return f"cannot read or write {error.filename or what}: {error.strerror or error}"


def exit_code(error: Exception) -> Exit:
    """The exit code for an error that ends a command.

    >>> from hyperchess.errors import UnknownVariant, UnresolvedMove
    >>> exit_code(UnknownVariant("x", ())).value, exit_code(UnresolvedMove("")).value
    (2, 1)
    """
    from hyperchess.app.files.inputs import InputError
    from hyperchess.errors import (
        HyperchessError,
        InvalidArgument,
        ParseError,
        TextTooLong,
        UnknownName,
        UnknownPlace,
    )
    from hyperchess.notation.registry import NO_GAME
    from hyperchess.picture.extras import MissingExtra

    library = sys.modules.get("hyperchess.library.errors")  # it is there if one of its errors was raised
    if library is not None and isinstance(error, (library.LibraryError, library.QueryError)):
        return Exit.IMPOSSIBLE
    proofs = sys.modules.get("hyperchess.proofs.errors")  # likewise
    if proofs is not None and isinstance(error, proofs.StoreError):
        return Exit.IMPOSSIBLE
    given = (InputError, InvalidArgument, TextTooLong, UnknownName, UnknownPlace, MissingExtra, OSError)
    if isinstance(error, given):
        return Exit.IMPOSSIBLE
    if isinstance(error, ParseError) and error.problem.code == NO_GAME:
        return Exit.IMPOSSIBLE
    return Exit.WRONG if isinstance(error, HyperchessError) else Exit.BUG
