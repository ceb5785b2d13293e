"""Boards next to each other on the plane, on which pieces move in four dimensions.

Square boards are arranged in columns and rows, with one line of voids around each. A piece moves on its board
(x, y), or to the same square of another board (column, row), or both at once. The arrangement, and the
strength of some pieces, is a property of the position:

    {fourDimensions: {columns: 4, rows: 4, side: 4, strongKings: false, strongPawns: true}}

>>> boards = Dimensions(columns=4, rows=4, side=4, strong_kings=False, strong_pawns=True)
>>> boards.cell(Square(7, 19)), boards.cell(Square(5, 19)), boards.square((1, 3, 2, 4))
((1, 3, 2, 4), None, Square(x=7, y=19))
>>> [str(square) for square in boards.along(Square(2, 2), (1, 1, 1, 0))]
['8,7', '14,12']
>>> {code: len(boards.steps(code)) for code in "rbqkn"}
{'r': 8, 'b': 24, 'q': 32, 'k': 32, 'n': 48}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.pieces import Color, PieceKind

__all__ = ["MOST_BOARDS", "PROPERTY", "Cell", "Dimensions"]

PROPERTY = "fourDimensions"
MOST_BOARDS = 100  # maximum number of columns, of rows, and of squares along a side

Cell = tuple[int, int, int, int]
"""Column and row of a board, from 0, and x and y on it, from 1; or a step between two cells."""


class Dimensions(NamedTuple):
    """The number and size of the boards. The first board begins at square 1,1.

    Rooks move along one dimension, bishops along two at once, knights two steps along one and one along
    another. Queens and kings combine rooks and bishops; strong ones move along any number of dimensions at
    once. Pawns move forward by y or by row, and capture along x and y or along column and row; strong ones
    also across them.
    """

    columns: int
    rows: int
    side: int
    strong_kings: bool
    strong_pawns: bool

    @staticmethod
    def read(value: object) -> Dimensions | None:
        """Parse the value of the property; return `None` if it is invalid."""
        if not isinstance(value, Mapping) or set(value) != set(_KEYS):
            return None
        numbers, switches = [value[key] for key in _KEYS[:3]], [value[key] for key in _KEYS[3:]]
        if not all(type(number) is int and 2 <= number <= MOST_BOARDS for number in numbers):
            return None
        if not all(isinstance(switch, bool) for switch in switches):
            return None
        return Dimensions(*numbers, *switches)

    @property
    def spacing(self) -> int:
        """The distance between the same squares of neighbouring boards."""
        return self.side + 1

    def cell(self, square: Square) -> Cell | None:
        """Return the cell of a square; `None` if it is on no board."""
        column, x = divmod(square.x, self.spacing)
        row, y = divmod(square.y, self.spacing)
        if x and y and 0 <= column < self.columns and 0 <= row < self.rows:
            return column, row, x, y
        return None

    def square(self, cell: Cell) -> Square:
        """Return the square of a cell on the plane."""
        column, row, x, y = cell
        return Square(column * self.spacing + x, row * self.spacing + y)

    def contains(self, cell: Cell) -> bool:
        """Return whether there is such a cell."""
        column, row, x, y = cell
        on_a_board = 1 <= x <= self.side and 1 <= y <= self.side
        return on_a_board and 0 <= column < self.columns and 0 <= row < self.rows

    def along(self, start: Square, step: Cell) -> Iterator[Square]:
        """Yield the squares in a direction, nearest first, up to the edge of the boards."""
        cell = self.cell(start)
        while cell is not None:
            cell = (cell[0] + step[0], cell[1] + step[1], cell[2] + step[2], cell[3] + step[3])
            if not self.contains(cell):
                return
            yield self.square(cell)

    def between(self, start: Square, end: Square) -> Cell | None:
        """Return the step from one square to another; `None` if one is on no board."""
        first, last = self.cell(start), self.cell(end)
        if first is None or last is None:
            return None
        return (last[0] - first[0], last[1] - first[1], last[2] - first[2], last[3] - first[3])

    def share_board(self, first: Square, second: Square) -> bool:
        """Return whether two squares are on the same board."""
        step = self.between(first, second)
        return step is not None and step[:2] == (0, 0)

    def on_plane(self, step: Cell) -> tuple[int, int]:
        """Return a step as a displacement on the plane."""
        return step[0] * self.spacing + step[2], step[1] * self.spacing + step[3]

    def moves(self, kind: PieceKind) -> bool:
        """Return whether pieces of a kind have moves here."""
        return kind.is_pawn or bool(self.steps(kind.code))

    def steps(self, code: str) -> tuple[Cell, ...]:
        """Return the directions of a rook, bishop or queen, or the leaps of a king or knight."""
        return _steps(code, self.strong_kings)

    def pawn_pushes(self, color: Color) -> tuple[Cell, ...]:
        """Return the forward steps of a player's pawns."""
        return ((0, 0, 0, color.forward), (0, color.forward, 0, 0))

    def pawn_captures(self, color: Color) -> tuple[Cell, ...]:
        """Return the capturing steps of a player's pawns."""
        way = color.forward
        straight = ((-1, way, 0, 0), (1, way, 0, 0), (0, 0, -1, way), (0, 0, 1, way))
        across = ((-1, 0, 0, way), (1, 0, 0, way), (0, way, -1, 0), (0, way, 1, 0))
        return straight + across if self.strong_pawns else straight

    def passed(self, start: Square, end: Square) -> Square | None:
        """Return the square that a pawn passes over with a double step; `None` for another move."""
        step = self.between(start, end)
        if step is None or sorted(map(abs, step)) != [0, 0, 0, 2]:
            return None
        return Square((start.x + end.x) // 2, (start.y + end.y) // 2)


_KEYS = ("columns", "rows", "side", "strongKings", "strongPawns")


@cache
def _steps(code: str, strong: bool) -> tuple[Cell, ...]:
    def lengths(reach: int) -> Iterator[tuple[int, Cell]]:
        """Yield all steps of at most `reach` along each dimension, with the square of their length."""
        for step in product(range(-reach, reach + 1), repeat=4):
            column, row, x, y = step
            yield column**2 + row**2 + x**2 + y**2, (column, row, x, y)

    both = range(1, 5) if strong else range(1, 3)
    wanted = {"r": range(1, 2), "b": range(2, 3), "q": both, "k": both, "n": range(5, 6)}.get(code, range(0))
    return tuple(step for length, step in lengths(2 if code == "n" else 1) if length in wanted)
