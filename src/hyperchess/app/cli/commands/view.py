"""`hyperchess view`: the terminal previewer."""

from hyperchess.app.tui.command import view

__all__ = ["view"]
