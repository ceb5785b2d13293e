"""Position of 5D chess: all boards of the multiverse and the player to move, as an immutable value.

>>> position = Position.of_fen("[2k/3/K2:0:1:w]")
>>> str(position.present), position.player, [str(at) for at in position.playable]
('T1w', Color.WHITE, ['(0T1w)'])
>>> position.fen(), position.hash()
('[2k/3/K2:0:1:w]', '0e9bc4c3611b667d0d42bd10f25515df')
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, islice
from typing import ClassVar, Self

from hyperchess.budget import DEFAULT_BUDGET, Budget, check_budget
from hyperchess.display import Displayed
from hyperchess.errors import BudgetExhausted, InvalidArgument, InvalidPosition, MoveError
from hyperchess.hooks import HOOKS
from hyperchess.multiverse.actions.ordering import standard_order
from hyperchess.multiverse.board import Board
from hyperchess.multiverse.board_pattern import BoardPattern, FoundBoard, check_board_pattern
from hyperchess.multiverse.consistency import find_faults
from hyperchess.multiverse.coordinates import BoardAt, Color, Square, Timeline
from hyperchess.multiverse.defaults import default_rules
from hyperchess.multiverse.line_table import LineTable
from hyperchess.multiverse.moves import (
    Action,
    Move,
    MovePattern,
    Moves,
    check_move,
    check_pattern,
    check_square,
)
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.pieces import EMPTY, PIECE_OF_CODE, PIECES, Piece, default_promotions
from hyperchess.multiverse.rules import Rules
from hyperchess.multiverse.state import State
from hyperchess.multiverse.syntax.fen import format_boards, parse_boards
from hyperchess.multiverse.syntax.hashing import fen_hash
from hyperchess.multiverse.syntax.shorthand import read_action
from hyperchess.multiverse.timelines import TimelineBoards
from hyperchess.ruleset import BasePosition, Check, GameKind, Playable, PositionKeys, Status
from hyperchess.validation import check_instance, check_integer, check_items, check_text, invalid_argument

__all__ = ["MAX_PERFT_DEPTH", "Position"]

MAX_PERFT_DEPTH = 64  # longer sequences are too many to count, and each level uses stack space
_MANY = sys.maxsize  # more than any search can list


@dataclass(frozen=True, repr=False)
class Position(Displayed, State, BasePosition[Move, Square]):
    """All timelines from the lowest to the highest, the promotion choices, the player to move, and the rules.

    `State` provides everything that follows from the boards alone; this class adds the methods that use the
    rules.
    """

    kind: ClassVar[GameKind] = GameKind.MULTIVERSE

    rules: Rules = field(default_factory=default_rules, compare=False)

    @staticmethod
    def of_fen(
        fen: str,
        *,
        promotions: Iterable[str] | None = None,
        initial: Iterable[Timeline] | None = None,
    ) -> Position:
        """Parse a position from 5DFEN; see `of_boards` for the options."""
        return Position.of_boards(parse_boards(fen), promotions=promotions, initial=initial)

    @staticmethod
    def of_boards(
        boards: Iterable[Board],
        *,
        promotions: Iterable[str] | None = None,
        initial: Iterable[Timeline] | None = None,
    ) -> Position:
        """Create a position from boards.

        `initial` names the timelines that existed at the start, by default all of them. `promotions` are
        letters, by default those of `default_promotions`.
        """
        ordered = sorted(check_items("boards", boards, Board), key=lambda board: board.at)
        initial_names = None if initial is None else check_items("initial", initial, Timeline)
        if not ordered:
            raise InvalidPosition("a position needs at least one board")
        for fault in find_faults(ordered):
            raise InvalidPosition(fault.message)
        lines = tuple(
            TimelineBoards(timeline, tuple(group), _maker(timeline, initial_names))
            for timeline, group in groupby(ordered, key=lambda board: board.at.timeline)
        )
        if promotions is None:
            codes = set().union(*(board.cells for board in ordered)) - {EMPTY}
            promotions = default_promotions(PIECE_OF_CODE[code].kind.letter for code in codes)
        position = Position(lines, _checked_promotions(promotions), Color.WHITE)
        return Position(lines, position.promotions, position.present.color)

    @cached_property
    def outline(self) -> Outline:
        """The size of the boards and the ends of the timelines, available without the boards."""
        return self.rules.outline(self)

    def __str__(self) -> str:
        """Return the boards as plain text.

        >>> print(Position.of_fen("[2k/3/K2:0:1:w]"))
             T1w
             3 ..k
        L0   2 ...
             1 K..
               abc
             *
        <BLANKLINE>
        present T1w (*): White to move
        """
        return HOOKS.draw(self)

    def __repr__(self) -> str:
        return f"<Position at {self.present}, {self.player} to move, {len(self.outline.ends)} timelines>"

    def fen(self, *, signed: bool = True) -> str:
        """Return the 5DFEN of all boards; `signed` writes positive timelines as `+1` (canonical)."""
        return format_boards(self.boards, signed=signed)

    def hash(self) -> str:
        """Return the full-state hash of the 5DPGN specification."""
        return fen_hash(self.fen())

    def keys(self, before: Position | None = None) -> PositionKeys:
        """Return keys to store and compare; `boards` are all boards, or those that `before` does not have."""
        if before is not None:
            check_instance("before", before, Position)
        return self.rules.keys(self, before)

    def line_table(self, data: bytes) -> LineTable:
        """Return keys and facts of this position and of those after each action, as rows of bytes.

        `data` are actions encoded by `action_bytes`. The native rules check the moves, but not whether an
        action may be submitted.

        Raise `InvalidMove` if a move cannot be made.
        """
        with _bytes_of_actions(data):
            return self.rules.line_table(self, data)

    def replay(self, data: bytes, most: int = _MANY) -> list[Position]:
        """Return the positions after the first `most` actions of an encoded line, which must be legal."""
        check_integer("most", most)
        with _bytes_of_actions(data):
            return self.rules.replay(self, data, most)

    def find_boards(self, data: bytes, pattern: BoardPattern, most: int = _MANY) -> list[FoundBoard]:
        """Return the boards that fit a pattern, of this position and of those created by an encoded line.

        Only the first `most` actions are searched. They must be legal.
        """
        check_integer("most", most)
        check_board_pattern(pattern)
        with _bytes_of_actions(data):
            return self.rules.find_boards(self, data, pattern, most)

    def piece(self, square: Square | str) -> Piece | None:
        """Return the piece on a square; `None` if the square is empty or does not exist.

        A square without `w` or `b`, as in `(0T1)e2`, is on a board of the player to move.
        """
        if isinstance(square, str):
            square = Square.parse(square, self.player)
        return self.rules.piece(self, check_square("square", square))

    def pieces(self, *, boards: str = "last") -> dict[Square, Piece]:
        """Return the pieces by square: those of the last board of each timeline, or of `"all"` boards."""
        if boards not in ("last", "all"):
            raise invalid_argument("boards", "'last' or 'all'", boards)
        lines = self.timeline_boards
        shown = self.boards if boards == "all" else [line.boards[-1] for line in lines]
        return {square: piece for board in shown for square, piece in board.pieces()}

    def with_piece(self, square: Square | str, piece: Piece | None) -> Position:
        """Return the position with another piece on a square of any board; `None` removes it."""
        if isinstance(square, str):
            square = Square.parse(square, self.player)
        at, place = check_square("square", square).board, (square.file, square.rank)
        if piece is not None:
            check_instance("piece", piece, Piece)
        if self.board(at) is None:
            raise invalid_argument("square", "a square of a board that exists", str(square))
        lines = [
            replace(line, boards=tuple(_put(board, at, place, piece) for board in line.boards))
            for line in self.timeline_boards
        ]
        return Position(tuple(lines), self.promotions, self.player, self.rules)

    def attackers(self, square: Square | str, by: Color) -> tuple[Square, ...]:
        """Return the pieces of a player that could capture on a square, with the boards as they are."""
        check_instance("by", by, Color)
        if isinstance(square, str):
            square = Square.parse(square, by)
        target = self.with_piece(square, Piece(PIECES["K"], by.other))._turned(by.other)
        found = target.checks(passing=False)
        return tuple(dict.fromkeys(check.attacker for check in found if check.royal == square))

    def problems(self) -> tuple[str, ...]:
        """Return why the position is odd, although it can be played; see `is_valid`.

        >>> Position.of_fen("[2k/2R/K2:0:1:w]").problems()
        ("it is White's turn, but Black is in check",)
        """
        royal = {piece.color for piece in self.pieces().values() if piece.kind.royal}
        lacking = [f"{color} has no royal piece" for color in Color if color not in royal]
        if self._turned(self.player.other).checks(passing=False):
            lacking.append(f"it is {self.player}'s turn, but {self.player.other} is in check")
        return tuple(lacking)

    def _turned(self, player: Color) -> Position:
        """Return the same boards with a player to move."""
        return Position(self.timeline_boards, self.promotions, player, self.rules)

    def same_as(self, other: Position) -> bool:
        """Return whether the boards, the promotions and the player to move are the same."""
        return self == check_instance("other", other, Position)

    def text(self) -> str:
        """Return the position as text that `of_fen` reads; the same as `fen`."""
        return self.fen()

    def moves(self) -> Moves:
        """Return all pseudo-legal moves of the player's pieces: each may be a part of an action."""
        return Moves(self.rules.moves(self), self)

    def match(self, pattern: MovePattern) -> tuple[Move, ...]:
        """Return the moves that fit a pattern."""
        if type(pattern) is not MovePattern or pattern._packed is None:  # not validated yet
            check_pattern(pattern)
        return self.rules.match(self, pattern)

    def move(self, move: Move | str) -> Position:
        """Make one move of an unfinished action, given as a move or as text in any short form.

        `undo` and `submit` continue from there.
        """
        return self._moved(self._one_move(move))

    def _one_move(self, move: Move | str) -> Move:
        if not isinstance(move, str):
            return move
        moves = self.read(move)
        if len(moves) != 1:
            raise invalid_argument("move", "one move", move)
        return moves[0]

    def _moved(self, move: Move) -> Self:
        try:
            return self.rules.move(self, move)
        except (
            AttributeError,
            TypeError,
        ):  # checked only on failure: this is called for every move of a game
            check_move(move)
            raise

    def undo(self) -> Position:
        """Return the state before the last move of the unfinished action."""
        if self.before is None:
            raise MoveError("there is no unfinished action to undo")
        return self.before

    def submit(self) -> Self:
        """End the player's action; raise `IllegalAction` with the reason if it may not end here."""
        fault = self.rules.submit_fault(self)
        if fault is not None:
            raise fault
        return self.submit_unchecked()

    def submit_unchecked(self) -> Self:
        """Submit a state that is known to be legal, without checks."""
        return self.rules.submit(self)

    def read(self, text: str) -> Action:
        """Parse an action in any short form; it need not be legal as a whole."""
        return read_action(self, check_text("text", text))

    def play(self, action: Playable[Move]) -> Self:
        """Return the position after an action: moves, one move, or text in any short form.

        Its `previous` is this position.
        """
        state = self
        for move in self.read(action) if isinstance(action, str) else _iterate_moves(action):
            state = state._moved(move)
        after = state.submit()
        after.__dict__["_previous"] = self
        return after

    @property
    def previous(self) -> Self | None:
        """The position before the last action, if `play` returned this one; copies do not have it."""
        return self.__dict__.get("_previous")

    def play_legal(self, action: Iterable[Move]) -> Self:
        """Play an action that is known to be legal, without checks."""
        state = self
        for move in _iterate_moves(action):
            state = state._moved(move)
        return state.submit_unchecked()

    def canonical(self, action: Iterable[Move]) -> Action:
        """Return the action in standard order."""
        return standard_order(self, Action(_iterate_moves(action)))

    def checks(self, *, passing: bool = True) -> tuple[Check[Square], ...]:
        """Return the attacks on the player's royals, past boards included.

        By default, attacks after passing on all mandatory boards: this is the definition of check. With
        `passing=False`, attacks on the boards as they are: these make submitting illegal.
        """
        return self.rules.checks(self, passing=passing)

    @property
    def in_check(self) -> bool:
        """True if there are `checks`."""
        return self.rules.in_check(self)

    def actions(self, limit: int | None = None, budget: Budget | None = None) -> Iterator[Action]:
        """Yield the legal actions lazily, each once; there may be too many to list."""
        most = None if limit is None else min(check_integer("limit", limit), _MANY)
        return islice(self.rules.actions(self, check_budget(budget)), most)

    def count_actions(self, limit: int | None = None, budget: Budget | None = None) -> int:
        """Return the number of legal actions, counted up to `limit`."""
        most = None if limit is None else min(check_integer("limit", limit), _MANY)
        return self.rules.count_actions(self, most, check_budget(budget))

    @cached_property
    def status(self) -> Status:
        """The status, determined within the default budget."""
        return self.find_status()

    def find_status(self, budget: Budget | None = None) -> Status:
        """Return the status; `Verdict.UNKNOWN` if the budget is exhausted first."""
        return self.rules.status(self, check_budget(budget, DEFAULT_BUDGET))

    def is_capture(self, move: Move | str) -> bool:
        """Return whether a move, which may be a part of an action, captures a piece."""
        made = self._one_move(move)
        self._moved(made)
        source, target = made.source, made.target
        if self.piece(target) is not None:
            return True
        piece = self.piece(source)
        en_passant = made.is_physical and source.file != target.file
        return piece is not None and piece.kind.is_pawn and en_passant

    def perft(self, depth: int, budget: Budget | None = None) -> int:
        """Return the number of different sequences of `depth` legal actions.

        Raise `BudgetExhausted` if the budget is exhausted first, and at once if `depth` exceeds
        `MAX_PERFT_DEPTH`.
        """
        if check_integer("depth", depth) > MAX_PERFT_DEPTH:
            raise BudgetExhausted(f"sequences of more than {MAX_PERFT_DEPTH} actions are too many to count")
        return self.rules.perft(self, depth, check_budget(budget))


