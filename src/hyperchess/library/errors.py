"""Errors of libraries of games.

* `LibraryError`
    * `NoLibrary`: there is none in that folder
    * `LibraryBusy`: another process has it open
    * `LibraryDamaged`: its file cannot be read
    * `LibraryTooNew`: a later version of hyperchess made it
* `QueryError`: a query that cannot be read, with its place and a caret
"""

from __future__ import annotations

from hyperchess.errors import HyperchessError, ParseError

__all__ = ["LibraryBusy", "LibraryDamaged", "LibraryError", "LibraryTooNew", "NoLibrary", "QueryError"]


class LibraryError(HyperchessError):
    """A library cannot be used."""


class NoLibrary(LibraryError):
    """There is no library in a folder."""


class LibraryBusy(LibraryError):
    """Another process has the library open."""


class LibraryDamaged(LibraryError):
    """The file of a library cannot be read."""


class LibraryTooNew(LibraryError):
    """The library was created by a later version of hyperchess."""


class QueryError(ParseError):
    """A query that cannot be parsed. The message contains the query and a caret."""
