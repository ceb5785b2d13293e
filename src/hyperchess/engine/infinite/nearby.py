"""Finite selection of legal moves: all points, and the first squares and the last square of each ray.

>>> from hyperchess.infinite import Position
>>> [str(move) for move in nearby_moves(Position.parse("w R0,0|K5,0|k90,95"), 2)][-4:]
['0,0>0,1', '0,0>0,2', '0,0>0,-1', '0,0>0,-2']
"""

from __future__ import annotations

from hyperchess.infinite import Move, Position, Ray, Square
from hyperchess.infinite.coordinates import Step

__all__ = ["moves_into_line", "nearby_moves"]

_LINES: tuple[Step, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))
_MOST_SKIPPED = 50  # steps that a sieve may exclude


def nearby_moves(position: Position, steps: int) -> list[Move]:
    """Return all points, the first `steps` squares of each ray, and its last one."""
    moves = position.moves()
    found = list(moves.points)
    for ray in moves.rays:
        found += [Move(ray.source, ray.target(number)) for number in _numbers(ray, steps)]
    return found


def moves_into_line(position: Position) -> list[Move]:
    """Return the moves of rays that end on a row, column or diagonal of another player's royal piece.

    >>> from hyperchess.infinite import Position
    >>> [str(move) for move in moves_into_line(Position.parse("w R0,0|K5,0|k90,95"))]
    ['0,0>-5,0', '0,0>0,5', '0,0>0,95', '0,0>0,185']
    """
    royals = [
        royal
        for color, squares in position.board.royals.items()
        if color is not position.player
        for royal in squares
    ]
    found = []
    for ray in position.moves().rays:
        crossings = (_crossing(ray, royal, line) for royal in royals for line in _LINES)
        numbers = sorted({number for number in crossings if number is not None and ray.allows(number)})
        found += [Move(ray.source, ray.target(number)) for number in numbers]
    return found


def _crossing(ray: Ray, royal: Square, line: Step) -> int | None:
    """Return the number of steps after which a ray meets the line through a square, if it stops there."""
    apart = (royal.x - ray.source.x) * line[1] - (royal.y - ray.source.y) * line[0]
    turn = ray.step[0] * line[1] - ray.step[1] * line[0]
    return apart // turn if turn and apart % turn == 0 else None


def _numbers(ray: Ray, steps: int) -> list[int]:
    numbers: list[int] = []
    number = ray.first
    while len(numbers) < steps and number < ray.first + steps + _MOST_SKIPPED:
        if ray.allows(number):
            numbers.append(number)
        number += 1
    if ray.last is not None and ray.last not in numbers and ray.allows(ray.last):
        numbers.append(ray.last)
    return numbers
