"""The start of a game from its dump: which boards are initial, and which pieces have not moved.

Neither is written. A board is initial if no move created it; a piece of an initial timeline is unmoved while
it is on its square of the first board of that timeline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from hyperchess.errors import UnknownVariant
from hyperchess.multiverse import Board, BoardAt, HalfTurn, Position, Timeline, custom_start, find_variant
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, UNMOVED

__all__ = ["DumpedLine", "DumpedMove", "read_start"]

# Compares a square with the previous board: the same piece, unmoved or not.
_BARE = bytes(code & ~UNMOVED for code in range(256))


@dataclass(frozen=True, slots=True)
class DumpedLine:
    """A timeline of a dump: its boards as cells without unmoved marks, and its parent."""

    timeline: Timeline
    begin: HalfTurn
    states: tuple[bytes, ...]
    parent: Timeline | None


@dataclass(frozen=True, slots=True)
class DumpedMove:
    """The timelines on which a move creates a board."""

    source: Timeline
    target: Timeline | None  # `None`: the move stays on its board


def read_start(
    lines: Iterable[DumpedLine],
    moves: Iterable[DumpedMove],
    tags: Mapping[str, str],
    size: tuple[int, int],
) -> Position:
    """Return the position before the moves; raise `HyperchessError` if the boards do not form one."""
    made = Counter(name for move in moves for name in (move.source, move.target) if name is not None)
    known = {line.timeline: line for line in lines}
    boards: dict[BoardAt, Board] = {}
    initial = []
    for line in sorted(known.values(), key=lambda line: line.begin):
        if line.parent is None or line.parent not in known:
            initial.append(line.timeline)
        for index in range(max(0, len(line.states) - made[line.timeline])):
            at = BoardAt(line.timeline, *HalfTurn.of_ordinal(line.begin.ordinal + index))
            before = boards.get(_before(at, line, index))
            boards[at] = Board(at, *size, _marked(line.states[index], before))
    named = _named(tags, boards)
    position = Position.of_boards(boards.values(), initial=initial) if named is None else named
    promotions = tags.get("promotions")
    if promotions:
        letters = custom_start(position.fen(), promotions=promotions).promotions
        position = replace(position, promotions=letters)
    return position


def _before(at: BoardAt, line: DumpedLine, index: int) -> BoardAt:
    """Return the coordinates of the predecessor of this board."""
    timeline = line.timeline if index or line.parent is None else line.parent
    return BoardAt(timeline, *HalfTurn.of_ordinal(at.half_turn.ordinal - 1))


def _marked(cells: bytes, before: Board | None) -> bytes:
    """Return the cells with unmoved marks: at first all that can have them, later those of pieces that
    stayed.
    """
    old = before.cells if before is not None else None
    return bytes(
        code | UNMOVED
        if code != EMPTY
        and PIECE_OF_CODE[code].kind.keeps_unmoved
        and (old is None or old[index] == code | UNMOVED)
        else code
        for index, code in enumerate(cells)
    )


def _named(tags: Mapping[str, str], boards: Mapping[BoardAt, Board]) -> Position | None:
    """Return the variant named by the tags, if its boards are equal."""
    name = tags.get("board") or tags.get("variant") or ""
    try:
        position = find_variant(name).position
    except UnknownVariant:
        return None
    named = {board.at: board.cells.translate(_BARE) for board in position.boards}
    given = {at: board.cells.translate(_BARE) for at, board in boards.items()}
    return position if named == given else None
