"""Finite selection of legal moves: all points, and the first squares and the last square of each ray.

>>> from hyperchess.infinite import Position
>>> [str(move) for move in nearby_moves(Position.parse("w R0,0|K5,0|k90,95"), 2)][-4:]
['0,0>0,1', '0,0>0,2', '0,0>0,-1', '0,0>0,-2']
"""

from __future__ import annotations

from collections.abc import Sequence

from hyperchess.infinite import Move, Position, Ray, Square
from hyperchess.infinite.coordinates import Step

__all__ = ["crossings", "moves_into_line", "nearby_moves", "nearby_numbers", "other_royals"]

_LINES: tuple[Step, ...] = ((1, 0), (0, 1), (1, 1), (1, -1))
_MOST_SKIPPED = 50  # steps that a sieve may exclude


def nearby_moves(position: Position, steps: int) -> list[Move]:
    """Return all points, the first `steps` squares of each ray, and its last one."""
    moves = position.moves()
    found = list(moves.points)
    for ray in moves.rays:
        found += [Move(ray.source, ray.target(number)) for number in nearby_numbers(ray, steps)]
    return found


def moves_into_line(position: Position) -> list[Move]:
    """Return the moves of rays that end on a row, column or diagonal of another player's royal piece.

    >>> from hyperchess.infinite import Position
    >>> [str(move) for move in moves_into_line(Position.parse("w R0,0|K5,0|k90,95"))]
    ['0,0>-5,0', '0,0>0,5', '0,0>0,95', '0,0>0,185']
    """
    royals = other_royals(position)
    found = []
    for ray in position.moves().rays:
        found += [Move(ray.source, ray.target(number)) for number in crossings(ray, royals)]
    return found


def other_royals(position: Position) -> list[Square]:
    """Return the royal pieces of other players."""
    royals = position.board.royals.items()
    return [royal for color, squares in royals if color is not position.player for royal in squares]


def crossings(ray: Ray, royals: Sequence[Square]) -> list[int]:
    """Return the numbers of steps after which a ray is on a row, column or diagonal of a royal piece."""
    found = (_crossing(ray, royal, line) for royal in royals for line in _LINES)
    return sorted({number for number in found if number is not None and ray.allows(number)})


def _crossing(ray: Ray, royal: Square, line: Step) -> int | None:
    """Return the number of steps after which a ray meets the line through a square, if it stops there."""
    apart = (royal.x - ray.source.x) * line[1] - (royal.y - ray.source.y) * line[0]
    turn = ray.step[0] * line[1] - ray.step[1] * line[0]
    return apart // turn if turn and apart % turn == 0 else None


def nearby_numbers(ray: Ray, steps: int) -> list[int]:
    """Return the first `steps` numbers of steps that a ray allows, and its last one."""
    numbers: list[int] = []
    number = ray.first
    while len(numbers) < steps and number < ray.first + steps + _MOST_SKIPPED:
        if ray.allows(number):
            numbers.append(number)
        number += 1
    if ray.last is not None and ray.last not in numbers and ray.allows(ray.last):
        numbers.append(ray.last)
    return numbers
