"""Legal moves of a position as one value: single moves (points) and rays.

>>> from hyperchess.infinite.position import Position
>>> moves = Position.parse("w (8|1) R0,0|P5,7|K90,-99|k50,80").moves()
>>> [str(move) for move in moves.points][:4], [str(ray) for ray in moves.rays][:2]
(['5,7>5,8Q', '5,7>5,8R', '5,7>5,8B', '5,7>5,8N'], ['0,0 + k(1,0), k >= 1', '0,0 + k(-1,0), k >= 1'])
>>> "0,0>0,123456789012345678901234567890" in moves, "0,0>1,1" in moves, moves.is_finite
(True, False, False)
>>> moves.count(-10, 20, -10, 20), [str(move) for move in moves.within(-1, 1, -1, 1)]
(64, ['0,0>1,0', '0,0>-1,0', '0,0>0,1', '0,0>0,-1'])
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cached_property

from hyperchess.budget import Budget, check_budget
from hyperchess.errors import TooMany
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.rays import COUNT_BUDGET, Count, Ray, check_window
from hyperchess.infinite.rules import FoundMoves, Rules
from hyperchess.infinite.state import State
from hyperchess.infinite.syntax.text import Move, check_move, parse_move
from hyperchess.validation import check_instance, check_integer

__all__ = ["Moves"]


class _MovesFrom:
    """The moves that begin on one square, among those found."""

    def __init__(self, source: Square, found: FoundMoves) -> None:
        self.points = tuple(move for move in found.points if move.source == source)
        self.rays = tuple(ray for ray in found.rays if ray.source == source)

    def count(self, left: int, right: int, bottom: int, top: int) -> Count:
        """Return the number of moves that end in a window."""
        counts = [ray.count(left, right, bottom, top) for ray in self.rays]
        single = sum(
            left <= move.target.x <= right and bottom <= move.target.y <= top for move in self.points
        )
        return Count.of(single + sum(counts), is_exact=all(count.is_exact for count in counts))


class Moves:
    """The legal moves of a position, computed on first access.

    A promotion is one move for each piece that the pawn may become. There may be infinitely many moves:
    iterating yields those that end at most 5 squares outside the bounding box of all pieces, as `near` does.
    `points` and `rays` describe all of them.
    """

    def __init__(self, state: State, rules: Rules, source: Square | None = None) -> None:
        """Create the moves of a position, or of the piece on one square."""
        self._state = state
        self._rules = rules
        self._source = source

    @cached_property
    def _found(self) -> FoundMoves:
        found = self._rules.moves(self._state)
        return found if self._source is None else _MovesFrom(self._source, found)

    @property
    def points(self) -> tuple[Move, ...]:
        """The moves that are not slides: leaps, pawn moves, castling."""
        return self._found.points

    @property
    def rays(self) -> tuple[Ray, ...]:
        """The slides. Each has at least one target, except that with a huygen involved it may have none."""
        return self._found.rays

    @property
    def is_finite(self) -> bool:
        """True if the number of moves is finite."""
        return all(ray.is_bounded for ray in self.rays)

    @cached_property
    def exist(self) -> bool | None:
        """True if there is any legal move; `None` if that depends on primes beyond the default budget."""
        return self.exist_within(None)

    def exist_within(self, budget: Budget | None) -> bool | None:
        """Return `exist` within one budget for all rays; with `None`, each ray has the default budget."""
        if self._source is None:
            return self._rules.can_move(self._state, None if budget is None else check_budget(budget))
        if self.points:
            return True
        meter = None if budget is None else check_budget(budget).start()
        found = [ray.has_targets(meter) for ray in self.rays]
        return True if True in found else None if None in found else False

    def __contains__(self, move: object) -> bool:
        """Return whether a move is legal, given as a move or as text; raise an error for anything else."""
        meant = parse_move(move) if isinstance(move, str) else check_move(move)
        return self._source in (None, meant.source) and self._rules.allows(self._state, meant)

    def __len__(self) -> int:
        """Return the number of moves; raise `TooMany` if there are infinitely many, or too many to count."""
        count = self.total()
        if not count.is_exact or count > sys.maxsize:
            raise TooMany(f"there are {count} moves")
        return count

    def __bool__(self) -> bool:
        """Return whether there is any move; it counts as one if that depends on very large primes."""
        return self.exist is not False

    def total(self, budget: Budget | None = None) -> Count:
        """Return the number of all moves; raise `TooMany` if there are infinitely many.

        Slides of huygens are tried step by step: `is_exact` is false if they exceed the budget, by default
        `rays.COUNT_BUDGET`.
        """
        meter = check_budget(budget, COUNT_BUDGET).start()
        number, is_exact = len(self.points), True
        for ray in self.rays:
            if ray.last is None:
                raise TooMany("there are infinitely many moves: `count` counts those in a window")
            found = ray.count_steps(range(ray.first, ray.last + 1), meter)
            number, is_exact = number + found, is_exact and found.is_exact
        return Count.of(number, is_exact=is_exact)

    def of(self, square: Square | str) -> Moves:
        """Return the moves of the piece on a square."""
        if isinstance(square, str):
            square = Square.parse(square)
        return Moves(self._state, self._rules, check_instance("square", square, Square))

    def outwards(self, budget: Budget | None = None) -> Iterator[Move]:
        """Yield all moves, the slides in the order of their steps: without end if there are infinitely many.

        A round of the budget, by default `rays.COUNT_BUDGET`, is one step of a huygen's slide;
        `BudgetExhausted` is raised after the last.
        """
        yield from self.points
        meter = check_budget(budget, COUNT_BUDGET).start()
        rays = list(self.rays)
        steps = 0
        while rays:
            rays = [ray for ray in rays if ray.last is None or ray.last > steps]
            steps += 1
            for ray in rays:
                if ray.sieves:
                    meter.spend()
                if ray.allows(steps):
                    yield Move(ray.source, ray.target(steps))

    def __iter__(self) -> Iterator[Move]:
        """Yield the moves of `near()`: there may be infinitely many, so iterating has a limit."""
        return self.near()

    def count(self, left: int, right: int, bottom: int, top: int) -> Count:
        """Return the number of moves that end in a window, edges included.

        Slides of huygens are tried step by step: `is_exact` is false if they exceed `rays.COUNT_BUDGET`.
        """
        check_window(left, right, bottom, top)
        found = self._found.count(left, right, bottom, top)
        return found if isinstance(found, Count) else Count.of(found)

    def within(self, left: int, right: int, bottom: int, top: int) -> Iterator[Move]:
        """Yield the moves that end in a window, edges included."""
        check_window(left, right, bottom, top)
        return self._within(left, right, bottom, top)

    def _within(self, left: int, right: int, bottom: int, top: int) -> Iterator[Move]:
        for move in self.points:
            if left <= move.target.x <= right and bottom <= move.target.y <= top:
                yield move
        for ray in self.rays:
            for square in ray.within(left, right, bottom, top):
                yield Move(ray.source, square)

    def near(self, margin: int = 5) -> Iterator[Move]:
        """Yield the moves that end at most `margin` squares outside the bounding box of all pieces."""
        check_integer("margin", margin, least=None)
        squares = self._state.board.pieces
        xs = [square.x for square in squares]
        ys = [square.y for square in squares]
        return self.within(min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin)

    def __repr__(self) -> str:
        return f"<Moves: {len(self.points)} single moves, {len(self.rays)} rays>"
