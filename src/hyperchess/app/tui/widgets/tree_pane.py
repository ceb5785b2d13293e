"""The tree of the game with its comments; a click goes to an action."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from hyperchess.app.tui.look import Look
from hyperchess.app.tui.tree_text import TreeLine, tree_lines
from hyperchess.game import AnyGame, AnyNode

__all__ = ["TreePane"]


class TreePane(ScrollView, can_focus=False):
    """Lines are computed when the game or the width changes, and drawn when they become visible."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    TreePane { width: 35%; min-width: 26; max-width: 60; height: 1fr; border-left: vkey $panel;
               padding-left: 1; scrollbar-size-vertical: 1; overflow-x: hidden; overflow-y: scroll; }
    """

    class Chosen(Message):
        """An action was clicked."""

        def __init__(self, node: AnyNode) -> None:
            super().__init__()
            self.node = node

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[TreeLine] = []
        self._game: AnyGame | None = None
        self._node: AnyNode | None = None
        self._look = Look()

    def show(self, node: AnyNode, look: Look, *, grown: bool = False) -> None:
        """Mark an action and scroll to it; `grown`: the game has new actions."""
        changed = grown or node.game is not self._game
        self._game, self._node, self._look = node.game, node, look
        if changed:
            self._lay_out()
        self._reveal()
        self.refresh()

    def on_resize(self) -> None:
        """Wrap the lines again."""
        self._lay_out()
        self._reveal()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        if self._game is None or width <= 0:
            return
        self.lines = tree_lines(self._game, width)
        self.virtual_size = Size(width, len(self.lines))

    def _reveal(self) -> None:
        own = [y for y, line in enumerate(self.lines) if line.node is self._node]
        if own and self._node is not None and self._node.parent is not None:
            region = Region(0, own[0], 1, min(own[-1] - own[0] + 1, max(1, self.size.height - 2)))
            self.scroll_to_region(region, animate=False)
        else:
            self.scroll_home(animate=False)

    def render_line(self, y: int) -> Strip:
        """Return one line of the tree."""
        y += self.scroll_offset.y
        width = self.scrollable_content_region.width
        styles = self._look.styles
        if y >= len(self.lines):
            return Strip.blank(width, styles.ground)
        line = self.lines[y]
        text = {"header": styles.ground, "action": styles.strong, "comment": styles.comment}.get(
            line.kind, styles.ground
        )
        lead = styles.faint
        if line.kind == "wrong":
            text = lead = styles.ground + styles.danger
        if line.node is self._node and line.kind in ("action", "wrong"):
            text = lead = styles.due
        sign = "▸" if text == styles.due and line.lead.strip(" │") else ""
        segments = [Segment(line.lead[: len(line.lead) - len(sign)] + sign, lead), Segment(line.text, text)]
        return Strip(segments).adjust_cell_length(width, styles.ground + Style(bgcolor=text.bgcolor))

    def on_click(self, event: events.Click) -> None:
        """Go to the action under the pointer."""
        y = event.y + self.scroll_offset.y
        if 0 <= y < len(self.lines):
            self.post_message(self.Chosen(self.lines[y].node))
