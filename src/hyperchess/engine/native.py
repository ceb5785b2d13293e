"""The native search, in values of Python."""

from __future__ import annotations

from collections.abc import Mapping

from hyperchess import _native
from hyperchess.engine.limits import Limit
from hyperchess.engine.lines import Line, OnThought, Thought
from hyperchess.engine.score import LARGEST, Score
from hyperchess.errors import InvalidArgument, InvalidPosition
from hyperchess.multiverse import Action, Color, Position
from hyperchess.multiverse.kernel import moves_by_numbers, packed

__all__ = ["NativeSearch", "terms_of"]

_Report = tuple[
    list[tuple[int, int, int, list[list[tuple[int, int, int, int, int, int, int]]]]], int, int, int, float
]


def _weight_numbers(weights: Mapping[str, int]) -> list[int]:
    """The weights in the order of the kernel."""
    names = _native.weight_names()
    if unknown := sorted(set(weights) - set(names)):
        raise InvalidArgument(f"there is no weight {unknown[0]!r}; the weights are {', '.join(names)}")
    if missing := [name for name in names if name not in weights]:
        raise InvalidArgument(f"the weight {missing[0]!r} is missing")
    return [weights[name] for name in names]


def terms_of(position: Position, weights: Mapping[str, int]) -> tuple[list[list[list[int]]], int]:
    """The terms of White and of Black on the last board of each timeline, and the whole from White's side."""
    board = packed(position)
    if board is None:
        raise InvalidPosition("the evaluation is not for boards of more than 64 squares")
    numbers = _weight_numbers(weights)
    return _native.evaluate(board, numbers), _native.static_value(board, numbers)


class NativeSearch:
    """A search with its table, for boards of up to 64 squares."""

    def __init__(self, weights: Mapping[str, int], *, threads: int, memory: int) -> None:
        self._engine = _native.Engine(_weight_numbers(weights), memory, threads)

    def think(self, position: Position, limit: Limit, lines: int, on_thought: OnThought | None) -> Thought:
        """The best lines within the limit."""
        board = packed(position)
        if board is None:
            raise InvalidArgument("the native search is not for boards of more than 64 squares")
        moves = moves_by_numbers(board)

        def thought(report: _Report) -> Thought:
            found, depth, nodes, evaluations, seconds = report
            return Thought(
                tuple(
                    Line(
                        _score(position.player, value, kind),
                        tuple(Action(tuple(moves[numbers] for numbers in action)) for action in actions),
                        line_depth,
                        nodes,
                    )
                    for value, kind, line_depth, actions in found
                ),
                depth,
                nodes,
                evaluations,
                seconds,
            )

        def watch(report: _Report) -> None:
            if on_thought is not None:
                on_thought(thought(report))

        return thought(
            self._engine.analyse(
                board, limit.seconds, limit.nodes, limit.depth, lines, None if on_thought is None else watch
            )
        )

    def stop(self) -> None:
        """End the search that runs in another thread."""
        self._engine.stop()

    def clear(self) -> None:
        """Forget what was learned in another game."""
        self._engine.clear()


def _score(player: Color, value: int, kind: int) -> Score:
    if kind == 0:
        return Score(player, value)
    if kind == 1:  # a mate that is likely is an opinion
        return Score(player, LARGEST - value if value > 0 else -LARGEST - value)
    actions = (abs(value) + 1) // 2
    return Score(player, mate=actions if value > 0 else -actions)
