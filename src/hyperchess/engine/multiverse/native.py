"""Python interface of the native search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hyperchess import _native
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import Line, OnReport, SearchReport
from hyperchess.engine.score import LARGEST, Score
from hyperchess.engine.stopping import Stopping
from hyperchess.errors import InvalidArgument, InvalidPosition
from hyperchess.multiverse import Action, Position
from hyperchess.multiverse.kernel import moves_by_numbers, packed
from hyperchess.rulesets import AnyColor

__all__ = [
    "NativeSearch",
    "Report",
    "evaluation_terms",
    "parameter_numbers",
    "report_converter",
    "watching",
    "weight_numbers",
]

_Moves = list[list[tuple[int, int, int, int, int, int, int]]]
Report = _native.Report | _native.InfiniteReport


def weight_numbers(weights: Mapping[str, int], names: Sequence[str]) -> list[int]:
    """Return the weights in the kernel's order, given by `names`."""
    if unknown := sorted(set(weights) - set(names)):
        from difflib import get_close_matches

        close = get_close_matches(unknown[0], names, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise InvalidArgument(f"there is no weight {unknown[0]!r}{hint}")
    if missing := [name for name in names if name not in weights]:
        raise InvalidArgument(f"the weight {missing[0]!r} is missing")
    return [weights[name] for name in names]


def evaluation_terms(
    position: Position, weights: Mapping[str, int]
) -> tuple[list[list[_native.Terms]], list[list[int]], int]:
    """Return terms and placements on the last board of each timeline, and the total for White.

    The terms are White's and Black's; placements are the values of the squares of all pieces, rank 1 first.
    """
    board = packed(position)
    if board is None:
        raise InvalidPosition("the evaluation does not support boards of more than 64 squares")
    numbers = weight_numbers(weights, _native.weight_names())
    terms, placements = _native.evaluate(board, numbers), _native.placements(board, numbers)
    return terms, placements, _native.static_value(board, numbers)


def parameter_numbers(
    parameters: Mapping[str, int] | None, known: Sequence[_native.ParameterInfo]
) -> list[int]:
    """Return search parameters in the kernel's order; missing ones have their defaults."""
    if not parameters:
        return []
    defaults = {info.name: info.value for info in known}
    return weight_numbers({**defaults, **parameters}, list(defaults))


class NativeSearch:
    """A search with its transposition table, for boards of up to 64 squares."""

    def __init__(
        self,
        weights: Mapping[str, int],
        *,
        threads: int,
        memory: int,
        parameters: Mapping[str, int] | None = None,
    ) -> None:
        numbers = weight_numbers(weights, _native.weight_names())
        self._engine = _native.Engine(
            numbers, memory, threads, parameter_numbers(parameters, _native.search_parameters())
        )
        self.memory = self._engine.bytes

    def search(
        self, position: Position, limit: Limit, lines: int, on_report: OnReport | None, stopping: Stopping
    ) -> SearchReport:
        """Return the best lines within the limit."""
        board = packed(position)
        if board is None:
            raise InvalidArgument("the native search does not support boards of more than 64 squares")
        moves = moves_by_numbers(board)

        def read_actions(actions: _Moves) -> tuple[Action, ...]:
            return tuple(Action(tuple(moves[numbers] for numbers in action)) for action in actions)

        convert = report_converter((position.player, position.player.other), read_actions)
        watch = watching(on_report, convert)
        return convert(
            self._engine.analyse(
                board, limit.seconds, limit.nodes, limit.depth, lines, stopping.native, watch
            )
        )

    def clear(self) -> None:
        """Clear the tables."""
        self._engine.clear()


def report_converter(
    players: Sequence[AnyColor], read_actions: Callable[[Any], tuple[Any, ...]]
) -> Callable[[Report], SearchReport]:
    """Return a function that converts kernel reports to values; `players` repeat in this order."""

    def convert(report: Report) -> SearchReport:
        lines = tuple(
            Line(_score(players, pv.value, pv.mate), read_actions(pv.actions), pv.depth, report.nodes)
            for pv in report.variations
        )
        return SearchReport(
            lines, report.depth, report.nodes, report.evaluations, report.seconds, report.timed_out
        )

    return convert


def watching(
    on_report: OnReport | None, convert: Callable[[Report], SearchReport]
) -> Callable[[Report], None] | None:
    """Return the callback that the kernel calls after each iteration."""
    if on_report is None:
        return None
    return lambda report: on_report(convert(report))


def _score(players: Sequence[AnyColor], value: int, kind: int) -> Score:
    """Convert a kernel score; `kind` is 0 for an evaluation, 1 for a likely mate, 2 for a proven mate.

    A mate is counted in actions of the mating player, who may have several in a row.
    """
    player = players[0]
    if kind == 0:
        return Score(player, value)
    if kind == 1:  # a likely mate is an evaluation, not a proof
        return Score(player, LARGEST - value if value > 0 else -LARGEST - value)
    rounds, rest = divmod(abs(value) - 1, len(players))
    winner = players[rest]
    actions = rounds * players.count(winner) + players[: rest + 1].count(winner)
    return Score(player, mate=actions if value > 0 else -actions)
