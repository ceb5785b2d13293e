"""All legal moves of a position as one value: single moves (points) and rays.

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

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from hyperchess.errors import HyperchessError
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.legal import legal_targets
from hyperchess.infinite.pieces import Piece, find_piece
from hyperchess.infinite.rays import Ray
from hyperchess.infinite.text import Move

if TYPE_CHECKING:
    from hyperchess.infinite.position import Position

__all__ = ["Moves"]


class Moves:
    """The legal moves of a position, found when they are asked for.

    A promotion is one move for each piece that the pawn may become.
    """

    def __init__(self, position: Position) -> None:
        self._position = position

    @property
    def points(self) -> tuple[Move, ...]:
        """The moves that are no slides: leaps, pawn moves, castling."""
        return self._all[0]

    @property
    def rays(self) -> tuple[Ray, ...]:
        """The slides. Each has at least one target, or (where only huygens know) perhaps none."""
        return self._all[1]

    @cached_property
    def _all(self) -> tuple[tuple[Move, ...], tuple[Ray, ...]]:
        points: list[Move] = []
        rays: list[Ray] = []
        for found in self._found():
            if isinstance(found, Ray):
                rays.append(found)
            else:
                points.append(found)
        return tuple(points), tuple(rays)

    def _found(self) -> Iterator[Move | Ray]:
        """Moves and rays one by one, piece by piece."""
        position = self._position
        targets = legal_targets(
            position.board, position.player, position.en_passant, guarded=position.is_guarded
        )
        for start, piece, target in targets:
            if isinstance(target, Ray):
                if target.has_targets() is not False:
                    yield target
            else:
                for promotion in self._promotions(piece, target):
                    yield Move(start, target, promotion)

    def _promotions(self, piece: Piece, target: Square) -> list[Piece | None]:
        if not piece.kind.is_pawn:
            return [None]
        rules = self._position.rules
        promotion = rules.promotion_of(piece.color)
        if promotion is None or target.y not in promotion.ranks:
            return [None]
        choices: list[Piece | None] = [find_piece(kind, piece.color) for kind in promotion.kinds]
        return [*choices, None] if rules.free_promotion or not choices else choices

    @property
    def is_finite(self) -> bool:
        """Whether there are finitely many moves."""
        return all(ray.is_bounded for ray in self.rays)

    @cached_property
    def exist(self) -> bool | None:
        """Whether there is any legal move; `None` where only unknown prime numbers could tell."""
        unknown = False
        for found in self._found():
            if not isinstance(found, Ray) or found.has_targets():
                return True
            unknown = True
        return None if unknown else False

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, (Move, str)):
            return False
        try:
            self._position.find(move)
        except HyperchessError:
            return False
        return True

    def count(self, left: int, right: int, bottom: int, top: int) -> int:
        """How many moves end in a window, edges included. The window limits nothing else."""
        points = sum(left <= move.end.x <= right and bottom <= move.end.y <= top for move in self.points)
        return points + sum(ray.count(left, right, bottom, top) for ray in self.rays)

    def within(self, left: int, right: int, bottom: int, top: int) -> Iterator[Move]:
        """The moves that end in a window, edges included."""
        for move in self.points:
            if left <= move.end.x <= right and bottom <= move.end.y <= top:
                yield move
        for ray in self.rays:
            for square in ray.within(left, right, bottom, top):
                yield Move(ray.source, square)

    def near(self, margin: int = 5) -> Iterator[Move]:
        """The moves that end at most so far outside the smallest rectangle around all pieces."""
        squares = self._position.pieces
        xs = [square.x for square in squares]
        ys = [square.y for square in squares]
        return self.within(min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin)

    def __repr__(self) -> str:
        return f"<Moves: {len(self.points)} single moves, {len(self.rays)} rays>"
