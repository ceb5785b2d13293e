"""Export dialog: a list of notations, a preview with the losses, and keys to copy or save."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.export_text import Choice, choices, export_text, losses_text, save
from hyperchess.app.tui.screens.prompt import Prompt
from hyperchess.app.tui.terminal_text import escape_line
from hyperchess.text import plural

__all__ = ["Export"]

_KEYS = "↑ ↓ choose · c copy · s save · Esc close"
_PREVIEW = 20_000  # characters of the preview


class Export(ModalScreen[None]):
    """Arrow keys select a notation; losses are listed above the text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,e", "dismiss", "Close"),
        Binding("c,y,enter", "copy", "Copy", priority=True),
        Binding("s", "save", "Save"),
    ]
    DEFAULT_CSS = """
    Export { align: center middle; }
    Export > Vertical { width: 90%; height: 90%; background: $surface; border: heavy $accent; }
    Export OptionList { width: 20; height: 1fr; border-right: vkey $panel; background: $surface; }
    Export VerticalScroll { width: 1fr; padding: 0 1; }
    Export #losses { height: auto; max-height: 6; color: $warning; padding: 0 1; }
    """

    def __init__(self, cursor: Cursor) -> None:
        super().__init__()
        self._cursor = cursor
        self._choices = choices(cursor)
        self._text = ""

    def compose(self) -> ComposeResult:
        """Compose the list on the left and the preview on the right."""
        with Vertical(id="box") as box:
            box.border_subtitle = _KEYS
            with Horizontal():
                yield OptionList(
                    *(Option(choice.name) for choice in self._choices), compact=True, markup=False
                )
                with Vertical():
                    yield Static(id="losses", markup=False)
                    with VerticalScroll(can_focus=False):
                        yield Static(id="preview", markup=False)

    def on_mount(self) -> None:
        """Select the notation of the game."""
        options = self.query_one(OptionList)
        options.highlighted = min(1, options.option_count - 1)
        options.focus()

    @property
    def choice(self) -> Choice:
        """The selected format."""
        return self._choices[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_highlighted(self) -> None:
        """Preview the selected format."""
        try:
            written = export_text(self._cursor, self.choice.name)
        except InputError as error:
            self._text = ""
            losses, preview = str(error), ""
        else:
            self._text = written.text
            losses = losses_text(written)
            preview = "\n".join(map(escape_line, written.text[:_PREVIEW].split("\n")))
        box = self.query_one("#box")
        box.border_title, box.border_subtitle = f"Export: {self.choice.title}", _KEYS
        self.query_one("#losses", Static).update(losses)
        self.query_one("#preview", Static).update(preview)

    def action_copy(self) -> None:
        """Copy the text."""
        if self._text:
            self.app.copy_to_clipboard(self._text)
            self._tell(f"copied {plural(len(self._text), 'character')}, {self.choice.title}")

    def action_save(self) -> None:
        """Prompt for a file."""
        if self._text:
            name = f"game{self.choice.suffix}" if self.choice.name != "position" else "position.txt"
            self.app.push_screen(Prompt("Save as (Esc cancels)", self._save, name))

    def _save(self, name: str) -> None:
        path = save(self._text, name)
        self._tell(f"saved {path}")

    def _tell(self, message: str) -> None:
        """Show a message on the lower border, until another format is selected."""
        self.query_one("#box").border_subtitle = Text(escape_line(message))
