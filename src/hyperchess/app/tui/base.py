"""Shared parts of the textual apps: themes, text without control characters, keys that change the look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import ModalScreen, Screen

from hyperchess.app.tui.look import Look
from hyperchess.app.tui.palettes import next_name
from hyperchess.app.tui.terminal_text import VisibleText
from hyperchess.app.tui.themes import theme_name, themes
from hyperchess.app.tui.widgets.info_bar import InfoBar

__all__ = ["StyledApp", "StyledScreen"]


class StyledApp(App[None]):
    """An app with our themes that opens one screen, which does all the work."""

    TITLE = "hyperchess"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Horizontal { height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "interrupt", show=False, priority=True)]

    def __init__(self, screen: StyledScreen) -> None:
        super().__init__()
        self._first = screen
        self._visible_text = VisibleText()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return textual's line filters followed by our own."""
        return [*super().get_line_filters(), self._visible_text]

    def on_mount(self) -> None:
        """Register the themes and open the screen."""
        for theme in themes():
            self.register_theme(theme)
        self.theme = theme_name(self._first.look.theme)
        self.push_screen(self._first)

    def action_interrupt(self) -> None:
        """Close the dialog in front, otherwise quit as the screen does: it may ask first."""
        if isinstance(self.screen, ModalScreen):
            self.screen.dismiss()
        else:
            self._first.action_quit()


class StyledScreen(Screen[None]):
    """A screen whose look can be changed by keys."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def restyled(self) -> None:
        """Redraw in the new look."""
        raise NotImplementedError

    def action_quit(self) -> None:
        """Quit."""
        self.app.exit()

    def tell(self, message: str, *, seconds: float = 4, is_error: bool = False) -> None:
        """Show a message below the boards."""
        palette = self.look.palette
        self.query_one(InfoBar).tell(message, palette.danger if is_error else palette.accent, seconds)

    def restyle(self, look: Look) -> None:
        """Change the look."""
        self.look = look
        self.app.theme = theme_name(look.theme)
        self.restyled()

    def action_flip(self) -> None:
        """Show the other side's view."""
        self.restyle(replace(self.look, flipped=not self.look.flipped))

    def action_letters(self) -> None:
        """Switch between chess symbols and letters."""
        self.restyle(replace(self.look, letters=not self.look.letters))

    def action_theme(self) -> None:
        """Switch to the next theme."""
        self.restyle(replace(self.look, theme=next_name(self.look.theme)))
