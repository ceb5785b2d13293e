"""A library of games of both kinds: import them once, then search a million of them.

>>> import tempfile
>>> from pathlib import Path
>>> import hyperchess as hc
>>> folder = Path(tempfile.mkdtemp())
>>> written = (folder / "games.5dpgn").write_text('[White "Ada"] 1. e3 / f6 2. Qe2 / Nc6 3. Qh5# 1-0')
>>> with hc.library.open(folder, create=True) as library:
...     done = library.add(folder / "games.5dpgn")
...     [(game.white, game.plies, game.status) for game in library.games()]
[('Ada', 5, 'checkmate')]
"""

from hyperchess.library.errors import (
    LibraryBusy,
    LibraryDamaged,
    LibraryError,
    LibraryTooNew,
    NoLibrary,
    QueryError,
)
from hyperchess.library.games import StoredGame
from hyperchess.library.importing import Imported
from hyperchess.library.library import Library
from hyperchess.library.library import open_library as open

__all__ = [
    "Imported",
    "Library",
    "LibraryBusy",
    "LibraryDamaged",
    "LibraryError",
    "LibraryTooNew",
    "NoLibrary",
    "QueryError",
    "StoredGame",
    "open",
]
