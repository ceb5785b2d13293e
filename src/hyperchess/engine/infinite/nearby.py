"""Some of the legal moves of a position, as a list: all points, of each ray the first squares and the last.

>>> from hyperchess.infinite import Position
>>> [str(move) for move in nearby_moves(Position.parse("w R0,0|K5,0|k90,95"), 2)][-4:]
['0,0>0,1', '0,0>0,2', '0,0>0,-1', '0,0>0,-2']
"""

from __future__ import annotations

from hyperchess.infinite import Move, Position, Ray

__all__ = ["nearby_moves"]

_MOST_SKIPPED = 50  # steps that a sieve may hold back


def nearby_moves(position: Position, steps: int) -> list[Move]:
    """All points, the first `steps` squares of each ray, and its last one."""
    moves = position.moves()
    found = list(moves.points)
    for ray in moves.rays:
        found += [Move(ray.source, ray.target(number)) for number in _numbers(ray, steps)]
    return found


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
