"""The adapters of both games; code of the library asks in no other way which game it is."""

from __future__ import annotations

from hyperchess.library.adapter import Adapter
from hyperchess.library.infinite.adapter import InfiniteAdapter
from hyperchess.library.multiverse.adapter import MultiverseAdapter
from hyperchess.ruleset import GameKind

__all__ = ["find_adapter"]

_ADAPTERS: dict[GameKind, Adapter] = {
    GameKind.MULTIVERSE: MultiverseAdapter(),
    GameKind.INFINITE: InfiniteAdapter(),
}


def find_adapter(kind: GameKind) -> Adapter:
    """Return the adapter of a game."""
    return _ADAPTERS[kind]
