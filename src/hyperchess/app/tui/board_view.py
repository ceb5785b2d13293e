"""Shared behaviour of both board views: pan, zoom, draw, and describe the content."""

from __future__ import annotations

from typing import Protocol

from rich.style import Style

from hyperchess.app.tui.canvas import Canvas
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.navigation import NavigationTarget

__all__ = ["BoardView", "EmptyView"]


class BoardView(Protocol):
    """A position, and its visible part."""

    def show(self, cursor: Cursor) -> None:
        """Show the cursor's position, and scroll to the last move."""

    def pan(self, right: int, down: int) -> None:
        """Move the view in a direction of the screen."""

    def zoom(self, by: int) -> None:
        """Zoom in (positive) or out."""

    def home(self) -> None:
        """Return to the board or pieces in play."""

    def alternate(self) -> str:
        """Perform the action of the Tab key; return a message about it."""

    def visit(self, place: NavigationTarget) -> None:
        """Bring a board or a square into view; `InputError` if there is none."""

    def click(self, x: int, y: int) -> None:
        """Select the item drawn at a screen position."""

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """Return the drawing in the given size."""

    @property
    def verdict(self) -> str:
        """Return a line about the position."""

    @property
    def details(self) -> str:
        """Return a line about the visible part."""


class EmptyView:
    """The view of a game without a known start."""

    verdict = "no position"
    details = ""

    def show(self, cursor: Cursor) -> None:
        """Do nothing."""

    def pan(self, right: int, down: int) -> None:
        """Do nothing."""

    def zoom(self, by: int) -> None:
        """Do nothing."""

    def home(self) -> None:
        """Do nothing."""

    def alternate(self) -> str:
        """Return no message."""
        return "there is no board"

    def visit(self, place: NavigationTarget) -> None:
        """Do nothing."""

    def click(self, x: int, y: int) -> None:
        """Do nothing."""

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """Return a canvas with a sentence instead of a board."""
        canvas = Canvas(width, height, look.styles.ground)
        text = "The start of this game is not known."
        canvas.put(max(0, (width - len(text)) // 2), height // 2, text, Style(dim=True), over=True)
        return canvas
