"""What both boards have in common: something to look at that pans, zooms and tells what is seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rich.style import Style

from hyperchess.app.tui.canvas import Canvas
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.palettes import PALETTES, Palette, Styles
from hyperchess.app.tui.places import Place

__all__ = ["EmptyStage", "Look", "Stage"]


@dataclass(frozen=True)
class Look:
    """How things are drawn: a theme, letters or chess signs, White's view or Black's."""

    theme: str = "dark"
    letters: bool = False
    flipped: bool = False

    @property
    def palette(self) -> Palette:
        """The colours."""
        return PALETTES[self.theme]

    @property
    def styles(self) -> Styles:
        """The colours put together."""
        return self.palette.styles


class Stage(Protocol):
    """A picture of a position, and where one looks at it."""

    def show(self, cursor: Cursor, *, follow: bool = True) -> None:
        """Take what the cursor shows; `follow` brings what was just played into view."""

    def pan(self, right: int, down: int) -> None:
        """Look further in a direction of the screen."""

    def zoom(self, by: int) -> None:
        """Look closer (positive) or from further away."""

    def home(self) -> None:
        """Back to where the game is played."""

    def alternate(self) -> str:
        """What the tab key does here; a word about it."""

    def visit(self, place: Place) -> None:
        """Bring a board or a square into view; `InputError` if there is none."""

    def click(self, x: int, y: int) -> None:
        """Choose what was drawn at a place."""

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """The picture in a given size."""

    @property
    def verdict(self) -> str:
        """A line about the position."""

    @property
    def details(self) -> str:
        """A line about where one looks."""


class EmptyStage:
    """The stage of a game whose start nobody knows."""

    verdict = "no position"
    details = ""

    def show(self, cursor: Cursor, *, follow: bool = True) -> None:
        """There is nothing to show."""

    def pan(self, right: int, down: int) -> None:
        """There is nowhere to look."""

    def zoom(self, by: int) -> None:
        """There is nothing to enlarge."""

    def home(self) -> None:
        """There is nowhere to go."""

    def alternate(self) -> str:
        """There is nothing to choose."""
        return "there is no board"

    def visit(self, place: Place) -> None:
        """There is nowhere to go."""

    def click(self, x: int, y: int) -> None:
        """There is nothing to choose."""

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """A sentence instead of a picture."""
        canvas = Canvas(width, height, look.styles.ground)
        text = "The start of this game is not known."
        canvas.put(max(0, (width - len(text)) // 2), height // 2, text, Style(dim=True), over=True)
        return canvas
