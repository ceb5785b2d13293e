"""Screen of a proof: that of a game, with the choices of the proof next to the boards."""

from __future__ import annotations

from threading import Lock
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList
from textual.worker import Worker, get_current_worker

from hyperchess.app.tui.keys import KEYS, PROOF_KEYS
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.proof_cursor import ProofCursor
from hyperchess.app.tui.screens.game import GameScreen
from hyperchess.app.tui.screens.help import Help
from hyperchess.app.tui.widgets.proof_pane import ProofPane
from hyperchess.app.tui.widgets.tree_pane import TreePane
from hyperchess.budget import Budget

__all__ = ["ProofScreen"]

_SLICE = Budget(seconds=0.2)  # of the pass through the records, between two updates of the screen


class ProofScreen(GameScreen):
    """Walks through a proof while another thread counts its records."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(",".join(key.keys), key.action, key.footer, show=bool(key.footer)) for key in PROOF_KEYS),
        Binding("escape", "leave_choices", show=False),
    ]
    cursor: ProofCursor

    def __init__(self, cursor: ProofCursor, look: Look, name: str) -> None:
        super().__init__(cursor, look, name)
        self._worker: Worker[None] | None = None
        self._walking = Lock()  # a stopped thread may still count when the next one starts

    def create_side(self) -> Widget:
        """Return the choices with the tree below them."""
        return ProofPane()

    def on_mount(self) -> None:
        """Show the start, and count the records."""
        super().on_mount()
        self.action_count()

    def _show(self) -> None:
        super()._show()
        self.query_one(TreePane).show(self.cursor.node, self.look, grown=True)
        self._show_proof()

    def _show_proof(self) -> None:
        self.query_one(ProofPane).show(self.cursor, self.look, counting=self._worker is not None)

    def on_proof_pane_chosen(self, event: ProofPane.Chosen) -> None:
        """Go to a choice."""
        self._moved(self.cursor.choose(event.number))

    def action_choose(self) -> None:
        """Give the keys to the list of choices."""
        if self.cursor.choices:
            self.query_one(ProofPane).query_one(OptionList).focus()
        else:
            self.tell("there is nothing to choose here", seconds=2)

    def action_leave_choices(self) -> None:
        """Give the keys back to the boards."""
        self.set_focus(None)

    def action_count(self) -> None:
        """Stop counting records, or continue."""
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
        elif not self.cursor.tree.is_complete:
            self._worker = self.run_worker(self._count, thread=True)
        self._show_proof()

    def _count(self) -> None:
        worker, tree = get_current_worker(), self.cursor.tree
        while not worker.is_cancelled and not tree.is_complete:
            with self._walking:
                tree.walk(_SLICE)
            if not worker.is_cancelled:
                self.app.call_from_thread(self._show_proof)

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(Help(self.look, (*KEYS, *PROOF_KEYS)))
