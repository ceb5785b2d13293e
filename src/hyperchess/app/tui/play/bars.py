"""The lines above and below the boards while a game is played."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from hyperchess.app.tui.look import Look
from hyperchess.app.tui.terminal_text import cut

__all__ = ["PlayBar", "PlayersBar"]


class PlayersBar(Static):
    """One line with the players and their clocks."""

    DEFAULT_CSS = (
        "PlayersBar { height: 1; padding: 0 1; background: $primary; color: $hyperchess-on-primary; }"
    )

    def show(self, text: str) -> None:
        """Show the line, truncated to the width of the screen."""
        self.update(cut(text, max(10, self.app.size.width - 2)))


class PlayBar(Static):
    """Three lines: the player to move or the result, the action, and the square under the pointer."""

    DEFAULT_CSS = "PlayBar { height: 3; padding: 0 1; background: $surface; }"

    def show(self, turn: str, action: str, place: str, look: Look) -> None:
        """Show the three lines."""
        width = max(20, self.app.size.width - 2)
        palette = look.palette
        lines = [
            Text(cut(turn, width), f"bold {palette.accent}"),
            Text(cut(action, width), palette.text),
            Text(cut(place, width), palette.faint),
        ]
        self.update(Text("\n").join(lines))