@contextmanager
def _bytes_of_actions(data: bytes) -> Iterator[None]:
    """Raise an explanatory error if `data` is not bytes, or not encoded actions."""
    check_instance("data", data, bytes)
    try:
        yield
    except InvalidArgument:
        raise
    except ValueError as error:
        raise invalid_argument("data", f"actions as bytes ({error})", data[:80]) from error


def _iterate_moves(action: object) -> Iterator[Move]:
    if isinstance(action, Move):
        return iter((action,))
    try:
        return iter(action)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        raise invalid_argument("action", "moves, or their text", action) from None


def _put(board: Board, at: BoardAt, place: tuple[int, int], piece: Piece | None) -> Board:
    """Return a board with another piece on a square, if it is the one at these coordinates."""
    if board.at != at:
        return board
    pieces = {(square.file, square.rank): each for square, each in board.pieces()}
    pieces.pop(place, None)
    return Board.of_pieces(at, board.width, board.height, pieces | ({} if piece is None else {place: piece}))


def _maker(timeline: Timeline, initial: tuple[Timeline, ...] | None) -> Color | None:
    if initial is None or timeline in initial:
        return None
    if timeline.number == 0:
        raise InvalidPosition(f"timeline {timeline} is always initial: no player can make it")
    return Color.WHITE if timeline.number > 0 else Color.BLACK


def _checked_promotions(promotions: Iterable[str]) -> tuple[str, ...]:
    letters = tuple(dict.fromkeys(check_items("promotions", promotions, str)))
    for letter in letters:
        kind = PIECES.get(letter)
        if kind is None or kind.is_pawn:
            officers = " ".join(letter for letter, kind in PIECES.items() if not kind.is_pawn)
            raise InvalidPosition(f"nothing promotes to {letter!r}; choose among {officers}")
    return letters
