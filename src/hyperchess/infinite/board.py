"""Piece placement: an immutable value with an index of the lines on which pieces slide.

>>> from hyperchess.infinite.pieces import piece
>>> board = Board.of({Square(0, 0): piece("K"), Square(7, 0): piece("r"), Square(1, 2): piece("n")})
>>> board.distance((1, 0), 0, 0, 1), board.distance((1, 0), 0, 0, -1), board.distance((1, 2), 0, 0, 1)
(7, None, 1)
>>> after = board.after([Square(7, 0)], [(Square(0, 7), piece("r"))])
>>> after.distance((1, 0), 0, 0, 1), after.distance((0, 1), 0, 0, 1), list(map(str, after.pieces))
(None, 7, ['0,0', '1,2', '0,7'])

For each line direction (see `pieces.LINES`) the index maps every occupied line, identified by the number that
its squares share, to a sorted list of the coordinate that changes by one from square to square. A direction
is indexed on first use; a changed board copies only the lists that change. A board created by `later` is
filled on first use too.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import eq
from types import MappingProxyType
from typing import Any
from weakref import ref

from hyperchess.budget import poll
from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.dimensions import Dimensions
from hyperchess.infinite.material import Material
from hyperchess.infinite.pieces import Color, Piece
from hyperchess.infinite.settings import Border

__all__ = ["Board", "Change"]

_Lines = dict[int, list[int]]
Change = tuple[Square, Piece | None, Piece | None]
"""A square, its content before a move, and its content after it."""


class Board:
    """Pieces on squares, in the order in which they are listed. Immutable."""

    __slots__ = (
        "__weakref__",
        "_lines",
        "_origin",
        "border",
        "dimensions",
        "get",
        "material",
        "pieces",
        "placed",
        "royals",
        "slide_limit",
    )

    placed: dict[Square, Piece]
    get: Callable[[tuple[int, int]], Piece | None]
    pieces: Mapping[Square, Piece]
    """The pieces by square, in the order of the list."""
    material: Material
    royals: Mapping[Color, tuple[Square, ...]]

    def __init__(
        self,
        border: Border | None,
        slide_limit: int | None,
        dimensions: Dimensions | None,
        lines: dict[Step, _Lines],
    ) -> None:
        """Create a board whose pieces are filled in later."""
        self.border = border
        self.slide_limit = slide_limit
        self.dimensions = dimensions
        self._lines = lines
        self._origin: tuple[Board, Iterable[Change]] | None = None

    @staticmethod
    def of(
        pieces: Mapping[Square, Piece],
        border: Border | None = None,
        slide_limit: int | None = None,
        dimensions: Dimensions | None = None,
    ) -> Board:
        """Create a board from pieces; derived data is computed on first use.

        Large boards are shared: many games of a text may start from the same named position.
        """
        properties = (border, slide_limit, dimensions)
        if len(pieces) >= _LARGE:
            for known in filter(None, [reference() for reference in _LATEST]):
                if known.has(pieces):
                    if (known.border, known.slide_limit, known.dimensions) == properties:
                        return known
                    board = Board(*properties, {})
                    board._place(known.placed)
                    board.pieces = known.pieces
                    return board
        board = Board(*properties, {})
        board._place(pieces.copy() if type(pieces) is MappingProxyType else dict(pieces))
        if len(pieces) >= _LARGE:
            _LATEST.append(ref(board))
        return board

    def has(self, pieces: Mapping[Square, Piece]) -> bool:
        """Return whether a board has these pieces in the same order."""
        if pieces is self.pieces:
            return True
        mine = self.placed
        return len(mine) == len(pieces) and all(map(eq, mine.items(), pieces.items()))

    def __getattr__(self, name: str) -> object:
        # Called for empty slots.
        if name in ("placed", "get"):
            self._fill()
        elif name == "pieces":
            self.pieces = MappingProxyType(self.placed)
        elif name == "royals":
            if self._origin is None:
                self.royals = _find_royals(self.placed)
            else:
                self._fill()
        elif name == "material":
            self.material = Material({}).changed(_without_rights(Counter(self.placed.values())))
        else:
            raise AttributeError(name)
        return getattr(self, name)

    def __getstate__(self) -> object:
        """Return the slots for copies and pickles, without the view of the pieces."""
        state: Any = super().__getstate__()
        state[1].pop("pieces", None)
        return state

    def _place(self, placed: dict[Square, Piece]) -> None:
        self.placed = placed
        self.get = placed.get  # type: ignore[assignment]

    def later(self, changes: Iterable[Change]) -> Board:
        """Return the board after `changes`; its pieces are computed on first use."""
        board = Board(self.border, self.slide_limit, self.dimensions, {})
        board._origin = (self, changes)
        return board

    def _fill(self) -> None:
        """Apply the changes since the last board whose pieces are known."""
        history: list[Iterable[Change]] = []
        board = self
        while board._origin is not None:
            board, changes = board._origin
            history.append(changes)
        placed, royals = board.placed.copy(), board.royals
        for changes in reversed(history):
            for square, before, after in changes:
                if before is not None and before.kind.royal:
                    royals = _without(royals, before.color, square)
                if after is None:
                    continue
                if after.kind.royal:
                    royals = {**royals, after.color: (*royals.get(after.color, ()), square)}
                placed[square] = after
            for square, _, after in changes:
                if after is None:
                    del placed[square]
        self._place(placed)
        self.royals = royals
        self._origin = None

    def is_empty(self, square: Square) -> bool:
        """Return whether a square is on the board and empty."""
        return square not in self.placed and (self.border is None or self.border.contains(*square))

    def line(self, line: Step, x: int, y: int) -> Sequence[int]:
        """Return the sorted coordinates (x if it changes by one, else y) of the pieces on a line."""
        lines = self._lines.get(line)
        if lines is None:
            lines = self._index(line)
        return lines.get(line[1] * x - line[0] * y, ())

    def distance(self, line: Step, x: int, y: int, way: int, vacated: Square | None = None) -> int | None:
        """Return the distance to the next piece along a line (`way`: 1 or -1), with `vacated` empty."""
        found = self.line(line, x, y)
        here = x if line[0] == 1 else y
        index = bisect_left(found, here)
        if way > 0:
            if index < len(found) and found[index] == here:
                index += 1
        else:
            index -= 1
        while 0 <= index < len(found):
            steps = found[index] - here
            if vacated is None or (x + steps * line[0], y + steps * line[1]) != vacated:
                return abs(steps)
            index += way
        return None

    def after(self, removed: Iterable[Square], added: Iterable[tuple[Square, Piece]]) -> Board:
        """Return the board with pieces removed and then others added, possibly replacing pieces.

        A piece that replaces another takes over its index in the list; any other is appended.
        """
        placed = self.placed.copy()
        counts: dict[Piece, int] = {}
        royals = self.royals
        emptied: list[Square] = []
        filled: list[Square] = []
        for square, piece in added:
            victim = placed.get(square)
            if victim is None:
                filled.append(square)
            else:
                _count(counts, victim, -1)
                if victim.kind.royal:
                    royals = _without(royals, victim.color, square)
            _count(counts, piece, 1)
            if piece.kind.royal:
                royals = {**royals, piece.color: (*royals.get(piece.color, ()), square)}
            placed[square] = piece
        for square in removed:
            piece = placed.pop(square)
            emptied.append(square)
            _count(counts, piece, -1)
            if piece.kind.royal:
                royals = _without(royals, piece.color, square)
        lines = {line: _moved_lines(lines, line, emptied, filled) for line, lines in self._lines.items()}
        material = self.material.changed(counts) if counts else self.material
        board = Board(self.border, self.slide_limit, self.dimensions, lines)
        board._place(placed)
        board.material = material
        board.royals = royals
        return board

    def _index(self, line: Step) -> _Lines:
        poll()
        dx, dy = line
        lines: _Lines = {}
        along_x = dx == 1
        for x, y in self.placed:
            lines.setdefault(dy * x - dx * y, []).append(x if along_x else y)
        for coordinates in lines.values():
            coordinates.sort()
        self._lines[line] = lines
        return lines


def _moved_lines(old: _Lines, line: Step, emptied: list[Square], filled: list[Square]) -> _Lines:
    dx, dy = line
    along_x = dx == 1
    lines = old.copy()
    for x, y in emptied:
        key = dy * x - dx * y
        coordinates = lines[key]
        if len(coordinates) == 1:
            del lines[key]
        else:
            index = bisect_left(coordinates, x if along_x else y)
            lines[key] = coordinates[:index] + coordinates[index + 1 :]
    for x, y in filled:
        key = dy * x - dx * y
        coordinates = lines.get(key, [])[:]
        insort(coordinates, x if along_x else y)
        lines[key] = coordinates
    return lines


def _count(counts: dict[Piece, int], piece: Piece, change: int) -> None:
    piece = piece.moved
    total = counts.get(piece, 0) + change
    if total:
        counts[piece] = total
    else:
        del counts[piece]


def _without_rights(counts: Mapping[Piece, int]) -> dict[Piece, int]:
    summed: dict[Piece, int] = {}
    for piece, count in counts.items():
        summed[piece.moved] = summed.get(piece.moved, 0) + count
    return summed


def _find_royals(placed: Mapping[Square, Piece]) -> dict[Color, tuple[Square, ...]]:
    royals: dict[Color, list[Square]] = {}
    for square, piece in placed.items():
        if piece.kind.royal:
            royals.setdefault(piece.color, []).append(square)
    return {color: tuple(squares) for color, squares in royals.items()}


def _without(
    royals: Mapping[Color, tuple[Square, ...]], color: Color, square: Square
) -> Mapping[Color, tuple[Square, ...]]:
    rest = tuple(royal for royal in royals[color] if royal != square)
    return {**royals, color: rest}


_LARGE = 1_000  # pieces of a board that is shared
_LATEST: deque[ref[Board]] = deque(maxlen=8)
