"""View of a multiverse: a focused board, a zoom level, and one colour or both.

>>> from hyperchess.notation.reading import parse
>>> cursor = Cursor([parse("1. e3 / Nf6 2. Bb5")])
>>> cursor.last()
True
>>> view = MultiverseView()
>>> view.show(cursor)
>>> str(view.focus), view.verdict
('(0T2b)', 'Black to move')
>>> view.pan(-1, 0)
>>> str(view.focus), view.details
('(0T2w)', '0T2w, played · present T2b · 1 timeline')
"""

from __future__ import annotations

from hyperchess.app.files.inputs import InputError
from hyperchess.app.tui.canvas import Canvas
from hyperchess.app.tui.cursor import Cursor, Shown
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.multiverse.display_state import DisplayState, display_state
from hyperchess.app.tui.multiverse.drawing import MultiverseDrawing
from hyperchess.app.tui.multiverse.layout import ZOOMS, Boards, Grid, Zoom, choose_zoom
from hyperchess.app.tui.navigation import NavigationTarget
from hyperchess.multiverse import BoardAt, Budget, Color, HalfTurn, TimelineBoards, start
from hyperchess.ruleset import Verdict
from hyperchess.text import plural

__all__ = ["MultiverseView"]

_QUICK = Budget(seconds=0.15)


