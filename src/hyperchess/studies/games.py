"""Choice between the two games."""

from __future__ import annotations

from hyperchess.kinds import Kind
from hyperchess.studies.adapter import Adapter
from hyperchess.studies.infinite.adapter import InfiniteAdapter
from hyperchess.studies.multiverse.adapter import MultiverseAdapter

__all__ = ["find_adapter"]

_ADAPTERS: dict[Kind, Adapter] = {
    Kind.MULTIVERSE: MultiverseAdapter(),
    Kind.INFINITE: InfiniteAdapter(),
}


def find_adapter(kind: Kind) -> Adapter:
    """Return the adapter for games of this kind."""
    return _ADAPTERS[kind]
