"""Widget that draws a view in its size."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from hyperchess.app.tui.board_view import BoardView, EmptyView
from hyperchess.app.tui.look import Look

__all__ = ["BoardPane"]


class BoardPane(Widget):
    """Draws a view; clicks select a board, the wheel pans."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "BoardPane { width: 1fr; height: 1fr; }"

    class Touched(Message):
        """The mouse has changed the view."""

    def __init__(self) -> None:
        super().__init__()
        self.board_view: BoardView = EmptyView()
        self.look = Look()
        self._rows: list[list[Segment]] = []
        self._drawn_size = Size(0, 0)

    def redraw(self, view: BoardView, look: Look) -> None:
        """Redraw after a change of the view or the look."""
        self.board_view, self.look = view, look
        self._draw()
        self.refresh()

    def _draw(self) -> None:
        self._drawn_size = self.size
        self._rows = self.board_view.draw(self.size.width, self.size.height, self.look).rows

    def render_line(self, y: int) -> Strip:
        """Return one row of the drawing."""
        if self._drawn_size != self.size:
            self._draw()
        return Strip(self._rows[y], self.size.width) if y < len(self._rows) else Strip.blank(self.size.width)

    def on_click(self, event: events.Click) -> None:
        """Select the item under the mouse."""
        self.board_view.click(event.x, event.y)
        self.post_message(self.Touched())

    def _wheel(self, event: events.MouseEvent, across: int, down: int) -> None:
        event.stop()
        if event.shift or event.ctrl:
            across, down = down, across
        self.board_view.pan(across, down)
        self.post_message(self.Touched())

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Pan to timelines below; with shift, to later boards."""
        self._wheel(event, 0, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Pan to timelines above; with shift, to earlier boards."""
        self._wheel(event, 0, -1)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Pan to later boards."""
        self._wheel(event, 1, 0)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Pan to earlier boards."""
        self._wheel(event, -1, 0)
