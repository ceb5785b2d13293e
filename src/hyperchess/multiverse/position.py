"""A position of 5D chess: all boards of the multiverse, and the player to move. An immutable value.

>>> position = Position.of_fen("[2k/3/K2:0:1:w]")
>>> str(position.present), position.player, [str(at) for at in position.playable]
('T1w', Color.WHITE, ['(0T1w)'])
>>> position.fen(), position.hash()
('[2k/3/K2:0:1:w]', '0e9bc4c3611b667d0d42bd10f25515df')
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from hyperchess.errors import InvalidPosition
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.consistency import find_faults
from hyperchess.multiverse.coordinates import BoardAt, Color, HalfTurn, Timeline
from hyperchess.multiverse.fen import format_boards, parse_boards
from hyperchess.multiverse.hashing import fen_hash
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, PIECES, default_promotions

__all__ = ["Line", "Position"]


@dataclass(frozen=True, slots=True)
class Line:
    """A timeline with its boards, oldest first, and the player who made it (`None`: initial)."""

    timeline: Timeline
    boards: tuple[Board, ...]
    maker: Color | None = None

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


@dataclass(frozen=True)
class Position:
    """All timelines from the lowest to the highest, the promotion choices and the player to move."""

    lines: tuple[Line, ...]
    promotions: tuple[str, ...]
    player: Color

    @staticmethod
    def of_fen(
        fen: str,
        *,
        promotions: Iterable[str] | None = None,
        initial: Collection[Timeline] | None = None,
    ) -> Position:
        """Read a position from 5DFEN; see `of_boards` for the options."""
        return Position.of_boards(parse_boards(fen), promotions=promotions, initial=initial)

    @staticmethod
    def of_boards(
        boards: Iterable[Board],
        *,
        promotions: Iterable[str] | None = None,
        initial: Collection[Timeline] | None = None,
    ) -> Position:
        """Put boards together.

        `initial` names the timelines that no player made; by default all of them, as in the start of a
        variant. `promotions` are letters; by default those of `default_promotions`.
        """
        ordered = sorted(boards, key=lambda board: board.at)
        if not ordered:
            raise InvalidPosition("a position needs at least one board")
        for fault in find_faults(ordered):
            raise InvalidPosition(fault.message)
        lines = tuple(
            Line(timeline, tuple(group), _maker(timeline, initial))
            for timeline, group in groupby(ordered, key=lambda board: board.at.timeline)
        )
        if promotions is None:
            codes = set().union(*(board.cells for board in ordered)) - {EMPTY}
            promotions = default_promotions(PIECE_OF_CODE[code].kind.letter for code in codes)
        position = Position(lines, _checked_promotions(promotions), Color.WHITE)
        return Position(lines, position.promotions, position.present.color)

    @property
    def width(self) -> int:
        """The number of files of every board."""
        return self.lines[0].boards[0].width

    @property
    def height(self) -> int:
        """The number of ranks of every board."""
        return self.lines[0].boards[0].height

    @cached_property
    def even(self) -> bool:
        """Whether the game started on an even number of timelines, with `-0` and `+0` in the middle."""
        return any(line.timeline.is_signed_zero for line in self.lines)

    @property
    def timelines(self) -> tuple[Timeline, ...]:
        """The names of all timelines from the lowest to the highest."""
        return tuple(line.timeline for line in self.lines)

    @property
    def boards(self) -> tuple[Board, ...]:
        """All boards, sorted by timeline, then turn, White before Black."""
        return tuple(board for line in self.lines for board in line.boards)

    @cached_property
    def _line_of(self) -> dict[Timeline, Line]:
        return {line.timeline: line for line in self.lines}

    def line(self, timeline: Timeline) -> Line | None:
        """A timeline with its boards, if there is one of that name."""
        return self._line_of.get(timeline)

    def board(self, at: BoardAt) -> Board | None:
        """The board at a place, if there is one."""
        line = self._line_of.get(at.timeline)
        return line.board(at.half_turn) if line else None

    @cached_property
    def active(self) -> frozenset[Timeline]:
        """The timelines that move the present.

        Initial ones always; others up to one further out than the opponent has reached. Timelines are
        counted by their numbers, initial ones included.
        """
        reach = 1 + min(max(0, self.lines[-1].timeline.number), max(0, -self.lines[0].timeline.number))
        return frozenset(
            line.timeline for line in self.lines if line.maker is None or abs(line.timeline.number) <= reach
        )

    @cached_property
    def present(self) -> HalfTurn:
        """The earliest end of an active timeline."""
        return min(line.end for line in self.lines if line.timeline in self.active)

    @cached_property
    def playable(self) -> tuple[BoardAt, ...]:
        """The boards on which the player may move: the last boards, if they are the player's."""
        ends = (line.boards[-1].at for line in self.lines)
        return tuple(at for at in ends if at.color == self.player)

    @cached_property
    def mandatory(self) -> tuple[BoardAt, ...]:
        """The playable boards that hold the present: one move or jump is owed on each."""
        return tuple(
            at for at in self.playable if at.half_turn == self.present and at.timeline in self.active
        )

    def fen(self, *, signed: bool = True) -> str:
        """The 5DFEN of all boards; `signed` writes positive timelines as `+1` (canonical)."""
        return format_boards(self.boards, signed=signed)

    def hash(self) -> str:
        """The full-state hash of the 5DPGN specification."""
        return fen_hash(self.fen())


def _maker(timeline: Timeline, initial: Collection[Timeline] | None) -> Color | None:
    if initial is None or timeline in initial:
        return None
    if timeline.number == 0:
        raise InvalidPosition(f"timeline {timeline} is always initial: no player can make it")
    return Color.WHITE if timeline.number > 0 else Color.BLACK


def _checked_promotions(promotions: Iterable[str]) -> tuple[str, ...]:
    letters = tuple(dict.fromkeys(promotions))
    for letter in letters:
        kind = PIECES.get(letter)
        if kind is None or kind.is_pawn:
            officers = " ".join(letter for letter, kind in PIECES.items() if not kind.is_pawn)
            raise InvalidPosition(f"nothing promotes to {letter!r}; choose among {officers}")
    return letters
