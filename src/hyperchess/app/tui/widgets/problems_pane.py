"""The problems of a game, each as a report with location, source line and caret."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from hyperchess.app.tui.look import Look
from hyperchess.game import AnyGame
from hyperchess.text import escape_hidden

__all__ = ["ProblemsPane"]


class ProblemsPane(OptionList):
    """A list that opens at the bottom; the arrow keys go through it while it is open."""

    DEFAULT_CSS = """
    ProblemsPane { height: 40%; min-height: 6; display: none; border: none; border-top: heavy $error;
                   padding: 0 1; background: $background; }
    ProblemsPane:focus { border: none; border-top: heavy $accent; }
    ProblemsPane > .option-list--option-highlighted, ProblemsPane:focus > .option-list--option-highlighted {
        background: $surface; color: $foreground; }
    """

    def show(self, game: AnyGame, look: Look) -> None:
        """List the problems of a game."""
        chosen = self.highlighted
        self.clear_options()
        styles = look.styles
        for problem in game.problems:
            head, _, rest = escape_hidden(str(problem)).partition("\n")
            style = styles.faint if problem.severity.value == "info" else styles.danger
            self.add_option(Option(Text.assemble((head, style), "\n", rest)))
        if not game.problems:
            self.add_option(Option(Text("No problems: the game reads and plays without a fault.")))
        self.highlighted = chosen if chosen is not None and chosen < self.option_count else 0
