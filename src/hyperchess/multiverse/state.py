"""Position without rules: everything that follows from the boards alone.

Rules accept any subclass of `State` and return the same type (`StateT`). The public class, with the methods
that use the rules, is `position.Position`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from hyperchess.multiverse.board import Board
from hyperchess.multiverse.coordinates import BoardAt, Color, HalfTurn, Timeline
from hyperchess.multiverse.lazy import LazyState
from hyperchess.multiverse.moves import Move
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.timelines import TimelineBoards
from hyperchess.validation import check_instance

__all__ = ["State", "StateT"]


class State(LazyState):
    """All timelines, the promotion choices and the player to move; see `LazyState` for the fields."""

    @cached_property
    def outline(self) -> Outline:
        """The size of the boards and the ends of the timelines."""
        return Outline.of_timelines(self.timeline_boards)

    @property
    def width(self) -> int:
        """The number of files of every board."""
        return self.outline.width

    @property
    def height(self) -> int:
        """The number of ranks of every board."""
        return self.outline.height

    @property
    def even(self) -> bool:
        """True if the game started on an even number of timelines, with `-0` and `+0` in the middle."""
        return self.outline.even

    @property
    def timelines(self) -> tuple[Timeline, ...]:
        """The names of all timelines from the lowest to the highest."""
        return tuple(self.outline.ends)

    @property
    def boards(self) -> tuple[Board, ...]:
        """All boards, sorted by timeline, then turn, White before Black."""
        return tuple(board for line in self.timeline_boards for board in line.boards)

    def find_timeline(self, timeline: Timeline) -> TimelineBoards | None:
        """Return a timeline with its boards, or `None`."""
        check_instance("timeline", timeline, Timeline)
        even = self.even
        index = timeline.row(even=even) - self.timeline_boards[0].timeline.row(even=even)
        if not 0 <= index < len(self.timeline_boards) or self.timeline_boards[index].timeline != timeline:
            return None
        return self.timeline_boards[index]

    def board(self, at: BoardAt) -> Board | None:
        """Return the board at these coordinates, or `None`."""
        check_instance("at", at, BoardAt)
        line = self.find_timeline(at.timeline)
        return line.board(at.half_turn) if line is not None else None

    @cached_property
    def active(self) -> frozenset[Timeline]:
        """The timelines that determine the present: initial ones, and those within `active_reach`."""
        return self.outline.active

    @cached_property
    def present(self) -> HalfTurn:
        """The earliest end of an active timeline."""
        return self.outline.present(self.active)

    @cached_property
    def playable(self) -> tuple[BoardAt, ...]:
        """The boards on which the player may move: the last boards of timelines with the player to move."""
        ends = self.outline.ends.items()
        return tuple(BoardAt(timeline, *end) for timeline, end in ends if end.color == self.player)

    @cached_property
    def mandatory(self) -> tuple[BoardAt, ...]:
        """The playable boards at the present, each of which requires a move or jump."""
        return tuple(
            at for at in self.playable if at.half_turn == self.present and at.timeline in self.active
        )

    @property
    def players(self) -> tuple[Color, Color]:
        """The players in the order in which they move next."""
        return self.player, self.player.other

    @property
    def pending(self) -> tuple[Move, ...]:
        """The moves of the unfinished action."""
        moves = []
        state: LazyState | None = self
        while state is not None and state.last_move is not None:
            moves.append(state.last_move)
            state = state.before
        return tuple(reversed(moves))


StateT = TypeVar("StateT", bound=State)
