"""The previewer as a textual app."""

from __future__ import annotations

from collections.abc import Sequence

from hyperchess.app.tui.base import StyledApp
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.proof_cursor import ProofCursor
from hyperchess.app.tui.screens.game import GameScreen
from hyperchess.app.tui.screens.proof import ProofScreen
from hyperchess.game import AnyGame, AnyNode
from hyperchess.proofs.lazy_tree import ProofTree

__all__ = ["Previewer", "ProofViewer", "run", "run_proof"]


class Previewer(StyledApp):
    """The app around `GameScreen`."""

    def __init__(
        self,
        games: Sequence[AnyGame],
        *,
        index: int = 0,
        node: AnyNode | None = None,
        look: Look | None = None,
        name: str = "",
    ) -> None:
        self.cursor = Cursor(games, index)
        if node is not None:
            self.cursor.go(node)
        super().__init__(GameScreen(self.cursor, look or Look(), name))


def run(
    games: Sequence[AnyGame],
    *,
    index: int = 0,
    node: AnyNode | None = None,
    look: Look | None = None,
    name: str = "",
) -> None:
    """Show games until the user quits: first the one at `index`, after the action `node`."""
    Previewer(games, index=index, node=node, look=look, name=name).run()


class ProofViewer(StyledApp):
    """The app around `ProofScreen`."""

    def __init__(self, tree: ProofTree, *, look: Look | None = None, name: str = "") -> None:
        self.cursor = ProofCursor(tree)
        super().__init__(ProofScreen(self.cursor, look or Look(), name))


def run_proof(tree: ProofTree, *, look: Look | None = None, name: str = "") -> None:
    """Show a proof until the user quits."""
    ProofViewer(tree, look=look, name=name).run()
