"""View of an infinite board: a centre anywhere, and a scale of 1, 10, 100, ...

>>> from hyperchess.game import Game
>>> from hyperchess.infinite import start
>>> view = InfiniteView()
>>> view.show(Cursor([Game(start("Classical"))]))
>>> view.middle, view.verdict
(Square(x=4, y=4), 'White to move')
>>> view.visit(NavigationTarget(square=Square(10**30, 5)))
>>> view.details
'10^30,5 · nothing stands there'
"""

from __future__ import annotations

from dataclasses import replace

from hyperchess.app.tui.canvas import Canvas
from hyperchess.app.tui.cursor import Cursor, Shown
from hyperchess.app.tui.infinite.drawing import FRAME, InfiniteDrawing, Marks, cell_width
from hyperchess.app.tui.infinite.window import (
    MAX_SCALE,
    Window,
    clamp_square,
    distance,
    magnitude,
    place_text,
)
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.navigation import NavigationTarget
from hyperchess.infinite import Position, Square, start
from hyperchess.text import plural

__all__ = ["InfiniteView"]

_NAMED = 3  # far pieces that are listed
_MANY = 20_000  # pieces beyond which verdicts and neighbours are not computed
_WIDE, _HIGH = 30, 18  # columns and rows of squares that a screen shows at least if it has large squares
_NEAR = 40  # squares over which pieces may spread and still be seen as one group


class InfiniteView:
    """A position, and the square at the centre of the view."""

    def __init__(self) -> None:
        self.position: Position = start("Classical")
        self.middle = Square(0, 0)
        self.scale = 1
        self.pointed: Square | None = None
        self._drawn: InfiniteDrawing | None = None
        self._tour: list[Square] = []
        self._verdict: str | None = None
        self._marks = Marks()
        self._shown_before = False

    def show(self, cursor: Cursor) -> None:
        """Show the cursor's position, and scroll to the last move."""
        self.take(cursor.shown)

    def take(self, shown: Shown) -> None:
        """Show a position, and scroll to the last move."""
        self.position = shown.position
        self.pointed = None
        self._tour = []
        self._verdict = None
        self._marks = _marks(self.position)
        if not self._shown_before or shown.before is None:
            self.home()
        elif self.position.last is not None and not self._sees(self.position.last.move.target):
            self.middle = self.position.last.move.target
        self._shown_before = True

    def _sees(self, square: Square) -> bool:
        """Return whether a square is in the window, as far as known before the first drawing."""
        if self._drawn is None:
            return True
        window = replace(self._drawn.window, middle=self.middle, scale=self.scale)
        return window.holds(window.cell(square))

    def pan(self, right: int, down: int) -> None:
        """Pan by cells of the screen."""
        turn = -1 if self._drawn is not None and self._drawn.look.flipped else 1
        step = self.scale * turn
        self.middle = clamp_square(self.middle.plus((right * step, -down * step)))

    def zoom(self, by: int) -> None:
        """Zoom in or out by a factor of ten."""
        if by < 0:
            self.scale = min(self.scale * 10, MAX_SCALE)
        else:
            self.scale = max(self.scale // 10, 1)

    def home(self) -> None:
        """Move the window to the pieces, or to most of them."""
        squares = self.position.pieces() or (Square(0, 0),)
        self.middle = Square(*(_middle(sorted(part)) for part in zip(*squares, strict=True)))
        self.scale = 1
        self.pointed = None

    def alternate(self) -> str:
        """Centre the piece furthest from the others; the next call centres the next one."""
        if not self._tour:
            self.home()
            home = self.middle
            self._tour = sorted(
                self.position.pieces(), key=lambda square: distance(home, square), reverse=True
            )
        if not self._tour:
            return "there are no pieces"
        self.pointed = self.middle = self._tour.pop(0)
        return f"{self._named(self.middle)} at {place_text(self.middle)}"

    def visit(self, place: NavigationTarget) -> None:
        """Centre a square."""
        if place.square is not None:
            self.pointed = self.middle = clamp_square(place.square)

    def click(self, x: int, y: int) -> None:
        """Select the square under the pointer."""
        if self._drawn is not None:
            cell = self._drawn.cell_at(x, y)
            self.pointed = None if cell is None else self._drawn.window.square(*cell)

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """Draw the squares around the centre."""
        cell = cell_width(self.position, letters=look.letters)
        columns, rows = max(1, (width - FRAME[0]) // cell), max(1, height - FRAME[1])
        times = 2 if self.scale == 1 and columns >= 2 * _WIDE and rows >= 2 * _HIGH else 1
        window = Window(self.middle, self.scale, columns // times, rows // times, look.flipped)
        marks = replace(self._marks, pointed=self.pointed)
        self._drawn = InfiniteDrawing(self.position, window, cell * times, times, marks, look, width, height)
        return self._drawn.draw()

    @property
    def verdict(self) -> str:
        """Return the player to move, and check or the end of the game."""
        if self._verdict is None:
            self._verdict = _verdict(self.position)
        return self._verdict

    @property
    def details(self) -> str:
        """Return the focused square, the scale, and the nearest pieces outside."""
        if self.pointed is not None:
            return f"{place_text(self.pointed)} · {self._named(self.pointed)}"
        parts = [f"around {place_text(self.middle)}"]
        if self.scale > 1:
            parts.append(f"a cell is {magnitude(self.scale)} squares wide")
        far = self._drawn.far if self._drawn is not None else []
        if len(far) > _MANY:
            parts.append(f"{len(far)} pieces outside")
        elif far:
            nearest = sorted(far, key=lambda square: distance(self.middle, square))[:_NAMED]
            names = ", ".join(
                f"{self.position.pieces()[square].code} {place_text(square)}" for square in nearest
            )
            parts.append(f"{plural(len(far), 'piece')} outside: {names}{', …' * (len(far) > _NAMED)}")
        return " · ".join(parts)

    def _named(self, square: Square) -> str:
        piece = self.position.pieces().get(square)
        if piece is None:
            return "nothing stands there"
        return f"{piece.color} {piece.kind.name}" if piece.color else piece.kind.name


def _marks(position: Position) -> Marks:
    move = position.last.move if position.last is not None else None
    checks = position.checks()
    return Marks(
        move.source if move is not None else None,
        move.target if move is not None else None,
        frozenset(check.royal for check in checks),
        frozenset(check.attacker for check in checks),
    )


def _verdict(position: Position) -> str:
    player = f"{position.player} to move"
    if len(position.pieces()) > _MANY:
        return player
    status = position.status
    if status.is_over:
        return str(status)
    return f"{player} · check" if status.in_check else player


def _middle(numbers: list[int]) -> int:
    """Return the centre of the numbers if they are close together, otherwise the median."""
    if numbers[-1] - numbers[0] <= _NEAR:
        return (numbers[0] + numbers[-1]) // 2
    return numbers[len(numbers) // 2]
