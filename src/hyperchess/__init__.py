"""hyperchess: read, check, convert, draw, play and analyse 5D chess and infinite chess.

This is the public face: it only re-exports.

>>> import hyperchess as hc
>>> game = hc.parse("1. e3 / f6 2. Qe2 / Nc6 3. Qh5#")
>>> game.final.status.value, hc.write(game, "raw").splitlines()[-1]
('checkmate', '. (0T3)e2>(0T3)h5')
"""

from importlib.metadata import version

from hyperchess import multiverse
from hyperchess.errors import HyperchessError
from hyperchess.game import Game, Node
from hyperchess.notation.reading import Converted, convert, parse, parse_all, read, read_all, write
from hyperchess.text import Problem

__version__ = version("hyperchess")
__all__ = [
    "Converted",
    "Game",
    "HyperchessError",
    "Node",
    "Problem",
    "__version__",
    "convert",
    "multiverse",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "write",
]
