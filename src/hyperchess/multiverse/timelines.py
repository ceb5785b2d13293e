"""Timelines with their boards, assembled on first access if necessary.

Rules with their own representation describe the next position by the boards that a move adds. The boards of
most positions of a game are never read, so they are not built.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import BoardAt, Color, HalfTurn, Timeline

__all__ = ["Growth", "NewBoards", "TimelineBoards", "Timelines", "are_even"]


@dataclass(frozen=True, slots=True)
class TimelineBoards:
    """A timeline with its boards, oldest first, and the player who created it (`None`: initial).

    `parent` is the board from which it branched. It is unknown for timelines that were read from a position.
    """

    timeline: Timeline
    boards: tuple[Board, ...]
    maker: Color | None = None
    parent: BoardAt | None = field(default=None, compare=False)

    @property
    def start(self) -> HalfTurn:
        """The half-turn of the first board."""
        return self.boards[0].at.half_turn

    @property
    def end(self) -> HalfTurn:
        """The half-turn of the last board."""
        return self.boards[-1].at.half_turn

    def board(self, half_turn: HalfTurn) -> Board | None:
        """Return the board at a half-turn, or `None` if the timeline does not have one."""
        index = half_turn.ordinal - self.start.ordinal
        return self.boards[index] if 0 <= index < len(self.boards) else None


Timelines = tuple[TimelineBoards, ...]
"""Timelines from the lowest to the highest."""


class NewBoards(Protocol):
    """Boards created by moves, each at the end of its row or as the first one of a new row."""

    def cells(self) -> Sequence[tuple[int, int, bytes, tuple[int, int] | None]]:
        """Return row, half-turn and cells of each board, and row and half-turn of a new row's parent."""


def are_even(lines: Timelines) -> bool:
    """Return whether the game started on an even number of timelines, with `-0` and `+0` in the middle."""
    # The index is the number of timelines below 0.
    return lines[-lines[0].timeline.number].timeline.is_signed_zero


class Growth:
    """Timelines, or the parts to assemble them from: earlier timelines, and the boards that moves have added.

    They are assembled together with their predecessors, so that positions share boards. In a long game not
    all predecessors stay assembled: that would take quadratic time and memory.
    """

    __slots__ = ("_boards", "_earlier", "_lines", "_player", "_read")

    def __init__(
        self,
        lines: Timelines | None,
        earlier: Growth | None = None,
        boards: NewBoards | None = None,
        player: Color | None = None,
    ) -> None:
        self._lines = lines
        self._earlier = earlier
        self._boards = boards
        self._read: _ReadBoards | None = None  # the boards, once read
        self._player = player

    def added(self, boards: NewBoards, player: Color) -> Growth:
        """Return these timelines with the boards created by a player's moves."""
        return Growth(None, self, boards, player)

    @property
    def lines(self) -> Timelines:
        """The timelines, assembled on first access."""
        growth = self
        steps = []
        while True:
            # In this order: another thread that assembles the same timelines drops the parts last.
            earlier, boards = growth._earlier, growth._boards
            read = growth._read
            lines = growth._lines
            if lines is not None:
                break
            assert earlier is not None
            steps.append(_Step(growth, boards, read))
            growth = earlier
        while steps:
            apart = len(steps) - _NEAR  # older steps are merged
            together = [steps.pop() for _ in range(min(apart, _NEAR) if apart > 0 else 1)]
            lines = _assembled(lines, together)
            newest = together[-1].growth
            newest._lines = lines
            newest._earlier = newest._boards = newest._read = None
        return lines

    def __reduce__(self) -> tuple[type[Growth], tuple[Timelines]]:
        return Growth, (self.lines,)


_NEAR = 64

_ReadBoards = tuple[tuple[int, Board, BoardAt | None], ...]
"""Boards with their rows, in order, and the parent's coordinates for each board that starts a row."""


class _Step(NamedTuple):
    """Timelines to be assembled, whose boards may have been read already."""

    growth: Growth
    boards: NewBoards | None
    read: _ReadBoards | None


def _assembled(lines: Timelines, steps: list[_Step]) -> Timelines:
    """Return timelines with the boards of all steps added; each step keeps the boards that it has read."""
    even = are_even(lines)
    first = lines[0].boards[0]
    lowest = lines[0].timeline.row(even=even)
    after = list(lines)
    added: dict[Timeline, list[Board]] = {}
    for growth, boards, read in steps:
        if read is None:
            assert boards is not None
            read = _read(boards, first, even=even)
            growth._read, growth._boards = read, None
        for row, board, parent in read:
            timeline = board.at.timeline
            if not 0 <= row - lowest < len(after):
                after.insert(
                    0 if row < lowest else len(after), TimelineBoards(timeline, (), growth._player, parent)
                )
                lowest = min(lowest, row)
            added.setdefault(timeline, []).append(board)
    return tuple(
        [
            TimelineBoards(line.timeline, (*line.boards, *added[line.timeline]), line.maker, line.parent)
            if line.timeline in added
            else line
            for line in after
        ]
    )


def _read(boards: NewBoards, like: Board, *, even: bool) -> _ReadBoards:
    return tuple(
        [
            (
                row,
                Board(_board_at(row, time, even=even), like.width, like.height, cells),
                None if parent is None else _board_at(*parent, even=even),
            )
            for row, time, cells, parent in boards.cells()
        ]
    )


def _board_at(row: int, time: int, *, even: bool) -> BoardAt:
    return BoardAt(Timeline.of_row(row, even=even), *HalfTurn.of_ordinal(time))
