"""Screen of a game: boards, tree, problems, status; every key has its action here."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Footer

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.base import StyledScreen
from hyperchess.app.tui.board_view import BoardView, EmptyView
from hyperchess.app.tui.cursor import Cursor
from hyperchess.app.tui.export_text import POSITION, export_text
from hyperchess.app.tui.infinite.view import InfiniteView
from hyperchess.app.tui.keys import KEYS
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.multiverse.view import MultiverseView
from hyperchess.app.tui.navigation import Hit, find_target, search
from hyperchess.app.tui.screens.export import Export
from hyperchess.app.tui.screens.help import Help
from hyperchess.app.tui.screens.prompt import Prompt
from hyperchess.app.tui.widgets.board_pane import BoardPane
from hyperchess.app.tui.widgets.problems_pane import ProblemsPane
from hyperchess.app.tui.widgets.status_bar import StatusBar
from hyperchess.app.tui.widgets.title_bar import TitleBar
from hyperchess.app.tui.widgets.tree_pane import TreePane
from hyperchess.ruleset import GameKind
from hyperchess.text import plural

__all__ = ["GameScreen"]

_NARROW = 60  # columns below which the tree is hidden by default
_FAR = 5

_MORE_PANS = {
    "shift+left,A": f"pan({-_FAR}, 0)",
    "shift+down,S": f"pan(0, {_FAR})",
    "shift+up,W": f"pan(0, {-_FAR})",
}


class GameScreen(StyledScreen):
    """Displays the position of the cursor, and moves it."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(",".join(key.keys), key.action, key.footer or key.about, show=bool(key.footer))
            for key in KEYS
        ),
        *(Binding(keys, action, show=False) for keys, action in _MORE_PANS.items()),
    ]

    def __init__(self, cursor: Cursor, look: Look, name: str) -> None:
        super().__init__(look)
        self.cursor = cursor
        self.board_view: BoardView = EmptyView()
        self.hits: list[Hit] = []
        self._hit = -1
        self._file = name
        self._panel: bool | None = None  # whether the tree is shown; `None`: if it fits
        self._side = self.create_side()

    def create_side(self) -> Widget:
        """Return the panel next to the boards, which contains the tree."""
        return TreePane()

    def compose(self) -> ComposeResult:
        """Compose title, boards, tree, problems, status and keys."""
        yield TitleBar(self._file)
        with Horizontal():
            yield BoardPane()
            yield self._side
        yield ProblemsPane()
        yield StatusBar()
        footer = Footer(show_command_palette=False)
        footer.compact = True
        yield footer

    def on_mount(self) -> None:
        """Show the first game."""
        self._open_game()

    def on_resize(self) -> None:
        """Hide the tree if it does not fit."""
        wanted = self.size.width >= _NARROW if self._panel is None else self._panel
        self._side.display = wanted
        self.call_after_refresh(self._show)

    def _open_game(self) -> None:
        game = self.cursor.game
        if game.start is None:
            self.board_view = EmptyView()
        else:
            self.board_view = MultiverseView() if game.kind is GameKind.MULTIVERSE else InfiniteView()
        self.query_one(ProblemsPane).show(self.cursor.game, self.look)
        self._moved(True)

    def _moved(self, moved: bool, at_end: str = "") -> None:
        """Display the new cursor, or report why it did not move."""
        if moved:
            self.board_view.show(self.cursor)
            self._show()
        elif at_end:
            self.tell(at_end, seconds=2)

    def _show(self) -> None:
        self.query_one(TitleBar).show(self.cursor)
        self.query_one(TreePane).show(self.cursor.node, self.look)
        self._show_boards()

    def _show_boards(self) -> None:
        self.query_one(BoardPane).redraw(self.board_view, self.look)
        self.query_one(StatusBar).show(self.cursor, self.board_view, self.look)

    def on_board_pane_touched(self) -> None:
        """Handle a selection by mouse."""
        self._show_boards()

    def on_tree_pane_chosen(self, event: TreePane.Chosen) -> None:
        """Go to an action of the tree."""
        self._moved(self.cursor.go(event.node))

    def action_pan(self, right: int, down: int) -> None:
        """Pan the view."""
        self.board_view.pan(right, down)
        self._show_boards()

    def action_zoom(self, by: int) -> None:
        """Zoom in or out."""
        self.board_view.zoom(by)
        self._show_boards()

    def action_home(self) -> None:
        """Return to the board or pieces in play."""
        self.board_view.home()
        self._show_boards()

    def action_alternate(self) -> None:
        """Show one colour only, or the next distant piece."""
        self.tell(self.board_view.alternate(), seconds=2)
        self._show_boards()

    def action_next_move(self) -> None:
        """Go one move forward."""
        self._moved(self.cursor.next_move(), "this is the end of the line")

    def action_previous_move(self) -> None:
        """Go one move back."""
        self._moved(self.cursor.previous_move(), "this is the start")

    def action_next_action(self) -> None:
        """Go one action forward."""
        self._moved(self.cursor.next_action(), "this is the end of the line")

    def action_previous_action(self) -> None:
        """Go one action back."""
        self._moved(self.cursor.previous_action(), "this is the start")

    def action_variation(self, by: int) -> None:
        """Go to another variation."""
        self._moved(self.cursor.turn_to_variation(by), "there is no other variation at this place")

    def action_first(self) -> None:
        """Go to the start."""
        self._moved(self.cursor.first())

    def action_last(self) -> None:
        """Go to the end of the line."""
        self._moved(self.cursor.last())

    def action_game(self, by: int) -> None:
        """Go to another game of the file."""
        if self.cursor.turn_to_game(self.cursor.index + by):
            self._open_game()
        else:
            self.tell(f"there is no other game: the file has {plural(len(self.cursor.games), 'game')}")

    def action_go_to(self) -> None:
        """Prompt for a navigation target."""
        infinitely = self.cursor.game.kind is GameKind.INFINITE
        example = "a square (x,y)" if infinitely else "a board (T5b, 1T5b)"
        self.app.push_screen(Prompt(f"Go to: an action (12b, end), {example}", self._go_to))

    def _go_to(self, text: str) -> None:
        place = find_target(self.cursor, text)
        if place.node is not None:
            self._moved(self.cursor.go(place.node))
        else:
            self.board_view.visit(place)
            self._show_boards()

    def action_search(self) -> None:
        """Prompt for a search text."""
        self.app.push_screen(Prompt("Search headers, comments and moves (n: next hit)", self._search))

    def _search(self, text: str) -> None:
        hits = search(self.cursor.games, text)
        if not hits:
            raise InputError(f"nothing has {text!r} in it")
        self.hits, self._hit = hits, -1
        self.action_next_hit(1)

    def action_next_hit(self, by: int) -> None:
        """Go to the next or previous hit."""
        if not self.hits:
            self.tell("search first, with /", seconds=2)
            return
        self._hit = (self._hit + by) % len(self.hits)
        hit = self.hits[self._hit]
        if self.cursor.turn_to_game(hit.game):
            self._open_game()
        self._moved(self.cursor.go(hit.node))
        self.tell(f"hit {self._hit + 1} of {len(self.hits)}: {hit.where}", seconds=3)

    def restyled(self) -> None:
        """Redraw everything."""
        self.query_one(ProblemsPane).show(self.cursor.game, self.look)
        self._show()

    def action_panel(self) -> None:
        """Show or hide the tree."""
        self._panel = self._side.display = not self._side.display
        self.call_after_refresh(self._show)

    def action_problems(self) -> None:
        """Show or hide the problems."""
        pane = self.query_one(ProblemsPane)
        pane.display = not pane.display
        self.set_focus(pane if pane.display else None)
        self.call_after_refresh(self._show)

    def action_export(self) -> None:
        """Open the export dialog."""
        self.app.push_screen(Export(self.cursor))

    def action_copy(self) -> None:
        """Copy the game as written in the file."""
        self._copy(self.cursor.game.notation or "shad")

    def action_copy_position(self) -> None:
        """Copy the position."""
        self._copy(POSITION)

    def _copy(self, name: str) -> None:
        try:
            text, losses = export_text(self.cursor, name)
        except InputError as error:
            self.tell(str(error), is_error=True)
            return
        self.app.copy_to_clipboard(text)
        lost = f", {len(losses)} lost on the way (e shows what)" if losses else ""
        self.tell(f"copied {plural(len(text), 'character')}, {name}{lost}", seconds=3)

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(Help(self.look))
