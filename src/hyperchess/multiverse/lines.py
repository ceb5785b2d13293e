"""Timelines with their boards, and timelines that are put together when somebody looks at them.

Rules that know a position in their own way tell the next one by the boards that a move adds. Most positions
of a game are only passed through: nobody looks at their boards, and nobody should wait for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import BoardAt, Color, HalfTurn, Timeline

__all__ = ["Growth", "Line", "Lines", "NewBoards", "are_even"]


@dataclass(frozen=True, slots=True)
class Line:
    """A timeline with its boards, oldest first, and the player who made it (`None`: initial).

    `parent` is the board that it branched from. It is not known of timelines that were read from a position.
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
        """The board at a half-turn, if the timeline reaches there."""
        index = half_turn.ordinal - self.start.ordinal
        return self.boards[index] if 0 <= index < len(self.boards) else None


Lines = tuple[Line, ...]
"""Timelines from the lowest to the highest."""


class NewBoards(Protocol):
    """Boards that moves made, each at the end of its row or as the first one of a new row."""

    def cells(self) -> Sequence[tuple[int, int, bytes, tuple[int, int] | None]]:
        """The row, the half-turn and the cells of each; row and half-turn of its parent if the row is new."""


def are_even(lines: Lines) -> bool:
    """Whether the game started on an even number of timelines, with `-0` and `+0` in the middle."""
    # So many timelines lie below number 0, whatever its sign.
    return lines[-lines[0].timeline.number].timeline.is_signed_zero


class Growth:
    """Timelines, or what they will be put together from: earlier ones, and the boards that moves have added.

    They are put together once, together with those before them, so that positions share their boards; then
    the earlier ones are let go.
    """

    __slots__ = ("_boards", "_earlier", "_lines", "_player")

    def __init__(
        self,
        lines: Lines | None,
        earlier: Growth | None = None,
        boards: NewBoards | None = None,
        player: Color | None = None,
    ) -> None:
        self._lines = lines
        self._earlier = earlier
        self._boards = boards
        self._player = player

    def added(self, boards: NewBoards, player: Color) -> Growth:
        """These timelines with the boards that a player's moves made."""
        return Growth(None, self, boards, player)

    @property
    def lines(self) -> Lines:
        """The timelines."""
        growth = self
        steps = []
        while True:
            # In this order: another thread that puts the same together lets go of the parts at the end.
            earlier, boards = growth._earlier, growth._boards
            lines = growth._lines
            if lines is not None:
                break
            assert earlier is not None and boards is not None
            steps.append((growth, boards))
            growth = earlier
        for growth, boards in reversed(steps):
            lines = _extended(lines, boards, growth._player)
            growth._lines = lines
            growth._earlier = growth._boards = None
        return lines

    def __reduce__(self) -> tuple[type[Growth], tuple[Lines]]:
        return Growth, (self.lines,)


def _extended(lines: Lines, boards: NewBoards, player: Color | None) -> Lines:
    even = are_even(lines)
    first = lines[0].boards[0]
    lowest = lines[0].timeline.row(even=even)
    after = list(lines)
    for row, time, cells, parent in boards.cells():
        at = _board_at(row, time, even=even)
        board = Board(at, first.width, first.height, cells)
        index = row - lowest
        if 0 <= index < len(after):
            line = after[index]
            after[index] = Line(line.timeline, (*line.boards, board), line.maker, line.parent)
        else:
            origin = None if parent is None else _board_at(*parent, even=even)
            after.insert(0 if index < 0 else len(after), Line(at.timeline, (board,), player, origin))
            lowest = min(lowest, row)
    return tuple(after)


def _board_at(row: int, time: int, *, even: bool) -> BoardAt:
    return BoardAt(Timeline.of_row(row, even=even), *HalfTurn.of_ordinal(time))
