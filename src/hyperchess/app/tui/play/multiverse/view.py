"""The boards during play, with a pointer that moves from square to square and from board to board."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from hyperchess.app.tui.multiverse.view import MultiverseView
from hyperchess.multiverse import BoardAt, Square

__all__ = ["MultiversePlayView"]


class MultiversePlayView(MultiverseView):
    """A view with a pointer; the focus is the board of the pointer."""

    def __init__(self) -> None:
        super().__init__()
        self.pointer = Square(*self.focus, 0, 0)
        self.clicked: Square | None = None

    def mark(self, *, chosen: Square | None, targets: Container[Square], movable: Container[Square]) -> None:
        """Mark the selected piece, its targets, and the pieces that can move."""
        self.display = replace(
            self.display, pointed=self.pointer, chosen=chosen, targets=targets, movable=movable
        )

    @property
    def checks(self) -> int:
        """Number of displayed checks."""
        return self.display.checks

    @property
    def arrival(self) -> Square | None:
        """Target of the last action, if possible on a board that needs a move; at the start, a corner."""
        latest, due = self.display.latest, self.display.position.mandatory
        order = sorted(self.display.arrived, key=lambda at: (at.board not in due, at.board != latest, at))
        return order[0] if order else Square(*latest, 0, 0)

    def point(self, square: Square) -> None:
        """Point at a square, and bring its board into view."""
        if self.color not in (None, square.color):
            self.color = None
        self.pointer, self.focus = square, square.board
        self.display = replace(self.display, pointed=square)

    def home(self) -> None:
        """Focus the board of the pointer."""
        self.focus = self.pointer.board

    def step(self, right: int, down: int) -> None:
        """Point at the next square in a direction of the screen; beyond the edge, on the next board."""
        position, pointer = self.display.position, self.pointer
        file = pointer.file + (-right if self.flipped else right)
        rank = pointer.rank + (down if self.flipped else -down)
        if 0 <= file < position.width and 0 <= rank < position.height:
            self.point(pointer._replace(file=file, rank=rank))
            return
        beyond = self._board_beyond(right, down)
        if beyond is not None:
            self.point(Square(*beyond, file % position.width, rank % position.height))

    def stride(self, right: int, down: int) -> None:
        """Point at the same square of the next board in a direction of the screen."""
        beyond = self._board_beyond(right, down)
        if beyond is not None:
            self.point(Square(*beyond, self.pointer.file, self.pointer.rank))

    def _board_beyond(self, right: int, down: int) -> BoardAt | None:
        """Return the nearest board in a direction; on another timeline, at the same or the nearest time."""
        columns, rows = self.columns, self.rows
        half_turn = self.pointer.board.half_turn
        row = next(i for i, line in enumerate(rows) if line.timeline == self.pointer.timeline)
        if right:
            later = [at for at in columns if (at > half_turn if right > 0 else at < half_turn)]
            boards = [rows[row].board(at) for at in (later if right > 0 else reversed(later))]
            return next((board.at for board in boards if board is not None), None)
        beyond = rows[row + 1 :] if down > 0 else rows[:row][::-1]
        for line in beyond:
            shown = [board.at for board in line.boards if self.color in (None, board.at.color)]
            if shown:
                return min(shown, key=lambda at: abs(at.half_turn.ordinal - half_turn.ordinal))
        return None

    def pan(self, right: int, down: int) -> None:
        """Move the pointer from board to board."""
        self.stride(right, down)

    def click(self, x: int, y: int) -> None:
        """Point at the square under the mouse."""
        square = self._drawn.square_at(x, y) if self._drawn is not None else None
        if square is not None:
            self.clicked = square
            self.point(square)
        else:
            super().click(x, y)
            if self.display.position.board(self.focus) is not None:
                self.point(Square(*self.focus, self.pointer.file, self.pointer.rank))
