"""Scene of a position of 5D chess.

Rows are timelines, columns half-turns. From back to front: bands of time and branches, the present, boards,
the veil over inactive timelines, the last action, the user's marks, and checks.

>>> from hyperchess.multiverse import start
>>> scene = multiverse_scene(start("Standard"))
>>> scene.title, scene.symbols()
('5D chess: present T1w, White to move, 1 timeline', ('bishop', 'king', 'knight', 'pawn', 'queen', 'rook'))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import dist

from hyperchess.errors import HyperchessError
from hyperchess.multiverse import BoardAt, Check, Color, MoveKind, Position, Square, Timeline
from hyperchess.multiverse.actions.effects import Effects, MoveEffect
from hyperchess.multiverse.coordinates import parse_square
from hyperchess.picture.marks import Arrow, Highlight, arrow, dot, fork, ring, tint
from hyperchess.picture.multiverse.boards import OWNER, board_shapes, dark_squares, tiles
from hyperchess.picture.multiverse.grid import Detail, Grid, Window, find_detail
from hyperchess.picture.multiverse.timelines import bands, branches, labels, present_bar, veils
from hyperchess.picture.scene import Point, Rect, Scene, Shape, Text

__all__ = ["multiverse_scene"]

_MOST_ARROWS = 150
_BEND = 0.16


def multiverse_scene(
    position: Position,
    *,
    flip: bool = False,
    window: Window | int | None = None,
    detail: Detail | str | None = None,
    highlights: Iterable[Highlight[Square | str] | Square | str] = (),
    arrows: Iterable[Arrow[Square | str]] = (),
    last_action: Effects | None = None,
    checks: bool = True,
    moves_of: Square | str | None = None,
    plain: bool = False,
    frame: Position | None = None,
) -> Scene:
    """Draw a position.

    `window` is a part of the multiverse, or a number of half-turns around the present. `detail` defaults to a
    level that depends on the number of boards. `moves_of` shows the moves of the piece on a square. `plain`
    hatches dark squares instead of filling them. `frame` is a later position for which space is reserved, so
    that the pictures of a game have the same layout.
    """
    grid = Grid.of(position, window=window, detail=find_detail(detail), flip=flip, frame=frame)
    found = position.checks() if checks else ()
    tints = _tints(grid, highlights, last_action, found)
    squares = dark_squares(grid, plain=plain)
    shapes = [
        Rect(0, 0, grid.width, grid.height, "ground"),
        *present_bar(grid),
        *bands(grid),
        *branches(grid),
        *labels(grid),
        *(
            tiles(grid)
            if grid.detail is Detail.TILES
            else (board_shapes(grid, board, squares, tints.get(board.at, ())) for board in grid.boards)
        ),
        *veils(grid),
        *_last_action(grid, last_action),
        *_choices(grid, moves_of),
        *_arrows(grid, arrows),
        *_checks(grid, found),
        *_footer(grid, found),
    ]
    return Scene(grid.width, grid.height, _title(position, found), tuple(shapes))


def _title(position: Position, found: Sequence[Check[Square]]) -> str:
    count = len(position.timeline_boards)
    timelines = "1 timeline" if count == 1 else f"{count} timelines"
    check = ", check" if found else ""
    return f"5D chess: present {position.present}, {position.player} to move{check}, {timelines}"


def _footer(grid: Grid, found: Sequence[Check[Square]]) -> Iterator[Shape]:
    size = grid.detail.text
    text = f"{grid.position.player} to move"
    if found:
        text += " · 1 check" if len(found) == 1 else f" · {len(found)} checks"
    yield Text(grid.left + grid.gap / 2, grid.height - size * 0.7, text, "label", size, "start")


def _square(square: Square | str) -> Square:
    return parse_square(square) if isinstance(square, str) else square


def _tints(
    grid: Grid,
    highlights: Iterable[Highlight[Square | str] | Square | str],
    action: Effects | None,
    checks: Sequence[Check[Square]],
) -> dict[BoardAt, list[Shape]]:
    """Return the coloured squares of each board; later marks cover earlier ones."""
    marks: dict[Square, str] = {}
    if action is not None:
        mark = _player_mark(action.before.player)
        for effect in action.moves:
            marks |= dict.fromkeys(_touched(effect), mark)
    for check in checks:
        line = grid.position.find_timeline(check.royal.timeline)
        if line is not None:
            half_turn = min(check.royal.board.half_turn, line.end)
            marks[check.royal._replace(turn=half_turn.turn, color=half_turn.color)] = "check"
    for highlight in highlights:
        wanted = highlight if isinstance(highlight, Highlight) else Highlight(highlight)
        marks[_square(wanted.square)] = wanted.color
    shapes: dict[BoardAt, list[Shape]] = {}
    for square, mark in marks.items():
        if _on_board(grid.position, square):
            place = grid.place(square.file, square.rank)
            shapes.setdefault(square.board, []).extend(tint(place.x, place.y, grid.square, mark))
    return shapes


def _on_board(position: Position, square: Square) -> bool:
    return 0 <= square.file < position.width and 0 <= square.rank < position.height


def _player_mark(player: Color) -> str:
    return f"by-{OWNER[player]}"


def _touched(effect: MoveEffect) -> Iterator[Square]:
    """Yield the squares that a move changed, on the boards after it; for a jump also on the boards before."""
    source, target = effect.move.source, effect.move.target
    yield _after(source, source.timeline)
    yield _after(target, effect.new_timeline or target.timeline)
    if effect.rook_to is not None:
        yield _after(effect.rook_to, effect.rook_to.timeline)
    if effect.kind is not MoveKind.PHYSICAL:
        yield from (source, target)


def _after(square: Square, timeline: Timeline) -> Square:
    """Return the same square on the next board, on a timeline."""
    at = square.board.next
    return Square(timeline, at.turn, at.color, square.file, square.rank)


def _width(grid: Grid) -> float:
    return max(3.0, grid.square * 0.24)


def _jump(grid: Grid, source: Square, target: Square, mark: str, width: float) -> Iterator[Shape]:
    begin, end = grid.center(source), grid.center(target)
    if begin is None or end is None or begin == end:
        return
    if not (grid.shows(source.board) or grid.shows(target.board)):
        return
    bend = 0.0 if source.board == target.board else _swing(grid, begin, end)
    yield arrow(begin, end, mark, width=width, bend=bend, inset=grid.square * 0.25)


def _swing(grid: Grid, begin: Point, end: Point) -> float:
    """Return the curvature of an arrow: upwards, but not beyond the picture."""
    most = 0.8 * grid.board_height / dist(begin, end)
    bend = min(_BEND, most)
    return bend if end.x >= begin.x else -bend


def _last_action(grid: Grid, action: Effects | None) -> Iterator[Shape]:
    if action is None:
        return
    mark = _player_mark(action.before.player)
    for effect in action.moves[:_MOST_ARROWS]:
        if effect.kind is not MoveKind.PHYSICAL:
            width = _width(grid) * (1.6 if effect.kind is MoveKind.BRANCH else 1.0)
            yield from _jump(grid, effect.move.source, effect.move.target, mark, width)


def _arrows(grid: Grid, arrows: Iterable[Arrow[Square | str]]) -> Iterator[Shape]:
    for wanted in arrows:
        yield from _jump(grid, _square(wanted.source), _square(wanted.target), wanted.color, _width(grid))


def _checks(grid: Grid, checks: Sequence[Check[Square]]) -> Iterator[Shape]:
    pairs = dict.fromkeys((check.attacker, check.royal) for check in checks)
    for attacker, royal in list(pairs)[:_MOST_ARROWS]:
        yield from _jump(grid, attacker, royal, "check", _width(grid) * 0.8)


def _choices(grid: Grid, moves_of: Square | str | None) -> Iterator[Shape]:
    """Yield dots for targets, rings for captures, and a fork for targets that create a timeline."""
    if moves_of is None:
        return
    source = _square(moves_of)
    position = grid.position
    board = position.board(source.board)
    if board is None or not _on_board(position, source) or board[source.file, source.rank] is None:
        raise HyperchessError(f"no piece stands on {source}")
    targets = dict.fromkeys(move.target for move in position.moves() if move.source == source)
    last = {line.timeline: line.end for line in position.timeline_boards}
    for target in targets:
        center = grid.center(target)
        if center is None or not grid.shows(target.board):
            continue
        there = position.board(target.board)
        if there is not None and there[target.file, target.rank] is not None:
            yield from ring(center, grid.square)
        else:
            yield dot(center, grid.square)
        if target.board.half_turn != last[target.timeline]:
            yield fork(center, grid.square)
