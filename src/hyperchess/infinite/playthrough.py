"""Line of moves played from a position; positions are computed on demand.

A reader of games needs little of most positions: whether the move was legal, and its effect.

>>> from hyperchess.infinite.syntax.text import parse_move
>>> line = Playthrough(Position.parse("w K5,1+|R8,1+|k5,8|p3,4|P4,2+"))
>>> moment = line.play(parse_move("4,2>4,4"))
>>> str(moment.last.move), str(moment.en_passant), str(moment.position)
('4,2>4,4', '4,3', 'b 4,3 K5,1+|R8,1+|k5,8|p3,4|P4,4')
"""

from __future__ import annotations

from collections import deque

from hyperchess.infinite.board import Change
from hyperchess.infinite.coordinates import Square
from hyperchess.infinite.position import Position, play_move
from hyperchess.infinite.state import LastMove
from hyperchess.infinite.syntax.text import Move

__all__ = ["Moment", "Playthrough"]


class Moment:
    """A position in a line, with the facts known from its last move.

    `quiet` has the changes of the move if it was neither a capture nor a pawn move. `was_open` says whether a
    pawn could capture en passant before the move, and `count` is the number of pieces after a capture or a
    promotion; they are `None` if they must be taken from the position.
    """

    __slots__ = ("_line", "_number", "count", "en_passant", "last", "quiet", "was_open")

    def __init__(
        self,
        line: Playthrough,
        number: int,
        last: LastMove | None,
        quiet: tuple[Change, ...] | None,
        en_passant: Square | None,
        was_open: bool | None = None,
        count: int | None = None,
    ) -> None:
        self._line = line
        self._number = number
        self.last = last
        self.quiet = quiet
        self.en_passant = en_passant
        self.was_open = was_open
        self.count = count

    @staticmethod
    def of(position: Position) -> Moment:
        """Return the moment of a given position."""
        return Playthrough(position).start()

    @property
    def position(self) -> Position:
        """The position itself. Available only for the last two moves of its line."""
        return self._line.position(self._number)

    @property
    def in_check(self) -> bool:
        """True if a royal piece of the player to move is attacked."""
        return self._line.in_check(self._number)

    @property
    def has_move(self) -> bool:
        """True if there is certainly a legal move, as far as known without the position."""
        return self._line.has_move(self._number)


class Playthrough:
    """Moves from a position. It keeps the positions of the last two moves that were requested."""

    def __init__(self, position: Position) -> None:
        self._rules = position.rules
        self._packed = self._rules.packed(position)
        self._known = self._before = position
        self._at = 0  # the number of moves before the known position
        self._later: deque[Move] = deque()  # the moves after it

    def start(self) -> Moment:
        """Return the moment before the first move."""
        return self._describe_moment(self.position(0), 0)

    def play(self, move: Move) -> Moment:
        """Play one more move; raise `InvalidMove`, or `IllegalAction` if it leaves the player in check."""
        played = None if self._packed is None else self._rules.follow(self._packed, move)
        if played is None:
            return self._play_alone(move)
        piece, captured, en_passant, changes, promotion, was_open, _, packed = played
        self._later.append(move)
        self._packed = packed
        resolved = move if promotion is move.promotion else move._replace(promotion=promotion)
        quiet = tuple(changes) if captured is None and not changes[0][1].kind.is_pawn else None
        count = None if captured is None and promotion is None else self._rules.count(packed)
        last = tuple.__new__(LastMove, (resolved, piece, captured))  # faster than `LastMove(...)`
        return Moment(self, self._at + len(self._later), last, quiet, en_passant, was_open, count)

    def _play_alone(self, move: Move) -> Moment:
        """Play a move for which the rules need the position, or that is not legal."""
        number = self._at + len(self._later)
        before = self.position(number)
        after = play_move(before, move)
        self._before, self._known, self._at = before, after, number + 1
        self._packed = self._rules.packed(after)
        return self._describe_moment(after, self._at)

    def _describe_moment(self, position: Position, number: int) -> Moment:
        quiet = None if position.quiet is None else position.quiet.changes
        return Moment(self, number, position.last, quiet, position.en_passant)

    def position(self, number: int) -> Position:
        """Return the position after `number` moves: one of the last two requested, or a later one."""
        if number == self._at - 1:
            return self._before
        while self._at < number:
            after = play_move(self._known, self._later.popleft())
            self._before, self._known, self._at = self._known, after, self._at + 1
        assert self._at == number
        return self._known

    def in_check(self, number: int) -> bool:
        """Return whether a royal piece is attacked after `number` moves."""
        packed = self._packed_at(number)
        return bool(self.position(number).checks()) if packed is None else self._rules.in_check(packed)

    def has_move(self, number: int) -> bool:
        """Return whether there is certainly a legal move after `number` moves."""
        packed = self._packed_at(number)
        return packed is not None and self._rules.has_move(packed)

    def _packed_at(self, number: int) -> object | None:
        return self._packed if number == self._at + len(self._later) else None
