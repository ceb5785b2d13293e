"""Engines and evaluations of both games in the kernel of a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from hyperchess.app.site.bridge.infinite import InfinitePosition
from hyperchess.app.site.bridge.multiverse import Position
from hyperchess.app.site.bridge.words import (
    KernelObject,
    Reader,
    ask,
    bind,
    limits,
    names,
    optional,
    to_float,
    watching,
)

__all__ = [
    "Engine",
    "InfiniteEngine",
    "evaluate",
    "infinite_evaluate",
    "infinite_weight_names",
    "static_value",
    "weight_names",
]

_Listener: TypeAlias = Callable[[Any], None]

_evaluate, _static_value, _infinite_evaluate = (
    bind("evaluate"),
    bind("static_value"),
    bind("infinite_evaluate"),
)
_MOST_TABLE = 32 << 20
"""A tab has less memory than a process."""


class _Engine(KernelObject):
    """An engine with its transposition table. It has one thread."""

    __slots__ = ("_game",)

    def __init__(self, game: str, weights: Sequence[int], table_bytes: int) -> None:
        self._game = game
        words = (len(weights), *weights, min(table_bytes, _MOST_TABLE))
        super().__init__(ask(bind(f"{game}engine"), words)[0])

    def _search(
        self,
        position: KernelObject,
        limit: tuple[float | None, int | None, int | None],
        lines: int,
        watcher: _Listener | None,
        report: Callable[[Reader], Any],
    ) -> Reader:
        seconds, nodes, depth = limit
        words = (self.handle, position.handle, *limits(seconds, nodes), *optional(depth), lines)
        listen = None if watcher is None else lambda words: watcher(report(Reader(words)))
        return Reader(watching(bind(f"{self._game}analyse"), (*words, watcher is not None), listen))

    def stop(self) -> None:
        """Do nothing: no other thread could call this."""

    def clear(self) -> None:
        """Clear the tables of earlier games."""
        ask(bind(f"{self._game}engine_clear"), (self.handle,))


class Engine(_Engine):
    """An engine of 5D chess."""

    __slots__ = ()

    def __init__(self, weights: Sequence[int], table_bytes: int, threads: int) -> None:
        super().__init__("", weights, table_bytes)

    def analyse(
        self,
        position: Position,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        watcher: _Listener | None,
    ) -> Any:
        """Return lines, depth, nodes, evaluations and seconds; `watcher` gets the same after each depth."""
        return _report(self._search(position, (seconds, nodes, depth), lines, watcher, _report))


def _report(reader: Reader) -> tuple[Any, ...]:
    lines = []
    for _ in range(reader.next()):
        value, mate, depth = reader.take(3)
        lines.append((value, mate, depth, [reader.rows(7) for _ in range(reader.next())]))
    return (lines, *reader.take(3), to_float(reader.next()))


class InfiniteEngine(_Engine):
    """An engine of infinite chess."""

    __slots__ = ()

    def __init__(self, weights: Sequence[int], table_bytes: int, threads: int) -> None:
        super().__init__("infinite_", weights, table_bytes)

    def analyse(
        self,
        position: InfinitePosition,
        seconds: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        watcher: _Listener | None,
    ) -> Any:
        """Return lines, depth, nodes, evaluations and seconds; `None` if numbers exceed 64 bits."""
        reader = self._search(position, (seconds, nodes, depth), lines, watcher, _infinite_report)
        return _infinite_report(reader) if reader.next() else None


def _infinite_report(reader: Reader) -> tuple[Any, ...]:
    lines = []
    for _ in range(reader.next()):
        value, mate, depth = reader.take(3)
        lines.append((value, mate, depth, reader.rows(5)))
    return (lines, *reader.take(3), to_float(reader.next()))


def weight_names() -> list[str]:
    """Return the names of the weights, in the order in which they are passed."""
    return names("weight_names")


def infinite_weight_names() -> list[str]:
    """Return the names of the weights of infinite chess, in the order in which they are passed."""
    return names("infinite_weight_names")


def evaluate(position: Position, weights: Sequence[int]) -> list[list[list[int]]]:
    """Return the terms of each side on the last board of every row."""
    reader = Reader(ask(_evaluate, (position.handle, len(weights), *weights)))
    return [_lists(reader) for _ in range(reader.next())]


def _lists(reader: Reader) -> list[list[int]]:
    return [list(reader.take(reader.next())) for _ in range(reader.next())]


def static_value(position: Position, weights: Sequence[int]) -> int:
    """Return the evaluation from White's side."""
    return ask(_static_value, (position.handle, len(weights), *weights))[0]


def infinite_evaluate(
    position: InfinitePosition, color: int, weights: Sequence[int]
) -> tuple[list[list[int]], int]:
    """Return the terms of each colour, and the evaluation from the side of `color`."""
    reader = Reader(ask(_infinite_evaluate, (position.handle, color, len(weights), *weights)))
    return _lists(reader), reader.next()
