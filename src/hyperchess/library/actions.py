"""Actions as bytes: what a library stores of a game, a few bytes for each move.

Numbers are written seven bits to a byte, the lowest first, with the sign in the lowest bit: coordinates of
infinite chess may have any size.

>>> from hyperchess.multiverse import start
>>> action = start("Standard").read("Nf3")
>>> data = pack_actions([action], even=False)
>>> len(data), list(unpack_actions(data, Kind.MULTIVERSE, even=False)) == [action]
(7, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from hyperchess import infinite, multiverse
from hyperchess.infinite.pieces import PIECE_OF_TEXT
from hyperchess.kinds import Kind
from hyperchess.multiverse.coordinates import HalfTurn, Timeline

__all__ = ["pack_action", "pack_actions", "split_actions", "unpack_actions"]

_CODES = sorted(PIECE_OF_TEXT)
_NUMBER_OF_CODE = {code: number for number, code in enumerate(_CODES, start=1)}


def pack_actions(actions: Iterable[tuple[Any, ...]], *, even: bool) -> bytes:
    """All actions of a line. `even` is that of its start: how the rows of timelines are counted."""
    return b"".join([pack_action(action, even=even) for action in actions])


def pack_action(action: tuple[Any, ...], *, even: bool) -> bytes:
    """One action: the number of its moves, then the moves."""
    return b"".join([_packed_number(len(action)), *[_packed_move(move, even) for move in action]])


def unpack_actions(data: bytes, kind: Kind, *, even: bool) -> Iterator[tuple[Any, ...]]:
    """The actions of a line, one by one. `ValueError` if the bytes are not actions."""
    for part in split_actions(data, kind):
        yield _unpacked(part, kind, even)


@lru_cache(maxsize=1 << 16)
def _unpacked(data: bytes, kind: Kind, even: bool) -> tuple[Any, ...]:
    """An action; many games have the same ones."""
    read = _read(data)
    try:
        return tuple([_move(read, kind, even) for _ in range(next(read))])
    except (StopIteration, RuntimeError, IndexError, ValueError) as error:
        raise ValueError("the bytes of a game hold no move") from error


def split_actions(data: bytes, kind: Kind) -> Iterator[bytes]:
    """The bytes of each action of a line, one by one; `ValueError` if they end within one."""
    begin, end = 0, len(data)
    try:
        while begin < end:
            count, place = data[begin] >> 1, begin + 1
            if data[begin] > 127:  # more moves than fit into one byte
                count = next(_read(data[begin:]))
                place = begin + len(_packed_number(count))
            for _ in range(count):
                # of a move of 5D chess the second bit says whether it leaves its board
                for _ in range(7 if data[place] & 2 and kind is Kind.MULTIVERSE else 5):
                    while data[place] > 127:
                        place += 1
                    place += 1
            yield data[begin:place]
            begin = place
    except IndexError as error:
        raise ValueError("the bytes of a game end within a move") from error


@lru_cache(maxsize=1 << 10)
def _packed_number(number: int) -> bytes:
    out = bytearray()
    rest = number << 1 if number >= 0 else (-number << 1) - 1
    while rest > 127:
        out.append(rest & 127 | 128)
        rest >>= 7
    out.append(rest)
    return bytes(out)


def _read(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield -(number + 1 >> 1) if number & 1 else number >> 1
            number = shift = 0
    if shift:
        raise ValueError("the bytes of a game end within a number")


@lru_cache(maxsize=1 << 16)
def _packed_move(move: Any, even: bool) -> bytes:
    return b"".join(map(_packed_number, _numbers(move, even)))


def _numbers(move: Any, even: bool) -> tuple[int, ...]:
    """A move as numbers; squares of a target are written relative to the source."""
    if isinstance(move, infinite.Move):
        promotion = 0 if move.promotion is None else _NUMBER_OF_CODE[move.promotion.text]
        start, end = move.start, move.end
        return (start.x, start.y, end.x - start.x, end.y - start.y, promotion)
    source, target = move.source, move.target
    row, time = source.timeline.row(even=even), 2 * source.turn + source.color
    to_row, to_time = target.timeline.row(even=even), 2 * target.turn + target.color
    place = source.rank * 32 + source.file
    jump = () if (row, time) == (to_row, to_time) else (to_row - row, to_time - time)
    flags = (ord(move.promotion) if move.promotion else 0) * 2 + bool(jump)
    return (flags, row, time, place, target.rank * 32 + target.file, *jump)


def _move(read: Iterator[int], kind: Kind, even: bool) -> Any:
    if kind is Kind.INFINITE:
        x, y, dx, dy, promotion = (next(read) for _ in range(5))
        piece = PIECE_OF_TEXT[_CODES[promotion - 1]] if promotion else None
        return infinite.Move(infinite.Square(x, y), infinite.Square(x + dx, y + dy), piece)
    flags, row, time, place, to_place = (next(read) for _ in range(5))
    to_row, to_time = (row + next(read), time + next(read)) if flags & 1 else (row, time)
    letter = chr(flags >> 1) if flags > 1 else ""
    return multiverse.Move(_square(row, time, place, even), _square(to_row, to_time, to_place, even), letter)


@lru_cache(maxsize=1 << 16)
def _square(row: int, time: int, place: int, even: bool) -> multiverse.Square:
    rank, file = divmod(place, 32)
    return multiverse.Square(Timeline.of_row(row, even=even), *HalfTurn.of_ordinal(time), file, rank)
