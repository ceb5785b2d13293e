"""Binary encoding of actions, a few bytes per move: the form in which a library stores games.

An action is the number of its moves, followed by the moves. A move is the letter of its promotion times two,
plus one if it leaves its board; row and half-turn of its board; its two squares (32 times the rank, plus the
file); and, if it leaves its board, the offsets in rows and half-turns to the target board. Numbers are
written seven bits to a byte, the lowest first, with the sign in the lowest bit.

>>> from hyperchess.multiverse import start
>>> action = start("Standard").read("Nf3")
>>> data = pack_action(action, even=False)
>>> len(data), unpack_action(data, even=False) == action
(7, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hyperchess.multiverse.coordinates import HalfTurn, Square, Timeline
from hyperchess.multiverse.moves import Move
from hyperchess.varints import pack_number, read_numbers, split_numbers

__all__ = [
    "pack_action",
    "split_actions",
    "unpack_action",
    "unpack_actions",
]

_FILES = 32


def pack_action(action: Iterable[Move], *, even: bool) -> bytes:
    """Encode one action.

    `even` says whether the game starts with an even number of timelines, which determines their rows.
    """
    moves = [_packed_move(move, even) for move in action]
    return b"".join([pack_number(len(moves)), *moves])


def unpack_actions(data: bytes, *, even: bool) -> Iterator[tuple[Move, ...]]:
    """Yield the actions of a line; raise `ValueError` if the bytes are not actions."""
    for part in split_actions(data):
        yield unpack_action(part, even=even)


def split_actions(data: bytes) -> Iterator[bytes]:
    """Yield the bytes of each action of a line; raise `ValueError` if the last one is incomplete."""
    return split_numbers(data, _length)


def _length(first: int) -> int:
    """Return the count of numbers in a move; the second bit of its first byte marks a jump."""
    return 7 if first & 2 else 5


@lru_cache(maxsize=1 << 16)
def unpack_action(data: bytes, *, even: bool) -> tuple[Move, ...]:
    """Decode an action. Results are cached, because many games share actions."""
    read = read_numbers(data)
    try:
        return tuple([_move(read, even) for _ in range(next(read))])
    except (StopIteration, RuntimeError, IndexError, ValueError, OverflowError) as error:
        raise ValueError("the bytes of a game hold no move") from error


@lru_cache(maxsize=1 << 16)
def _packed_move(move: Move, even: bool) -> bytes:
    source, target = move.source, move.target
    row, time = source.timeline.row(even=even), 2 * source.turn + source.color
    to_row, to_time = target.timeline.row(even=even), 2 * target.turn + target.color
    place = source.rank * _FILES + source.file
    jump = () if (row, time) == (to_row, to_time) else (to_row - row, to_time - time)
    flags = (ord(move.promotion) if move.promotion else 0) * 2 + bool(jump)
    return b"".join(map(pack_number, (flags, row, time, place, target.rank * _FILES + target.file, *jump)))


def _move(read: Iterator[int], even: bool) -> Move:
    flags, row, time, place, to_place = (next(read) for _ in range(5))
    to_row, to_time = (row + next(read), time + next(read)) if flags & 1 else (row, time)
    letter = chr(flags >> 1) if flags > 1 else ""
    return Move(_square(row, time, place, even), _square(to_row, to_time, to_place, even), letter)


@lru_cache(maxsize=1 << 16)
def _square(row: int, time: int, place: int, even: bool) -> Square:
    rank, file = divmod(place, _FILES)
    return Square(Timeline.of_row(row, even=even), *HalfTurn.of_ordinal(time), file, rank)
