"""`hyperchess play` as a textual app."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App
from textual.filter import LineFilter

from hyperchess.app.tui.look import Look
from hyperchess.app.tui.play.clocks import Clocks
from hyperchess.app.tui.play.contest import Contest
from hyperchess.app.tui.play.opponent import Opponent
from hyperchess.app.tui.play.screen import PlayOptions, PlayScreen
from hyperchess.app.tui.terminal_text import VisibleText
from hyperchess.app.tui.themes import theme_name, themes

__all__ = ["PlayApp"]


class PlayApp(App[None]):
    """The app around `PlayScreen`, which does all the work."""

    TITLE = "hyperchess"
    ENABLE_COMMAND_PALETTE = False
    CSS = "Horizontal { height: 1fr; } ToastRack { dock: top; margin-top: 1; }"

    def __init__(
        self,
        contest: Contest,
        opponent: Opponent,
        *,
        look: Look | None = None,
        options: PlayOptions | None = None,
        clocks: Clocks | None = None,
    ) -> None:
        super().__init__()
        self.look = look or Look()
        self.play_screen = PlayScreen(contest, opponent, self.look, options or PlayOptions(), clocks)
        self._visible_text = VisibleText()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What textual does to every line before it is drawn, and then our own filter."""
        return [*super().get_line_filters(), self._visible_text]

    def on_mount(self) -> None:
        """Put the themes in place and begin."""
        for theme in themes():
            self.register_theme(theme)
        self.theme = theme_name(self.look.theme)
        self.push_screen(self.play_screen)
