"""Scene of a position of infinite chess: a window fitted to the pieces, and markers for pieces outside.

>>> from hyperchess.infinite import start
>>> scene = infinite_scene(start("Classical"))
>>> scene.title, scene.symbols()
('infinite chess: White to move, 32 pieces', ('bishop', 'king', 'knight', 'pawn', 'queen', 'rook'))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperchess.infinite import Color, Piece, Position, Square, parse_square
from hyperchess.picture.infinite.edges import MARKER_HEIGHT, MARKER_WIDTH, OWNER, axis_labels, far_markers
from hyperchess.picture.infinite.rays import choices
from hyperchess.picture.infinite.swarm import crossed_box, swarm
from hyperchess.picture.infinite.viewport import View, Window, fit, round_step
from hyperchess.picture.marks import Arrow, Highlight, arrow, tint
from hyperchess.picture.multiverse.boards import checkered
from hyperchess.picture.pieces import piece_symbol
from hyperchess.picture.scene import Path, Point, Rect, Scene, Shape, Text, Use, number

__all__ = ["infinite_scene"]

_SIDE = 820.0
_SWARM = 11.0  # below this square size, pieces are spots
_TEXT = 13.0
_LONG = 6  # a last move over more squares gets an arrow


def infinite_scene(
    position: Position,
    *,
    flip: bool = False,
    window: Window | tuple[int, int, int, int] | None = None,
    highlights: Iterable[Highlight[Square | str] | Square | str] = (),
    arrows: Iterable[Arrow[Square | str]] = (),
    checks: bool = True,
    moves_of: Square | str | None = None,
    plain: bool = False,
) -> Scene:
    """Draw a position.

    `window` is (left, right, bottom, top), edges included. `moves_of` shows the moves of the piece on a
    square, as points and rays. `plain` hatches dark squares instead of filling them.
    """
    if window is None:
        window = fit(
            [square for square in position.pieces() if position.pieces()[square].kind.name != "void"]
        )
    view, width, height = _layout(position, Window(*window).checked(), flip=flip)
    pairs = list(_checks(position)) if checks else []
    marks = _marks(position, highlights, pairs)
    shapes: list[Shape] = [Rect(0, 0, width, height, "ground"), *_squares(position, view, plain=plain)]
    for square, mark in marks.items():
        if view.window.holds(square):
            shapes += tint(view.x(square.x), view.y(square.y), view.square, mark)
    shapes += [
        *_pieces(position, view),
        *_border(position, view),
        *axis_labels(view),
        *far_markers(view, _far(position, view.window)),
        *_last_move(position, view),
        *(choices(position, view, _square(moves_of)) if moves_of is not None else ()),
        *_arrows(view, arrows),
        *(shape for attacker, royal in pairs for shape in _arrow(view, attacker, royal, "check")),
        Text(view.left, height - _TEXT * 0.6, _turn(position, pairs), "label", _TEXT, "start"),
    ]
    return Scene(width, height, _title(position, pairs), tuple(shapes))


def _layout(position: Position, window: Window, *, flip: bool) -> tuple[View, float, float]:
    far = bool(_far(position, window))
    square = min(40.0, _SIDE / window.span)
    left = 40 + (MARKER_WIDTH + 8 if far else 0)
    top = 12 + (MARKER_HEIGHT + 8 if far else 0)
    view = View(window, square, left, top, flip)
    width = left + view.width + (MARKER_WIDTH + 16 if far else 14)
    height = top + view.height + 50 + (MARKER_HEIGHT + 8 if far else 0)
    return view, max(width, 260.0), height


def _far(position: Position, window: Window) -> list[tuple[Square, Piece]]:
    return [
        (square, piece)
        for square, piece in position.pieces().items()
        if piece.color and not window.holds(square)
    ]


def _square(square: Square | str) -> Square:
    return parse_square(square) if isinstance(square, str) else square


def _title(position: Position, pairs: list[tuple[Square, Square]]) -> str:
    count = sum(bool(piece.color) for piece in position.pieces().values())
    return f"infinite chess: {_turn(position, pairs).replace(' · ', ', ')}, {count} pieces"


def _turn(position: Position, pairs: list[tuple[Square, Square]]) -> str:
    return f"{position.player} to move" + (" · check" if pairs else "")


def _checks(position: Position) -> Iterator[tuple[Square, Square]]:
    """Yield attackers with the royals of the player to move."""
    for check in position.checks():
        yield check.attacker, check.royal


def _marks(
    position: Position,
    highlights: Iterable[Highlight[Square | str] | Square | str],
    pairs: list[tuple[Square, Square]],
) -> dict[Square, str]:
    """Return the coloured squares; later marks cover earlier ones."""
    marks = (
        dict.fromkeys(position.last.move[:2], _player_mark(position.last.piece.color))
        if position.last
        else {}
    )
    marks |= {royal: "check" for _, royal in pairs}
    for highlight in highlights:
        wanted = highlight if isinstance(highlight, Highlight) else Highlight(highlight)
        marks[_square(wanted.square)] = wanted.color
    return marks


def _player_mark(color: Color) -> str:
    return "by-white" if color is Color.WHITE else "by-black"


def _inside(position: Position, window: Window) -> Window | None:
    """Return the part of a window within the world border."""
    left, right, bottom, top = window
    edges = position.settings.border or (None, None, None, None)
    left = left if edges[0] is None else max(left, edges[0])
    right = right if edges[1] is None else min(right, edges[1])
    bottom = bottom if edges[2] is None else max(bottom, edges[2])
    top = top if edges[3] is None else min(top, edges[3])
    return Window(left, right, bottom, top) if left <= right and bottom <= top else None


def _area(view: View, part: Window) -> tuple[float, float, float, float]:
    xs = sorted((view.x(part.left), view.x(part.right)))
    ys = sorted((view.y(part.top), view.y(part.bottom)))
    return xs[0], ys[0], xs[1] - xs[0] + view.square, ys[1] - ys[0] + view.square


def _squares(position: Position, view: View, *, plain: bool) -> Iterator[Shape]:
    part = _inside(position, view.window)
    if part is None:
        return
    x, y, width, height = _area(view, part)
    yield Rect(x, y, width, height, "light")
    if view.square >= _SWARM:
        files = range(part.left, part.right + 1)
        dark = (Square(file, rank) for rank in range(part.bottom, part.top + 1) for file in files)
        corners = ((view.x(square.x), view.y(square.y)) for square in dark if square.is_dark)
        yield checkered(corners, view.square, plain=plain)
    else:
        yield from _grid(view, part, (x, y, width, height))
    yield from _axes(view, part, (x, y, width, height))
    for rank in sorted({rank for rule in position.settings.promotions.values() for rank in rule.ranks}):
        if part.bottom <= rank <= part.top:
            middle = number(view.y(rank) + view.square / 2)
            yield Path(f"M{number(x)} {middle}h{number(width)}", "promotion")


def _grid(view: View, part: Window, area: tuple[float, float, float, float]) -> Iterator[Shape]:
    """Yield lines at round distances if squares are too small to be visible."""
    x, y, width, height = area
    step = round_step(view.square, 30)
    files = range(part.left + -part.left % step, part.right + 1, step)
    ranks = range(part.bottom + -part.bottom % step, part.top + 1, step)
    lines = [f"M{number(view.x(file))} {number(y)}v{number(height)}" for file in files]
    lines += [f"M{number(x)} {number(view.y(rank))}h{number(width)}" for rank in ranks]
    if lines:
        yield Path("".join(lines), "grid")


def _axes(view: View, part: Window, area: tuple[float, float, float, float]) -> Iterator[Shape]:
    x, y, width, height = area
    half = view.square / 2
    if part.left <= 0 <= part.right:
        yield Path(f"M{number(view.x(0) + half)} {number(y)}v{number(height)}", "axis")
    if part.bottom <= 0 <= part.top:
        yield Path(f"M{number(x)} {number(view.y(0) + half)}h{number(width)}", "axis")


def _border(position: Position, view: View) -> Iterator[Shape]:
    """Yield the edge of the picture, and the visible sides of the world border on top of it."""
    part = _inside(position, view.window)
    if part is None:
        return
    x, y, width, height = _area(view, part)
    yield Rect(x, y, width, height, "edge")
    edges = position.settings.border
    if edges is None:
        return
    lines = []
    at_left, at_right = edges.left == part.left, edges.right == part.right
    at_bottom, at_top = edges.bottom == part.bottom, edges.top == part.top
    if view.flip:
        at_left, at_right, at_bottom, at_top = at_right, at_left, at_top, at_bottom
    if at_left:
        lines.append(f"M{number(x)} {number(y)}v{number(height)}")
    if at_right:
        lines.append(f"M{number(x + width)} {number(y)}v{number(height)}")
    if at_top:
        lines.append(f"M{number(x)} {number(y)}h{number(width)}")
    if at_bottom:
        lines.append(f"M{number(x)} {number(y + height)}h{number(width)}")
    if lines:
        yield Path("".join(lines), "border")


def _pieces(position: Position, view: View) -> Iterator[Shape]:
    if view.square < _SWARM:
        yield from swarm(view, position.pieces())
        return
    side = view.square
    voids = []
    for square, piece in position.pieces().items():
        if not view.window.holds(square):
            continue
        x, y = view.x(square.x), view.y(square.y)
        if piece.kind.name == "void":
            voids.append(crossed_box(x, y, side))
            continue
        yield Use(piece_symbol(piece.kind), x, y, side, OWNER[piece.color])
        if piece.color > Color.BLACK:  # further players are also marked with their number
            yield Text(x + side * 0.88, y + side * 0.3, str(int(piece.color)), "label", side * 0.28)
    if voids:
        yield Path("".join(voids), "void")


def _last_move(position: Position, view: View) -> Iterator[Shape]:
    if position.last is None:
        return
    begin, end, _ = position.last.move
    distance = max(abs(begin.x - end.x), abs(begin.y - end.y))
    if distance > _LONG or not (view.window.holds(begin) and view.window.holds(end)):
        yield from _arrow(view, begin, end, _player_mark(position.last.piece.color))


def _arrows(view: View, arrows: Iterable[Arrow[Square | str]]) -> Iterator[Shape]:
    for wanted in arrows:
        draw = _ray if wanted.endless else _arrow
        yield from draw(view, _square(wanted.source), _square(wanted.target), wanted.color)


def _arrow(view: View, source: Square, target: Square, mark: str) -> Iterator[Shape]:
    """Yield an arrow between two squares, clipped to the window; nothing if neither is in the window."""
    begin: Point
    if view.window.holds(source):
        begin, end = view.center(source), view.towards(source, target)
    elif view.window.holds(target):
        begin, end = view.towards(target, source), view.center(target)
    else:
        return
    if begin != end:
        yield _shaft(view, begin, end, mark)


def _ray(view: View, source: Square, through: Square, mark: str) -> Iterator[Shape]:
    """Yield an arrow from a square through another, up to the edge of the board."""
    ends = view.ray(source, through)
    if ends is not None:
        yield _shaft(view, *ends, mark)


def _shaft(view: View, begin: Point, end: Point, mark: str) -> Shape:
    width = max(2.5, min(7.0, view.square * 0.2))
    return arrow(begin, end, mark, width=width, inset=view.square * 0.25)
