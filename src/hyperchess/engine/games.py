"""The adapters of both games; code of the engine never asks which game it is in another way."""

from __future__ import annotations

from hyperchess.engine.adapter import Adapter
from hyperchess.engine.infinite.adapter import InfiniteAdapter
from hyperchess.engine.multiverse.adapter import MultiverseAdapter
from hyperchess.ruleset import GameKind

__all__ = ["find_adapter"]

_ADAPTERS: dict[GameKind, Adapter] = {
    GameKind.MULTIVERSE: MultiverseAdapter(),
    GameKind.INFINITE: InfiniteAdapter(),
}


def find_adapter(kind: GameKind) -> Adapter:
    """Return the adapter of a game."""
    return _ADAPTERS[kind]
