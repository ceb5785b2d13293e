"""Verification of tables of a bare king, mates and draws, with the Python rules of infinite chess.

A value says within how many moves the bare king, which is to move, is mated, or captures a piece. Each value
is checked on its own: after every legal reply White must have a move to a position with a smaller value; for
a draw, one reply must leave White only moves to smaller values. So a table in which every value passes is a
proof by induction. A class of positions is checked by representatives: an exact coordinate by itself, a far
one by each distance up to two squares beyond the window, a remote one by a distance that is out of reach.
`docs/proofs.md` says why these are enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from hyperchess.engine.infinite.mate_tables import UNKNOWN, Cell, MateTable, Window
from hyperchess.infinite import KINDS, Move, Moves, PieceKind, Position, Square, Verdict
from hyperchess.infinite.reference.rules import ReferenceRules
from hyperchess.proofs.errors import ProofRejected

__all__ = ["DrawTable", "verify_draws", "verify_window"]

_REMOTE = 10_000
_RULES = ReferenceRules()
_CODES = {kind.name: code.upper() for code, kind in KINDS.items()}


class DrawTable(NamedTuple):
    """A window and the moves of the bare king to a forced capture, by index.

    The bare king is to move; 0 is stalemate. Classes *far* include remote squares, whose own classes have no
    values.
    """

    window: Window
    values: bytes


def verify_window(table: MateTable, indices: Iterable[int] | None = None) -> int:
    """Check the values of a table, all or those at `indices`; return the number of mates.

    Raise `ProofRejected` at the first value that does not follow.
    """
    return _verify(_MateVerifier(table.window, table.values), indices)


def verify_draws(table: DrawTable, indices: Iterable[int] | None = None) -> int:
    """Check the values of a table of draws, all or those at `indices`; return the number of draws.

    Raise `ProofRejected` at the first value that does not follow.
    """
    return _verify(_DrawVerifier(table.window, table.values), indices)


def _verify(verifier: _Verifier, indices: Iterable[int] | None) -> int:
    count = 0
    for index in range(verifier.window.size) if indices is None else indices:
        if verifier.values[index] != UNKNOWN:
            verifier.check(index)
            count += 1
    return count


class _Verifier:
    """Positions of a window, and their values."""

    def __init__(self, window: Window, values: bytes) -> None:
        self.window, self.values = window, values

    def check(self, index: int) -> None:
        """Raise `ProofRejected` if the value at `index` does not follow from the others."""
        pieces, rook = self.window.state(index)
        if not self._is_inside(pieces) or self.window.index(pieces, rook) != index:
            raise ProofRejected(f"value {index}: this is not a position of the window")
        positions = list(self._positions("b", pieces, rook))
        if not positions:
            raise ProofRejected(f"value {index}: the rook is on the square of another piece")
        self._check_positions(index, pieces, positions)

    def _check_positions(
        self, index: int, pieces: tuple[Cell, ...], positions: Sequence[tuple[Position, Cell | None]]
    ) -> None:
        raise NotImplementedError

    def _value(self, pieces: tuple[Cell, ...], rook: Cell | None) -> int:
        return self.values[self.window.index(pieces, rook)]

    def _is_inside(self, pieces: Sequence[Cell]) -> bool:
        """Return whether the pieces are on distinct squares of the window, kings at least 2 squares away."""
        reach = self.window.reach
        return len({*pieces, (0, 0)}) > len(pieces) and all(
            (1 if name == "king" else 0) < max(abs(x), abs(y)) <= reach
            for name, (x, y) in zip(self.window.pieces, pieces, strict=True)
        )

    def _positions(
        self, player: str, pieces: tuple[Cell, ...], rook: Cell | None
    ) -> Iterator[tuple[Position, Cell | None]]:
        """Yield representatives of a class of positions, with the square of the rook."""
        squares: Iterable[Cell | None] = (None,)
        if rook is not None:
            squares = ((x, y) for x, y in product(*(self._coordinates(number) for number in rook)))
        for at in squares:
            if at is not None and at in {*pieces, (0, 0)}:
                continue
            yield self._place(player, pieces, at), at

    def _place(self, player: str, pieces: tuple[Cell, ...], rook: Cell | None) -> Position:
        names = (*self.window.pieces, *(["rook"] if rook else []))
        squares = (*pieces, *([rook] if rook else []))
        placed = [f"{_CODES[name]}{x},{y}" for name, (x, y) in zip(names, squares, strict=True)]
        return replace(Position.parse(f"{player} {'|'.join(placed)}|k0,0"), rules=_RULES)

    def _coordinates(self, rook_class: int) -> list[int]:
        near, reach = self.window.rook_reach, self.window.reach
        if rook_class <= 2 * near:
            return [rook_class - near]
        sign = 1 if (rook_class - 2 * near) % 2 == 0 else -1
        if rook_class <= 2 * near + 2:
            return [sign * distance for distance in range(near + 1, reach + 3)]
        return [sign * _REMOTE]


class _MateVerifier(_Verifier):
    def __init__(self, window: Window, values: bytes) -> None:
        super().__init__(window, values)
        self._steps = [_steps(KINDS[_CODES[name].lower()], window.reach) for name in window.pieces]
        self._white: dict[int, int] = {}  # moves to mate with White to move, by index

    def _check_positions(
        self, index: int, pieces: tuple[Cell, ...], positions: Sequence[tuple[Position, Cell | None]]
    ) -> None:
        value = self.values[index]
        for position, at in positions:
            if position.status.verdict is Verdict.CHECKMATE:
                continue
            moves = position.moves().points
            if value == 0 or not moves:
                raise ProofRejected(f"value {index}: {position} is not checkmate")
            for move in moves:
                dx, dy = move.target
                after = tuple((x - dx, y - dy) for x, y in pieces)
                if move.target in position.pieces() or not self._is_inside(after):
                    raise ProofRejected(f"value {index}: {position} {move} leaves the table")
                classes = None if at is None else self._classes((at[0] - dx, at[1] - dy))
                if self._find_answer(after, classes) > value:
                    raise ProofRejected(f"value {index}: {position} {move} has no answer")

    def _find_answer(self, pieces: tuple[Cell, ...], rook: Cell | None) -> int:
        """Return the number of moves within which White, who is to move, mates according to the table."""
        index = self.window.index(pieces, rook)
        if index not in self._white:
            positions = list(self._positions("w", pieces, rook))
            self._white[index] = next(
                (
                    value + 1
                    for value, mover, target in sorted(self._moves(pieces, rook))
                    if all(
                        _white_move(pieces, at, mover, target) in position.moves()
                        for position, at in positions
                    )
                ),
                UNKNOWN,
            )
        return self._white[index]

    def _moves(self, pieces: tuple[Cell, ...], rook: Cell | None) -> Iterator[tuple[int, int, Cell]]:
        """Yield value, mover and target of White's moves into the table.

        The mover is the number of a piece, or -1 and -2 for the rook along x and y, whose target is its new
        coordinate and 0.
        """
        for number, (x, y) in enumerate(pieces):
            for dx, dy in self._steps[number]:
                target = (x + dx, y + dy)
                after = (*pieces[:number], target, *pieces[number + 1 :])
                if self._is_inside(after) and (value := self._value(after, rook)) != UNKNOWN:
                    yield value, number, target
        if rook is None:
            return
        near = self.window.rook_reach
        for coordinate in (-_REMOTE, *range(-near, near + 1), _REMOTE):
            target_class = self.window.rook_class(coordinate, remote=True)
            for mover, classes in ((-1, (target_class, rook[1])), (-2, (rook[0], target_class))):
                if (value := self._value(pieces, classes)) != UNKNOWN:
                    yield value, mover, (coordinate, 0)

    def _classes(self, rook: Cell) -> Cell:
        x, y = (self.window.rook_class(c, remote=abs(c) > _REMOTE // 2) for c in rook)
        return x, y


class _DrawVerifier(_Verifier):
    def _check_positions(
        self, index: int, pieces: tuple[Cell, ...], positions: Sequence[tuple[Position, Cell | None]]
    ) -> None:
        for position, at in positions:
            if not self._is_forced(position, pieces, at, self.values[index]):
                raise ProofRejected(f"value {index}: {position} is not a draw within that many moves")

    def _is_forced(self, position: Position, pieces: tuple[Cell, ...], rook: Cell | None, value: int) -> bool:
        """Return whether the bare king is stalemated, or can force a capture within `value` moves."""
        moves = position.moves().points
        if not moves:
            return position.status.verdict is Verdict.STALEMATE
        if value == 0:
            return False
        if _can_capture(position):
            return True
        for move in moves:
            if move.target in position.pieces():
                continue
            dx, dy = move.target
            after = tuple((x - dx, y - dy) for x, y in pieces)
            at = None if rook is None else (rook[0] - dx, rook[1] - dy)
            if self._is_inside(after) and all(reply < value for reply in self._replies(after, at)):
                return True
        return False

    def _replies(self, pieces: tuple[Cell, ...], rook: Cell | None) -> Iterator[int]:
        """Yield the values after all moves of White, who is to move."""
        position = self._place("w", pieces, rook)
        moves = position.moves()
        for move in moves.points if rook else (*moves.points, *self._slides(moves)):
            if move.source != rook:
                number = pieces.index(move.source)
                after = (*pieces[:number], (move.target.x, move.target.y), *pieces[number + 1 :])
                if self._is_inside(after):
                    yield self._value(after, None if rook is None else self._classes(rook))
                else:
                    yield 1 if rook is None and _can_capture(position.play(move)) else UNKNOWN
        if rook is None:
            return
        reach = self.window.reach + 2
        for coordinate in (-_REMOTE, *range(-reach, reach + 1), _REMOTE):
            for end in ((coordinate, rook[1]), (rook[0], coordinate)):
                if Move(Square(*rook), Square(*end)) in position.moves():
                    yield self._value(pieces, self._classes(end))

    def _slides(self, moves: Moves) -> Iterator[Move]:
        """Yield slides; one that ends far outside the window stands for all longer ones."""
        for ray in moves.rays:
            last = max(ray.first, 3 * (self.window.reach + 2)) if ray.last is None else ray.last
            yield from (Move(ray.source, ray.target(steps)) for steps in range(ray.first, last + 1))

    def _classes(self, rook: Cell) -> Cell:
        x, y = (self.window.rook_class(coordinate, remote=False) for coordinate in rook)
        return x, y


def _can_capture(position: Position) -> bool:
    """Return whether the bare king, which is to move, can capture a piece that White needs for a mate."""
    return any(
        position.play(move).status.verdict is Verdict.INSUFFICIENT_MATERIAL
        for move in position.moves().points
        if move.target in position.pieces()
    )


def _steps(kind: PieceKind, reach: int) -> tuple[Cell, ...]:
    """Return the steps of White's piece from one square of a window to another, on an empty board."""
    if kind.is_pawn:
        return ((0, 1),)
    distances = (distance for distance in range(-2 * reach, 2 * reach + 1) if distance)
    return (*kind.leaps, *((d * dx, d * dy) for d in distances for dx, dy in kind.slides))


def _white_move(pieces: Sequence[Cell], rook: Cell | None, mover: int, target: Cell) -> Move:
    if mover >= 0:
        return Move(Square(*pieces[mover]), Square(*target))
    assert rook is not None
    coordinate, axis = target[0], -1 - mover
    if rook[axis] == coordinate and abs(coordinate) == _REMOTE:
        coordinate += 1 if coordinate > 0 else -1  # a waiting move
    end = (coordinate, rook[1]) if axis == 0 else (rook[0], coordinate)
    return Move(Square(*rook), Square(*end))
