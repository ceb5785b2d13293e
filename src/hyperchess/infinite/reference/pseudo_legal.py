"""Pseudo-legal moves, which ignore check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.material import Passed, pawn_captures
from hyperchess.infinite.pieces import ROSE_PATHS, Color, Piece
from hyperchess.infinite.primes import is_prime
from hyperchess.infinite.rays import PRIME_STEPS, Ray
from hyperchess.infinite.reference import four_dimensions
from hyperchess.infinite.reference.attacks import is_attacked

__all__ = [
    "can_reach",
    "castling_partner",
    "idle_rights",
    "leap_targets",
    "pawn_targets",
    "slide_rays",
    "steps_along",
]

_CASTLING_DISTANCE = 3  # least number of files from a king to its partner


def can_take_or_enter(board: Board, square: Square, color: Color) -> bool:
    """Return whether a player's piece may end on a square: on the board, no own piece, no void."""
    other = board.get(square)
    if other is None:
        return board.border is None or board.border.contains(*square)
    return other.color is not color and not other.kind.solid


def pawn_targets(board: Board, start: Square, piece: Piece, passed: Passed | None) -> Iterator[Square]:
    """Yield the targets of a pawn, without promotions."""
    if board.dimensions is not None:
        yield from four_dimensions.pawn_targets(board, board.dimensions, start, piece, passed)
        return
    forward = piece.color.forward
    ahead = Square(start.x, start.y + forward)
    if board.is_empty(ahead):
        yield ahead
        if piece.special:
            further = Square(start.x, start.y + 2 * forward)
            if board.is_empty(further):
                yield further
    for dx, dy in pawn_captures(piece.color):
        target = Square(start.x + dx, start.y + dy)
        victim = board.get(target)
        if victim is not None:
            if victim.color is not piece.color and not victim.kind.solid:
                yield target
        elif passed is not None and target == passed.square:
            yield target


def leap_targets(board: Board, start: Square, piece: Piece) -> Iterator[Square]:
    """Yield the targets of a piece's leaps, or along the circles of a rose."""
    if board.dimensions is not None:
        yield from four_dimensions.leap_targets(board, board.dimensions, start, piece)
        return
    x, y = start
    for dx, dy in piece.kind.leaps:
        target = Square(x + dx, y + dy)
        if can_take_or_enter(board, target, piece.color):
            yield target
    if piece.kind.circles:
        yield from _circle_targets(board, start, piece)


def _circle_targets(board: Board, start: Square, piece: Piece) -> Iterator[Square]:
    seen = set()
    for path in ROSE_PATHS:
        for dx, dy in path:
            target = Square(start.x + dx, start.y + dy)
            if target not in seen and can_take_or_enter(board, target, piece.color):
                seen.add(target)
                yield target
            if not board.is_empty(target):
                break


def slide_rays(board: Board, start: Square, piece: Piece) -> Iterator[Ray]:
    """Yield the slides of a piece."""
    if board.dimensions is not None:
        yield from four_dimensions.slide_rays(board, board.dimensions, start, piece)
        return
    for line in piece.kind.slides:
        for way in (1, -1):
            last = _slide_length(board, start, piece, line, way)
            if last is None or last > 0:
                step = (line[0] * way, line[1] * way)
                yield Ray(start, step, 1, last, PRIME_STEPS if piece.kind.primes else ())


