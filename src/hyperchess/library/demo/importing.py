"""Import of the collection into a library, as one of its sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hyperchess.library.demo.collection import Collection
from hyperchess.library.facts import game_facts
from hyperchess.library.importing import Indexed, Task
from hyperchess.library.sources import Unit

__all__ = ["collection_unit", "run_collection"]

_BATCH = 200  # games


def collection_unit(collection: Collection) -> Unit:
    """Return the collection as a source, identified by its seed and size."""
    name = f"collection of hyperchess, seed {collection.seed}"
    return Unit(name, name, size=len(collection))


def run_collection(
    collection: Collection,
) -> Callable[[object, Sequence[Task], object], Iterator[Indexed]]:
    """Return the function with which an import takes games from the collection."""

    def run(work: object, tasks: Sequence[Task], split: object) -> Iterator[Indexed]:
        for task in tasks:
            for begin in range(task.skip, len(collection), _BATCH):
                end = min(begin + _BATCH, len(collection))
                facts = [game_facts(collection.game(number + 1).game()) for number in range(begin, end)]
                yield Indexed(task, end, facts)
            yield Indexed(task, len(collection), [], f"{collection.seed} {len(collection)}", goes_on=False)

    return run
