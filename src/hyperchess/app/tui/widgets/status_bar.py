"""The last action with the verdict, and the visible part, in two lines below the boards."""

from __future__ import annotations

from rich.text import Text

from hyperchess.app.tui.board_view import BoardView
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.terminal_text import cut
from hyperchess.app.tui.widgets.info_bar import InfoBar
from hyperchess.text import plural

__all__ = ["StatusBar"]


class StatusBar(InfoBar):
    """The last action, the verdict, and a line about the view."""

    def show(self, cursor: Cursor, view: BoardView, look: Look) -> None:
        """Display the position of the cursor."""
        width = self.columns
        palette = look.palette
        shown = cursor.shown
        if shown.stop:
            first = Text(cut(f"■ {shown.stop}", width), palette.danger)
        else:
            verdict = cut(view.verdict, width * 2 // 3)
            played = cut(_played(cursor), width - len(verdict) - 3)
            first = Text.assemble((played, f"bold {palette.accent}"), f" · {verdict}")
        problems = [problem for problem in cursor.game.problems if problem.severity.value != "info"]
        tail = f" · {plural(len(problems), 'problem')} (!)" if problems else ""
        details = Text(cut(view.details, width - len(tail)), palette.faint)
        self.show_lines(first, Text.assemble(details, (tail, palette.danger)))


def _played(cursor: Cursor) -> str:
    if cursor.node.parent is None:
        return "Start"
    total = len(cursor.node.moves)
    if cursor.step == total:
        return f"{cursor.label}. {cursor.text}"
    move = cursor.node.moves[cursor.step - 1]
    return f"{cursor.label}. move {cursor.step} of {total}: {move.text or move.move}"
