"""The previewer as a textual app."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App
from textual.filter import LineFilter

from hyperchess.app.tui.cursor import AnyNode, Cursor
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.screens.game import GameScreen
from hyperchess.app.tui.terminal_text import VisibleText
from hyperchess.app.tui.themes import theme_name, themes
from hyperchess.notation.registry import AnyGame

__all__ = ["Previewer", "run"]


class Previewer(App[None]):
    """The app around `GameScreen`, which does all the work."""

    TITLE = "hyperchess"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Horizontal { height: 1fr; }"

    def __init__(
        self,
        games: Sequence[AnyGame],
        *,
        index: int = 0,
        node: AnyNode | None = None,
        look: Look | None = None,
        name: str = "",
    ) -> None:
        super().__init__()
        self.cursor = Cursor(games, index)
        if node is not None:
            self.cursor.go(node)
        self._look = look or Look()
        self._file = name
        self._visible_text = VisibleText()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What textual does to every line before it is drawn, and then our own filter."""
        return [*super().get_line_filters(), self._visible_text]

    def on_mount(self) -> None:
        """Put the themes in place and open the game."""
        for theme in themes():
            self.register_theme(theme)
        self.theme = theme_name(self._look.theme)
        self.push_screen(GameScreen(self.cursor, self._look, self._file))


def run(
    games: Sequence[AnyGame],
    *,
    index: int = 0,
    node: AnyNode | None = None,
    look: Look | None = None,
    name: str = "",
) -> None:
    """Show games until the reader quits: first the one at `index`, after the action `node`."""
    Previewer(games, index=index, node=node, look=look, name=name).run()
