"""Shapes of one board of a multiverse at each level of detail, relative to its upper left corner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperchess.multiverse import Board, Color
from hyperchess.multiverse.coordinates import file_name
from hyperchess.multiverse.pieces import EMPTY
from hyperchess.picture.multiverse.grid import Detail, Grid
from hyperchess.picture.pieces import piece_symbol
from hyperchess.picture.scene import Group, Path, Rect, Shape, Text, Use, box, number

__all__ = ["OWNER", "board_shapes", "checkered", "dark_squares", "tiles"]

_HATCHES = 8
OWNER = {Color.WHITE: "white", Color.BLACK: "black"}


def board_shapes(grid: Grid, board: Board, squares: Path, tints: Iterable[Shape]) -> Group:
    """Return a board with its frame; `squares` are the dark ones, `tints` are between them and the pieces."""
    corner = grid.corner(board.at)
    owner = OWNER[board.at.color]
    rim = {Detail.FULL: 4.0, Detail.PIECES: 3.0}.get(grid.detail, 1.5)
    width, height = grid.board_width, grid.board_height
    shapes: list[Shape] = []
    state = _waiting(grid, board)
    if state:
        far = 2 * rim if state == "mandatory" else 1.5 * rim
        shapes.append(Rect(-far, -far, width + 2 * far, height + 2 * far, state, rim))
    shapes.append(Rect(-rim, -rim, width + 2 * rim, height + 2 * rim, f"frame-{owner}", rim / 2))
    shapes.append(Rect(0, 0, width, height, "light"))
    shapes.append(squares)
    shapes.extend(tints)
    shapes.extend(_spots(grid, board) if grid.detail is Detail.DOTS else _pieces(grid, board))
    line = grid.position.find_timeline(board.at.timeline)
    if line is not None and line.end != board.at.half_turn:
        shapes.append(Rect(0, 0, width, height, "past"))
    if grid.detail is Detail.FULL:
        shapes.extend(_names(grid, board))
    return Group(tuple(shapes), "", corner.x, corner.y, str(board.at))


def _waiting(grid: Grid, board: Board) -> str:
    if board.at in grid.position.mandatory:
        return "mandatory"
    return "optional" if board.at in grid.position.playable else ""


def dark_squares(grid: Grid, *, plain: bool = False) -> Path:
    """Return the dark squares, which are the same on all boards; a1 is dark."""
    ranks, files = range(grid.position.height), range(grid.position.width)
    corners = [grid.place(file, rank) for rank in ranks for file in files if (file + rank) % 2 == 0]
    return checkered(corners, grid.square, plain=plain)


def checkered(corners: Iterable[tuple[float, float]], side: float, *, plain: bool) -> Path:
    """Return all dark squares of a board as one path: filled, or (`plain`) hatched for print."""
    if not plain:
        return Path("".join(box(x, y, side, side) for x, y in corners), "dark")
    strokes = []
    for step in range(1, _HATCHES):
        # Lines from lower left to upper right: x + y is constant.
        low = max(0.0, step * 2 / _HATCHES - 1) * side
        high = min(1.0, step * 2 / _HATCHES) * side
        strokes.append((low, high, number(high - low)))
    return Path(
        "".join(
            f"M{number(x + low)} {number(y + high)}l{length} -{length}"
            for x, y in corners
            for low, high, length in strokes
        ),
        "dark",
    )


def _pieces(grid: Grid, board: Board) -> Iterator[Shape]:
    for square, piece in board.pieces():
        place = grid.place(square.file, square.rank)
        yield Use(piece_symbol(piece.kind), place.x, place.y, grid.square, OWNER[piece.color])


def _spots(grid: Grid, board: Board) -> Iterator[Shape]:
    """Yield the pieces of each player as one path of small squares; royals fill their square."""
    for color, owner in OWNER.items():
        spots = []
        for square, piece in board.pieces():
            if piece.color == color:
                place = grid.place(square.file, square.rank)
                inset = 0.3 if piece.kind.royal else 1.1
                side = grid.square - 2 * inset
                spots.append(box(place.x + inset, place.y + inset, side, side))
        if spots:
            yield Path("".join(spots), f"pixel-{owner}")


def _names(grid: Grid, board: Board) -> Iterator[Shape]:
    """Yield the names of ranks left of the board and of files below it."""
    size = grid.square * 0.42
    for rank in range(board.height):
        y = grid.place(0, rank).y + grid.square / 2 + size * 0.36
        yield Text(-13, y, str(rank + 1), "quiet", size, "end")
    for file in range(board.width):
        x = grid.place(file, 0).x + grid.square / 2
        yield Text(x, grid.board_height + 11 + size * 0.75, file_name(file), "quiet", size)


def tiles(grid: Grid) -> Iterator[Shape]:
    """Yield all boards as tiles with their piece counts, combined into a few paths."""
    groups: dict[str, list[str]] = {"tile-white": [], "tile-black": [], "mandatory": [], "optional": []}
    for board in grid.boards:
        x, y = grid.corner(board.at)
        tile = box(x, y, grid.board_width, grid.board_height)
        groups[f"tile-{OWNER[board.at.color]}"].append(tile)
        state = _waiting(grid, board)
        if state:
            groups[state].append(tile)
    yield from (Path("".join(paths), kind) for kind, paths in groups.items() if paths)
    if len(grid.boards) <= 2_000:
        for board in grid.boards:
            x, y = grid.corner(board.at)
            count = len(board.cells) - board.cells.count(EMPTY)
            middle = y + grid.board_height / 2 + 3
            owner = OWNER[board.at.color]
            yield Text(x + grid.board_width / 2, middle, str(count), f"count-{owner}", 8.5)
