"""Drawing of a position of infinite chess on a canvas: squares, axes, coordinates, and signs for distant
pieces.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import TypeAlias

from rich.style import Style

from hyperchess.app.tui.canvas import Canvas
from hyperchess.app.tui.glyphs import infinite_glyph
from hyperchess.app.tui.infinite.window import Window, shorten_coordinate
from hyperchess.app.tui.look import Look
from hyperchess.infinite import Border, Color, Piece, Position, Square

__all__ = ["FRAME", "InfiniteDrawing", "Marks", "cell_width"]

FRAME = (10, 3)  # columns and rows around the cells, for coordinates and far pieces
_LEFT, _TOP = 8, 2

Grounds: TypeAlias = dict[tuple[int, int], tuple[Style, str]]

_ARROWS = {
    (-1, -1): "◤",
    (0, -1): "▲",
    (1, -1): "◥",
    (-1, 0): "◀",
    (1, 0): "▶",
    (-1, 1): "◣",
    (0, 1): "▼",
    (1, 1): "◢",
}

_PLAIN = (Style(), "")


def cell_width(position: Position, *, letters: bool) -> int:
    """Return the number of columns of a cell: the longest piece fits, at least two."""
    kinds = {piece.moved for piece in position.board.material.counts}
    return max([2, *(len(infinite_glyph(piece, letters=letters)) for piece in kinds)])


@dataclass(frozen=True)
class Marks:
    """Marked squares: the last move, royal pieces in check, the checking pieces, and the pointer.

    During play also the selected piece, its targets, and the pieces that can move.
    """

    left: Square | None = None
    arrived: Square | None = None
    checked: frozenset[Square] = frozenset()
    checking: frozenset[Square] = frozenset()
    pointed: Square | None = None
    chosen: Square | None = None
    targets: Container[Square] = frozenset()
    movable: Container[Square] = frozenset()


@dataclass
class InfiniteDrawing:
    """A drawing, and the pieces outside the window."""

    position: Position
    window: Window
    cell: int  # columns of one cell
    rows: int  # rows of one cell
    marks: Marks
    look: Look
    width: int
    height: int
    far: list[Square] = field(default_factory=list)

    def draw(self) -> Canvas:
        """Draw the position."""
        canvas = Canvas(self.width, self.height, self.look.styles.ground)
        inside, outside = self.window.spread(self.position.pieces())
        self.far = [square for squares in outside.values() for square in squares]
        grounds = self._grounds()
        for row in range(self.window.rows):
            for column in range(self.window.columns):
                self._cell(canvas, column, row, inside.get((column, row), []), grounds)
        for edge, squares in outside.items():
            self._sign(canvas, edge, squares)
        self._labels(canvas)
        return canvas

    def cell_at(self, x: int, y: int) -> tuple[int, int] | None:
        """Return the cell drawn at a screen position."""
        cell = ((x - _LEFT) // self.cell, (y - _TOP) // self.rows)
        return cell if self.window.holds(cell) else None

    def _at(self, column: int, row: int) -> tuple[int, int]:
        return _LEFT + column * self.cell, _TOP + (row * self.rows if row >= 0 else row)

    def _cell(self, canvas: Canvas, column: int, row: int, squares: list[Square], grounds: Grounds) -> None:
        styles = self.look.styles
        corner = self.window.square(column, row)
        border = self.position.board.border
        if border is not None and not _touches(border, corner, self.window.scale):
            x, y = self._at(column, row)
            for down in range(self.rows):
                canvas.put(x, y + down, "░" * self.cell, styles.faint)
            return
        single = self.window.scale == 1
        light = not corner.is_dark if single else sum(self.window.cell(corner)) % 2 == 0
        extra, mark = self._marked(grounds.get((column, row), _PLAIN), corner if single else None)
        ground = (styles.squares if single else styles.past_squares)[light] + extra
        text, ink = self._axes(corner), styles.faint_ink
        if len(squares) == 1:
            piece = self.position.pieces()[squares[0]]
            text, ink = infinite_glyph(piece, letters=self.look.letters), self._ink(piece)
        elif squares:
            text = str(len(squares)) if len(squares) < 10**self.cell else "#" * self.cell
            ink = styles.ink
        if not text.strip() or (mark == "+" and not squares):
            text = "·" if not (light or self.look.palette.fills or mark) else ""
        style = ground + ink + self._over((column, row))
        x, y = self._at(column, row)
        canvas.put(x, y, (text + mark).ljust(self.cell)[: self.cell], style)
        line = "│" if corner.x == 0 and not squares and not mark else ""
        for down in range(1, self.rows):
            canvas.put(x, y + down, line.ljust(self.cell), style + Style(underline=False))

    def _grounds(self) -> Grounds:
        """Return the backgrounds of marked cells and the signs next to their pieces, most important last."""
        styles, marks, cell = self.look.styles, self.marks, self.window.cell
        found: Grounds = {}
        for square, sign in ((marks.left, "◦"), (marks.arrived, "•")):
            if square is not None:
                found[cell(square)] = (styles.moved, sign)
        for squares, sign in ((marks.checking, "x"), (marks.checked, "!")):
            found.update((cell(square), (styles.checked, sign)) for square in squares)
        return found

    def _marked(self, ground: tuple[Style, str], square: Square | None) -> tuple[Style, str]:
        """Return the background and sign of a cell; selection and targets are only marked if the cell is one
        square.
        """
        style, sign = ground
        if square is None:
            return ground
        if square == self.marks.chosen:
            return style, "<"
        if square in self.marks.targets:
            return style + self.look.styles.target, "+"
        return (self.look.styles.movable + style if square in self.marks.movable else style), sign

    def _over(self, cell: tuple[int, int]) -> Style:
        """Return the style that the chosen piece and the pointer add to their cells."""
        styles, window = self.look.styles, self.window
        for square, style in ((self.marks.pointed, styles.due), (self.marks.chosen, styles.chosen)):
            if square is not None and window.cell(square) == cell:
                return style
        return Style()

    def _axes(self, corner: Square) -> str:
        """Return the character of the thin axes through 0,0."""
        across, up = corner.x == 0, corner.y == 0
        if across and up:
            return "┼".ljust(self.cell, "─")
        if up:
            return "─" * self.cell
        return ("│" if across else " ").ljust(self.cell)

    def _ink(self, piece: Piece) -> Style:
        styles = self.look.styles
        if piece.color is Color.NEUTRAL:
            return styles.faint_ink
        return (
            styles.pieces[piece.color - 1] if piece.color <= Color.BLACK else styles.others[piece.color - 3]
        )

    def _sign(self, canvas: Canvas, edge: tuple[int, int], squares: list[Square]) -> None:
        """Draw an arrow towards pieces outside the window: the nearest one, or their number."""
        column, row = edge
        way = ((column >= self.window.columns) - (column < 0), (row >= self.window.rows) - (row < 0))
        piece = self.position.pieces()[squares[0]]
        name = infinite_glyph(piece, letters=self.look.letters)[:1] if len(squares) == 1 else "+"
        style = self._ink(piece) if len(squares) == 1 else self.look.styles.strong
        x, y = self._at(max(0, min(column, self.window.columns)), row)
        if way[0] < 0:
            x -= 2
        canvas.put(x, y, _ARROWS[way] + name, style, over=True)

    def _labels(self, canvas: Canvas) -> None:
        styles, window = self.look.styles, self.window
        for row in range(window.rows):
            y = window.square(0, row).y
            if (y // window.scale) % 2 == 0:
                style = styles.strong if y == 0 else styles.faint
                text = shorten_coordinate(y, window.scale)[: _LEFT - 2].rjust(_LEFT - 2)
                canvas.put(0, self._at(0, row)[1], text, style)
        step = max(1, -(-7 // self.cell))
        for column in range(window.columns):
            x = window.square(column, 0).x
            text = shorten_coordinate(x, window.scale)
            space = (window.columns - column) * self.cell + 2
            if (x // window.scale) % step == 0 and len(text) <= min(space, step * self.cell):
                style = styles.strong if x == 0 else styles.faint
                canvas.put(_LEFT + column * self.cell, 0, text, style)


def _touches(border: Border, corner: Square, scale: int) -> bool:
    """Return whether a cell contains a square of the board."""
    return not (
        (border.left is not None and corner.x + scale - 1 < border.left)
        or (border.right is not None and corner.x > border.right)
        or (border.bottom is not None and corner.y + scale - 1 < border.bottom)
        or (border.top is not None and corner.y > border.top)
    )
