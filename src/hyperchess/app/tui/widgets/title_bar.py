"""The top line: the players, and the number of the game in the file."""

from __future__ import annotations

from textual.widgets import Static

from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.terminal_text import cut

__all__ = ["TitleBar"]


class TitleBar(Static):
    """One line, truncated to the width of the screen."""

    DEFAULT_CSS = "TitleBar { height: 1; padding: 0 1; background: $primary; color: $hyperchess-on-primary; }"

    def __init__(self, name: str) -> None:
        super().__init__(markup=False)
        self._file = name

    def show(self, cursor: Cursor) -> None:
        """Show the title of the game."""
        game = cursor.game
        headers = game.headers
        parts = []
        if "White" in headers or "Black" in headers:
            parts = [f"{headers.get('White', 'White')} - {headers.get('Black', 'Black')}"]
        parts += [headers[key] for key in ("Board", "Variant", "Event") if key in headers]
        parts += [game.result] if game.result else []
        parts.append(self._file)
        if len(cursor.games) > 1:
            parts.insert(0, f"game {cursor.index + 1} of {len(cursor.games)}")
        self.update(cut(" · ".join(parts), max(10, self.app.size.width - 2)))
