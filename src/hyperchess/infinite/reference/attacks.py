"""Attacks on a square.

The search starts from the square, so its cost depends on the kinds of pieces, not on their number. `vacated`
is a square to be treated as empty: the origin of a king's move.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from hyperchess.budget import poll
from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.material import pawn_captures
from hyperchess.infinite.pieces import ORTHOGONAL, ROSE_PATHS, Color, Piece, PieceKind
from hyperchess.infinite.primes import is_prime
from hyperchess.infinite.reference import four_dimensions

__all__ = [
    "attacked_royals",
    "attackers",
    "attacks_when_alone",
    "huygen_blockers",
    "is_attacked",
    "royal_attackers",
]


def is_attacked(board: Board, square: Square, color: Color, vacated: Square | None = None) -> bool:
    """Return whether a piece of a player other than `color` could capture on a square."""
    return next(attackers(board, square, color, vacated), None) is not None


def attacked_royals(board: Board, color: Color) -> tuple[Square, ...]:
    """Return the attacked royal pieces of a player."""
    return tuple(royal for royal in board.royals.get(color, ()) if is_attacked(board, royal, color))


def royal_attackers(board: Board, color: Color) -> tuple[Square, ...]:
    """Return the pieces that attack royal pieces of a player, each once."""
    royals = board.royals.get(color, ())
    return tuple(dict.fromkeys(square for royal in royals for square in attackers(board, royal, color)))


def attackers(board: Board, square: Square, color: Color, vacated: Square | None = None) -> Iterator[Square]:
    """Yield the squares from which pieces of players other than `color` attack a square."""
    poll()
    if board.dimensions is not None:
        yield from four_dimensions.attackers(board, board.dimensions, square, color, vacated)
        return
    x, y = square
    get = board.get
    limit = board.slide_limit
    threats = board.material.threats(color)
    for dx, dy, pieces in threats.leaps:
        piece = get((x - dx, y - dy))
        if piece is not None and piece in pieces:
            yield Square(x - dx, y - dy)
    for line, pieces in threats.slides:
        found = board.line(line, x, y)
        if not found:
            continue
        dx, dy = line
        here = x if dx == 1 else y
        index = bisect_left(found, here)
        count = len(found)
        for way, start in ((-1, index - 1), (1, index + (index < count and found[index] == here))):
            at = start
            while 0 <= at < count:
                steps = found[at] - here
                origin = (x + steps * dx, y + steps * dy)
                if origin != vacated:
                    if get(origin) in pieces and (limit is None or abs(steps) <= limit):
                        yield Square(*origin)
                    break
                at += way
    if threats.huygens:
        yield from _huygens(board, square, threats.huygens, vacated)
    if threats.roses:
        yield from _roses(board, square, threats.roses, vacated)


def _huygens(
    board: Board, square: Square, huygens: frozenset[Piece], vacated: Square | None
) -> Iterator[Square]:
    x, y = square
    limit = board.slide_limit
    for line in ORTHOGONAL:
        here = x if line[0] else y
        for at in board.line(line, x, y):
            poll()
            steps = at - here
            origin = Square(x + steps * line[0], y + steps * line[1])
            if (
                board.placed[origin] in huygens
                and (limit is None or abs(steps) <= limit)
                and is_prime(abs(steps))
                and next(huygen_blockers(board, line, origin, square, vacated), None) is None
            ):
                yield origin


def huygen_blockers(
    board: Board, line: Step, origin: Square, target: Square, vacated: Square | None = None
) -> Iterator[Square]:
    """Yield the pieces that block a huygen on its way to a square: those at prime distances from it."""
    dx = line[0]
    start, end = (origin.x, target.x) if dx else (origin.y, target.y)
    found = board.line(line, *origin)
    low, high = min(start, end), max(start, end)
    for index in range(bisect_left(found, low + 1), len(found)):
        at = found[index]
        if at >= high:
            return
        square = Square(at, origin.y) if dx else Square(origin.x, at)
        if square != vacated and is_prime(abs(at - start)):
            yield square


def _roses(board: Board, square: Square, roses: frozenset[Piece], vacated: Square | None) -> Iterator[Square]:
    x, y = square
    seen = set()
    for path in ROSE_PATHS:
        for hop, (dx, dy) in enumerate(path):
            origin = Square(x - dx, y - dy)
            if origin in seen or board.get(origin) not in roses:
                continue
            between = (Square(origin.x + ox, origin.y + oy) for ox, oy in path[:hop])
            if all(passed == vacated or board.is_empty(passed) for passed in between):
                seen.add(origin)
                yield origin


def attacks_when_alone(kind: PieceKind, step: Step) -> bool:
    """Return whether a piece attacks a square `step` away on an empty board; pawns count as White's."""
    dx, dy = step
    if kind.is_pawn:
        return step in pawn_captures(Color.WHITE)
    if step in kind.leaps or (kind.circles and any(step in path for path in ROSE_PATHS)):
        return True
    for line_x, line_y in kind.slides:
        distance = abs(dx if line_x == 1 else dy)
        if dx * line_y == dy * line_x and (abs(dx), abs(dy)) == (
            distance * abs(line_x),
            distance * abs(line_y),
        ):
            return is_prime(distance) if kind.primes else distance > 0
    return False
