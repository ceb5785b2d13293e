"""The lines above and below the boards while a game is played."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.widgets import Static

from hyperchess.app.tui.look import Look
from hyperchess.app.tui.play.wording import Action
from hyperchess.app.tui.terminal_text import cut
from hyperchess.app.tui.widgets.info_bar import InfoBar

__all__ = ["PlayBar", "PlayersBar"]


class PlayersBar(Static):
    """One line with the players and their clocks."""

    DEFAULT_CSS = (
        "PlayersBar { height: 1; padding: 0 1; background: $primary; color: $hyperchess-on-primary; }"
    )

    def show(self, text: str) -> None:
        """Show the line, truncated to the width of the screen."""
        self.update(cut(text, max(10, self.app.size.width - 2)))


class PlayBar(InfoBar):
    """The player to move or the result, the action, and the square under the pointer.

    They have three lines, or two on a low screen, which shows a second timeline instead.
    """

    def show(self, turn: str, action: Action, place: str, look: Look) -> None:
        """Show the lines."""
        width, palette = self.columns, look.palette
        bold = f"bold {palette.accent}"
        square = Text(cut(place, width), palette.faint)
        if self.is_low:
            turn = cut(turn, width)
            parts = "".join(f" · {part}" for part in (action.state, action.moves) if part)
            rest = cut(parts, max(1, width - cell_len(turn)))
            self.show_lines(Text.assemble((turn, bold), (rest, palette.text)), square)
        else:
            parts = " · ".join(part for part in (action.moves, action.state) if part)
            self.show_lines(Text(cut(turn, width), bold), Text(cut(parts, width), palette.text), square)
