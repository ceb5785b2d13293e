"""Checks and pins: squares on which a move must keep or place a piece between an attacker and a royal.

An attack on a royal is a path from the attacker to it. If the path is empty, it is check; if exactly one own
piece is on it, that piece is pinned. Either way a move of the piece in question must end on the path or on
the attacker. That set of squares is the `Shield`.

A capture never opens a path, because the capturing piece replaces the victim. The two moves that remove
pieces from other squares, castling and en passant, are tried out instead (see `legal.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from hyperchess.budget import poll
from hyperchess.infinite.board import Board
from hyperchess.infinite.coordinates import Square, Step
from hyperchess.infinite.material import Threats
from hyperchess.infinite.pieces import ORTHOGONAL, ROSE_PATHS, Color
from hyperchess.infinite.primes import is_prime
from hyperchess.infinite.reference.attacks import huygen_blockers

__all__ = ["Shield", "find_shields"]


class Shield(NamedTuple):
    """The attacker and the squares of its path: a stretch of a line, or (`step` is `None`) a few squares.

    On a line they are `attacker + j * step` for j from 0 to `length - 1`, for a huygen with j zero or prime.
    """

    attacker: Square
    royal: Square
    pinned: Square | None = None
    step: Step | None = None
    length: int = 0
    primes: bool = False
    between: frozenset[Square] = frozenset()

    def covers(self, square: Square) -> bool:
        """Return whether a piece on a square stops this attack."""
        if square == self.attacker:
            return True
        if self.step is None:
            return square in self.between
        (dx, dy), (sx, sy) = (square.x - self.attacker.x, square.y - self.attacker.y), self.step
        steps, rest = divmod(dx, sx) if sx else divmod(dy, sy)
        if rest or steps * sx != dx or steps * sy != dy or not 0 < steps < self.length:
            return False
        return not self.primes or is_prime(steps)


def find_shields(board: Board, color: Color) -> tuple[Shield, ...]:
    """Return all checks on a player's royal pieces and all pins against them."""
    threats = board.material.threats(color)
    return tuple(
        shield for royal in board.royals.get(color, ()) for shield in _shields(board, royal, color, threats)
    )


def _shields(board: Board, royal: Square, color: Color, threats: Threats) -> Iterator[Shield]:
    poll()
    x, y = royal
    for dx, dy, pieces in threats.leaps:
        attacker = Square(x - dx, y - dy)
        if board.get(attacker) in pieces:
            yield Shield(attacker, royal)
    for line, pieces in threats.slides:
        for way in (1, -1):
            yield from _slide_shields(board, royal, color, line, way, pieces)
    if threats.huygens:
        yield from _huygen_shields(board, royal, color, threats)
    if threats.roses:
        yield from _rose_shields(board, royal, color, threats)


def _slide_shields(
    board: Board, royal: Square, color: Color, line: Step, way: int, pieces: frozenset[object]
) -> Iterator[Shield]:
    (x, y), (dx, dy) = royal, line
    found = board.line(line, x, y)
    here = x if dx == 1 else y
    index = bisect_left(found, here) + way
    pinned: Square | None = None
    while 0 <= index < len(found):
        steps = found[index] - here
        square = Square(x + steps * dx, y + steps * dy)
        piece = board.placed[square]
        if piece in pieces and (board.slide_limit is None or abs(steps) <= board.slide_limit):
            yield Shield(square, royal, pinned, (-dx * way, -dy * way), abs(steps))
            return
        if pinned is not None or piece.color is not color:
            return
        pinned = square
        index += way


def _huygen_shields(board: Board, royal: Square, color: Color, threats: Threats) -> Iterator[Shield]:
    x, y = royal
    for line in ORTHOGONAL:
        here = x if line[0] else y
        for at in board.line(line, x, y):
            poll()
            steps = abs(at - here)
            attacker = Square(at, y) if line[0] else Square(x, at)
            if (
                board.placed[attacker] not in threats.huygens
                or (board.slide_limit is not None and steps > board.slide_limit)
                or not is_prime(steps)
            ):
                continue
            blockers = list(huygen_blockers(board, line, attacker, royal))
            if len(blockers) > 1 or (blockers and board.placed[blockers[0]].color is not color):
                continue
            way = 1 if here > at else -1
            pinned = blockers[0] if blockers else None
            yield Shield(attacker, royal, pinned, (line[0] * way, line[1] * way), steps, primes=True)


def _rose_shields(board: Board, royal: Square, color: Color, threats: Threats) -> Iterator[Shield]:
    for path in ROSE_PATHS:
        for hop, (dx, dy) in enumerate(path):
            attacker = Square(royal.x - dx, royal.y - dy)
            if board.get(attacker) not in threats.roses:
                continue
            between = [Square(attacker.x + ox, attacker.y + oy) for ox, oy in path[:hop]]
            blockers = [square for square in between if not board.is_empty(square)]
            if not blockers:
                yield Shield(attacker, royal, between=frozenset(between))
            elif len(blockers) == 1:
                blocker = board.get(blockers[0])
                if blocker is not None and blocker.color is color:
                    yield Shield(attacker, royal, blockers[0], between=frozenset(between))
