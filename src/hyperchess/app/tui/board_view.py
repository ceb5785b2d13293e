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
    """A position, and the part of it that is in view."""

    def show(self, cursor: Cursor) -> None:
        """Take what the cursor shows, and bring what was just played into view."""

    def pan(self, right: int, down: int) -> None:
        """Move the view in a direction of the screen."""

    def zoom(self, by: int) -> None:
        """Zoom in (positive) or out."""

    def home(self) -> None:
        """Go back to where the game is played."""

    def alternate(self) -> str:
        """Do what the tab key does here; returns a message about it."""

    def visit(self, place: NavigationTarget) -> None:
        """Bring a board or a square into view; `InputError` if there is none."""

    def click(self, x: int, y: int) -> None:
        """Choose what is drawn at a place of the screen."""

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """The picture in a given size."""

    @property
    def verdict(self) -> str:
        """A line about the position."""

    @property
    def details(self) -> str:
        """A line about what is in view."""


class EmptyView:
    """The view of a game without a known start."""

    verdict = "no position"
    details = ""

    def show(self, cursor: Cursor) -> None:
        """There is nothing to show."""

    def pan(self, right: int, down: int) -> None:
        """Do nothing: there is nothing to pan to."""

    def zoom(self, by: int) -> None:
        """There is nothing to enlarge."""

    def home(self) -> None:
        """There is nowhere to go."""

    def alternate(self) -> str:
        """There is nothing to choose."""
        return "there is no board"

    def visit(self, place: NavigationTarget) -> None:
        """There is nowhere to go."""

    def click(self, x: int, y: int) -> None:
        """There is nothing to choose."""

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """A sentence instead of a picture."""
        canvas = Canvas(width, height, look.styles.ground)
        text = "The start of this game is not known."
        canvas.put(max(0, (width - len(text)) // 2), height // 2, text, Style(dim=True), over=True)
        return canvas
