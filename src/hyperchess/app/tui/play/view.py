"""Shared behaviour of both views during play: a pointer and the available moves."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Protocol, TypeAlias, TypeVar

from hyperchess.app.tui.board_view import BoardView
from hyperchess.app.tui.cursor import Shown

__all__ = ["AnyPlayView", "PlayView"]

SquareT = TypeVar("SquareT")


class PlayView(BoardView, Protocol[SquareT]):
    """A view with a pointer that moves from square to square."""

    pointer: SquareT
    clicked: SquareT | None  # the square chosen with the mouse, until it is handled
    flipped: bool

    @property
    def checks(self) -> int:
        """Number of displayed checks."""

    @property
    def arrival(self) -> SquareT | None:
        """Target of the last move, if there was one."""

    def take(self, shown: Shown) -> None:
        """Show a position, and scroll to the last move."""

    def mark(
        self, *, chosen: SquareT | None, targets: Container[SquareT], movable: Container[SquareT]
    ) -> None:
        """Mark the selected piece, its targets, and the pieces that can move."""

    def point(self, square: SquareT) -> None:
        """Point at a square, and scroll to it."""

    def step(self, right: int, down: int) -> None:
        """Point at the next square in a direction of the screen."""

    def stride(self, right: int, down: int) -> None:
        """Point further away in a direction of the screen: at the next board, or several squares further."""


AnyPlayView: TypeAlias = PlayView[Any]
