"""The infinite board during play, with a pointer that moves from square to square."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from hyperchess.app.tui.cursor import Shown
from hyperchess.app.tui.infinite.view import InfiniteView
from hyperchess.app.tui.infinite.window import clamp_square
from hyperchess.infinite import Square

__all__ = ["InfinitePlayView"]

_STRIDE = 5  # cells of the screen


class InfinitePlayView(InfiniteView):
    """A view with a pointer; the window follows it."""

    def __init__(self) -> None:
        super().__init__()
        self.pointer = self.middle
        self.clicked: Square | None = None
        self.flipped = False

    def take(self, shown: Shown) -> None:
        """Show a position, and scroll to the last move."""
        super().take(shown)
        if shown.before is None:
            self.pointer = self.middle
        self.pointed = self.pointer

    def mark(self, *, chosen: Square | None, targets: Container[Square], movable: Container[Square]) -> None:
        """Mark the selected piece, its targets, and the pieces that can move."""
        self.pointed = self.pointer
        self._marks = replace(self._marks, chosen=chosen, targets=targets, movable=movable)

    @property
    def checks(self) -> int:
        """Number of royal pieces in check."""
        return len(self._marks.checked)

    @property
    def arrival(self) -> Square | None:
        """Target of the last move."""
        return self.position.last.move.target if self.position.last is not None else None

    def point(self, square: Square) -> None:
        """Point at a square; centre it if it is outside the window."""
        self.pointer = self.pointed = clamp_square(square)
        if not self._sees(self.pointer):
            self.middle = self.pointer

    def step(self, right: int, down: int) -> None:
        """Point at the next cell in a direction of the screen; at the edge, the window scrolls."""
        turn = self.scale * (-1 if self.flipped else 1)
        self.pointer = self.pointed = clamp_square(self.pointer.plus((right * turn, -down * turn)))
        if not self._sees(self.pointer):
            self.pan(right, down)
            self.point(self.pointer)

    def stride(self, right: int, down: int) -> None:
        """Move the pointer by several cells."""
        self.step(right * _STRIDE, down * _STRIDE)

    def home(self) -> None:
        """Move the window to the pieces, or to most of them."""
        super().home()
        self.pointer = self.pointed = self.middle

    def zoom(self, by: int) -> None:
        """Zoom in or out by a factor of ten, centred on the pointer."""
        super().zoom(by)
        self.middle = self.pointer

    def alternate(self) -> str:
        """Centre the piece furthest from the others; the next call centres the next one."""
        told = super().alternate()
        self.pointer = self.middle
        return told

    def click(self, x: int, y: int) -> None:
        """Point at the square under the mouse."""
        super().click(x, y)
        if self.pointed is not None:
            self.clicked = self.pointer = self.pointed
