"""Python interface of the native search of infinite chess."""

from __future__ import annotations

from collections.abc import Mapping

from hyperchess import _native
from hyperchess.engine.infinite.mate_tables import find_material, load_window
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import OnReport, SearchReport
from hyperchess.engine.multiverse.native import (
    parameter_numbers,
    report_converter,
    watching,
    weight_numbers,
)
from hyperchess.engine.stopping import Stopping
from hyperchess.errors import InvalidPosition
from hyperchess.infinite import Move, Position
from hyperchess.infinite.kernel import packed
from hyperchess.infinite.status import goal_reached

__all__ = ["NativeInfiniteSearch", "infinite_terms", "is_covered"]


def is_covered(position: Position) -> bool:
    """Return whether the native rules cover a position and all numbers that its moves need."""
    board = packed(position, large=True)
    return board is not None and board.can_move() is not None


def infinite_terms(position: Position, weights: Mapping[str, int]) -> _native.InfiniteEvaluation:
    """Return the terms of each colour by its number, and the total from White's side."""
    board = packed(position, large=True)
    if board is None:
        raise InvalidPosition("the native rules do not cover the position: it has no evaluation by terms")
    return _native.infinite_evaluate(board, 1, weight_numbers(weights, _native.infinite_weight_names()))


class NativeInfiniteSearch:
    """A search with its transposition table, for positions that the native rules cover."""

    def __init__(
        self,
        weights: Mapping[str, int],
        *,
        threads: int,
        memory: int,
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        numbers = weight_numbers(weights, _native.infinite_weight_names())
        self._engine = _native.InfiniteEngine(
            numbers, memory, threads, parameter_numbers(parameters, _native.infinite_search_parameters())
        )
        self.memory = self._engine.bytes

    def search(
        self, position: Position, limit: Limit, lines: int, on_report: OnReport | None, stopping: Stopping
    ) -> SearchReport:
        """Return the best lines within the limit."""
        board = packed(position, large=True)
        if goal_reached(position) is not None:
            return SearchReport((), 0, 0, 0, 0.0)

        convert = report_converter(position.players, _actions)
        report = None
        if board is not None:
            report = self._engine.analyse(
                board,
                limit.seconds,
                limit.nodes,
                limit.depth,
                lines,
                stopping.native,
                _mate_table(position),
                watching(on_report, convert),
            )
        if report is None:
            raise InvalidPosition("the native rules do not cover the position")
        return convert(report)

    def clear(self) -> None:
        """Clear the tables."""
        self._engine.clear()


def _mate_table(position: Position) -> _native.InfiniteWindow | None:
    material = find_material(position)
    return None if material is None else load_window(material)


def _actions(moves: list[Move]) -> tuple[tuple[Move], ...]:
    return tuple((move,) for move in moves)
