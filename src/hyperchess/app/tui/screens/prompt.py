"""Input line at the bottom: for navigation, search, and file names."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from hyperchess.app.tui.terminal_text import escape_line
from hyperchess.errors import HyperchessError

__all__ = ["Prompt"]


class Prompt(ModalScreen[str]):
    """Prompts for a text until `accept` accepts it; errors are shown below the input."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Cancel")]
    DEFAULT_CSS = """
    Prompt { align: left bottom; background: transparent; }
    Prompt Vertical { height: auto; background: $surface; border-top: heavy $accent; padding: 0 1; }
    Prompt Input { background: $background; }
    Prompt .error { color: $error; }
    """

    def __init__(self, label: str, accept: Callable[[str], None], text: str = "") -> None:
        super().__init__()
        self._label = label
        self._accept = accept
        self._text = text

    def compose(self) -> ComposeResult:
        """Compose a label, the input line, and space for a message."""
        with Vertical():
            yield Static(self._label, markup=False)
            yield Input(self._text, compact=True)
            yield Static("", classes="error", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept the text, or report what is wrong with it."""
        try:
            self._accept(event.value)
        except HyperchessError as error:
            self.query_one(".error", Static).update(escape_line(str(error)))
        else:
            self.dismiss(event.value)
