"""Help screen with all keys, from their table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from hyperchess.app.tui.keys import KEYS, Key
from hyperchess.app.tui.look import Look

__all__ = ["Help"]

_SIGNS = (
    ("● 0T5w", "a board that waits for a move; ○ one that may be moved on; [0T5w] the one in focus"),
    ("▼ ┃", "the present"),
    ("(L2)", "an inactive timeline"),
    ("◦ •", "where the last moves came from, where they went"),
    ("─ ━ ═", "a jump, a jump that makes a timeline, a check"),
    ("! x", "a royal piece in check, and what attacks it"),
    ("▲k", "infinite: a piece outside the window, in that direction"),
)


class Help(ModalScreen[None]):
    """Dialog that any of its own keys closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,space,enter", "dismiss", "Close")
    ]
    DEFAULT_CSS = """
    Help { align: center middle; }
    Help VerticalScroll { width: 78; max-width: 100%; height: auto; max-height: 100%; background: $surface;
                          border: heavy $accent; padding: 0 1; }
    Help Static { width: 100%; }
    """

    def __init__(self, look: Look, keys: Sequence[Key] = KEYS, signs: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self._look = look
        self._keys = keys
        self._signs = (*signs, *_SIGNS)

    def compose(self) -> ComposeResult:
        """Compose groups of keys, then the signs on the boards."""
        with VerticalScroll() as scroll:
            scroll.border_title = "Keys"
            scroll.border_subtitle = "↑ ↓ scroll · Esc closes"
            yield Static(self._table())

    def _table(self) -> Table:
        accent = self._look.palette.accent
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, min_width=13)
        table.add_column()
        for group in dict.fromkeys(key.group for key in self._keys):
            table.add_row(Text(group, f"bold {accent}"))
            for key in (key for key in self._keys if key.group == group):
                table.add_row(Text(f"  {key.name}", "bold"), key.about)
        table.add_row(Text("Mouse", f"bold {accent}"))
        table.add_row(Text("  click", "bold"), "a board, a square or an action")
        table.add_row(Text("  wheel", "bold"), "pan; with shift in time")
        table.add_row(Text("Signs", f"bold {accent}"))
        for sign, about in self._signs:
            table.add_row(Text(f"  {sign}", "bold"), about)
        return table