def _slide_length(board: Board, start: Square, piece: Piece, line: Step, way: int) -> int | None:
    """Return the number of steps that a piece can slide one way; `None` if unbounded."""
    x, y = start
    dx, dy = line[0] * way, line[1] * way
    if piece.kind.primes:
        length = _distance_at_prime(board, start, line, way)
    else:
        length = board.distance(line, x, y, way)
    if length is not None and not can_take_or_enter(
        board, Square(x + length * dx, y + length * dy), piece.color
    ):
        length -= 1
    bounds = [bound for bound in (length, board.slide_limit) if bound is not None]
    if board.border is not None:
        left, right, bottom, top = board.border
        for here, step, low, high in ((x, dx, left, right), (y, dy, bottom, top)):
            edge = high if step > 0 else low
            if step and edge is not None:
                bounds.append((edge - here) // step)
    return min(bounds) if bounds else None


def _distance_at_prime(board: Board, start: Square, line: Step, way: int) -> int | None:
    """Return the distance of the next piece at a prime distance."""
    here = start.x if line[0] else start.y
    found = board.line(line, *start)
    distances = ((at - here) * way for at in (found if way > 0 else reversed(found)))
    return next((distance for distance in distances if distance > 0 and is_prime(distance)), None)


def can_reach(board: Board, start: Square, target: Square, piece: Piece) -> bool:
    """Return whether a piece other than a pawn can leap or slide to a square, without castling."""
    if board.dimensions is not None:
        return four_dimensions.can_reach(board, board.dimensions, start, target, piece)
    if target == start or not can_take_or_enter(board, target, piece.color):
        return False
    kind = piece.kind
    dx, dy = target.x - start.x, target.y - start.y
    if (dx, dy) in kind.leaps:
        return True
    for line in kind.slides:
        steps = steps_along(line, dx, dy)
        if steps is None:
            continue
        way = 1 if steps > 0 else -1
        if board.slide_limit is not None and abs(steps) > board.slide_limit:
            return False
        if kind.primes:
            if not is_prime(abs(steps)):
                return False
            distance = _distance_at_prime(board, start, line, way)
        else:
            distance = board.distance(line, start.x, start.y, way)
        return distance is None or distance >= abs(steps)
    return kind.circles and target in set(_circle_targets(board, start, piece))


def steps_along(line: Step, dx: int, dy: int) -> int | None:
    """Return the number of steps along a line that lead to a distance; `None` if they cannot."""
    steps = dx if line[0] == 1 else dy
    return steps if steps and steps * line[0] == dx and steps * line[1] == dy else None


def castling_partner(board: Board, start: Square, piece: Piece, way: int, *, guarded: bool) -> Square | None:
    """Return the piece with which a king or royal centaur can castle to one side.

    It is the next piece on the rank, has its right, is neither a pawn nor another piece that castles, and is
    at least three files away. If the player is `guarded` from check, the king may not start on, cross or
    reach an attacked square; whether another royal is left in check is not tested here.
    """
    if not piece.special or not piece.kind.castles:
        return None
    distance = board.distance((1, 0), start.x, start.y, way)
    if distance is None or distance < _CASTLING_DISTANCE:
        return None
    partner = Square(start.x + way * distance, start.y)
    if board.dimensions is not None and not board.dimensions.share_board(start, partner):
        return None
    other = board.placed[partner]
    if other.color is not piece.color or not other.special or other.kind.is_pawn or other.kind.castles:
        return None
    path = (start.plus((way, 0), steps) for steps in range(3))
    if guarded and any(is_attacked(board, square, piece.color, start) for square in path):
        return None
    return partner


def idle_rights(board: Board, left: Iterable[Square]) -> list[tuple[Square, Piece]]:
    """Return the pieces that lose their castling right as the pieces on the squares `left` move or are taken.

    Kings and partners on the rank of a piece that had its right keep theirs as long as one of the other kind
    and of their colour, with its right, is at least three files away.
    """
    idle: dict[Square, Piece] = {}
    for square in left:
        lost = board.get(square)
        if lost is None or not lost.special or lost.kind.is_pawn:
            continue
        friends = [
            (Square(x, square.y), piece)
            for x in board.line((1, 0), *square)
            if (piece := board.placed[Square(x, square.y)]).special
            and piece.color is lost.color
            and not piece.kind.is_pawn
        ]
        for place, piece in friends:
            if piece.kind.castles is not lost.kind.castles and not any(
                other.kind.castles is not piece.kind.castles
                and at != square
                and abs(at.x - place.x) >= _CASTLING_DISTANCE
                for at, other in friends
            ):
                idle[place] = piece.moved
    return sorted(idle.items(), key=lambda entry: (entry[0].y, entry[0].x))
