"""The adapters of both games; code of the library asks in no other way which game it is."""

from __future__ import annotations

from hyperchess.kinds import Kind
from hyperchess.library.adapter import Adapter
from hyperchess.library.infinite.adapter import InfiniteAdapter
from hyperchess.library.multiverse.adapter import MultiverseAdapter

__all__ = ["find_adapter"]

_ADAPTERS: dict[Kind, Adapter] = {
    Kind.MULTIVERSE: MultiverseAdapter(),
    Kind.INFINITE: InfiniteAdapter(),
}


def find_adapter(kind: Kind) -> Adapter:
    """Return the adapter of a game."""
    return _ADAPTERS[kind]