class MultiverseView:
    """A display state, and the focused board."""

    def __init__(self) -> None:
        self.display = DisplayState(start("Standard"))
        self.focus: BoardAt = self.display.latest
        self.color: Color | None = None
        self.level: Zoom | None = None  # `None`: as large as the screen allows
        self.flipped = False
        self.complete = True
        self._drawn: MultiverseDrawing | None = None
        self._verdict: str | None = None

    def show(self, cursor: Cursor) -> None:
        """Show the cursor's position, and focus the board of the last move."""
        self.take(cursor.shown)

    def take(self, shown: Shown) -> None:
        """Show a position, and focus the board of the last move."""
        self.display = display_state(shown)
        self.complete = shown.complete
        self._verdict = None
        self._look_at(self.display.latest)

    def _look_at(self, at: BoardAt) -> None:
        half_turn = at.half_turn
        if self.color is not None and at.color is not self.color:
            half_turn = self._nearest(half_turn)
        self.focus = BoardAt(at.timeline, half_turn.turn, half_turn.color)

    def _nearest(self, half_turn: HalfTurn) -> HalfTurn:
        return min(self.columns, key=lambda column: abs(column.ordinal - half_turn.ordinal))

    @property
    def columns(self) -> list[HalfTurn]:
        """The half-turns from left to right."""
        lines = self.display.position.timeline_boards
        first, last = min(line.start for line in lines), max(line.end for line in lines)
        all_columns = map(HalfTurn.of_ordinal, range(first.ordinal, last.ordinal + 1))
        return [column for column in all_columns if self.color in (None, column.color)] or [first]

    @property
    def rows(self) -> list[TimelineBoards]:
        """The timelines from top to bottom: positive ones are below, unless the view is flipped."""
        lines = list(self.display.position.timeline_boards)
        return lines[::-1] if self.flipped else lines

    def _spot(self, at: BoardAt) -> tuple[int, int]:
        """Return the column and row of a board, or of the nearest time if its column is hidden."""
        timelines = [line.timeline for line in self.rows]
        return self.columns.index(self._nearest(at.half_turn)), timelines.index(at.timeline)

    def _wanted(self) -> list[BoardAt]:
        """Return the boards to show besides the focus: due ones, and those of the last action."""
        display = self.display
        moved = sorted(
            {square.board for square in display.arrived}, key=lambda at: (at != display.latest, at)
        )
        due = list(display.position.mandatory)
        return [*moved, *due] if self.focus in due else [*due, *moved]

    def pan(self, right: int, down: int) -> None:
        """Move the focus by columns and rows."""
        columns, rows = self.columns, self.rows
        column, row = self._spot(self.focus)
        half_turn = columns[max(0, min(column + right, len(columns) - 1))]
        timeline = rows[max(0, min(row + down, len(rows) - 1))].timeline
        self.focus = BoardAt(timeline, half_turn.turn, half_turn.color)

    def zoom(self, by: int) -> None:
        """Switch between tiles and small, large and huge boards."""
        current = self.level or (self._drawn.grid.zoom if self._drawn else ZOOMS[1])
        self.level = ZOOMS[max(0, min(ZOOMS.index(current) + by, len(ZOOMS) - 1))]

    def home(self) -> None:
        """Focus a board that needs a move."""
        position = self.display.position
        self._look_at((position.mandatory or position.playable or (self.display.latest,))[0])

    def alternate(self) -> str:
        """Cycle through both colours, White's boards only, and Black's boards only."""
        following = {None: Color.WHITE, Color.WHITE: Color.BLACK, Color.BLACK: None}
        self.color = following[self.color]
        self._look_at(self.focus)
        return "boards of both colours" if self.color is None else f"{self.color}'s boards only"

    def visit(self, place: NavigationTarget) -> None:
        """Focus a board."""
        if place.half_turn is None:
            return
        timeline = place.timeline or self.focus.timeline
        at = BoardAt(timeline, place.half_turn.turn, place.half_turn.color)
        if self.display.position.board(at) is None:
            raise InputError(f"there is no board {str(at)[1:-1]} in this position")
        if self.color not in (None, at.color):
            self.color = None
        self._look_at(at)

    def click(self, x: int, y: int) -> None:
        """Focus the board under the pointer."""
        at = self._drawn.board_at(x, y) if self._drawn is not None else None
        if at is not None:
            self._look_at(at)

    def draw(self, width: int, height: int, look: Look) -> Canvas:
        """Draw the boards around the focus."""
        self.flipped = look.flipped
        position, rows, columns = self.display.position, self.rows, self.columns
        boards = Boards(position.width, position.height)
        longest = max(len(str(line.timeline)) for line in rows)
        margin = longest + (3 if len(position.active) < len(rows) else 1)
        spot = self._spot(self.focus)
        zoom = self.level or choose_zoom(boards, len(rows), width - margin, height)
        wanted = [self._spot(at) for at in self._wanted()]
        grid = Grid(
            zoom, boards, len(columns), len(rows), width, height, margin=margin, focus=spot, wanted=wanted
        )
        self._drawn = MultiverseDrawing(self.display, grid, rows, columns, spot, look)
        return self._drawn.draw()

    @property
    def verdict(self) -> str:
        """Return the player to move, and check or mate."""
        if self._verdict is None:
            self._verdict = self._find_verdict()
        return self._verdict

    def _find_verdict(self) -> str:
        position, made = self.display.position, self.display.made
        parts = [f"{position.player} to move" if self.complete else f"{position.player} is moving"]
        verdict = position.find_status(_QUICK).verdict if self.complete else Verdict.UNKNOWN
        if verdict not in (Verdict.ONGOING, Verdict.UNKNOWN):
            parts.append(verdict.value)
        elif self.display.checks:
            parts.append(plural(self.display.checks, "check"))
        if made:
            parts.append(f"makes L{made[0]}" if len(made) == 1 else f"makes {len(made)} timelines")
        return " · ".join(parts)

    @property
    def details(self) -> str:
        """Return the focused board, the present and the timelines."""
        position, at = self.display.position, self.focus
        name = str(at)[1:-1]
        if position.board(at) is None:
            state = "no board"
        elif at in position.mandatory:
            state = "waits for a move"
        else:
            state = "may be moved on" if at in position.playable else "played"
        idle = len(position.timeline_boards) - len(position.active)
        timelines = plural(len(position.timeline_boards), "timeline") + (f", {idle} inactive" if idle else "")
        only = "" if self.color is None else f" · {self.color}'s boards only"
        return f"{name}, {state} · present {position.present} · {timelines}{only}"
