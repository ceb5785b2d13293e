"""Byte encoding of the actions of both games, as a library stores them.

Actions of 5D chess are described in `multiverse.action_bytes`. A move of infinite chess is its first square,
its offset, and the number of the promotion piece, or 0; coordinates may have any size.

>>> from hyperchess.multiverse import start
>>> action = start("Standard").read("Nf3")
>>> data = pack_actions([action], even=False)
>>> len(data), list(unpack_actions(data, Kind.MULTIVERSE, even=False)) == [action]
(7, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from hyperchess import infinite
from hyperchess.infinite.pieces import PIECE_OF_TEXT
from hyperchess.kinds import Kind
from hyperchess.multiverse import action_bytes
from hyperchess.multiverse.action_bytes import pack_number, read_numbers, split_numbers

__all__ = ["pack_action", "pack_actions", "split_actions", "unpack_actions"]

_CODES = sorted(PIECE_OF_TEXT)
_NUMBER_OF_CODE = {code: number for number, code in enumerate(_CODES, start=1)}
_NUMBERS = 5  # numbers per move of infinite chess


def pack_actions(actions: Iterable[Sequence[Any]], *, even: bool) -> bytes:
    """Encode all actions of a line; `even` is whether its start has an even number of timelines."""
    return b"".join([pack_action(action, even=even) for action in actions])


def pack_action(action: Sequence[Any], *, even: bool) -> bytes:
    """Encode one action: the number of its moves, then the moves."""
    if action and isinstance(action[0], infinite.Move):
        return b"".join([pack_number(len(action)), *map(_packed_move, action)])
    return action_bytes.pack_action(action, even=even)


def unpack_actions(data: bytes, kind: Kind, *, even: bool) -> Iterator[tuple[Any, ...]]:
    """Yield the actions of a line; raise `ValueError` if the bytes are not actions."""
    for part in split_actions(data, kind):
        if kind is Kind.MULTIVERSE:
            yield action_bytes.unpack_action(part, even=even)
        else:
            yield _unpacked(part)


def split_actions(data: bytes, kind: Kind) -> Iterator[bytes]:
    """Yield the bytes of each action of a line; raise `ValueError` if they end within an action."""
    return action_bytes.split_actions(data) if kind is Kind.MULTIVERSE else split_numbers(data, _length)


def _length(first: int) -> int:
    return _NUMBERS


@lru_cache(maxsize=1 << 16)
def _unpacked(data: bytes) -> tuple[infinite.Move, ...]:
    """Decode an action; cached, because many games have the same actions."""
    read = read_numbers(data)
    try:
        return tuple([_move(read) for _ in range(next(read))])
    except (StopIteration, RuntimeError, IndexError, ValueError) as error:
        raise ValueError("the bytes of a game hold no move") from error


@lru_cache(maxsize=1 << 16)
def _packed_move(move: infinite.Move) -> bytes:
    promotion = 0 if move.promotion is None else _NUMBER_OF_CODE[move.promotion.text]
    start, end = move.start, move.end
    return b"".join(map(pack_number, (start.x, start.y, end.x - start.x, end.y - start.y, promotion)))


def _move(read: Iterator[int]) -> infinite.Move:
    x, y, dx, dy, promotion = (next(read) for _ in range(_NUMBERS))
    piece = PIECE_OF_TEXT[_CODES[promotion - 1]] if promotion else None
    return infinite.Move(infinite.Square(x, y), infinite.Square(x + dx, y + dy), piece)
