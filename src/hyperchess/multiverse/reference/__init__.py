"""Rules in readable Python: the specification, and the oracle for any faster implementation.

Read `generation` (moves of the pieces), `attacks` (threats to royals), `legality` (one action, move by move),
then `search` (all legal actions), which uses `axes`, `boxes`, `matching` and `cuts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from hyperchess.budget import Budget, Meter
from hyperchess.errors import BudgetExhausted, IllegalAction, MoveError
from hyperchess.multiverse.action_bytes import unpack_actions
from hyperchess.multiverse.actions.captures import captured_on, piece_on
from hyperchess.multiverse.actions.ordering import move_kinds
from hyperchess.multiverse.actions.played import MoveEffect, PlayedAction, checks_by, rook_target
from hyperchess.multiverse.board_pattern import BoardPattern, FoundBoard
from hyperchess.multiverse.coordinates import Square
from hyperchess.multiverse.keys import position_keys
from hyperchess.multiverse.line_table import LineTable
from hyperchess.multiverse.mates import Watch
from hyperchess.multiverse.moves import Action, Move, MoveKind, MovePattern
from hyperchess.multiverse.outline import Outline
from hyperchess.multiverse.pieces import Piece
from hyperchess.multiverse.reference.axes import Axes
from hyperchess.multiverse.reference.board_search import find_boards
from hyperchess.multiverse.reference.generation import shifts_from
from hyperchess.multiverse.reference.grid import Grid
from hyperchess.multiverse.reference.legality import after_move, checks, submit_fault
from hyperchess.multiverse.reference.line_table import line_table
from hyperchess.multiverse.reference.mates import ReferenceMates
from hyperchess.multiverse.reference.patterns import fits_board, matches_pattern
from hyperchess.multiverse.reference.search import legal_points, list_shifts
from hyperchess.multiverse.rules import PlainReading, play_legal, status_of
from hyperchess.multiverse.state import State, StateT
from hyperchess.ruleset import Check, PositionKeys, Status, Verdict

__all__ = ["ReferenceRules"]


class ReferenceRules:
    """`Rules` in Python."""

    name = "python"

    def outline(self, position: State) -> Outline:
        """Return the outline of the timelines."""
        return Outline.of_timelines(position.timeline_boards)

    def keys(self, position: State, before: State | None) -> PositionKeys:
        """Return the keys of a position and of its new boards."""
        return position_keys(position, before)

    def line_table(self, position: State, data: bytes) -> LineTable:
        """Return the facts of a line as rows."""
        return line_table(self, position, data)

    def replay(self, position: StateT, data: bytes, most: int) -> list[StateT]:
        """Return the positions after each action of a line."""
        positions: list[StateT] = []
        for action in islice(unpack_actions(data, even=position.even), most):
            position = play_legal(self, position, action)
            positions.append(position)
        return positions

    def find_boards(self, position: State, data: bytes, pattern: BoardPattern, most: int) -> list[FoundBoard]:
        """Return the boards of a line that fit a pattern."""
        return find_boards(self, position, data, pattern, most)

    def piece(self, position: State, square: Square) -> Piece | None:
        """Return the piece on a square."""
        board = position.board(square.board)
        inside = 0 <= square.file < position.width and 0 <= square.rank < position.height
        return board[square.file, square.rank] if board is not None and inside else None

    def moves(self, position: State) -> tuple[Move, ...]:
        """Return all moves on playable boards."""
        return self.match(position, MovePattern())

    def match(self, position: State, pattern: MovePattern) -> tuple[Move, ...]:
        """Return the moves that fit a pattern."""
        grid = _grid(position)
        return tuple(
            grid.move(shift)
            for row, time in grid.ends.items()
            if grid.playable(row) and fits_board(grid, pattern, row, time)
            for shift in shifts_from(grid, (row, time))
            if matches_pattern(grid, pattern, shift)
        )

    def match_unique(self, position: StateT, patterns: Sequence[MovePattern]) -> PlainReading[StateT] | None:
        """Return the legal action of the patterns if each fits exactly one move."""
        state = position
        moves: list[Move] = []
        captures = []
        for pattern in patterns:
            found = _only_move(state, self.match(state, pattern), pattern)
            if found is None:
                return None
            captures.append(captured_on(state, found) is not None)
            moves.append(found)
            state = self.move(state, found)
        if self.submit_fault(state) is not None:
            return None
        kinds = tuple(kind for _, kind in move_kinds(position, moves))
        return PlainReading(tuple(moves), kinds, tuple(captures), (self.submit(state),))

    def match_line(
        self, position: StateT, actions: Sequence[Sequence[MovePattern]]
    ) -> list[PlainReading[StateT]]:
        """Return the first actions of a line, as far as each of their patterns fits exactly one move."""
        line = []
        for patterns in actions:
            reading = self.match_unique(position, patterns)
            if reading is None:
                break
            line.append(reading)
            position = reading.after
        return line

    def move(self, position: StateT, move: Move) -> StateT:
        """Return the unfinished state after one move."""
        lines = after_move(position, _grid(position), move)
        return replace(position, timeline_boards=lines, before=position, last_move=move)

    def play_action(self, position: StateT, action: Sequence[Move]) -> PlayedAction[StateT] | None:
        """Return a legal action with the effect of each move, or `None`."""
        states = [position]
        try:
            for move in action:
                states.append(self.move(states[-1], move))
        except MoveError:
            return None
        if self.submit_fault(states[-1]) is not None:
            return None
        after = self.submit(states[-1])
        checks = self.checks(after, passing=True)
        moves = []
        for (move, kind), state, made in zip(move_kinds(position, action), states, states[1:], strict=False):
            piece, taken = piece_on(position, move.source), captured_on(position, move)
            assert piece is not None
            new = next(iter({*made.timelines} - {*state.timelines}), None)
            rook_to = rook_target(move, piece)
            effect = MoveEffect(
                move=move,
                kind=kind,
                piece=piece,
                captured=None if taken is None else piece_on(position, taken),
                captured_on=taken,
                rook_to=rook_to,
                new_timeline=new,
                moves_present=new in after.active and after.outline.ends[new] == after.present,
                checks=checks_by(move, rook_to, new, checks),
                rivals=tuple(self._rivals(state, move, piece.kind.letter)),
            )
            moves.append(effect)
        return PlayedAction(tuple(moves), after, checks, len(position.timeline_boards))

    def _rivals(self, state: State, move: Move, letter: str) -> Iterator[Move]:
        for each in ("P", "W") if letter == "P" else (letter,):
            pattern = MovePattern(
                piece=each,
                kind=MoveKind.PHYSICAL if move.is_physical else None,
                to_file=move.target.file,
                to_rank=move.target.rank,
                promotion=move.promotion or None,
            )
            yield from (rival for rival in self.match(state, pattern) if rival != move)

    def submit(self, position: StateT) -> StateT:
        """Return the position with the opponent to move."""
        return replace(position, player=position.player.other, before=None, last_move=None)

    def checks(self, position: State, *, passing: bool) -> tuple[Check[Square], ...]:
        """Return the attacks on the player's royals."""
        return tuple(checks(position, _grid(position), passing=passing))

    def in_check(self, position: State) -> bool:
        """Return whether one of the player's royals is attacked."""
        return any(checks(position, _grid(position), passing=True))

    def submit_fault(self, position: State) -> IllegalAction | None:
        """Return the reason why this state may not be submitted, or `None`."""
        return submit_fault(position, checks(position, _grid(position), passing=False))

    def may_submit(self, position: State) -> bool:
        """Return whether this state may be submitted."""
        return self.submit_fault(position) is None

    def actions(self, position: State, budget: Budget) -> Iterator[Action]:
        """Yield all legal actions in standard order."""
        grid = _grid(position)
        axes = Axes(grid)
        for point in legal_points(axes, budget.start()):
            yield Action(tuple(map(grid.move, list_shifts(axes, point))))

    def count_actions(self, position: State, limit: int | None, budget: Budget) -> int:
        """Return the number of legal actions, counted up to `limit`."""
        points = legal_points(Axes(_grid(position)), budget.start())
        return sum(1 for _ in islice(points, limit))

    def status(self, position: State, budget: Budget) -> Status:
        """Return the status of the position."""
        try:
            return self._status(position, budget.start())
        except BudgetExhausted:
            return Status(Verdict.UNKNOWN, None, self.in_check(position))

    def _status(self, position: State, meter: Meter) -> Status:
        grid = _grid(position)
        in_check = self.in_check(position)
        axes = Axes(grid)
        if not any(True for _ in legal_points(axes, meter)):
            return status_of("checkmate" if in_check else "stalemate", position.player)
        if not in_check:
            return status_of("ongoing", position.player)
        # Softmate: in check, and every legal action moves the present back.
        present = position.present.ordinal
        if any(True for _ in legal_points(axes, meter, not_before=present)):
            return status_of("check", position.player)
        return status_of("softmate", position.player)

    def perft(self, position: State, depth: int, budget: Budget) -> int:
        """Return the number of sequences of legal actions."""
        return self._perft(position, depth, budget.start())

    def mates(
        self, position: State, budget: Budget, *, softmates: bool, memory: int, watch: Watch | None
    ) -> ReferenceMates:
        """Return an exhaustive search for forced mates."""
        return ReferenceMates(self, budget, softmates=softmates, memory=memory, watch=watch)

    def _perft(self, position: State, depth: int, meter: Meter) -> int:
        if depth == 0:
            return 1
        grid = _grid(position)
        axes = Axes(grid)
        points = legal_points(axes, meter)
        if depth == 1:
            return sum(1 for _ in points)
        return sum(
            self._perft(
                play_legal(self, position, map(grid.move, list_shifts(axes, point))), depth - 1, meter
            )
            for point in points
        )


def _only_move(state: State, found: tuple[Move, ...], pattern: MovePattern) -> Move | None:
    """Return the only fitting move apart from promotions; pawns take precedence if no piece is named."""
    if pattern.piece is None and len({move[:2] for move in found}) > 1:
        pieces = ((move, piece_on(state, move.source)) for move in found)
        found = tuple(move for move, piece in pieces if piece is not None and piece.kind.is_pawn)
    return found[0] if len({move[:2] for move in found}) == 1 else None


def _grid(position: State) -> Grid:
    """Return the position as numbers, computed once."""
    packed = position._packed
    if isinstance(packed, Grid):
        return packed
    grid = Grid.of(position)
    if packed is None:  # otherwise the state has another implementation's representation
        position._keep_packed(grid)
    return grid
