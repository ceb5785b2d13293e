"""hyperchess: read, check, convert, draw, play and analyse 5D chess and infinite chess.

This is the public face: it only re-exports. Start with `hyperchess.multiverse.start("Standard")`.
"""

from importlib.metadata import version

from hyperchess import multiverse
from hyperchess.errors import HyperchessError

__version__ = version("hyperchess")
__all__ = ["HyperchessError", "__version__", "multiverse"]
