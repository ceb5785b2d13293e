"""Byte encoding of the actions of infinite chess, as a library stores them.

An action is the number of its moves, then the moves. A move is its first square, its offset, and the number
of the promotion piece, or 0; coordinates may have any size.

>>> from hyperchess.infinite import start
>>> action = start("Classical").read("4,2>4,4")
>>> data = pack_action(action)
>>> len(data), unpack_action(data) == tuple(action)
(6, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.pieces import PIECE_OF_TEXT
from hyperchess.infinite.syntax.text import Move
from hyperchess.varints import pack_number, read_numbers, split_numbers

__all__ = ["pack_action", "split_actions", "unpack_action"]

# Sorted, but living neutral pieces last: they are newer, and stored numbers must not change.
_CODES = sorted(PIECE_OF_TEXT, key=lambda code: (not PIECE_OF_TEXT[code].color and code[:1].isdigit(), code))
_NUMBER_OF_CODE = {code: number for number, code in enumerate(_CODES, start=1)}
_NUMBERS = 5  # numbers per move


def pack_action(action: Sequence[Move]) -> bytes:
    """Encode one action: the number of its moves, then the moves."""
    return b"".join([pack_number(len(action)), *map(_packed_move, action)])


def split_actions(data: bytes) -> Iterator[bytes]:
    """Yield the bytes of each action of a line; raise `ValueError` if they end within an action."""
    return split_numbers(data, lambda first: _NUMBERS)


@lru_cache(maxsize=1 << 16)
def unpack_action(data: bytes) -> tuple[Move, ...]:
    """Decode an action; cached, because many games have the same actions."""
    read = read_numbers(data)
    try:
        return tuple([_move(read) for _ in range(next(read))])
    except (StopIteration, RuntimeError, IndexError, ValueError) as error:
        raise ValueError("the bytes of a game hold no move") from error


@lru_cache(maxsize=1 << 16)
def _packed_move(move: Move) -> bytes:
    promotion = 0 if move.promotion is None else _NUMBER_OF_CODE[move.promotion.text]
    start, end = move.source, move.target
    return b"".join(map(pack_number, (start.x, start.y, end.x - start.x, end.y - start.y, promotion)))


def _move(read: Iterator[int]) -> Move:
    x, y, dx, dy, promotion = (next(read) for _ in range(_NUMBERS))
    piece = PIECE_OF_TEXT[_CODES[promotion - 1]] if promotion else None
    return Move(Square(x, y), Square(x + dx, y + dy), piece)
