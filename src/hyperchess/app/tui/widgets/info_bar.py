"""The lines below the boards, with a place for messages."""

from __future__ import annotations

from rich.text import Text
from textual.timer import Timer
from textual.widgets import Static

from hyperchess.app.tui.terminal_text import cut

__all__ = ["InfoBar"]

_LOW = 30  # rows of the screen below which a message replaces the last line


class InfoBar(Static):
    """Lines about the position; a message has its own line, or replaces the last one on a low screen."""

    DEFAULT_CSS = "InfoBar { padding: 0 1; background: $surface; }"

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._lines: list[Text] = []
        self._message: Text | None = None
        self._timer: Timer | None = None

    @property
    def columns(self) -> int:
        """Columns of a line."""
        return max(20, self.app.size.width - 2)

    @property
    def is_low(self) -> bool:
        """True if the screen has few rows."""
        return self.app.size.height < _LOW

    def show_lines(self, *lines: Text) -> None:
        """Show lines; a message stays."""
        self._lines = list(lines)
        self._write()

    def tell(self, message: str, style: str, seconds: float) -> None:
        """Show a message for some seconds, or until the next one."""
        if self._timer is not None:
            self._timer.stop()
        self._message = Text(cut(message, self.columns), style)
        self._timer = self.set_timer(seconds, self._clear)
        self._write()

    def _clear(self) -> None:
        self._message = None
        self._write()

    def _write(self) -> None:
        kept = self._lines[:-1] if self.is_low and self._message is not None else self._lines
        last = [] if self.is_low and self._message is None else [self._message or Text()]
        lines = [*kept, *last]
        self.styles.height = len(lines)
        self.update(Text("\n").join(lines))
