"""Choice between the two games."""

from __future__ import annotations

from hyperchess.ruleset import GameKind
from hyperchess.studies.adapter import Adapter
from hyperchess.studies.infinite.adapter import InfiniteAdapter
from hyperchess.studies.multiverse.adapter import MultiverseAdapter

__all__ = ["find_adapter"]

_ADAPTERS: dict[GameKind, Adapter] = {
    GameKind.MULTIVERSE: MultiverseAdapter(),
    GameKind.INFINITE: InfiniteAdapter(),
}


def find_adapter(kind: GameKind) -> Adapter:
    """Return the adapter for games of this kind."""
    return _ADAPTERS[kind]
