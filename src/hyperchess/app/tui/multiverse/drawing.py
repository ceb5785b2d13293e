"""Drawing of a 5D chess position on a canvas: bands, boards, arrows, and coordinates that stay in view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.style import Style

from hyperchess.app.tui.canvas import DOUBLE, HEAVY, LIGHT, ROUND, Canvas, Point
from hyperchess.app.tui.glyphs import glyph
from hyperchess.app.tui.look import Look
from hyperchess.app.tui.multiverse.display_state import Arrow, DisplayState
from hyperchess.app.tui.multiverse.layout import Grid
from hyperchess.multiverse import Board, BoardAt, HalfTurn, MoveKind, Square, TimelineBoards
from hyperchess.multiverse.actions.captures import piece_on
from hyperchess.multiverse.coordinates import file_name

__all__ = ["MultiverseDrawing"]

_LINES: Mapping[MoveKind | None, dict[int, str]] = {MoveKind.HOP: LIGHT, MoveKind.BRANCH: HEAVY, None: DOUBLE}


@dataclass(frozen=True)
class MultiverseDrawing:
    """Data of a picture; `rows` and `columns` are in screen order."""

    display: DisplayState
    grid: Grid
    rows: Sequence[TimelineBoards]
    columns: Sequence[HalfTurn]
    focus: tuple[int, int]
    look: Look

    def draw(self) -> Canvas:
        """Draw the picture; later parts are on top."""
        grid = self.grid
        canvas = Canvas(grid.width, grid.height, self.look.styles.ground)
        for row in grid.rows:
            self._band(canvas, row)
        self._present(canvas)
        for row in grid.rows:
            for column in grid.columns:
                board = self.rows[row].board(self.columns[column])
                if board is not None:
                    self._board(canvas, board, column, row)
        if grid.zoom.square:
            self._branches(canvas)
            for arrow in self.display.arrows:
                self._arrow(canvas, arrow)
        self._labels(canvas)
        return canvas

    def _band(self, canvas: Canvas, row: int) -> None:
        """Draw the background of a timeline, and the line from board to board."""
        grid, line, styles = self.grid, self.rows[row], self.look.styles
        active = line.timeline in self.display.position.active
        style = styles.band if active else styles.faint
        seen = [column for column in grid.columns if line.board(self.columns[column]) is not None]
        if not seen:
            return
        left, top = grid.origin(seen[0], row)
        right = grid.origin(seen[-1], row)[0] + grid.size[0]
        canvas.paint(left, top, right - left, grid.size[1], style)
        for column in seen[1:]:
            x = grid.origin(column, row)[0] - grid.zoom.gap_across
            canvas.put(x, grid.middle(row), ("─" if active else "╌") * grid.zoom.gap_across, style)

    def _present(self, canvas: Canvas) -> None:
        column = self._column(self.display.position.present)
        if column is None or column not in self.grid.columns:
            return
        x = self.grid.origin(column, self.grid.rows.start)[0] - 1
        for y in range(1, self.grid.height):
            canvas.put(x, y, "┃", self.look.styles.present, over=True)

    def _board(self, canvas: Canvas, board: Board, column: int, row: int) -> None:
        styles = self.look.styles
        x, y = self.grid.origin(column, row)
        width, height = self.grid.size
        position = self.display.position
        frame = styles.frames[board.at.color]
        sign = " "
        if board.at in position.mandatory:
            frame, sign = styles.due, "●"
        elif board.at in position.playable:
            frame, sign = styles.open, "○"
        chosen = self.focus == (column, row)
        if not self.grid.zoom.square:
            self._tile(canvas, board, (x, y), sign, frame + styles.selected if chosen else frame)
            return
        canvas.paint(x, y, width, height, frame)
        name = f"{board.at.timeline}T{board.at.turn}{board.at.color.letter}"
        canvas.put(x, y, f"{sign}[{name}]" if chosen else f"{sign} {name}", frame + Style(bold=chosen))
        self._squares(canvas, board, column, row, frame)

    def _tile(self, canvas: Canvas, board: Board, at: Point, sign: str, frame: Style) -> None:
        pieces = sum(1 for _ in board.pieces())
        if sign == " " and any(square.board == board.at for square in self.display.arrived):
            sign = "+"
        if any(square.board == board.at for square in self.display.checked):
            sign = "!"
        canvas.put(*at, f"{sign}{pieces:>3}", frame)

    def _squares(self, canvas: Canvas, board: Board, column: int, row: int, frame: Style) -> None:
        grid, zoom, styles = self.grid, self.grid.zoom, self.look.styles
        line = self.rows[row]
        live = board is line.boards[-1] and line.timeline in self.display.position.active
        colors = styles.squares if live else styles.past_squares
        inks = styles.pieces if live else styles.past_pieces
        digits = grid.boards.digits
        for rank in range(board.height):
            down = rank if self.look.flipped else board.height - 1 - rank
            x, y = grid.square(column, row, 0, down)
            canvas.put(x - digits, y, f"{rank + 1:>{digits}}", frame)
            for file in range(board.width):
                across = board.width - 1 - file if self.look.flipped else file
                square = Square(*board.at, file, rank)
                ground, mark = self._ground(square, colors[(file + rank) % 2])
                piece = board[file, rank]
                sign = glyph(piece, letters=self.look.letters) if piece else self._empty(square)
                style = ground + inks[piece.color] if piece else ground + styles.faint_ink
                if square == self.display.chosen:
                    style = style + styles.chosen
                if square == self.display.pointed:
                    style = style + styles.due
                place = x + across * zoom.square
                canvas.paint(place, y, zoom.square, zoom.rows, style + Style(underline=False))
                canvas.put(place + zoom.indent, y, (sign + mark)[: zoom.square], style)
        if zoom.framed:
            files = [file_name(file) for file in range(board.width)]
            for across, name in enumerate(files[::-1] if self.look.flipped else files):
                x, y = grid.square(column, row, across, board.height)
                canvas.put(x + zoom.indent, y, name[: zoom.square], frame)

    def _ground(self, square: Square, ground: Style) -> tuple[Style, str]:
        """Return the background of a square, and the sign next to its piece if it fits."""
        display, styles = self.display, self.look.styles
        if square == display.pointed:
            return ground + styles.due, self._mark(square)
        if square == display.chosen:
            return ground + styles.chosen, self._mark(square)
        if square in display.targets:
            return ground + styles.target, self._mark(square)
        if square in display.checked:
            return ground + styles.checked, "!"
        if square in display.checking:
            return ground + styles.checked, "x"
        if square in display.arrived:
            return ground + styles.moved, "•"
        if square in display.movable:
            return (ground + styles.moved if square in display.left else ground) + styles.movable, " "
        return (ground + styles.moved if square in display.left else ground), " "

    def _mark(self, square: Square) -> str:
        """Return the sign next to the chosen piece, and next to a piece that it can capture."""
        if square == self.display.chosen:
            return "<"
        is_target = square in self.display.targets
        return "+" if is_target and piece_on(self.display.position, square) is not None else " "

    def _empty(self, square: Square) -> str:
        if square in self.display.targets:
            return "+"
        if square in self.display.left:
            return "◦"
        shaded = (square.file + square.rank) % 2 == 0
        return "·" if shaded and not self.look.palette.fills else " "

    def _branches(self, canvas: Canvas) -> None:
        """Draw lines from the parent board of each timeline to its first board."""
        by_timeline = {line.timeline: row for row, line in enumerate(self.rows)}
        for timeline, parent in self.display.branches.items():
            row, parent_row = by_timeline[timeline], by_timeline.get(parent.timeline)
            line = self.rows[row]
            first = next((i for i, half in enumerate(self.columns) if half >= line.start), None)
            if parent_row is None or first is None or line.board(self.columns[first]) is None:
                continue
            x = self.grid.origin(first, row)[0] - 2
            start, end = self.grid.middle(parent_row), self.grid.middle(row)
            style = self.look.styles.lines[parent.color]
            canvas.trace([(x, start), (x, end), (x + 1, end)], ROUND, style)
            canvas.put(x - 1, start, "─┬" if end > start else "─┴", style, over=True)
            canvas.put(x + 1, end, "▶", style, over=True)

    def _arrow(self, canvas: Canvas, arrow: Arrow) -> None:
        """Draw an arrow from the source board, along the gaps, to the edge of the target board."""
        start, end = self._spot(arrow.source.board), self._spot(arrow.target.board)
        if start is None or end is None:
            return
        (column, row), (to_column, to_row) = start, end
        y, to_y = self._level(arrow.source, start), self._level(arrow.target, end)
        edge, lane = self._exit(column, left=to_column <= column)
        to_edge, to_lane = self._exit(to_column, left=to_column >= column)
        points: list[Point] = [(edge, y), (lane, y)]
        if lane != to_lane:
            channel = self._channel(row, to_row)
            points += [(lane, channel), (to_lane, channel)]
        points += [(to_lane, to_y), (to_edge, to_y)]
        styles = self.look.styles
        style = styles.danger if arrow.kind is None else styles.lines[arrow.color]
        canvas.trace(points, _LINES[arrow.kind], style)
        canvas.put(to_edge, to_y, "▶" if to_column >= column else "◀", style, over=True)

    def _spot(self, at: BoardAt) -> tuple[int, int] | None:
        column = self._column(at.half_turn)
        rows = (row for row, line in enumerate(self.rows) if line.timeline == at.timeline)
        row = next(rows, None)
        return None if column is None or row is None else (column, row)

    def _level(self, square: Square, spot: tuple[int, int]) -> int:
        down = square.rank if self.look.flipped else self.grid.boards.height - 1 - square.rank
        return self.grid.square(*spot, 0, down)[1]

    def _exit(self, column: int, *, left: bool) -> tuple[int, int]:
        """Return the cell next to a board, and the lane in the middle of the gap there."""
        x = self.grid.origin(column, 0)[0]
        return (x - 1, x - 2) if left else (x + self.grid.size[0], x + self.grid.size[0] + 1)

    def _channel(self, row: int, to_row: int) -> int:
        """Return the free row below or above a timeline, on the way to another one."""
        top = self.grid.origin(self.grid.columns.start, row)[1]
        below = top + self.grid.size[1]
        return below if to_row > row or (to_row == row and below < self.grid.height) else top - 1

    def _labels(self, canvas: Canvas) -> None:
        grid, styles, position = self.grid, self.look.styles, self.display.position
        canvas.paint(0, 0, grid.width, 1, styles.ground)
        taken: set[int] = set()
        for x, text, style in self._ruler():
            if taken.isdisjoint(range(x - 1, x + len(text) + 1)):
                canvas.put(x, 0, text, style, over=True)
                taken.update(range(x, x + len(text)))
        for row in grid.rows:
            line = self.rows[row]
            active = line.timeline in position.active
            name = f"L{line.timeline}" if active else f"(L{line.timeline})"
            canvas.put(0, grid.middle(row), name, styles.strong if active else styles.faint)
        due = [spot[1] for spot in self._due()]
        above, below = grid.rows.start, len(self.rows) - grid.rows.stop
        if above:
            mark = "●" if any(row < above for row in due) else ""
            canvas.put(0, 1, f"▲{above}{mark}", styles.strong)
        if below:
            mark = "●" if any(row >= grid.rows.stop for row in due) else ""
            canvas.put(0, grid.height - 1, f"▼{below}{mark}", styles.strong)

    def _ruler(self) -> Iterator[tuple[int, str, Style]]:
        """Yield the labels above the boards, the most important first: those that would touch another one
        are left out.
        """
        grid, styles, present = self.grid, self.look.styles, self.display.position.present
        due = [spot[0] for spot in self._due()]
        before, after = grid.columns.start, len(self.columns) - grid.columns.stop
        present_column = self._column(present)
        if before:
            text = f"◀{before}" + "●" * any(column < before for column in due)
            yield 0, text, styles.strong
            if present_column is not None and present_column < before:
                yield len(text) + 1, f"▼{present}", styles.present
        if after:
            text = "●" * any(column >= grid.columns.stop for column in due) + f"{after}▶"
            x = grid.width - len(text)
            yield x, text, styles.strong
            if present_column is not None and present_column >= grid.columns.stop:
                yield x - 2 - len(str(present)), f"▼{present}", styles.present
        places = {column: grid.origin(column, grid.rows.start)[0] for column in grid.columns}
        if present_column in places:
            text = f"▼{present} present"
            if len(text) <= grid.size[0]:
                yield places[present_column] - 1, text, styles.present
            yield places[present_column] - 1, f"▼{present}", styles.present
        for column, x in places.items():
            yield x, str(self.columns[column]), styles.faint

    def _due(self) -> list[tuple[int, int]]:
        """Return the columns and rows of the boards that need a move."""
        spots = (self._spot(at) for at in self.display.position.mandatory)
        return [spot for spot in spots if spot is not None]

    def _column(self, half_turn: HalfTurn) -> int | None:
        try:
            return self.columns.index(half_turn)
        except ValueError:
            return None

    def board_at(self, x: int, y: int) -> BoardAt | None:
        """Return the board drawn at a screen position."""
        place = self.grid.place(x, y)
        board = self.rows[place[1]].board(self.columns[place[0]]) if place is not None else None
        return board.at if board is not None else None

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square drawn at a screen position."""
        place, at = self.grid.place(x, y), self.board_at(x, y)
        if place is None or at is None or not self.grid.zoom.square:
            return None
        left, top = self.grid.square(*place, 0, 0)
        across, down = (x - left) // self.grid.zoom.square, (y - top) // self.grid.zoom.rows
        width, height = self.grid.boards
        if not (0 <= across < width and 0 <= down < height):
            return None
        if self.look.flipped:
            return Square(*at, width - 1 - across, down)
        return Square(*at, across, height - 1 - down)
