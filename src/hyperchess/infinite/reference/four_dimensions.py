"""Moves and attacks in four dimensions, on boards next to each other; see `dimensions`.

Only pawns, knights, bishops, rooks, queens and kings move there. Castling is as on the plane.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperchess.budget import poll
from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.dimensions import Cell, Dimensions
from hyperchess.infinite.material import Passed
from hyperchess.infinite.pieces import Color, Piece
from hyperchess.infinite.rays import Ray

__all__ = ["attackers", "can_reach", "leap_targets", "pawn_targets", "pinned", "slide_rays"]


def _can_take_or_enter(board: Board, square: Square, color: Color) -> bool:
    """Return whether a player's piece may end on a square: no own piece, no void."""
    other = board.get(square)
    return other is None or (other.color is not color and not other.kind.solid)


def _first(boards: Dimensions, start: Square, step: Cell) -> Square | None:
    """Return the square one step away."""
    return next(boards.along(start, step), None)


def pawn_targets(
    board: Board, boards: Dimensions, start: Square, piece: Piece, passed: Passed | None
) -> Iterator[Square]:
    """Yield the targets of a pawn, without promotions."""
    for step in boards.pawn_pushes(piece.color):
        for count, square in enumerate(boards.along(start, step), start=1):
            if count > 1 + piece.special or square in board.placed:
                break
            yield square
    for step in boards.pawn_captures(piece.color):
        target = _first(boards, start, step)
        if target is None:
            continue
        is_passed = passed is not None and target == passed.square
        if is_passed or (target in board.placed and _can_take_or_enter(board, target, piece.color)):
            yield target


def leap_targets(board: Board, boards: Dimensions, start: Square, piece: Piece) -> Iterator[Square]:
    """Yield the targets of a king or a knight, without castling."""
    for step in boards.steps(piece.kind.code) if piece.kind.leaps else ():
        target = _first(boards, start, step)
        if target is not None and _can_take_or_enter(board, target, piece.color):
            yield target


def slide_rays(board: Board, boards: Dimensions, start: Square, piece: Piece) -> Iterator[Ray]:
    """Yield the slides of a rook, bishop or queen."""
    for step in boards.steps(piece.kind.code) if piece.kind.slides else ():
        last = 0
        for square in boards.along(start, step):
            if last == board.slide_limit or not _can_take_or_enter(board, square, piece.color):
                break
            last += 1
            if square in board.placed:
                break
        if last:
            yield Ray(start, boards.on_plane(step), 1, last)


def can_reach(board: Board, boards: Dimensions, start: Square, target: Square, piece: Piece) -> bool:
    """Return whether a piece other than a pawn can leap or slide to a square, without castling."""
    step = boards.between(start, target)
    if step is None or step == (0, 0, 0, 0) or not _can_take_or_enter(board, target, piece.color):
        return False
    if not piece.kind.slides:
        return step in boards.steps(piece.kind.code)
    return any(target in ray for ray in slide_rays(board, boards, start, piece) if _leads(boards, ray, step))


def _leads(boards: Dimensions, ray: Ray, step: Cell) -> bool:
    """Return whether a ray has the direction of a step. On the plane it may cross squares of other boards."""
    far = max(map(abs, step))
    return all(part in (0, far, -far) for part in step) and ray.step == boards.on_plane(
        (step[0] // far, step[1] // far, step[2] // far, step[3] // far)
    )


def attackers(
    board: Board, boards: Dimensions, square: Square, color: Color, vacated: Square | None
) -> Iterator[Square]:
    """Yield the squares from which pieces of players other than `color` attack a square."""
    enemies = {piece for piece in board.material.counts if piece.color and piece.color is not color}
    leapers = {piece.kind.code for piece in enemies if piece.kind.leaps}
    for code in sorted(leapers):
        for step in boards.steps(code):
            origin = _first(boards, square, step)
            piece = None if origin is None else board.get(origin)
            if piece is not None and piece.color and piece.color is not color and piece.kind.code == code:
                assert origin is not None
                yield origin
    for enemy in {piece.color for piece in enemies if piece.kind.is_pawn}:
        for column, row, x, y in boards.pawn_captures(enemy):
            origin = _first(boards, square, (-column, -row, -x, -y))
            piece = None if origin is None else board.get(origin)
            if piece is not None and piece.kind.is_pawn and piece.color is enemy:
                assert origin is not None
                yield origin
    for step in _slider_steps(boards, enemies):
        for count, origin in enumerate(boards.along(square, step), start=1):
            piece = board.get(origin)
            if piece is None or origin == vacated:
                continue
            if _slides_to(board, boards, piece, color, step, count):
                yield origin
            break


def _slider_steps(boards: Dimensions, enemies: set[Piece]) -> Iterable[Cell]:
    """Return the directions in which any of the pieces slide."""
    codes = sorted({piece.kind.code for piece in enemies if piece.kind.slides})
    return dict.fromkeys(step for code in codes for step in boards.steps(code))


def _slides_to(board: Board, boards: Dimensions, piece: Piece, color: Color, step: Cell, count: int) -> bool:
    """Return whether a piece of a player other than `color` can slide `count` steps against a direction."""
    if not piece.color or piece.color is color or not piece.kind.slides:
        return False
    return (board.slide_limit is None or count <= board.slide_limit) and step in boards.steps(piece.kind.code)


def pinned(board: Board, boards: Dimensions, color: Color) -> set[Square]:
    """Return the player's pieces that alone separate a royal piece from an attacking slider."""
    enemies = {piece for piece in board.material.counts if piece.color and piece.color is not color}
    found: set[Square] = set()
    for royal in board.royals.get(color, ()):
        poll()
        for step in _slider_steps(boards, enemies):
            own: Square | None = None
            for count, square in enumerate(boards.along(royal, step), start=1):
                piece = board.get(square)
                if piece is None:
                    continue
                if own is not None and _slides_to(board, boards, piece, color, step, count):
                    found.add(own)
                if own is not None or piece.color is not color:
                    break
                own = square
    return found
