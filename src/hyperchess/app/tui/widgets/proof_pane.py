"""The choices of a proof at the cursor, with the sizes of their parts."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hyperchess.app.tui.look import Look
from hyperchess.app.tui.proof_cursor import ProofCursor
from hyperchess.app.tui.widgets.tree_pane import TreePane
from hyperchess.proofs.lazy_tree import Choice
from hyperchess.studies.analysis.exploring import spell_action
from hyperchess.text import plural

__all__ = ["ProofPane"]

_MOST = 200  # choices in the list


class ProofPane(Vertical):
    """The claim, a line about the position, the list of choices, and the tree of the visited actions."""

    DEFAULT_CSS = """
    ProofPane { width: 35%; min-width: 30; max-width: 60; height: 1fr; border-left: vkey $panel; }
    ProofPane Static { height: auto; padding: 0 1; }
    ProofPane #claim { text-style: bold; }
    ProofPane OptionList { height: auto; max-height: 50%; border: none; padding: 0; margin-left: 1;
                           background: $background; }
    ProofPane TreePane { width: 100%; max-width: 100%; border-left: none; border-top: hkey $panel; }
    """

    class Chosen(Message):
        """A choice was selected; `number` is its place in the list."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def compose(self) -> ComposeResult:
        """Compose the lines, the list and the tree."""
        yield Static(id="claim", markup=False)
        yield Static(id="summary", markup=False)
        yield OptionList(markup=False)
        yield Static(id="progress", markup=False)
        yield TreePane()

    def show(self, cursor: ProofCursor, look: Look, *, counting: bool) -> None:
        """Display the choices at the cursor."""
        tree, found = cursor.tree, cursor.choices
        self.query_one("#claim", Static).update(str(tree.claim))
        self.query_one("#summary", Static).update(cursor.summary)
        options = self.query_one(OptionList)
        chosen = options.highlighted
        options.clear_options()
        position = cursor.place.position
        for choice in found[:_MOST]:
            text = spell_action(position, choice.action)[1]
            options.add_option(Option(Text.assemble(text, (_facts(choice), look.palette.faint))))
        options.highlighted = min(chosen or 0, options.option_count - 1) if found else None
        self.query_one("#progress", Static).update("\n".join(_notes(cursor, counting=counting)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Report the selected choice."""
        event.stop()
        self.post_message(self.Chosen(event.option_index))


def _facts(choice: Choice) -> str:
    if choice.size is None:
        return ""
    facts = [f"mate in {choice.longest}"] if choice.longest else []
    return f"  {' · '.join([*facts, plural(choice.size, 'record')])}" if choice.size else ""


def _notes(cursor: ProofCursor, *, counting: bool) -> list[str]:
    tree, more = cursor.tree, len(cursor.choices) - _MOST
    notes = [f"{more:,} more choices: ] goes through them"] if more > 0 else []
    if tree.is_complete and not tree.problem:
        notes.append("Shown as recorded, not verified.")
    elif not tree.is_complete:
        share = f"{tree.walked:,} of {tree.records:,} records counted"
        notes.append(f"{share} (p {'stops' if counting else 'continues'})")
    else:
        notes.append(f"Only {tree.walked:,} of {tree.records:,} records can be shown: {tree.problem}")
    return notes
