"""Dialog with a few answers, each with its own key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

__all__ = ["Choice"]


class Choice(ModalScreen[str]):
    """Returns the key of the answer; escape returns nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Cancel")]
    DEFAULT_CSS = """
    Choice { align: center middle; }
    Choice Vertical { width: 50; max-width: 100%; height: auto; max-height: 100%; background: $surface;
                      border: heavy $accent; padding: 0 1; }
    Choice OptionList { height: auto; max-height: 16; border: none; background: $surface; }
    """

    def __init__(self, question: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self._question = question
        self._answers = answers

    def compose(self) -> ComposeResult:
        """Compose the question and its answers."""
        with Vertical():
            yield Static(self._question, markup=False)
            yield OptionList(
                *(Option(Text.assemble((key, "bold"), f"  {text}")) for key, text in self._answers.items())
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the selected answer."""
        self.dismiss(list(self._answers)[event.option_index])

    def on_key(self, event: events.Key) -> None:
        """Return the answer of a key."""
        for key in self._answers:
            if event.character is not None and event.character.lower() == key.lower():
                event.stop()
                self.dismiss(key)
                return
