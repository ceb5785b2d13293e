"""Position keys: numbers that are equal for equal positions and almost certainly different for others.

They are the same on every machine and with both implementations of the rules, so they can be stored. This
module is the specification; the native rules compute the same keys (`native/multiverse/position/key.cpp`).

>>> from hyperchess.multiverse.variants import start
>>> keys = position_keys(start("Standard").play("e4"), start("Standard"))
>>> f"{keys.full:032x}", len(keys.boards)
('78d81f16e0235d17b3632aeb98e7312a', 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hyperchess.multiverse.memo import Memo
from hyperchess.multiverse.pieces import EMPTY, UNMOVED
from hyperchess.multiverse.state import State
from hyperchess.ruleset import BoardKey, PositionKeys

__all__ = ["board_contents_key", "material_key", "position_keys"]

_WORD = (1 << 64) - 1
_LEAST_SQUARES = 64  # smaller boards are padded with empty squares
_GAME, _PLAYER, _INITIAL_ROW, _BOARD, _FRONT, _CONTENTS, _MATERIAL = range(7)


def position_keys(position: State, before: State | None = None) -> PositionKeys:
    """Return the keys of a position; `boards` are all boards, or those that `before` does not have."""
    even = position.even
    game = [position.width, position.height, int(even), *map(_letter_code, position.promotions)]
    parts = [_chain(_GAME, *game), _chain(_PLAYER, int(position.player))]
    lasts: list[tuple[int, int]] = [_chain(_FRONT)]
    counts: Counter[int] = Counter()
    everything: list[tuple[int, int]] = []
    boards: list[BoardKey] = []
    known = {} if before is None else {line.timeline: len(line.boards) for line in before.timeline_boards}
    for line in position.timeline_boards:
        row = line.timeline.row(even=even)
        if line.maker is None:
            parts.append(_chain(_INITIAL_ROW, row))
        for index, board in enumerate(line.boards):
            time = board.at.half_turn.ordinal
            everything.append(_BOARD_KEYS[row, time, board.cells])
            if index >= known.get(line.timeline, 0):
                contents = board_contents_key(board.width, board.height, board.cells)
                boards.append(BoardKey(row, time, contents))
        lasts.append(everything[-1])
        counts.update(code & ~UNMOVED for code in line.boards[-1].cells)
    del counts[EMPTY]
    return PositionKeys(_sum([*parts, *everything]), _sum([*parts, *lasts]), _material(counts), tuple(boards))


def board_contents_key(width: int, height: int, cells: bytes) -> int:
    """Return the 64-bit key of a board's contents, independent of its coordinates."""
    return _chain(_CONTENTS, width, height, *_cell_words(cells))[0]


def material_key(pieces: Mapping[str, int]) -> int:
    """Return the key of piece counts by letter, lower case for Black."""
    return _material({ord(letter): count for letter, count in pieces.items() if count})


def _material(counts: Mapping[int, int]) -> int:
    return _chain(_MATERIAL, *(code << 32 | counts[code] for code in sorted(counts)))[0]


def _letter_code(letter: str) -> int:
    return ord(letter) if len(letter) == 1 else ord("?")


def _cell_words(cells: bytes) -> tuple[int, ...]:
    filled = cells.ljust(-(-max(len(cells), _LEAST_SQUARES) // 8) * 8, b"\0")
    return tuple(int.from_bytes(filled[at : at + 8], "big") for at in range(0, len(filled), 8))


def _board_key(board: tuple[int, int, bytes]) -> tuple[int, int]:
    row, time, cells = board
    return _chain(_BOARD, row, time, *_cell_words(cells))


def _mixed(word: int) -> int:
    """Return the SplitMix64 finalizer of a word."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def _chain(*words: int) -> tuple[int, int]:
    """Return two independent hash chains over the same words; the first word identifies the kind of data."""
    low, high = 0x243F6A8885A308D3, 0x13198A2E03707344
    for word in words:
        word &= _WORD
        low = _mixed(low ^ (word * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019 & _WORD))
        high = _mixed(high + word + 0xD1342543DE82EF95 & _WORD) * 0xDA942042E4DD58B5 & _WORD
    return _mixed(low), _mixed(high)


def _sum(parts: list[tuple[int, int]]) -> int:
    """Return the sum of pairs of words, each without carry, as one number."""
    low = sum(part[0] for part in parts) & _WORD
    high = sum(part[1] for part in parts) & _WORD
    return high << 64 | low


_BOARD_KEYS = Memo(_board_key)
